"""The mail that asks: what to type first, then the case as the side sees it, then what happens without an answer."""

from __future__ import annotations

from typing import Any

from pbem.engine.choice import Allot, Choice, OneOf, Share, Some
from pbem.engine.events import Event
from pbem.engine.verbs import Policy, Rule
from pbem.games.filing import standing_rules
from pbem.games.gamefile import GameFile
from pbem.games.letters import Model, moment, office_words
from pbem.games.post import post, written
from pbem.games.stages import choice_of
from pbem.orders import PAIR, print_answer, print_rule
from pbem.reports.narrate import Narrator, place_of
from pbem.reports.questions import Asker
from pbem.store.tables import DecisionRow, SeatRow
from pbem.words import words

MOST_OPTIONS, MOST_WAYS = 12, 4  # ways that are listed below anyway


def send_decisions(file: GameFile, asked: list[DecisionRow], events: list[Event]) -> None:
    """One mail a side, whatever the number of its questions. `events`: of the stage as far as it was played."""
    for seat in file.people():
        mine = [row for row in asked if row.side == seat.side]
        if mine:
            told = seen(events, seat.side)
            questions = [question(file, seat, row, told if fresh(mine, row) else []) for row in mine]
            model = {"decisions": questions, "by": moment(mine[0].deadline)}
            numbers = "-".join(str(row.number) for row in mine)
            post(file, seat, "decision", f"decision {seat.side} {numbers}", written(file, seat, "decision", model))


def fresh(rows: list[DecisionRow], row: DecisionRow) -> bool:
    """The first question of the mail about its place: what led to it is told once."""
    places = [choice_of(one).facts.get("place", "") for one in rows]
    n = rows.index(row)
    return not places[n] or places[n] not in places[:n]


def seen(events: list[Event], side: str) -> list[dict[str, Any]]:
    return [{"kind": e.kind, "rule": e.rule, **e.seen[side]} for e in events if side in e.seen]


def question(file: GameFile, seat: SeatRow, row: DecisionRow, events: list[dict[str, Any]]) -> Model:
    choice = choice_of(row)
    shown, more = options_of(file, choice, seat.language)
    value = file.rules.kinds[choice.kind].staff(choice)
    staff = print_answer(file.rules, choice, value, seat.language)
    model: Model = {
        "number": row.number,
        "side": seat.side,
        "kind": choice.kind,
        "name": kind_name(file, choice.kind, seat.language),
        "subject": choice.subject,
        "rule": choice.rule,
        "facts": choice.facts,
        "about": with_rows(choice),
        "case": choice.case,
        "so_far": so_far(file, seat, choice, events),
        "shape": type(choice.options).__name__.lower(),
        **figures(choice),
        "options": shown,
        "more": more,
        "staff": staff,
        "answer": office_words(seat.language, "keyword.answer"),
        "doctrine": why_no_doctrine(file, seat, choice),
    }
    asker = Asker(file.game.ruleset, seat.side, seat.language)
    model |= {"title": asker.title(model), "why_staff": asker.why_staff(model)}
    rest = for_the_rest(file, choice, model, seat.language)
    return {**model, "first": first_lines(model), "rest": rest, "told": asker.told(model)}


def with_rows(choice: Choice) -> dict[str, Model]:
    """What is said of each option, and the row it has in the table of the case."""
    rows: dict[str, Model] = choice.case.get("rows", {})
    return {name: {**choice.about.get(name, {}), **rows.get(name, {})} for name in dict.fromkeys([*choice.about, *rows])}


def figures(choice: Choice) -> Model:
    """What the shape of the options limits the answer to."""
    options = choice.options
    if isinstance(options, Allot):
        return {"due": options.due, "caps": options.caps, "before": options.first}
    if isinstance(options, Some):
        return {"limit": options.limit, "weights": options.of, "least": options.least}
    if isinstance(options, Share):
        return {"guns": options.guns, "points": options.points, "places": options.places}
    return {}


def first_lines(model: Model) -> list[str]:
    """`ANSWER 1 ROESTEL`, `ANSWER 1 NOBODY`: all there are if they are few, else the staff's as a pattern."""
    few = model["shape"] == OneOf.__name__.lower() or (model["shape"] == "way" and len(model["options"]) <= MOST_WAYS)
    many_pairs = len(model["options"]) > MOST_WAYS and sum(PAIR in option for option in model["options"]) > 1  # a shot each
    few = few and not model["more"] and not many_pairs
    answers = model["options"] if few else [model["staff"]]
    return [f"{model['answer']} {model['number']} {answer}" for answer in answers]


def for_the_rest(file: GameFile, choice: Choice, model: Model, language: str) -> str:
    """One mail for many shots: the staff's answer, and a doctrine line for those that follow."""
    pairs = isinstance(choice.options, OneOf) and sum(PAIR in str(option) for option in choice.options.of) > 1
    kind = file.rules.kinds[choice.kind]
    word = next((word for word in kind.policies if word in kind.ranks), "")
    if not pairs or not word:
        return ""
    line = print_rule(file.rules, Rule("1", choice.kind, [Policy(word)]), language)
    return f"{model['answer']} {model['number']} {model['staff']}; {line}"


def so_far(file: GameFile, seat: SeatRow, choice: Choice, events: list[dict[str, Any]]) -> list[str]:
    """The fight that led to the question: its die has fallen, and is shown to the side that is asked."""
    place = str(choice.facts.get("place", choice.subject))
    narrator = Narrator(file.game.ruleset, seat.side, seat.language)
    fights, others = narrator.tell([event for event in events if place_of(event) == place])
    return [line for fight in fights[-1:] for line in fight.lines] or others[-2:]


def why_no_doctrine(file: GameFile, seat: SeatRow, choice: Choice) -> str:
    """That there is no line for such a case, or that those there are do not fit it."""
    rules = [rule for rule in standing_rules(file, seat.side, seat.doctrine) if rule.kind == choice.kind]
    french = file.rules.kinds[choice.kind].fr
    keyword = (french if seat.language == "fr" and french else choice.kind).upper()
    key = "decision.doctrine.none" if not rules else "decision.doctrine.one" if len(rules) == 1 else "decision.doctrine.many"
    return office_words(seat.language, key, keyword=keyword, lines=[rule.n for rule in rules])


def options_of(file: GameFile, choice: Choice, language: str) -> tuple[list[str], bool]:
    shown: list[str] = []
    for value in choice.options.some():
        if len(shown) == MOST_OPTIONS:
            return shown, True
        shown.append(print_answer(file.rules, choice, value, language))
    return shown, False


def kind_name(file: GameFile, kind: str, language: str) -> str:
    say = words(language, file.game.ruleset)
    if say.has(f"kind.{kind}"):
        return say(f"kind.{kind}")
    french = file.rules.kinds[kind].fr
    return french if language == "fr" and french else kind.upper()
