"""A sketch of the coming turn: a copy of what the side sees, changed order by order as the staff thinks them out.

Every order is tried with the function of the rules that would refuse it, so that no line is written that would not be played.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Refused
from pbem.rulesets.last_crusade import field
from pbem.rulesets.last_crusade.attack import Shot
from pbem.rulesets.last_crusade.marks import near_enemy, spot
from pbem.rulesets.last_crusade.reach import move_text, reach, steps_left
from pbem.rulesets.last_crusade.special import objectives
from pbem.rulesets.last_crusade.state import HQ, OTHER, SIDES, Card, State
from pbem.rulesets.last_crusade.transport import put, spend

BEFORE = ("WITHDRAW OFFER", "OFFER END", "CAPITULATE", "USE", "DEPLOY", "REFIT", "DIG IN", "DISCARD", "RECON")
BATTLE = ("STRIKE", "BOMBARD", "MOUNT", "DISMOUNT", "OCCUPY", "VACATE", "MOVE", "ASSAULT")


class Sketch:
    def __init__(self, view: State, side: str) -> None:
        self.s: State = decode(canonical(view), State)
        self.s.active, self.side, self.enemy = side, side, OTHER[side]
        self.base: State = decode(canonical(self.s), State)  # before any move: what steps 2 to 5 find
        self.lines: list[str] = []
        self.fixed: set[str] = set()  # have their orders for this turn, or are to stay where they are
        self.rode: set[str] = set()  # sit on a transport until step 6
        self.aims: list[str] = []  # zones that are to be assaulted
        self.shelled: dict[str, int] = {}  # dice thrown at each enemy before any assault
        self.values: dict[Shot, int] = {}
        for at in field.board(self.s.scenario).ids:
            for one in SIDES:
                if near_enemy(self.s, at, one):
                    spot(self.s.there(at, one))

    # orders

    def attempt(self, text: str, act: Callable[[], None]) -> bool:
        try:
            act()
        except Refused:
            return False
        self.lines.append(text)
        return True

    def text(self, battle: bool | None) -> list[str]:
        """The lines of the stage: all of them, or those before the battle, or those of the battle."""
        verbs = {None: (*BEFORE, *BATTLE), False: BEFORE, True: BATTLE}[battle]
        return [line for line in self.lines if line.startswith(verbs)]

    @property
    def pool(self) -> int:
        return self.s.pool[self.side]

    @property
    def point(self) -> int:
        """Hundredths of a point of victory that a supply point is worth: the more there are, the less."""
        return max(10, 45 - 2 * max(0, self.pool - 10))

    # who is where

    def mine(self) -> list[Card]:
        """Own units on the ground that are a card of their own."""
        found = [card for card in self.s.of(self.side) if card.kind in ("unit", "hq") and card.cls != "air"]
        return [card for card in found if card.fights and not card.rides]

    def movers(self) -> list[Card]:
        return [card for card in self.mine() if card.kind == "unit" and card.id not in self.fixed and steps_left(self.s, card)]

    def guns(self) -> list[Card]:
        return [card for card in self.mine() if card.cls == "artillery" and not card.engaged and not card.spent]

    def foes(self, at: str) -> list[Card]:
        return [card for card in self.s.there(at, self.enemy) if card.kind != "general" and not card.rides and not card.inside]

    def held(self) -> list[str]:
        """Zones with enemy cards in them."""
        return [at for at in [*field.zones(self.s.scenario), HQ[self.enemy]] if self.foes(at)]

    def beside(self, at: str) -> list[str]:
        return [near for near in field.neighbours(self.s, at) if self.foes(near)]

    def front(self) -> list[str]:
        """Own zones next to the enemy."""
        return [at for at in field.zones(self.s.scenario) if self.s.there(at, self.side) and self.beside(at)]

    def to_enemy(self, at: str) -> int:
        return field.distance(self.s, at, HQ[self.enemy])

    def to_own(self, at: str) -> int:
        return field.distance(self.s, at, HQ[self.side])

    def objectives(self) -> dict[str, int]:
        return objectives(self.s)

    def last_turn(self) -> int:
        return int(field.settings(self.s.scenario)["turns"]) or 24

    def turns_left(self) -> int:
        return max(0, self.last_turn() - self.s.turn)

    @property
    def closing(self) -> bool:
        """Nobody comes after this player turn: what it does not take or destroy now does not count."""
        return not self.turns_left() and bool(self.objectives()) and self.side != self.s.first

    # moving

    def go(self, card: Card, at: str) -> bool:
        """A move as far as the rules let it be ordered."""
        way = reach(self.s, card.id).get(at)
        if way is None or any(zone in self.aims for zone in way):
            return False
        self.lines.append(move_text([card.id], [card.at, *way]))
        for zone in way:
            card.inside, card.dug_in = "", False
            put(self.s, card, zone)
            spend(self.s, card)
            if not field.headquarters(zone):
                self.s.control[zone] = self.side
        return True
