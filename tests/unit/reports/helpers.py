"""Reports and PDFs of the two games at hand: the learning scenario, and the toy of areas and face-down cards."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader

from pbem.engine.events import Roll
from pbem.reports.build import build_report
from pbem.reports.model import Opened, Report, Wanted
from pbem.reports.pdf import report_pdf
from pbem.rulesets.air_bridge import RULES
from tests.toy import rules as toy

BREAKOUT = "air-bridge/breakout"
FIGHT: list[dict[str, Any]] = [
    {"kind": "enter", "rule": "21.0b", "units": ["2 Irish", "2 Gren"], "path": ["A0107", "A0206", "A0307"]},
    {"kind": "reaction", "rule": "11.1", "units": ["Roestel"], "hex": "A1108", "side": "german", "start": "A1008", "die": 4, "label": "A2",
     "need": 6, "moved": True},
    {"kind": "bombardment", "rule": "9.1c", "units": ["64 Med", "84 Med"], "hex": "A1108", "side": "allied", "air": 0, "points": 8,
     "column": "7-12", "die": 8, "label": "A4", "result": 1, "terrain": "mixed", "value": 2, "steps": 0,
     "factors": {"64 Med": 4, "84 Med": 4}, "against": ["2 Hoff", "Roestel"]},
    {"kind": "maneuver", "rule": "12.1b", "units": ["2 Irish", "2 Gren", "1 Brg"], "hex": "A1108", "side": "allied",
     "against": ["2 Hoff", "Roestel"], "attack": {"2 Irish": 8, "2 Gren": 8, "1 Brg": 2}, "defence": {"2 Hoff": 4, "Roestel": 4},
     "odds": "2:1", "column_name": "3:1", "terrain": "mixed", "value": 1, "modifier": -3, "die": 5, "label": "A9", "result": "D2F2",
     "column": [{"amount": 3, "rule": "12.1a", "reason": "odds", "attack": 18, "defence": 8, "odds": "2:1"},
                {"amount": 1, "rule": "8.0b", "reason": "efficiency", "ours": "25/4", "theirs": "11/2"}],
     "drm": [{"amount": 0, "rule": "17.2a", "reason": "bridge, engineer"},
             {"amount": 0, "rule": "19.1", "reason": "armour", "ours": "armour/inf", "theirs": "at/inf", "classes": {"Roestel": "at"}},
             {"amount": -3, "rule": "9.2b", "reason": "support", "side": "allied", "by": "attacker", "points": 20, "air": 8, "die": 4,
              "label": "A5", "result": 3, "factors": {"153 Fd": 8, "55 Fd": 4}}]},
    {"kind": "losses", "rule": "12.3.D#", "units": ["2 Hoff"], "hex": "A1108", "side": "german", "steps": {"2 Hoff": 2},
     "eliminated": ["2 Hoff"]},
    {"kind": "retreat", "rule": "12.3.D", "units": ["Roestel"], "hex": "A1108", "start": "A1108", "to": "A1308",
     "path": ["A1207", "A1308"], "side": "german"},
    {"kind": "advance", "rule": "12.3.adv", "units": ["2 Irish"], "hex": "A1108", "side": "allied", "sp": 3},
]  # fmt: skip
ROLLS = [Roll("A2", 2, "reaction A1108", 10, 4, commitment="c0ffee" * 10), Roll("h1", 1, "reaction A0507", 10, 9, hidden=True)]
SEAL, SEED, OATH = "ab" * 32, "5eed" * 16, "0a7b" * 16


def breakout_report(language: str = "en", side: str = "allied") -> Report:
    state = RULES.start(BREAKOUT)
    return build_report(
        RULES.slug, "Breakout", RULES.picture(RULES.view(state, side), side), FIGHT, ROLLS, game="b1", side=side, language=language,
        turn=1, step="T1 Allied main", date="17 Sept PM", wanted=Wanted("main orders", "Thu 3 Dec 20:00", "Europe/Paris", "3 days"),
        sources={f"{side}/losses/A1108#1": "doctrine 6"}, seal=SEAL, opened=[Opened("T1 german main", SEAL[::-1], SEED, [OATH])],
        own_orders=["1 ENTER 2 Irish, 2 Gren ROAD TO A0307: carried out"], template="ORDERS b1 T1\nMOVE ____ ____   # units [4.0b]\nEND",
        rules_version="1.0",
    )  # fmt: skip


def breakout_pdf(language: str = "en", side: str = "allied") -> bytes:
    state = RULES.start(BREAKOUT)
    return report_pdf(breakout_report(language, side), RULES.picture(RULES.view(state, side), side), RULES.board(BREAKOUT))


def toy_pdf(state: toy.Toy, side: str) -> bytes:
    picture = toy.picture(state, side)
    report = build_report("toy", "Toy", picture, [], [], game="t1", side=side, language="en", turn=1, step="T1 plans")
    return report_pdf(report, picture, toy.board(state.scenario))


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def text_of(pdf: bytes) -> str:
    return "\n".join(pages(pdf))
