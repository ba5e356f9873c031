"""pbem rules: the checklist of a ruleset and what the cases prove of it. pbem case run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from pbem.cases import Coverage, Outcome, RuleList, coverage, rule_list, run_files, summary
from pbem.cases.model import CaseFault
from pbem.cli.complete import ruleset_names
from pbem.cli.faults import Quiet
from pbem.cli.frame import Office, as_json, pass_office, progress, say, show_json, show_table, write_file
from pbem.data import folder
from pbem.errors import DataError, PbemError
from pbem.games.rulescard import card
from pbem.words import LANGUAGES

CASES = "tests/cases"


@click.group()
def rules() -> None:
    """What the rulebooks ask, item by item, and what is proven of it."""


@rules.command("list")
@click.argument("ruleset", required=False, shell_complete=ruleset_names)
@click.argument("item", required=False)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", help="Language of the sentences.")
@as_json
@pass_office
def list_all(office: Office, ruleset: str | None, item: str | None, lang: str, as_json: bool) -> None:
    """The rulesets; or every item of one, in our own words; or one item or chapter: pbem rules list RULESET 7.2"""
    if ruleset is None:
        show_rulesets(office, as_json)
        return
    found = listed(office, ruleset)
    items = found.find(item) if item else found.items
    if not items:
        raise PbemError(f"{ruleset} has no item {item}", f"pbem rules list {ruleset} shows all")
    if as_json:
        show_json([{"item": i.item, "kind": i.kind, "title": i.title(lang), "text": i.text(lang)} for i in items])
        return
    chapter = ""
    for one in items:
        head = found.chapter(one.chapter)
        if head is not None and head.item != chapter:
            chapter = head.item
            say("", f"{head.item}  {head.title(lang)}")
        say(f"  {one.item:<10} {one.title(lang)}: {one.text(lang)}")


def show_rulesets(office: Office, as_json: bool) -> None:
    library = office.library
    count = {slug: sum(one.ruleset == slug for one in library.scenarios()) for slug in library.rulesets}
    if as_json:
        show_json([{"ruleset": slug, "version": library.rulesets[slug].version, "scenarios": n} for slug, n in sorted(count.items())])
    else:
        show_table(("ruleset", "version", "scenarios"), [(slug, library.rulesets[slug].version, n) for slug, n in sorted(count.items())])


def listed(office: Office, slug: str) -> RuleList:
    office.library.ruleset(slug)
    homes = [Path(one.folder).parent.parent for one in office.library.scenarios() if one.ruleset == slug]
    return rule_list(slug, homes[0] if homes else None)


@rules.command("coverage")
@click.argument("ruleset", required=False, shell_complete=ruleset_names)
@click.option("--all", "everything", is_flag=True, help="Of every ruleset.")
@click.option("--all-items", is_flag=True, help="Every item that is not covered, not the first ones.")
@click.option("--cases", type=click.Path(exists=True, path_type=Path), help="Cases elsewhere.")
@as_json
@pass_office
def coverage_(office: Office, ruleset: str | None, everything: bool, all_items: bool, cases: Path | None, as_json: bool) -> None:
    """How many items of the checklist the passing cases prove, and which are left."""
    if everything == (ruleset is not None):
        raise click.UsageError("rules coverage wants a RULESET, or --all")
    slugs = sorted(office.library.rulesets) if everything else [office.library.ruleset(ruleset or "").slug]
    found = [covered(office, slug, cases) for slug in slugs]
    if as_json:
        show_json([one.json() for one in found] if everything else found[0].json())
        return
    for one in found:
        say(*coverage_lines(one, all_items))


def covered(office: Office, slug: str, cases: Path | None) -> Coverage:
    place = cases or folder(CASES) / slug
    with progress() as bar:
        bar.add_task(f"cases of {slug}", total=None)
        outcomes = run_files([place], office.library.ruleset) if place.exists() else []
    return coverage(slug, listed(office, slug), outcomes, folder(CASES).parent)


def coverage_lines(found: Coverage, all_items: bool, most: int = 12) -> list[str]:
    head = f"{found.ruleset}   {len(found.items)} items   {len(found.touched)} touched   {len(found.covered)} covered"
    lines = [f"{head} by {found.cases} cases   {found.passing} passing"]
    lines += [f"failing   {fault['case']}   {fault['items']}".rstrip() for fault in found.failing]
    if found.uncovered:
        shown = found.uncovered if all_items else found.uncovered[:most]
        rest = "" if len(shown) == len(found.uncovered) else "   ... (--all-items)"
        lines.append(f"not covered ({len(found.uncovered)})  " + "   ".join(f"{item.item} {item.title('en')}" for item in shown) + rest)
    return lines


@rules.command("card")
@click.argument("ruleset", shell_complete=ruleset_names)
@click.option("--out", "-o", type=click.Path(dir_okay=False, path_type=Path), required=True, help="FILE.pdf")
@click.option("--lang", "--language", type=click.Choice(LANGUAGES), default="en", help="Language of the card.")
@pass_office
def card_(office: Office, ruleset: str, out: Path, lang: str) -> None:
    """The rules card: the game on two pages, as it goes with every invitation."""
    write_file(out, card(office.library, ruleset, lang))
    say(f"Wrote {out}: the rules card of {ruleset}, {lang.upper()}")


@click.group()
def case() -> None:
    """Rule cases: positions, orders, dice and what must come of them, as plain text."""


@case.command("run")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--only", metavar="ID", default="", help="One case.")
@click.option("--verbose", is_flag=True, help="With every order, die, question and modifier.")
@as_json
@pass_office
def run(office: Office, paths: tuple[Path, ...], only: str, verbose: bool, as_json: bool) -> int:
    """Play cases through the rules. Exit code 1 if one fails, 2 if a file cannot be read (then nothing is run)."""
    try:
        outcomes = run_files(list(paths), office.library.ruleset, only)
    except CaseFault as fault:
        return unreadable(fault)
    if as_json:
        show_json({"cases": [outcome.json() for outcome in outcomes], **totals(outcomes)})
    else:
        for outcome in outcomes:
            say(*outcome.lines(), *(f"    {line}" for line in outcome.log if verbose))
    click.echo(summary(outcomes), err=as_json)
    if not all(outcome.passed for outcome in outcomes):
        raise Quiet
    return 0


def totals(outcomes: list[Outcome]) -> dict[str, Any]:
    passed = sum(outcome.passed for outcome in outcomes)
    return {"passed": passed, "failed": len(outcomes) - passed}


def unreadable(fault: DataError) -> int:
    text = str(fault).removesuffix(".").removesuffix(". Nothing was run")
    click.echo(f"{text}. Nothing was run.", err=True)
    if fault.remedy:
        click.echo(f"  {fault.remedy}", err=True)
    return 2
