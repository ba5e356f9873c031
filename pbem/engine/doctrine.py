"""Doctrine answers for a side that is not at the table. Policies rank options; the result still passes `why_not`.

A line sees the choice's facts, what is said about each option, and distances on the board, never the state.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from pbem.engine.choice import Allot, Choice, OneOf, Share, Some, Way
from pbem.engine.verbs import Cond, Policy, Rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from pbem.engine.ruleset import Ruleset

    Distance = Callable[[str, str], int]


class Ground(Protocol):
    """Of a game only its rules and its board."""

    @property
    def rules(self) -> Ruleset: ...

    @property
    def state(self) -> Any: ...


Ranks = Mapping[str, tuple[str, ...]]  # of a kind: the word, and the facts of an option by which it ranks, "-" for the highest first
NO_WORDS = (False, "nobody", "none", "no", "cease")
NOTHING = object()  # a policy that has nothing to say about these options


def decide(rules: list[Rule], choice: Choice, g: Ground) -> tuple[Rule, Any] | None:
    """The first line that fits and is legal: lines naming a place, then units, then the general ones."""

    def distance(a: str, b: str) -> int:
        return g.rules.distance(g.state, a, b) if g.rules.distance else 0

    lines = sorted((r for r in rules if r.kind == choice.kind), key=lambda r: r.rank)
    if isinstance(choice.options, Share):
        return shared(lines, choice, choice.options)
    ranks = g.rules.kinds[choice.kind].ranks
    for rule in (r for r in lines if in_place(r, choice)):
        first = [rule.choice] if rule.when is None or fits(rule.when, choice.facts) else []
        for policies in [*first, rule.otherwise]:
            value = apply(policies, choice, distance, ranks) if policies else NOTHING
            if value is not NOTHING and choice.options.why_not(value) is None:
                return rule, value
    return None


def in_place(rule: Rule, choice: Choice) -> bool:
    if rule.at and choice.facts.get("place", choice.subject) not in rule.at:
        return False
    return not rule.units or any(name in rule.units for name in [*choice.about, choice.subject.split(" from ")[0]])


def fits(cond: Cond, facts: dict[str, Any]) -> bool:
    if cond.op == "and":
        return all(fits(arg, facts) for arg in cond.args)
    if cond.op == "or":
        return any(fits(arg, facts) for arg in cond.args)
    if cond.op == "not":
        return not fits(cond.args[0], facts)
    if cond.test not in facts:
        return False
    if cond.op == "test":
        return bool(facts[cond.test]) if not cond.value else str(facts[cond.test]) == cond.value
    left, right = figure_of(facts[cond.test]), figure_of(facts.get(cond.value, cond.value))  # a number, or another fact
    if left is None or right is None:
        return cond.op == "=" and str(facts[cond.test]) == cond.value
    return compare(left, cond.op, right)


ENDLESS = Fraction(10**9)  # the ratio to nobody


def worth(value: Any) -> Fraction:
    """Ratios travel as text: "21:4"."""
    text = str(value).replace(",", ".")
    if ":" in text:
        a, b = text.split(":")
        return Fraction(a) / Fraction(b) if Fraction(b) else ENDLESS
    return Fraction(text)


def figure_of(value: Any) -> Fraction | None:
    """What is no number is never more or less than anything."""
    try:
        return worth(value)
    except ValueError:
        return None


def compare(a: Fraction, op: str, b: Fraction) -> bool:
    return {"<": a < b, "<=": a <= b, "=": a == b, ">=": a >= b, ">": a > b}[op]


def apply(policies: list[Policy], choice: Choice, distance: Distance, ranks: Ranks) -> Any:
    options = choice.options
    if isinstance(options, OneOf):
        return one_of(policies, options, choice, distance, ranks)
    if isinstance(options, Some):
        return some(policies, options, choice, ranks)
    if isinstance(options, Allot):
        in_turn = ranking(policies, ranks)
        return options.in_order(ranked(policies, sorted(options.caps), choice.about, ranks)) if in_turn else spread(policies, options)
    assert isinstance(options, Way), "a share of one pool is decided by all its lines together"
    return way(policies, options, distance)


def one_of(policies: list[Policy], options: OneOf, choice: Choice, distance: Distance, ranks: Ranks) -> Any:
    named = sorted(o for o in options.of if isinstance(o, str) and o in choice.about)
    for policy in policies:
        if policy.word in ("never", "none"):
            return next((o for o in options.of if o in NO_WORDS), NOTHING)
        if policy.word in ("always", "all"):
            return True if True in options.of else NOTHING
        if policy.word in ("pick", "as", "via"):
            found = next((name for name in policy.names if name in options.of), None) or picked(policy, named, choice.about, ranks)
            if found is not None:
                return found
        if policy.word == "toward":
            places = [o for o in options.of if isinstance(o, str) and o not in NO_WORDS]
            return min(places, key=lambda o: (nearest(policy, o, distance), o)) if places else NOTHING
        if policy.word in options.of:
            return policy.word
    orders = [policy for policy in policies if policy.word != "pick"]  # who is named and not there names nobody else
    return ranked(orders, named, choice.about, ranks)[0] if named and ranking(orders, ranks) else NOTHING


def picked(policy: Policy, names: list[str], about: dict[str, dict[str, Any]], ranks: Ranks) -> str | None:
    """The best option that one of the names means: the kind of a unit, who fires, at whom."""
    means = [name for name in names if any(meant(wanted, name, about.get(name, {})) for wanted in policy.names)]
    return ranked([policy], means, about, ranks)[0] if means else None


def nearest(policy: Policy, place: str, distance: Distance) -> int:
    return min(distance(place, name) for name in policy.names)


def some(policies: list[Policy], options: Some, choice: Choice, ranks: Ranks) -> Any:
    """A subset: all, none, those named, the best; within the limit, or within what KEEP leaves of it."""
    said = {policy.word: policy for policy in reversed(policies)}
    if "none" in said or "never" in said:
        return []
    names = sorted(options.of)
    if "pick" in said:
        wanted = [name for name in names if any(meant(one, name, choice.about.get(name, {})) for one in said["pick"].names)]
        chosen = ranked([said["pick"]], wanted, choice.about, ranks)
    elif ranking(policies, ranks):
        chosen = ranked(policies, names, choice.about, ranks)
    elif {"all", "always", "keep"} & set(said):
        chosen = ranked([Policy("strongest")], names, choice.about, ranks)
    else:
        return NOTHING
    kept = said["keep"].number if "keep" in said else 0
    most = next((policy.number for policy in policies if policy.word != "keep" and policy.number), len(names))
    taken = fill(chosen, options, options.limit - kept)[:most]
    rest = [name for name in ranked([], names, choice.about, ranks) if name not in taken]
    return [*taken, *rest[: max(0, options.least - len(taken))]]


def fill(names: list[str], options: Some, limit: int) -> list[str]:
    """As many of the names, from the front, as the limit has room for."""
    chosen: list[str] = []
    for name in names:
        if sum(options.of[n] for n in [*chosen, name]) <= limit:
            chosen.append(name)
    return chosen


def ranking(policies: list[Policy], ranks: Ranks) -> bool:
    return any(p.word in ("first", "spare", "pick", "best") or p.word in ranks for p in policies)


def ranked(policies: list[Policy], names: list[str], about: dict[str, dict[str, Any]], ranks: Ranks) -> list[str]:
    """Names in the order in which the policies would take them; the upper policy counts first, last the order the rules give."""

    def key(name: str) -> tuple[Any, ...]:
        facts = about.get(name, {})
        return (*(place(policy, name, facts, ranks) for policy in policies), figures(facts, "order"), name)

    return sorted(names, key=key)


def place(policy: Policy, name: str, facts: dict[str, Any], ranks: Ranks) -> Any:
    if policy.word in ("first", "pick", "spare"):
        listed = next((i for i, wanted in enumerate(policy.names) if meant(wanted, name, facts)), len(policy.names))
        return int(listed < len(policy.names)) if policy.word == "spare" else listed
    own = ranks.get(policy.word, ())
    named = [f"-{fact}" for fact in policy.names] if policy.word == "best" else []
    return [figures(facts, fact) for fact in (*named, *own)]


def meant(wanted: str, name: str, facts: dict[str, Any]) -> bool:
    """An option goes by its name, by its kinds, and by the names among its facts."""
    kinds = [name, *facts.get("kinds", []), *facts.get("formations", [])]
    return wanted in kinds or facts.get(wanted) is True or any(value == wanted for value in facts.values() if isinstance(value, str))


def figures(facts: dict[str, Any], fact: str) -> list[Any]:
    """One number, or a row of them, of which the first counts most."""
    value = facts.get(fact.removeprefix("-"), 0)
    numbers = value if isinstance(value, list) else [value]
    return [-int(n) for n in numbers] if fact.startswith("-") else [int(n) for n in numbers]


def spread(policies: list[Policy], options: Allot) -> Any:
    if not any(policy.word == "spread" for policy in policies):
        return NOTHING
    shares = dict.fromkeys(sorted(options.caps), 0)
    for _ in range(options.due):
        name = min((n for n in shares if shares[n] < options.caps[n]), key=lambda n: (n not in options.first, shares[n], n))
        shares[name] += 1
    return {name: n for name, n in shares.items() if n}


def way(policies: list[Policy], options: Way, distance: Distance) -> Any:
    paths = list(options.some())
    for policy in policies:
        if policy.word == "toward" and paths:
            return min(paths, key=lambda path: (nearest(policy, path[-1], distance), path))
        if policy.word in ("via", "pick"):
            through = [path for path in paths if any(name in path for name in policy.names)]
            if through:
                return min(through)
    return NOTHING


def shared(lines: list[Rule], choice: Choice, options: Share) -> tuple[Rule, Any] | None:
    """SUPPORT, DEFBOMBARD: one pool over several places. All lines count, from the top; what one has given is gone for the next."""
    plan = Plan(options, choice.about)
    for rule in lines:
        for place in [p for p in (rule.at or plan.places) if p in plan.places]:
            known = {**choice.facts, **choice.about.get(place, {})}
            plan.follow(rule, rule.choice if rule.when is None or fits(rule.when, known) else rule.otherwise, place)
        if rule.at and not set(rule.at) & set(plan.places):  # SUPPORT A1108 WITH AIR 3, ELSE Arnhem
            for place in [p for policy in rule.otherwise for p in policy.names if p in plan.places]:
                plan.follow(rule, rule.choice, place)
    if plan.by is None:
        return None
    value = {name: part for name, part in (("guns", plan.guns), ("points", plan.points)) if part}
    return (plan.by, value) if options.why_not(value) is None else None


class Plan:
    """Guns and points given so far, and the first line that gave, or refused, any."""

    def __init__(self, options: Share, about: dict[str, dict[str, Any]]) -> None:
        self.options, self.about = options, about
        self.places = sorted({*options.places, *(p for places in options.guns.values() for p in places)})
        self.guns: dict[str, str] = {}
        self.points: dict[str, int] = {}
        self.barred: list[str] = []
        self.by: Rule | None = None

    def follow(self, rule: Rule, policies: list[Policy], place: str) -> None:
        if not policies or place in self.barred:
            return
        self.by = self.by or rule
        kept = max((policy.number for policy in policies if policy.word == "keep"), default=0)
        for policy in policies:
            if policy.word in ("never", "none"):
                self.barred.append(place)
            elif policy.word == "points":
                self._points(place, policy.number)
            elif policy.word in ("pick", "all"):
                self._guns(place, sorted(self.options.guns) if policy.word == "all" else policy.names, kept)
        if {policy.word for policy in policies} == {"keep"}:
            self._guns(place, sorted(self.options.guns), kept)

    def _points(self, place: str, number: int) -> None:
        left = self.options.points - sum(self.points.values())
        if place in self.options.places and (take := min(number, left)) > 0:
            self.points[place] = self.points.get(place, 0) + take

    def _guns(self, place: str, names: list[str], kept: int) -> None:
        for name in names:
            able = place in self.options.guns.get(name, []) and name not in self.guns
            if able and self.about.get(name, {}).get("actions", kept + 1) > kept:
                self.guns[name] = place
