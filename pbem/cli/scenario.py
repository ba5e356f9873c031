"""pbem scenario: what can be played, whether its data are sound, and its map."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import rich_click as click

from pbem.board.check import check_map
from pbem.cli.complete import scenario_names
from pbem.cli.faults import Quiet
from pbem.cli.frame import Office, as_json, pass_office, say, show_json, show_table, write_file
from pbem.engine.ruleset import Picture, Ruleset, Scenario
from pbem.engine.state import canonical, decode
from pbem.errors import DataError, PbemError
from pbem.reports.text import environment, game_words
from pbem.words import LANGUAGES

FORMATS = ("pdf", "png", "svg")


@click.group()
def scenario() -> None:
    """The scenarios there are: list, show, validate, map."""


@scenario.command("list")
@as_json
@pass_office
def list_all(office: Office, as_json: bool) -> None:
    """All scenarios, with their sides and length."""
    found = office.library.scenarios()
    if as_json:
        show_json([summary(one) for one in found])
        return
    rows = [(s.id, title(s), ", ".join(s.sides), s.turns or "-") for s in found]
    show_table(("scenario", "title", "sides", "turns"), rows, right=("turns",))


def summary(one: Scenario) -> dict[str, Any]:
    return {"id": one.id, "ruleset": one.ruleset, "title": title(one), "sides": one.sides, "turns": one.turns}


def title(one: Scenario, language: str = "en") -> str:
    return one.title.get(language) or one.title.get("en") or one.id


@scenario.command()
@click.argument("name", metavar="SCENARIO", shell_complete=scenario_names)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of title and notes.")
@as_json
@pass_office
def show(office: Office, name: str, lang: str, as_json: bool) -> None:
    """What it is about, who plays, and with how much."""
    one = office.library.scenario(name)
    rules = office.library.ruleset(one.ruleset)
    picture = whole_picture(rules, one)
    counts = {side: sum(counter.side == side for counter in picture.counters) for side in one.sides}
    notes, told = one.notes.get(lang) or one.notes.get("en", ""), about(one, lang)
    if as_json:
        show_json(
            {
                **summary(one),
                "title": title(one, lang),
                "notes": notes,
                "about": told,
                "units": counts,
                "arriving": len(picture.arriving),
                "rules": rules.version,
            }
        )
        return
    say(f"{one.id}   {title(one, lang)}, {one.length}, rules {rules.slug} {rules.version}")
    for side in one.sides:
        say(f"  {side:<10} {counts[side]} units on the map")
    if picture.arriving:
        say(f"  {'later':<10} {len(picture.arriving)} units may still come")
    how = f"Play it: pbem game new {one.id} --id NAME " + " ".join(f"--seat {side}=ADDRESS" for side in one.sides)
    say("", notes, *(["", told] if told else []), "", how)


def about(one: Scenario, language: str) -> str:
    """Objectives, what is reconstructed, sources: `templates/scenarios/<id>`, with the figures of scenario.toml; "" if there is none."""
    names = [f"scenarios/{one.id}.{spoken}.txt.j2" for spoken in (language, "en")]
    if not set(names) & set(environment().list_templates()):
        return ""
    figures = tomllib.loads((Path(one.folder) / "scenario.toml").read_text(encoding="utf-8"))
    return environment().select_template(names).render(s=figures, _=game_words(language, one.ruleset)).rstrip()


def whole_picture(rules: Ruleset, one: Scenario, side: str = "") -> Picture:
    state = rules.start(one.id)
    return rules.picture(rules.view(state, side) if side else state, side)


@scenario.command()
@click.argument("names", metavar="[SCENARIO]...", nargs=-1, shell_complete=scenario_names)
@as_json
@pass_office
def validate(office: Office, names: tuple[str, ...], as_json: bool) -> None:
    """Load all its data, check map and set-up, and name file, line and column of all that is wrong. Without a name: every scenario."""
    results = [verdict(office, name) for name in names or readable(office)]
    if as_json:
        show_json(results)
    else:
        say(*(line for result in results for line in spoken(result)))
    if not all(result["ok"] for result in results):
        raise Quiet


def readable(office: Office) -> list[str]:
    return [one.id for one in office.library.scenarios()]


def spoken(result: dict[str, Any]) -> list[str]:
    """One line for what is sound; for each fault what it is, and under it the cure."""
    if result["ok"]:
        return [f"ok    {result['id']}   {result['what']}"]
    lines = []
    for fault in result["faults"]:
        lines += [f"FAIL  {result['id']}   {fault['fault']}", *([f"      {fault['remedy']}"] if fault["remedy"] else [])]
    return lines


def verdict(office: Office, name: str) -> dict[str, Any]:
    """All that the checks find; if that is nothing, what keeps it from being loaded."""
    what = ""
    try:
        faults = faults_of(office, name)
        what = "" if faults else load_all(office, name)
    except PbemError as error:
        faults = [error]
    if not faults:
        return {"id": name, "ok": True, "what": what}
    told = [told_fault(fault) for fault in faults]
    return {"id": name, "ok": False, **told[0], "faults": told}


def told_fault(fault: PbemError) -> dict[str, Any]:
    place = {"file": fault.file, "line": fault.line, "column": fault.column} if isinstance(fault, DataError) else {}
    return {"fault": str(fault), "remedy": fault.remedy, **place}


def faults_of(office: Office, name: str) -> list[PbemError]:
    """Of the map it is played on, and of its own files."""
    one = office.library.scenario(name)
    rules = office.library.ruleset(one.ruleset)
    found: list[PbemError] = [*check_map(one.map_folder)] if (one.map_folder / "map.toml").is_file() else []
    return [*found, *(rules.check(one.id) if rules.check is not None else [])]


def load_all(office: Office, name: str) -> str:
    """Map, units and set-up are read, every side's picture is drawn up, the state goes out and in again."""
    one = office.library.scenario(name)
    rules = office.library.ruleset(one.ruleset)
    board = rules.board(one.id)
    state = rules.start(one.id)
    if unknown := [side for side in one.sides if side not in rules.sides]:
        raise DataError(
            Path(one.folder) / "scenario.toml",
            0,
            "sides",
            f'"{unknown[0]}" is no side of {rules.slug}',
            f"its sides: {', '.join(rules.sides)}",
        )
    if canonical(decode(canonical(state), rules.state)) != canonical(state):
        raise PbemError(f"{one.id}: the state does not survive being stored")
    for side in one.sides:
        whole_picture(rules, one, side)
        rules.lexicon(rules.view(state, side), side)
    counters = whole_picture(rules, one).counters
    return f"{len(board.ids)} spaces, {len(counters)} units on the map, {one.length}"


@scenario.command("map")
@click.argument("name", metavar="SCENARIO", shell_complete=scenario_names)
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), required=True, help="FILE.pdf, FILE.png or FILE.svg")
@click.option("--side", default="", help="As this side may see it; without it everything.")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the legend.")
@pass_office
def map_(office: Office, name: str, out: Path, side: str, lang: str) -> None:
    """Draw the map with the set-up."""
    one = office.library.scenario(name)
    rules = office.library.ruleset(one.ruleset)
    if side and side not in one.sides:
        raise PbemError(f'{one.id} has no side "{side}"', f"its sides: {', '.join(one.sides)}")
    picture = whole_picture(rules, one, side)
    write_file(out, drawn(out, rules, one.id, picture, title(one, lang), lang))
    say(f"Drew {out}: {len(picture.region)} spaces, {len(picture.counters)} units")


def drawn(out: Path, rules: Ruleset, name: str, picture: Picture, heading: str, language: str) -> bytes:
    from pbem.reports import map as maps

    kind = out.suffix.lower().lstrip(".")
    draw = getattr(maps, f"map_{kind}", None) if kind in FORMATS else None
    if draw is None:
        raise PbemError(f"{out}: a map is a {', '.join(FORMATS)} file", "--out FILE.pdf")
    content: bytes = draw(rules.board(name), picture, slug=rules.slug, title=heading, language=language)
    return content
