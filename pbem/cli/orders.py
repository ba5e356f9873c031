"""pbem orders check: a file of orders, read and checked as the office would, without an office."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import rich_click as click

from pbem.cli.complete import game_names, scenario_names
from pbem.cli.faults import Quiet
from pbem.cli.frame import Office, as_json, pass_office, say, show_json
from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import Assumed
from pbem.engine.game import Done, run
from pbem.engine.ruleset import Ruleset
from pbem.engine.sequence import stage_row, step_name, wanted
from pbem.engine.state import canonical
from pbem.engine.verbs import Rule
from pbem.errors import PbemError
from pbem.orders import CheckedOrders, check_orders, split_mail
from pbem.words import LANGUAGES

OPEN = ("unreadable", "ambiguous", "illegal")


@click.group()
def orders() -> None:
    """Orders as text: check a file of them."""


@orders.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--scenario", metavar="SCENARIO", help="On its set-up, played on without orders to the step asked for.", shell_complete=scenario_names
)
@click.option("--game", metavar="GAME", help="On the position of a game of this office.", shell_complete=game_names)
@click.option(
    "--position", metavar="CASEFILE", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="On the POSITION of a case."
)
@click.option("--side", required=True, help="Whose orders.")
@click.option("--turn", type=click.IntRange(1), help="With --scenario: at this turn.")
@click.option("--step", default="", help='With --scenario: at this step, "T1 Allied main" or only its stage, "mech".')
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the answer.")
@as_json
@pass_office
def check(
    office: Office,
    file: Path,
    scenario: str | None,
    game: str | None,
    position: Path | None,
    side: str,
    turn: int | None,
    step: str,
    lang: str,
    as_json: bool,
) -> None:
    """What the reply would say to each line. Exit code 1 if a line needs the player."""
    if sum(given is not None for given in (scenario, game, position)) != 1:
        raise click.UsageError("orders check wants one of --scenario, --game, --position")
    text = orders_of(contents(file))
    rules, state, doctrine = place(office, scenario, game, position, side, turn, step)
    found = check_orders(rules, state, side, text, doctrine, lang)
    if as_json:
        show_json({"step": step_name(rules, state), "lines": [as_data(line) for line in found.lines], "notes": found.notes})
    else:
        show(file, found, step_name(rules, state))
    if any(line.status in OPEN for line in found.lines):
        raise Quiet


def orders_of(text: str) -> str:
    """Of a whole mail its orders: what stands under ORDERS, else all but the commands."""
    found = split_mail(text)
    named = [c.body for c in found if c.name == "ORDERS"]
    return "\n".join(named or [c.body for c in found if c.name == "TALK"])


def contents(file: Path) -> str:
    raw = sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def as_data(line: Any) -> dict[str, Any]:
    return {
        "line": line.n, "text": line.text, "printed": line.printed, "status": line.status, "rule": line.rule,
        "message": line.message, "suggestion": line.suggestion, "warnings": line.warnings,
    }  # fmt: skip


def show(file: Path, found: CheckedOrders, step: str) -> None:
    for line in found.lines:
        say(f"{line.n:>4} {line.status:<11} {line.printed or line.text}")
        for note in (f"{f'[{line.rule}] ' if line.rule else ''}{line.message}" if line.message else "", line.suggestion, *line.warnings):
            say(*([f"{'':>16} {note}"] if note else []))
    count = {status: sum(line.status == status for line in found.lines) for status in ("ok", "conditional", *OPEN)}
    say(*found.notes, f"{file}, {step}: " + (", ".join(f"{n} {status}" for status, n in count.items() if n) or "no orders"))


# the position


def place(
    office: Office, scenario: str | None, game: str | None, position: Path | None, side: str, turn: int | None, step: str
) -> tuple[Ruleset, Any, list[Rule]]:
    """Rules, state and the side's doctrine."""
    if game is not None:
        return in_game(office, game, side)
    if position is not None:
        rules, state = in_case(office, position)
        require_side(rules, side)
        return rules, state, []
    found = office.library.scenario(scenario or "")
    rules = office.library.ruleset(found.ruleset)
    require_side(rules, side)
    return rules, played_on(rules, found.id, side, turn, step), []


def require_side(rules: Ruleset, side: str) -> None:
    if side not in rules.sides:
        raise PbemError(f'{rules.slug} has no side "{side}"', f"its sides: {', '.join(rules.sides)}")


def in_game(office: Office, name: str, side: str) -> tuple[Ruleset, Any, list[Rule]]:
    from pbem.games.filing import standing_rules
    from pbem.games.gamefile import load

    file = load(office.house, name)
    require_side(file.rules, side)
    return file.rules, file.state, standing_rules(file, side, file.seats[side].doctrine)


def in_case(office: Office, file: Path) -> tuple[Ruleset, Any]:
    from pbem.cases import position_of

    state, case = position_of(file, office.library.ruleset)
    return office.library.ruleset(office.library.scenario(case.scenario).ruleset), state


def played_on(rules: Ruleset, scenario: str, side: str, turn: int | None, step: str) -> Any:
    """The first stage that wants this side's orders, at the turn and step asked for; nobody gives orders on the way."""
    state = rules.start(scenario)
    for _ in range(500):
        if state.over:
            break
        if side in wanted(rules, state) and turn in (None, state.turn) and meant(rules, state, step):
            return state
        done = run(rules, canonical(state), OfficeDesk(staff=rules.sides), Assumed("low"))
        assert isinstance(done, Done), "the staff answers everything"
        state = done.state
    raise PbemError(f"no step of {scenario} wants orders of {side}{f' in turn {turn}' if turn else ''}{f' at {step}' if step else ''}",
                    "--turn and --step as the mails print them: T1 Allied main")  # fmt: skip


def meant(rules: Ruleset, state: Any, step: str) -> bool:
    asked = " ".join(step.split()).casefold()
    return asked in ("", step_name(rules, state).casefold(), stage_row(rules, state).stage.casefold())
