"""The figures of the rules card: cards, terrain and numbers from the data and from the rules that use them."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.last_crusade import attack, cards, field, supply, victory
from pbem.rulesets.last_crusade.state import HQ_LIMIT, SIDES, ZONE_LIMIT

SCENARIO = "last-crusade/arracourt"


def figures() -> dict[str, Any]:
    rules, rows = field.settings(SCENARIO), list(cards.types().values())
    return {
        "terrain": [terrain(name) for name in field.terrain_table()],
        "units": {side: [unit(row["id"]) for row in rows if (row["side"], row["kind"]) == (side, "unit")] for side in SIDES},
        "specials": [special(row["id"]) for row in rows if row["kind"] != "unit"],
        "zone": ZONE_LIMIT,
        "headquarters": HQ_LIMIT,
        "hit": attack.LEAST_HIT,
        "leaves": supply.LEAVES_ON,
        "bonus": victory.BONUS,
        "supply": rules["supply"],
        "hand": rules["hand"],
        "turns": rules["turns"],
        "fog": rules["fog"]["until"],
        "objectives": rules["objectives"],
    }


def terrain(name: str) -> dict[str, Any]:
    row = field.terrain_table()[name]
    return {"name": name, "clear": row["clear"] == "yes", **{column: int(row[column]) for column in ("armor", "other", "recon")}}


def unit(name: str) -> dict[str, Any]:
    """One line for all copies of a card, with the number of them; `marks` in the words of its flags."""
    card = next(card for card in cards.every_card().values() if card.type == name)
    copies = sum(one.type == name for one in cards.every_card().values())
    marks = [flag for flag in card.flags if flag not in ("motorized", "fighter_bomber")]
    return {
        "id": name, "copies": copies, "cost": card.cost, "arm": card.arm, "inf": card.inf, "defence": card.defence, "mp": card.mp,
        "range": card.range, "cls": card.cls, "marks": marks, "aa": card.effects.get("aa", 0), "motorized": card.motorized,
    }  # fmt: skip


def special(name: str) -> dict[str, Any]:
    card = next(card for card in cards.every_card().values() if card.type == name)
    copies = sum(one.type == name for one in cards.every_card().values())
    return {
        "id": name, "side": card.side, "kind": card.kind, "copies": copies, "cost": card.cost, "arm": card.arm, "inf": card.inf,
        "defence": card.defence, "range": card.range, "takes": card.takes, "effects": card.effects, "only": card.only,
    }  # fmt: skip
