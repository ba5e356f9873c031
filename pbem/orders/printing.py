"""Orders and doctrine as they are printed, in either language. What is printed reads back to the same order."""

from __future__ import annotations

from typing import Any

from pbem.engine.ruleset import Lexicon, Ruleset
from pbem.engine.verbs import Arg, Clause, Cond, Line, Path, Policy, Rule, Verb
from pbem.orders.clauses import clause_key
from pbem.orders.mentions import copies
from pbem.words import Words, words

SYMBOLS = {"<": "<", "<=": "<=", "=": "=", ">=": ">=", ">": ">"}


def print_line(rules: Ruleset, line: Line, language: str, names: Lexicon | None = None) -> str:
    """The canonical text of an order; with `names` a place of several hexes goes by its name."""
    return Printer(rules, language, names).line(line)


def print_rule(rules: Ruleset, rule: Rule, language: str, names: Lexicon | None = None) -> str:
    return Printer(rules, language, names).rule(rule)


class Printer:
    def __init__(self, rules: Ruleset, language: str, names: Lexicon | None = None) -> None:
        self.rules, self.language, self.names = rules, language, names
        self.say: Words = words(language, rules.slug)

    def word(self, key: str) -> str:
        return self.say(f"order.{key}")

    def name(self, of: Verb | Clause) -> str:
        return of.fr if self.language == "fr" and of.fr else of.name

    # orders

    def line(self, line: Line) -> str:
        text = self.prefix(line) + self.order(line)
        if line.otherwise is not None:
            text += f" {self.word('else')} {self.order(line.otherwise)}"
        return text + (f" {self.word('until')} T{line.until}" if line.until else "")

    def prefix(self, line: Line) -> str:
        out = f"{self.word('first')}{self.colon} " if line.first else ""
        out += f"T{line.turn} " if line.turn else ""
        out += f"{self.word('every')}{self.colon} " if line.every else ""
        return out + (f"{self.word('if')} {self.condition(line.when)}{self.colon} " if line.when else "")

    @property
    def colon(self) -> str:
        return " :" if self.language == "fr" else ":"

    def order(self, line: Line) -> str:
        verb = self.rules.verbs[line.verb]
        pieces = [self.name(verb)]
        for arg in verb.args:
            if arg.name in line.args:
                pieces.append(self.arg(arg, line.args[arg.name], line))
        text = " ".join(pieces)
        for clause in verb.clauses:
            text += self.clause(clause, line)
        return text

    def arg(self, arg: Arg, value: Any, line: Line) -> str:
        keyword = f"{self.word(arg.keyword.lower())} " if arg.keyword else ""
        if arg.type == "units":
            return keyword + self.units(value, line)
        if arg.type == "fire":
            air = [f"{self.word('air')} {value['air']}"] if value.get("air") else []
            return keyword + ", ".join([*value.get("guns", []), *air])
        if arg.type == "place":
            return keyword + self.place(value)
        if arg.type == "path":
            return keyword + self.path(value)
        return keyword + (f"T{value}" if arg.type == "turn" else str(value))

    def units(self, ids: list[str], line: Line) -> str:
        kinds = line.clauses.get("as", {})
        return ", ".join(f"{id} {self.word('as')} {self.sort(kinds[id])}" if id in kinds else id for id in ids)

    def place(self, hexes: list[str]) -> str:
        if len(hexes) == 1:
            return hexes[0]
        known = (
            next((p.name for p in self.names.places if p.kind == "place" and set(hexes) == set(p.hexes) & set(self.names.ids)), "")
            if self.names
            else ""
        )
        return known or "|".join(hexes)

    def path(self, path: Path) -> str:
        steps = [path.start] * bool(path.start) + list(path.steps)
        text = " - ".join(steps)
        if path.road:
            return f"{text} {self.word('road')} {self.place(path.to)}".strip()
        return " - ".join(filter(None, [text, self.place(path.to) if path.to else ""]))

    # clauses

    def clause(self, clause: Clause, line: Line) -> str:
        if clause.kind:
            rules = [rule for rule in line.rules if rule.kind == clause.kind]
            if any(arg.type == "policy" for arg in clause.args):
                return "".join(f" {self.name(clause)} {self.behind_kind(rule)}" for rule in rules)
            return "".join(f" {self.name(clause)} {self.choice_of(rule)}" for rule in rules)
        key = clause_key(clause)
        if key == "as" or key not in line.clauses:
            return ""
        values = line.clauses[key]
        return "".join(self.one(clause, value) for value in (values if isinstance(values, list) else [values]))

    def one(self, clause: Clause, value: dict[str, Any]) -> str:
        pieces = [self.detail(arg, value[arg.name]) for arg in clause.args if arg.name in value]
        comma = "" if clause_key(clause) == "blown" else ","
        return f"{comma} {' '.join([self.name(clause), *pieces])}"

    def detail(self, arg: Arg, value: Any) -> str:
        keyword = f"{self.word(arg.keyword.lower())} " if arg.keyword else ""
        if arg.type == "units":
            return keyword + ", ".join(value)
        if arg.type == "place":
            return keyword + self.place(value)
        if arg.type == "path":
            return keyword + self.path(value)
        return keyword + (self.word(value) if self.say.has(f"order.{value}") else str(value).upper())

    def choice_of(self, rule: Rule) -> str:
        """A clause has a single policy: ALL, NONE, or names."""
        policy = rule.choice[0]
        return ", ".join(policy.names) if policy.names else self.word(policy.word)

    # conditions

    def condition(self, cond: Cond, inside: str = "") -> str:
        if cond.op in ("and", "or"):
            text = f" {self.word(cond.op)} ".join(self.condition(arg, cond.op) for arg in cond.args)
            return f"({text})" if (inside in ("and", "not") and cond.op == "or") or inside in ("not", cond.op) else text
        if cond.op == "not":
            return f"{self.word('not')} {self.condition(cond.args[0], 'not')}"
        return self.test(cond)

    def test(self, cond: Cond) -> str:
        if cond.test in ("done", "failed"):
            return f"{self.word('line')} {cond.subject[0]} {self.word(cond.test)}"
        if cond.test in ("blown", "standing"):
            return f"{self.word('bridge')} {', '.join(cond.subject)} {self.word(cond.test)}"
        if self.say.has(f"order.{cond.test}") and cond.op == "test" and cond.subject:
            places = cond.test in ("ours", "theirs", "empty")
            return f"{self.place(cond.subject) if places else ', '.join(cond.subject)} {self.word(cond.test)}"
        fact = self.fact(cond.test)
        if cond.op == "test":
            return f"{fact} {self.word(cond.value) if self.say.has(f'order.{cond.value}') else cond.value.upper()}".strip()
        place = f" {self.word('at')} {self.place(cond.subject)}" if cond.subject else ""
        return f"{fact}{place} {SYMBOLS[cond.op]} {self.fact(cond.value) if cond.value.isidentifier() else cond.value}"  # or another fact

    def fact(self, name: str) -> str:
        key = f"test.{name}"
        return (self.say(key).split("|")[0] if self.say.has(key) else name.replace("_", " ")).upper()

    def sort(self, kind: str) -> str:
        key = f"sort.{kind}"
        return (self.say(key).split("|")[0] if self.say.has(key) else kind.replace("_", " ")).upper()

    # doctrine

    def rule(self, rule: Rule) -> str:
        return f"{self.kind(rule.kind)} {self.behind_kind(rule)}"

    def behind_kind(self, rule: Rule) -> str:
        bare = self.rules.kinds[rule.kind].bare
        pieces = [self.scope(rule.units)] if rule.units else []
        words = [p.word for p in rule.choice]
        silent = rule.when is not None and not rule.units and words == ["always"]
        early = bare or (bool(rule.at) and rule.when is None and words in (["never"], ["always"]))  # REFUSE NEVER AT Arnhem
        alone = bare and not rule.units and rule.when is None and words == ["pick"]  # MAIN C1
        chosen = [] if silent or not words else [self.named_all(rule.choice[0]) if alone else self.policies(rule.choice, rule.kind)]
        pieces += chosen if early else []
        pieces += [f"{self.word('at')} {self.place(rule.at).replace('|', ', ')}"] if rule.at else []
        pieces += [f"{self.word('when')} {self.condition(rule.when)}"] if rule.when else []
        pieces += [] if early else chosen
        text = " ".join(pieces)
        return text + (f", {self.word('else')} {self.elsewhere(rule.otherwise, rule.kind)}" if rule.otherwise else "")

    def elsewhere(self, policies: list[Policy], kind: str) -> str:
        """`ELSE Arnhem`: another place needs no WITH."""
        if len(policies) == 1 and policies[0].word == "pick" and self._places(policies[0]):
            return self._of_places(policies[0])
        return self.policies(policies, kind)

    def scope(self, units: list[str]) -> str:
        """A formation goes by its name where it is known."""
        known = self.names.formations if self.names else {}
        return next(
            (name for name, ids in known.items() if len(ids) > 1 and set(ids) == set(units)), ", ".join(self.named(u) for u in units)
        )

    def kind(self, kind: str) -> str:
        known = self.rules.kinds[kind]
        return known.fr if self.language == "fr" and known.fr else kind.upper()

    def policies(self, policies: list[Policy], kind: str) -> str:
        return ", ".join(self.policy(p, kind) for p in policies)

    def policy(self, policy: Policy, kind: str) -> str:
        names = self.named_all(policy)
        if policy.word == "first" and names:
            return f"{names} {self.word('first')}"
        if policy.word == "pick":
            return f"{self.word('with')} {names}"
        if policy.word == "points":
            return f"{self.word('with')} {self.word('air')} {policy.number}"
        if policy.word == "keep":
            return f"{self.word('keep')} {policy.number} {self._counted(kind, policy.number)}".strip()
        if policy.word == "best":
            facts = ", ".join(self.about(fact) for fact in policy.names)
            return " ".join(filter(None, [self.word("best-of" if policy.number > 1 else "best"), str(policy.number or ""), facts]))
        return f"{self.choice_word(policy.word, kind)} {names}".strip()

    def _counted(self, kind: str, number: int) -> str:
        noun = self.rules.kinds[kind].keeps
        return self.word(noun if number < 2 else f"{noun}s") if noun else ""

    def choice_word(self, word: str, kind: str) -> str:
        """What may be chosen in this kind alone has words of its own: ENGINEERS CLEAR is not the weather."""
        key = next((key for key in (f"policy.{kind}.{word}", f"policy.{word}", f"order.{word}") if self.say.has(key)), "")
        return self.say(key).split("|")[0] if key else word.upper()

    def about(self, fact: str) -> str:
        key = f"about.{fact}"
        return (self.say(key).split("|")[0] if self.say.has(key) else fact.replace("_", " ")).upper()

    def named_all(self, policy: Policy) -> str:
        if self._places(policy):
            return self._of_places(policy)
        return copies(policy.names) if self._all_copies(policy.names) else ", ".join(self.named(name) for name in policy.names)

    def _all_copies(self, names: list[str]) -> bool:
        """Every copy of one card goes by the card's name."""
        base = copies(names)
        known = {u.id for u in self.names.units} if base and self.names else set()
        return bool(known) and {id for id in known if copies([id, *names]) == base} == set(names)

    def _of_places(self, policy: Policy) -> str:
        text = self.place(policy.names)
        return ", ".join(policy.names) if "|" in text else text

    def _places(self, policy: Policy) -> bool:
        """Several hexes of one place go by its name."""
        ids = self.names.ids if self.names else []
        return policy.word in ("toward", "via") or (len(policy.names) > 1 and all(name in ids for name in policy.names))

    def named(self, name: str) -> str:
        return self.sort(name) if self.say.has(f"sort.{name}") else name
