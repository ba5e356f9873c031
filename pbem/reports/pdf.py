"""The report as PDF: what is asked and what happened, the map, the fights, who is where, orders to fill in, the dice."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape

from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, NextPageTemplate, PageBreak, Paragraph, Spacer

from pbem.board import Board
from pbem.engine.ruleset import Picture
from pbem.reports import page
from pbem.reports.layout import listed
from pbem.reports.map.pages import Tile, map_pages
from pbem.reports.model import Arrival, Fight, Report, RosterUnit
from pbem.reports.text import game_words
from pbem.words import Words

Story = list[Any]
SHOWN = 8  # lines of what came between the fights, on the first page


def report_pdf(report: Report, picture: Picture, board: Board) -> bytes:
    """Made from one side's report and picture alone; the same bytes for the same report."""
    say = game_words(report.language, report.ruleset)
    out = io.BytesIO()
    document = page.Document(out, f"{report.game} T{report.turn} {report.side_name}", foot(report, say))
    document.build(story(report, picture, board, say))
    return out.getvalue()


def foot(report: Report, say: Words) -> str:
    return "  ·  ".join(part for part in (report.game, report.title, turn_line(report, say), report.side_name) if part)


def turn_line(report: Report, say: Words) -> str:
    return ", ".join(part for part in (say("turn", n=report.turn), report.date) if part)


def story(report: Report, picture: Picture, board: Board, say: Words) -> Story:
    marks = {fight.place: fight.label for fight in reversed(report.fights) if fight.place}
    title = f"{report.title} · {turn_line(report, say)} · {report.side_name}"
    maps = map_pages(
        board, picture, slug=report.ruleset, language=report.language, title=title, marks=marks, moves=moves(report), only_occupied=True
    )  # fmt: skip
    shown = [id for drawn in maps[1:] for id in drawn.scene.region]
    text = [*first_page(report, say), *fights(report, say, shown), *own_orders(report, say)]
    text += [
        *roster(report, say),
        *index(report, say),
        *arriving(report, say),
        *template(report, say),
        *dice(report, say),
        *legend(report, say),
    ]
    return [*text, *sheets(maps)]


def moves(report: Report) -> list[tuple[str, list[str]]]:
    """Where units went, from the events the side has seen."""
    side_of = {unit.name: unit.side for group in report.roster for unit in group.units}
    found = []
    for event in report.events:
        way = event.get("path") or [event.get("to", "")]
        if event.get("start") and event["start"] != way[0]:
            way = [event["start"], *way]
        if event.get("units") and isinstance(way, list) and len(way) > 1 and all(way):
            found.append((str(event.get("side") or side_of.get(event["units"][0], "")), [str(id) for id in way]))
    return found


def sheets(maps: list[Tile]) -> Iterator[Flowable]:
    for drawn in maps:
        yield NextPageTemplate("wide" if drawn.wide else "tall")
        yield PageBreak()
        yield drawn


def chapter(say: Words, key: str, parts: Story) -> Story:
    """A heading with its bookmark, and never alone at the foot of a page."""
    if not parts:
        return []
    return [CondPageBreak(70), page.Mark(key, say(f"pdf.{key}")), page.anchored(key, say(f"pdf.{key}"), page.HEAD), *parts]


# the first page


def first_page(report: Report, say: Words) -> Story:
    step = " · ".join(part for part in (turn_line(report, say), report.side_name, say("pdf.game", game=report.game)) if part)
    parts: Story = [
        page.Mark("start", report.title),
        page.para(report.title, page.TITLE),
        page.para(step, page.SUBTITLE),
        asked(report, say),
    ]
    if report.result:
        parts += chapter(say, "result", [page.para(line) for line in report.result])
    parts += chapter(say, "happened", happened(report))
    parts += chapter(say, "situation", [*bullets(report.situation), *tracks(report, say)])
    return parts + chapter(say, "condition", bullets(report.supply))


def asked(report: Report, say: Words) -> Flowable:
    wanted = report.wanted
    if wanted is None:
        said = say("report.not-wanted", next=report.next) if report.next else say("pdf.nothing-asked")
        return page.boxed([page.para(said)])
    phase = f", {report.date}" if report.date else ""
    lines: Story = [page.para(say("report.wanted", turn=report.turn, phase=phase, what=wanted.what), page.ASKED)]
    if wanted.by:
        lines.append(page.para(say("pdf.by", when=wanted.by, zone=wanted.zone, span=wanted.span)))
    lines += [page.para(say("pdf.you-may", what=wanted.may))] if wanted.may else []
    lines.append(page.para(say("report.nothing", what=report.if_nothing)))
    if report.template:
        lines.append(Paragraph(page.link("template", say("pdf.to-template")), page.BODY))
    return page.boxed(lines, "#f7e3c8", page.RED)


def happened(report: Report) -> Story:
    """Each fight and what came of it, with the way to the whole of it; then what came between."""
    lines: Story = []
    for fight in report.fights:
        told = f"{fight.lines[0]} … {fight.outcome}" if fight.outcome else fight.lines[0]
        lines.append(Paragraph(f"{page.link(fight.label, fight.label)}  {escape(told)}", page.ITEM))
    return lines + bullets(report.others[:SHOWN]) + bullets(["…"] * (len(report.others) > SHOWN))


def bullets(lines: list[str]) -> Story:
    return [page.para(f"·  {line}", page.ITEM) for line in lines]


def tracks(report: Report, say: Words) -> Story:
    return [page.para(f"·  {track.name}{say('colon')}{track.value}", page.ITEM) for track in report.tracks]


# what happened


def fights(report: Report, say: Words, shown: list[str]) -> Story:
    told: Story = [fight_block(fight, say, fight.place in shown) for fight in report.fights]
    more = len(report.others) > SHOWN  # otherwise all of it stands in the summary already
    others = [page.para(say("report.head.others"), page.SUBHEAD), *bullets(report.others)] if more else []
    return chapter(say, "fights", told + others)


def fight_block(fight: Fight, say: Words, on_map: bool) -> KeepTogether:
    head, *rest = fight.lines
    there = f'  <font size="7.5">{page.link(f"at-{fight.place}", say("pdf.on-map"))}</font>' if on_map else ""
    label = f'<a name="{escape(fight.label)}"/>{escape(fight.label)}  {escape(head)}{there}'
    return KeepTogether(
        [page.Mark(f"mark-{fight.label}", f"{fight.label} {head}", 1), Paragraph(label, page.SUBHEAD), *map(fight_line, rest)]
    )


def fight_line(line: str) -> Paragraph:
    """A modifier keeps its amount in a column of its own."""
    amount, text = line[:2], line[2:].strip()
    if amount == " 0" or (amount[:1] in "+-" and amount[1:].strip().isdigit()):
        return Paragraph(f"<b>{escape(amount.strip().rjust(2).replace(' ', chr(0x2007)))}</b>&nbsp;&nbsp;{escape(text)}", page.FIGURE)
    return page.para(line.strip(), page.FIGHT)


def own_orders(report: Report, say: Words) -> Story:
    """And the decisions that were asked for, with what was answered."""
    return chapter(say, "own-orders", [page.para(line, page.ITEM) for line in [*report.own_orders, *report.asked]])


# who is where


def roster(report: Report, say: Words) -> Story:
    """A column for each figure on the cards, in a game of cards; else the factors of units."""
    units = [u for group in report.roster for u in group.units]
    names = dict.fromkeys(name for u in units for name in u.figures)
    figures = [name for name in names if any(u.figures.get(name) for u in units)]
    columns = figures or ["factors", "er", "sp"]
    heads = [say(f"pdf.roster.{name}") for name in ("unit", "at", *columns, "steps", "marks")]
    rows: list[list[str]] = []
    bands = []
    for group in report.roster:
        bands.append(len(rows))
        rows.append([f"{group.side}{say('colon')}{group.name} ({len(group.units)})", *[""] * (len(heads) - 1)])
        for n, u in counted(group.units):
            values = [u.figures.get(name, "") for name in figures] if figures else [u.factors, u.er, u.sp]
            rows.append([u.name if n == 1 else f"{n} × {u.name}", u.at, *values, u.steps, listed(u.badges)])
    widths = (21, 9, *[7] * len(figures), 8, 30) if figures else (20, 9, 14, 7, 7, 8, 35)
    return chapter(say, "roster", [page.table(heads, rows, widths, bands)] if rows else [])


def counted(units: list[RosterUnit]) -> list[tuple[int, RosterUnit]]:
    """Cards of which nothing tells one from the next, as face down at one place, are one line."""
    found: list[tuple[int, RosterUnit]] = []
    for unit in units:
        if found and found[-1][1] == unit:
            found[-1] = (found[-1][0] + 1, unit)
        else:
            found.append((1, unit))
    return found


def index(report: Report, say: Words) -> Story:
    """Two columns of hexes side by side."""
    pairs = [[row.at, listed(row.units)] for row in report.by_hex]
    half = -(-len(pairs) // 2)
    rows = [[*a, *b] for a, b in zip(pairs[:half], [*pairs[half:], ["", ""]][:half], strict=True)]
    heads = [say("pdf.roster.at"), say("pdf.roster.units")] * 2
    return chapter(say, "index", [page.table(heads, rows, (7, 43, 7, 43))] if rows else [])


def arriving(report: Report, say: Words) -> Story:
    """With their factors: they are on no map yet."""
    heads = [say(f"pdf.roster.{name}") for name in ("unit", "formation", "factors", "er", "sp")]
    rows: list[list[str]] = []
    bands = []
    for (turn, side, at), group in groupby(sorted(report.arriving, key=arrival_order), lambda a: (a.turn, a.side, a.at)):
        bands.append(len(rows))
        where = f" {say('report.at', at=at)}" if at else ""
        rows.append([say("report.arriving", turn=turn, units=side + where), "", "", "", ""])
        rows += [[a.unit, a.formation, a.factors, a.er, a.sp] for a in group]
    return chapter(say, "arriving", [page.table(heads, rows, (25, 25, 25, 12, 13), bands)] if rows else [])


def arrival_order(a: Arrival) -> tuple[int, str, str, str, str]:
    return a.turn, a.side, a.at, a.formation, a.unit


# what to do, and how it was rolled


def template(report: Report, say: Words) -> Story:
    if not report.template:
        return []
    return chapter(say, "template", [page.para(say("template.hint"), page.SMALL), Spacer(0, 4), page.in_columns(report.template)])


def dice(report: Report, say: Words) -> Story:
    parts: Story = []
    if report.seal:
        parts += [page.para(say("pdf.seal")), page.para(report.seal, page.HEX)]
    if report.dark_seal:
        parts += [page.para(say("pdf.dark-seal")), page.para(report.dark_seal, page.HEX)]
    for stage in report.opened:
        parts += [page.para(stage.stage, page.SUBHEAD), page.para(say("pdf.opened"), page.SMALL)]
        parts += [page.para(f"{say('pdf.word.seal')} {stage.seal}", page.HEX), page.para(f"{say('pdf.word.seed')} {stage.seed}", page.HEX)]
        if stage.dark:
            parts += [page.para(f"{say('pdf.word.dark-seal')} {stage.dark_seal}", page.HEX)]
            parts += [page.para(f"{say('pdf.word.dark')} {stage.dark}", page.HEX)]
        parts += [page.para(f"{say('pdf.word.commitment')} {text}", page.HEX) for text in stage.opening]
    if report.dice:
        heads = [say(f"pdf.die.{name}") for name in ("label", "purpose", "value", "commitment")]
        rows = [[d.label, d.purpose, f"{d.value} / {d.sides}", d.commitment] for d in report.dice]
        parts += [Spacer(0, 5), page.table(heads, rows, (7, 40, 9, 54))]
    return chapter(say, "dice", parts)


def legend(report: Report, say: Words) -> Story:
    lines = bullets(report.legend)
    if report.rules_version:
        lines.append(page.para(say("pdf.version", version=report.rules_version), page.SMALL))
    return chapter(say, "legend", lines)
