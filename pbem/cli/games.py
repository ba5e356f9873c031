"""pbem game: set up, look at, look into. What changes a running game is in `moderate`."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import rich_click as click

from pbem.cli import moderate
from pbem.cli.complete import game_names, scenario_names
from pbem.cli.frame import Office, as_json, pairs, pass_office, say, show_json, show_table, write_file
from pbem.cli.scenario import drawn
from pbem.cli.upgrade import upgrade
from pbem.errors import PbemError
from pbem.games.filing import checked
from pbem.games.gamefile import GameFile, game_ids, load
from pbem.games.letters import clock_time, moment
from pbem.games.new import answer_by, new_game
from pbem.games.post import name_of
from pbem.games.settings import POLICIES, GameSettings
from pbem.words import LANGUAGES


@click.group()
def game() -> None:
    """Games of this office: new, look, process, undo, close."""


for command in (*moderate.COMMANDS, upgrade):
    game.add_command(command)


@game.command()
@click.argument("scenario", metavar="SCENARIO", shell_complete=scenario_names)
@click.option("--id", "name", metavar="NAME", required=True, help="Short, in small letters: it stands in every address and subject.")
@click.option("--seat", "seats", multiple=True, metavar="SIDE=WHO", help="A mail address, or `staff`; one for each side.")
@click.option("--time", "times", multiple=True, metavar="STAGE=SPAN", help="How long orders may take: main=3d,mech=1d.")
@click.option("--grace", metavar="SPAN", help="After a deadline, before the game goes on without him.")
@click.option("--decisions", metavar="SPAN", help="To answer a decision mail.")
@click.option("--answer", metavar="SPAN", help="To answer the invitation.")
@click.option("--policy", type=click.Choice(POLICIES), help="Wrong lines: lost, played in part, or asked back.")
@click.option("--misses", type=click.IntRange(1), help="Deadlines missed before the staff takes the seat.")
@click.option("--tutorial", is_flag=True, default=None, help="With lessons by mail, one a step, where the scenario has them.")
@click.option("--zone", help="Time zone of the deadlines, as Europe/Paris.")
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Of the ruleset: intelligence=limited.")
@click.option(
    "--lang",
    "languages",
    multiple=True,
    metavar="SIDE=LANG",
    help=f"Language of a side's mails ({', '.join(LANGUAGES)}); LANG alone: of all.",
)
@as_json
@pass_office
def new(
    office: Office,
    /,
    scenario: str,
    name: str,
    seats: tuple[str, ...],
    languages: tuple[str, ...],
    options: tuple[str, ...],
    as_json: bool,
    **wishes: Any,
) -> None:
    """Set up a game and invite its players. It starts when all have joined."""
    house = office.house
    found = house.library.scenario(scenario)
    agreed = settings_of(house.settings.game, wishes)
    who, spoken = pairs(seats, "--seat") if seats else {}, languages_of(languages, found.sides)
    file = new_game(house, scenario, name, who, agreed, spoken, pairs(options, "--option"))
    if as_json:
        show_json(row_of(file))
        return
    rules = house.library.ruleset(found.ruleset)
    chosen = "".join(f", {option} {value}" for option, value in pairs(options, "--option").items())
    say(f"{name}  {found.title.get('en', found.id)}, {found.length}, rules {rules.slug} {rules.version}{chosen}")
    by = clock_time(answer_by(file), file.zone, "en")
    invited = [seat for seat in file.in_order() if seat.status == "invited"]
    for seat in file.in_order():
        say(f"  {seat.side:<10} {seat.address or 'staff':<28} {f'invited, answer by {by}' if seat in invited else 'plays by itself'}")
    mails = "1 mail" if len(invited) == 1 else f"{len(invited)} mails"
    say(f"{mails} in the outbox. The game starts when {'all have' if len(invited) > 1 else 'he has'} joined." if invited
        else "Nobody to invite: the staff plays it as soon as pbem serve runs.")  # fmt: skip


def settings_of(usual: GameSettings, wishes: dict[str, Any]) -> GameSettings:
    times = {**usual.times, **(pairs(wishes.pop("times"), "--time") if wishes["times"] else {})}
    wishes.pop("times", None)
    return msgspec.structs.replace(usual, times=times, **{key: value for key, value in wishes.items() if value is not None})


def languages_of(texts: tuple[str, ...], sides: list[str]) -> dict[str, str]:
    for_all = [text for text in texts if "=" not in text]
    for_some = pairs([text for text in texts if "=" in text], "--lang") if any("=" in text for text in texts) else {}
    return {**{side: language for language in for_all for side in sides}, **for_some}


# listing


@game.command("list")
@as_json
@pass_office
def list_all(office: Office, as_json: bool) -> None:
    """Every game: where it stands, and for whom it waits."""
    house = office.house
    files = [load(house, name) for name in game_ids(house)]
    if as_json:
        show_json([row_of(file) for file in files])
    elif not files:
        say("No games yet. pbem game new SCENARIO --id NAME --seat SIDE=ADDRESS; pbem scenario list shows the scenarios.")
    else:
        show_table(("id", "game", "step", "waits for", "due", "state"), [cells(file) for file in files])


def row_of(file: GameFile) -> dict[str, Any]:
    return {
        "id": file.game.id, "ruleset": file.game.ruleset, "scenario": file.game.scenario, "turn": file.state.turn, "step": step_of(file),
        "state": file.game.status, "waiting": waiting(file), "due": local(file, due_of(file)), "version": file.game.version,
        "options": file.rules.options_of(file.state),
    }  # fmt: skip


def step_of(file: GameFile) -> str:
    return "" if file.game.status == "inviting" else file.step


def waiting(file: GameFile) -> list[dict[str, Any]]:
    """The sides that hold the game up, with what is open of theirs."""
    if file.game.status == "inviting":
        return [{"seat": seat.side, "invited": True} for seat in file.in_order() if seat.status == "invited"]
    late = bool(due_of(file)) and due_of(file) <= file.house.now()
    asked = [{"seat": side, "decisions": n, "late": False} for side in file.seats if (n := len(file.open_decisions(side)))]
    silent = [side for side in file.wanted() if not file.seats[side].ready and not file.by_staff(side)]
    return [
        *asked,
        *({"seat": side, "orders": number_of(file, side), "open_lines": len(open_lines(file, side)), "late": late} for side in silent),
    ]


def due_of(file: GameFile) -> str:
    if file.game.status == "inviting":
        return answer_by(file)
    decisions = file.open_decisions()
    return min((d.deadline for d in decisions), default="") or (file.stage.due if file.stage is not None else "")


def local(file: GameFile, at: str) -> str:
    found = moment(at)
    return found.astimezone(ZoneInfo(file.zone)).isoformat() if found else ""


def number_of(file: GameFile, side: str) -> int:
    filed = file.in_force(side)
    return filed.number if filed is not None else 0


def open_lines(file: GameFile, side: str) -> list[str]:
    filed = file.in_force(side)
    return [line.n for line in checked(file, file.seats[side], filed).open] if filed is not None else []


def cells(file: GameFile) -> tuple[str, ...]:
    title = file.scenario.title.get("en", file.scenario.id)
    return (
        file.game.id,
        title,
        step_of(file),
        "; ".join(in_words(file, one) for one in waiting(file)),
        clock_time(due_of(file), file.zone, "en"),
        f"{file.game.status}, other rules" if has_other_rules(file) else file.game.status,
    )


def has_other_rules(file: GameFile) -> bool:
    return file.game.status == "running" and file.game.rules_version != file.house.library.versions[file.game.ruleset]


def in_words(file: GameFile, one: dict[str, Any]) -> str:
    name = name_of(file, one["seat"], "en")
    if one.get("invited"):
        return f"{name} to join"
    if "decisions" in one:
        return f"{name} ({one['decisions']} decisions)"
    lines = f" ({one['open_lines']} lines open)" if one["open_lines"] else "" if one["orders"] else " (no orders yet)"
    return f"{name}{lines}{', late' if one['late'] else ''}"


# one game


@game.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@as_json
@pass_office
def show(office: Office, name: str, as_json: bool) -> None:
    """Where it stands: step, orders, decisions, units, dice, mail."""
    from pbem.cli.overview import overview, overview_lines

    file = load(office.house, name)
    found = overview(file)
    if as_json:
        show_json({**row_of(file), **found})
    else:
        say(*overview_lines(file, found))


@game.command()
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--side", required=True, help="Whose.")
@click.option("--raw", is_flag=True, help="As he wrote them.")
@as_json
@pass_office
def orders(office: Office, name: str, side: str, raw: bool, as_json: bool) -> None:
    """A side's orders as they stand. This look is written to the game's log."""
    file = load(office.house, name)
    if side not in file.seats:
        raise PbemError(f'{name} has no seat "{side}"', f"its seats: {', '.join(file.seats)}")
    filed = file.in_force(side)
    if filed is None:
        raise PbemError(f"{side} has no orders in for {step_of(file) or 'a game that has not begun'}")
    found = checked(file, file.seats[side], filed)
    file.note("moderator", "looked at orders", f"{side} {filed.number}")
    file.commit()
    if as_json:
        show_json(
            {
                "number": filed.number,
                "at": filed.at,
                "source": filed.source,
                "raw": filed.raw,
                "lines": [line_of(line) for line in found.lines],
            }
        )
        return
    say(
        f"orders {filed.number}, {clock_time(filed.at, file.zone, 'en')}, {filed.source}, {len(found.lines)} lines",
        *([filed.raw] if raw else []),
    )
    for line in [] if raw else found.lines:
        rule = f"[{line.rule}] " if line.rule else ""
        say(f"{line.n:>4} {line.status:<11} {line.printed or line.text}", *([f"{'':>17}{rule}{line.message}"] if line.message else []))
    say("Look at a side's orders only if you do not play: this look is written to the log.")


def line_of(line: Any) -> dict[str, Any]:
    return {
        "line": line.n, "text": line.text, "printed": line.printed, "status": line.status, "rule": line.rule,
        "message": line.message, "suggestion": line.suggestion, "warnings": line.warnings,
    }  # fmt: skip


@game.command("map")
@click.argument("name", metavar="GAME", shell_complete=game_names)
@click.option("--side", help="As this side sees it; without it everything, for who does not play.")
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), required=True, help="FILE.pdf, FILE.png or FILE.svg")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en")
@pass_office
def map_(office: Office, name: str, side: str | None, out: Path, lang: str) -> None:
    """Draw the position at the start of the step now open."""
    file = load(office.house, name)
    if side and side not in file.seats:
        raise PbemError(f'{name} has no seat "{side}"', f"its seats: {', '.join(file.seats)}")
    state = file.state
    picture = file.rules.picture(file.rules.view(state, side) if side else state, side or "")
    write_file(out, drawn(out, file.rules, file.game.scenario, picture, f"{name} {step_of(file)}".strip(), lang))
    say(f"Drew {out}: {name} at {step_of(file) or 'its start'}, {len(picture.counters)} counters{f', as {side} sees it' if side else ''}")
