"""Supply after the orders: who would be out of it, and what the next supply step brings in [P6]."""

from __future__ import annotations

from typing import Any

from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.marks import in_supply
from pbem.rulesets.last_crusade.state import HQ, State

Note = dict[str, Any]
FACES = 6


def supply(view: State, s: State, side: str) -> list[Note]:
    cut = [card for card in s.of(side) if card.kind in ("unit", "fortification") and card.at and not in_supply(s, card)]
    before = [card.id for card in view.of(side) if card.kind in ("unit", "fortification") and not in_supply(view, card)]
    zones = sorted({card.at for card in cut})
    generals = sum(card.effects.get("supply_dice", 0) for card in s.of(side))
    dice = int(field.settings(s.scenario)["supply"]["dice"][side])
    told: Note = {
        "key": "forecast.supply", "good": not cut, "units": [card.id for card in cut], "zones": zones,
        "new": [card.id for card in cut if card.id not in before], "dice": dice, "general": generals,
        "low": dice, "high": FACES * (dice + generals), "mean": str((FACES + 1) * (dice + generals)) + "/2", "at": HQ[side],
    }  # fmt: skip
    return [told]
