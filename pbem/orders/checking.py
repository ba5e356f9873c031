"""Orders read and tried out on the side's own view: a verdict for every line, in the player's language."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.check import RUNS, Checked, check
from pbem.engine.ruleset import Ruleset
from pbem.engine.verbs import Line, Refusal, Rule, Verb
from pbem.errors import PbemError
from pbem.orders.model import CheckedLine, CheckedOrders, ReadLine
from pbem.orders.reading import Reader, read_orders
from pbem.orders.twice import Twice
from pbem.words import Words, words

SECOND_THOUGHTS = 3  # a suggestion is tried, and what the rules name instead of it


def check_orders(
    rules: Ruleset, state: Any, side: str, text: str, doctrine: list[Rule], language: str, numbers: list[str] | None = None
) -> CheckedOrders:
    """`numbers`: those of the last reply, one for each row of the text, where lines were mended by CHANGE."""
    view = rules.view(state, side)
    now = verbs_now(rules, state)
    reader = Reader(rules, rules.lexicon(view, side), language, distance_on(rules, view), now)
    reading = reader.read(text, numbers)
    stages = {name: stage_of(rules, state, name) for name in rules.verbs}
    desk = Desk(reader, getattr(state, "turn", 0), now, stage_now(rules, state), stages)
    for read in reading.lines:
        desk.next(read)
    Twice(reader, desk.now).settle(reading.lines)
    for read in reading.lines:
        desk.before_rules(read, reading.lines)
    tried = [r.line for r in reading.lines if r.line is not None and r.status == "ok" and r.line.turn in (0, desk.now)]
    found = check(rules, state, side, tried, doctrine)
    lines = [desk.verdict(read, found.get(read.n)) for read in reading.lines]
    try_suggestions(rules, state, side, doctrine, reader, lines)
    return CheckedOrders(lines, reading.notes)


def try_suggestions(rules: Ruleset, state: Any, side: str, doctrine: list[Rule], reader: Reader, lines: list[CheckedLine]) -> None:
    """What the nearest legal orders would cost or roll, each in the place of the line it would mend; what is not legal either is no
    suggestion, but its own nearest may be."""
    now = verbs_now(rules, state)
    sound = {line.n: line.line for line in lines if line.line is not None and line.status in ("ok", "conditional")}
    asked = [line for line in lines if line.status == "illegal"]
    for _ in range(SECOND_THOUGHTS):
        mended = {line.n: order for line in asked if (order := as_line(reader, line, now))}
        if not mended:
            return
        orders = {**sound, **mended}
        found = check(rules, state, side, [orders[line.n] for line in lines if line.n in orders], doctrine, RUNS[:2])
        asked = [line for line in asked if line.n in mended and found[line.n].status == "illegal"]
        for line in (line for line in lines if line.n in mended):
            told_of(reader, line, mended[line.n], found[line.n])
        sound |= {n: order for n, order in mended.items() if found[n].status != "illegal"}


def told_of(reader: Reader, line: CheckedLine, order: Line, found: Checked) -> None:
    refusal = found.refusal
    if found.status == "illegal":
        line.suggestion = reader.in_language(refusal.nearest) if refusal else ""
        return
    told = notes(reader.say, order, found.notes)
    if refusal and found.status == "conditional":
        told.append(f"{chance_of(reader.say, refusal).rstrip('.')} [{refusal.rule}]")
    line.note = "; ".join(filter(None, [line.note, *told]))


def as_line(reader: Reader, line: CheckedLine, now: list[str]) -> Line | None:
    """The suggestion, if it is one order for this very step."""
    found = read_orders(reader.rules, reader.names.lexicon, line.suggestion, reader.language).lines if line.suggestion else []
    order = found[0].line if len(found) == 1 else None
    same = order is not None and line.line is not None and order.verb in now and not order.turn
    return msgspec.structs.replace(order, n=line.n) if same and order is not None else None


def distance_on(rules: Ruleset, view: Any) -> Any:
    if rules.distance is None:
        return None
    measure = rules.distance
    return lambda a, b: measure(view, a, b)


def stage_now(rules: Ruleset, state: Any) -> str:
    step = getattr(state, "step", "")
    return next((row.stage for row in rules.sequence if row.id == step), "")


def next_turn(rules: Ruleset, stage: str, wanted: str, now: int) -> int:
    """The turn in which the next stage of that name comes for the side whose `stage` it is; 0: this one."""
    order = list(dict.fromkeys(verb.stage for verb in rules.verbs.values() if verb.stage))
    return 0 if stage in order and order.index(wanted) > order.index(stage) else now + 1


def verbs_now(rules: Ruleset, state: Any) -> list[str]:
    """The verbs of the stage whose orders are wanted now: of its rows, up to the next that opens a stage."""
    step = getattr(state, "step", "")
    start = next((i for i, row in enumerate(rules.sequence) if row.id == step), len(rules.sequence))
    found: list[str] = []
    for i, row in enumerate(rules.sequence[start:]):
        if i and row.stage:
            break
        found += row.verbs
    stage = stage_now(rules, state)
    return found + [name for name in rules.verbs if name not in found and stage and stage_of(rules, state, name) == stage]


def stage_of(rules: Ruleset, state: Any, verb: str) -> str:
    """The stage whose filing takes the verb: its own, or as the options of the game have it."""
    own = rules.verbs[verb].stage
    found: list[str] = []
    opened = ""
    for row in rules.sequence:
        if row.stage and (row.stage == own or row.orders(state) is not None):
            opened = row.stage
        found += [opened] if verb in row.verbs else []
    return own if own in found or not found else found[0]


class Desk:
    """Judges the lines of one mail."""

    def __init__(self, reader: Reader, now: int, verbs: list[str], stage: str, stages: dict[str, str]) -> None:
        self.reader, self.now, self.verbs, self.stage, self.stages = reader, now, verbs, stage, stages
        self.say: Words = words(reader.language, reader.rules.slug)

    def verb(self, line: Line) -> Verb:
        return self.reader.rules.verbs[line.verb]

    def before_rules(self, read: ReadLine, lines: list[ReadLine]) -> None:
        """What can be said without playing the line."""
        if read.line is None or read.status != "ok":
            return
        if missing := [n for n in cited(read.line) if n not in {line.n for line in lines}]:
            read.status, read.message = "unreadable", self.say("check.no-line", line=missing[0])
        elif self.kept(read.line):
            self._never(read, read.line)

    def next(self, read: ReadLine) -> None:
        """NEXT MAIN in the main step is for the coming turn; NEXT MECH there is for this one."""
        line = read.line
        if line is None or read.status != "ok" or not line.next:
            return
        if line.next != self.verb(line).stage:
            read.status = "unreadable"
            read.message = self.say("check.next-stage", verb=self.reader.printer.name(self.verb(line)), stage=line.next.upper())
            return
        plain = msgspec.structs.replace(line, next="", turn=next_turn(self.reader.rules, self.stage, line.next, self.now))
        read.line = msgspec.structs.replace(plain, text=self.reader.printer.line(plain))

    def kept(self, line: Line) -> bool:
        """Of another stage than the one now wanted: kept for it, and tried only then."""
        verb = self.verb(line)
        return bool(self.verbs and verb.stage and verb.args) and line.verb not in self.verbs  # PASS fits every step

    def gone(self, line: Line) -> bool:
        """Of a step of this turn that has been played."""
        order = list(dict.fromkeys(row.stage for row in self.reader.rules.sequence if row.stage))
        mine = self.stages[line.verb]
        return mine in order and self.stage in order and order.index(mine) < order.index(self.stage)

    def _never(self, read: ReadLine, line: Line) -> None:
        units = [self.reader.names.units[id] for id in line.units() if id in self.reader.names.units]
        brought = {id for other in self.reader.before if self.reader.rules.verbs[other.verb].arrives for id in other.units()}
        for unit in units:
            if line.verb not in unit.verbs and unit.id not in brought:
                known = [self.reader.rules.verbs[v] for v in unit.verbs if v in self.reader.rules.verbs]
                shown = [self.reader.printer.name(v) for v in known if v.stage]
                read.status, read.rule = "illegal", self.verb(line).rule
                read.suggestion = self._rather(line, unit.verbs)
                own = f"check.never.{line.verb}"
                read.message = self.say(
                    own if self.say.has(own) else "check.never",
                    unit=unit.id,
                    verb=self.reader.printer.name(self.verb(line)),
                    verbs=shown or ["-"],
                )
                return

    def _rather(self, line: Line, verbs: list[str]) -> str:
        """The same order with a verb the unit knows."""
        known = [self.reader.rules.verbs[v] for v in verbs if v in self.reader.rules.verbs]
        same = next((v for v in known if [a.type for a in v.args] == [a.type for a in self.verb(line).args]), None)
        return self.reader.printer.line(Line(line.n, same.name, line.args)) if same else ""

    def verdict(self, read: ReadLine, checked: Checked | None) -> CheckedLine:
        line = read.line
        made = CheckedLine(
            read.n, read.text, line.text if line else "", read.status, read.rule, read.message, read.suggestion,
            list(read.warnings), read.column, "; ".join(read.told), line, read.row,
        )  # fmt: skip
        if line is not None and read.status == "ok":
            if line.turn not in (0, self.now):
                self._later(made, line)
            elif self.kept(line) and self.gone(line) and not line.every:
                made.status, made.message = "illegal", self.say("check.step-gone", verb=self.reader.printer.name(self.verb(line)))
                made.suggestion = self.reader.printer.line(msgspec.structs.replace(line, turn=self.now + 1))
            elif self.kept(line):
                made.status, made.message = "conditional", self.say("check.condition" if line.when else "check.kept-next")
            elif checked is not None:
                self._judged(made, line, checked)
            if line.every:
                self._every(made)
        return made

    def _later(self, made: CheckedLine, line: Line) -> None:
        kept = line.turn > self.now
        made.status = "conditional" if kept else "illegal"
        made.message = self.say("check.kept" if kept else "check.past", turn=line.turn, now=self.now)

    def _every(self, made: CheckedLine) -> None:
        """A standing order is left out where it is not legal, and told so; it needs nothing from the player."""
        if made.status == "illegal":
            made.status, made.suggestion = "conditional", ""
            made.message = self.say("check.every-not-now", why=made.message)
        else:
            made.note = "; ".join(filter(None, [made.note, self.say("check.every")]))

    def _judged(self, made: CheckedLine, line: Line, checked: Checked) -> None:
        made.status = checked.status
        if checked.status in ("ok", "conditional"):
            line = self._by_road(made, line, checked.notes)
            made.note = "; ".join(filter(None, [made.note, *notes(self.say, line, checked.notes)]))
        refusal = checked.refusal
        if refusal is not None:
            made.rule = refusal.rule
        if checked.status == "illegal" and refusal is not None:
            self._refused(made, refusal)
        elif checked.status == "conditional":
            made.message = self._condition(line, refusal)

    def _by_road(self, made: CheckedLine, line: Line, facts: dict[str, Any]) -> Line:
        """A way left to us that is the road all along is printed, and played, as ROAD TO."""
        path = line.args.get("path")
        if not facts.get("road") or path is None or path.road or path.steps:
            return line
        args = {**line.args, "path": msgspec.structs.replace(path, road=True)}
        made.line = msgspec.structs.replace(line, args=args)
        made.line.text = made.printed = self.reader.printer.line(made.line)
        return made.line

    def _refused(self, made: CheckedLine, refusal: Refusal) -> None:
        made.message = reason(self.say, refusal)
        made.suggestion = self.reader.in_language(refusal.nearest)
        ways = refusal.facts.get("ways")
        if isinstance(ways, list) and ways and all(isinstance(way, str) for way in ways):  # the rules found several, and cannot choose
            made.status = "ambiguous"
            made.suggestion = f" {self.say('check.or')} ".join(self.reader.in_language(way) for way in ways)

    def _condition(self, line: Line, refusal: Refusal | None) -> str:
        if line.when is not None:
            return self.say("check.condition")
        return chance_of(self.say, refusal) if refusal else self.say("check.chance")


def cited(line: Line) -> list[str]:
    """The lines its IF looks at."""
    found: list[str] = []
    waiting = [line.when] if line.when else []
    while waiting:
        cond = waiting.pop()
        waiting += cond.args
        found += cond.subject if cond.test in ("done", "failed") else []
    return found


def reason(say: Words, refusal: Refusal) -> str:
    """The words of a refusal are in the game's catalogue; a game without a catalogue is told by the bare facts."""
    if not say.has(f"refused.{refusal.why}"):
        return ", ".join([refusal.why.replace("-", " "), *(f"{key} {value}" for key, value in refusal.facts.items())])
    facts = {key: decimal(say, value) for key, value in refusal.facts.items()}
    try:
        return say(f"refused.{refusal.why}", **facts)
    except PbemError:
        return say.messages[f"refused.{refusal.why}"]


def chance_of(say: Words, refusal: Refusal) -> str:
    """What dice or the other side may do to a line that is legal."""
    if say.has(f"chance.{refusal.why}"):
        return say(f"chance.{refusal.why}", **refusal.facts)
    return say("check.chance-why", why=reason(say, refusal))


def notes(say: Words, line: Line, facts: dict[str, Any]) -> list[str]:
    """What the rules noted on the line: the way, movement points, room."""
    found = [say("check.way", way=" - ".join(way["way"])) for way in facts.get("ways", [])[:1] if shows_way(line, way["way"])]
    if "each" in facts:
        pairs = [str(pair).split("/") for pair in facts["each"]]
        each = ", ".join(say("check.mp-of", used=decimal(say, a), of=decimal(say, b)) for a, b in pairs)
        found.append(say("check.mp-each", each=each))
    elif "used" in facts and "of" in facts:
        found.append(say("check.mp", used=decimal(say, facts["used"]), of=decimal(say, facts["of"])))
    own = {key for key in facts if say.has(f"noted.{key}")} - {"used", "of", "each", "full"}
    plain = {key: decimal(say, value) for key, value in facts.items() if key != "ways"}
    found += [told for key in sorted(own) for told in noted(say, key, plain)]
    if facts.get("sp") and facts["sp"] == facts.get("limit") and say.has("noted.full"):
        found.append(say("noted.full", n=facts["sp"]))
    return found


def noted(say: Words, key: str, facts: dict[str, Any]) -> list[str]:
    """One remark, or one for each of a list of facts."""
    value = facts[key]
    if isinstance(value, list) and value and all(isinstance(part, dict) for part in value):
        return [say(f"noted.{key}", **{"n": len(value), **part}) for part in value]
    return [say(f"noted.{key}", **{**facts, "n": value})]


def shows_way(line: Line, way: list[str]) -> bool:
    """The way is told where the player left it to us, and it has a choice."""
    path = line.args.get("path")
    return path is not None and not path.road and len(way) > len(path.steps) + 1


def decimal(say: Words, value: Any) -> Any:
    """French has a decimal comma."""
    text = str(value)
    whole, point, part = text.partition(".")
    number = bool(point) and whole.isdigit() and part.isdigit()
    return f"{whole},{part}" if number and say.language == "fr" else value
