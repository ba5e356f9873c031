"""Orders of any verb of any game, made up: what every line may look like once it is read."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Arg, Clause, Cond, Line, Path, Policy, Rule, Verb
from pbem.orders.clauses import clause_key


class Maker:
    def __init__(self, rules: Ruleset, lexicon: Lexicon) -> None:
        self.rules, self.lexicon = rules, lexicon
        self.own = [u for u in lexicon.units if u.side == lexicon.side and u.status in ("on map", "off map")]
        self.hexes = st.sampled_from(lexicon.ids)
        self.wide = [p.hexes for p in lexicon.places if p.kind == "place" and len(p.hexes) > 1 and set(p.hexes) <= set(lexicon.ids)]

    def __repr__(self) -> str:
        return f"Maker({self.rules.slug}, {self.lexicon.side})"

    def units(self, verb: Verb | None, most: int = 4) -> st.SearchStrategy[list[str]]:
        apart = [arg.sort for arg in verb.args if arg.sort] if verb else []  # named for an argument of their own
        own = [u for u in self.own if not set(apart) & set(u.kinds)]
        able = [u.id for u in own if verb is None or verb.name in u.verbs] or [u.id for u in own]
        return st.lists(st.sampled_from(able), min_size=1, max_size=most, unique=True)

    @st.composite
    def _line(draw: Any, self: Maker, verb: Verb, n: str, inner: bool) -> Line:  # type: ignore[misc]
        args: dict[str, Any] = {}
        for arg in verb.args:
            if not arg.optional or draw(st.booleans()):
                args[arg.name] = draw(self.arg(arg, verb, args))
        line = Line(n, verb.name, args)
        for clause in verb.clauses:
            if draw(st.integers(0, 3)) == 0:
                self.enter(draw, line, clause)
        if not inner:
            self.frame(draw, line, verb, n)
        return line

    def line(self, verb: Verb, n: str = "1", inner: bool = False) -> st.SearchStrategy[Line]:
        return self._line(verb, n, inner)

    def frame(self, draw: Any, line: Line, verb: Verb, n: str) -> None:
        line.first, line.every = draw(st.booleans()), draw(st.booleans())
        line.turn = draw(st.sampled_from([0, 0, 2, 3])) if not verb.instead else 0
        if line.every and all(arg.type != "turn" for arg in verb.args):
            line.until = draw(st.sampled_from([0, 5]))
        if draw(st.booleans()):
            line.when = draw(self.condition())
            other = verb if verb.args else None
            hex_else = "else" in line.clauses or any(clause_key(c) == "else" for c in verb.clauses)
            if other and not hex_else and draw(st.booleans()):
                line.otherwise = draw(self.line(other, n, True))

    def arg(self, arg: Arg, verb: Verb, args: dict[str, Any]) -> st.SearchStrategy[Any]:
        if arg.foe:
            return st.sampled_from([u.id for u in self.lexicon.units if u.side != self.lexicon.side and u.at]).map(lambda id: [id])
        if arg.sort:
            return st.sampled_from([u.id for u in self.own if arg.sort in u.kinds]).map(lambda id: [id])
        if arg.type == "units":
            return self.units(verb)
        if arg.type == "fire":
            return st.tuples(self.units(verb), st.integers(0, 9)).map(lambda v: {"guns": v[0], "air": v[1]})
        if arg.type == "place":
            return self.hexes.map(lambda hex: [hex])
        if arg.type == "path":
            return self.path(args.get("units", []))
        if arg.type == "hexside":
            return st.lists(self.hexes, min_size=2, max_size=2, unique=True).map(lambda two: "/".join(sorted(two)))
        if arg.type in ("turn", "number"):
            return st.integers(1, 12)
        if arg.type == "formation":
            return st.sampled_from(sorted(self.lexicon.formations))
        raise AssertionError(f"no line of this kind is made yet: {arg.type}")

    @st.composite
    def _path(draw: Any, self: Maker, units: list[str]) -> Path:  # type: ignore[misc]
        stand = {u.at for u in self.own if u.id in units}
        steps = draw(st.lists(self.hexes.filter(lambda hex: hex not in stand), max_size=4))
        start = stand.pop() if len(stand) == 1 and "" not in stand and draw(st.booleans()) else ""
        last = draw(st.sampled_from([*self.wide, None])) if self.wide else None
        if draw(st.booleans()):
            return Path(steps, last or [draw(self.hexes)], True, start)
        if last and not (set(last) & stand):
            return Path(steps, last, False, start)
        return Path(steps, [], False, start) if len(steps) > 1 else Path([], [draw(self.hexes)], False, start)

    def path(self, units: list[str]) -> st.SearchStrategy[Path]:
        return self._path(units)

    def enter(self, draw: Any, line: Line, clause: Clause) -> None:
        key = clause_key(clause)
        if any(arg.type == "policy" for arg in clause.args):
            line.rules.append(draw(self.rule(clause.kind, line.n)))
        elif clause.kind:
            line.rules.append(Rule(line.n, clause.kind, [draw(self.choice(clause))]))
        elif key == "as":
            chosen = draw(st.sampled_from(line.args["units"]))
            line.clauses[key] = {chosen: draw(st.sampled_from(["armour", "infantry", "at"]))}
        elif any(arg.type == "units" for arg in clause.args):
            line.clauses[key] = [{a.name: draw(self.arg(a, self.rules.verbs[line.verb], {})) for a in clause.args}]
        elif any(arg.type == "word" for arg in clause.args):
            line.clauses[key] = draw(st.sampled_from([{"word": "stop"}, {"path": Path(self.lexicon.ids[:2])}]))
        else:
            line.clauses[key] = {
                a.name: draw(self.arg(a, self.rules.verbs[line.verb], {})) for a in clause.args if not a.optional or draw(st.booleans())
            }

    def rule(self, kind: str, n: str) -> st.SearchStrategy[Rule]:
        """What a doctrine line of the kind may say, without the kind."""
        known = self.rules.kinds[kind]
        words = [word for word in known.policies if word not in ("pick", "first", "spare", "keep", "best")]
        named = [word for word in ("pick", "first", "spare") if word in known.policies]
        several = st.lists(st.sampled_from([u.id for u in self.own]), min_size=1, max_size=2, unique=True)
        plain = st.sampled_from(words or ["all"]).map(Policy)
        policy = st.one_of(plain, *(several.map(lambda ids, word=word: Policy(word, ids)) for word in named))
        when = st.sampled_from([None, Cond(">=", test="attackers", value="2"), Cond("test", test="flank")])
        return st.builds(lambda one, cond: Rule(n, kind, [one], when=cond), policy, when)

    def choice(self, clause: Clause) -> st.SearchStrategy[Policy]:
        if any(arg.type == "place" for arg in clause.args):
            return self.hexes.map(lambda hex: Policy("via", [hex]))
        if any(arg.type == "units" for arg in clause.args):
            return self.units(None).map(lambda ids: Policy("first", ids))
        return st.one_of(st.just(Policy("all")), st.just(Policy("none")), self.units(None).map(lambda ids: Policy("pick", ids)))

    def condition(self) -> st.SearchStrategy[Cond]:
        place = st.sampled_from(["ours", "theirs", "empty"])
        here = st.tuples(place, self.hexes).map(lambda t: Cond("test", test=t[0], subject=[t[1]]))
        bridge = st.tuples(st.sampled_from(["blown", "standing"]), self.hexes, self.hexes).filter(lambda t: t[1] < t[2])
        bridges = bridge.map(lambda t: Cond("test", test=t[0], subject=[f"{t[1]}/{t[2]}"]))
        state = st.sampled_from(["alive", "fresh", "fatigued", "supplied"])
        units = st.tuples(state, self.units(None)).map(lambda t: Cond("test", test=t[0], subject=t[1]))
        result = st.tuples(st.sampled_from(["done", "failed"]), st.integers(1, 20)).map(
            lambda t: Cond("test", test=t[0], subject=[str(t[1])])
        )
        ops = st.sampled_from(["<", "<=", "=", ">=", ">"])
        odds = st.tuples(ops, st.integers(1, 9)).map(lambda t: Cond(t[0], test="odds", value=f"{t[1]}:1"))
        number = st.tuples(ops, st.sampled_from(["turn", "air"]), st.integers(0, 20)).map(lambda t: Cond(t[0], test=t[1], value=str(t[2])))
        weather = st.sampled_from(["clear", "bad"]).map(lambda w: Cond("test", test="weather", value=w))
        single = st.one_of(here, bridges, units, result, odds, number, weather)
        return st.recursive(single, joined, max_leaves=4)


def joined(inner: st.SearchStrategy[Cond]) -> st.SearchStrategy[Cond]:
    """AND and OR hold at least two, of another kind than themselves."""
    several = st.lists(inner, min_size=2, max_size=3)
    both = st.tuples(st.sampled_from(["and", "or"]), several).map(lambda t: Cond(t[0], [a for a in t[1] if a.op != t[0]]))
    return st.one_of(both.filter(lambda c: len(c.args) > 1), inner.filter(lambda c: c.op != "not").map(lambda c: Cond("not", [c])))
