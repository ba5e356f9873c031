"""What the EXPECT lines of a rule case look up: where a card is, pools, piles, control, who has won."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.errors import PbemError
from pbem.rulesets.last_crusade.position_names import card_of, side_of, zone_of
from pbem.rulesets.last_crusade.position_terms import STATES
from pbem.rulesets.last_crusade.state import AIRFIELD, MAP, PILE, SIDES, Card, State

Look = tuple[Callable[[State], str], str, bool]


def statuses(card: Card) -> list[str]:
    """In the words of STATES; a destroyed card lies in a victory pile."""
    has = {"spotted": card.spotted, "engaged": card.engaged, "dug in": card.dug_in, "mounted": bool(card.rides)}
    found = [word for word in STATES if has[word]]
    return [*found, "eliminated"] if card.place == PILE else found


def look(s: State, text: str) -> Look | None:
    """`Rifle 3 in hand`, `in deck`, `in pile US`, `out`; `P-47 1 on airfield`; `Arm Inf 1 on US Halftrack 1`; each with `not`."""
    away = r"(?:in (?:the )?(hand|deck)|(out)(?: of play| of the game)?|(?:on|at) (?:the )?(airfield))"
    if found := re.fullmatch(rf"(.+?)( not)? {away}", text, re.IGNORECASE):
        card, wanted = card_of(s, found[1]).id, (found[3] or found[4] or found[5]).casefold()
        return lambda state: whereabouts(state, card), wanted, bool(found[2])
    if found := re.fullmatch(r"(.+?)( not)? in (?:the )?(?:victory )?pile (?:of )?(\w+)", text, re.IGNORECASE):
        card = card_of(s, found[1]).id
        return lambda state: whereabouts(state, card), f"pile {side_of(found[3])}", bool(found[2])
    if found := re.fullmatch(r"(.+?)( not)? (?:in|on) (.+)", text, re.IGNORECASE):
        return _with(s, found[1], found[3], bool(found[2]))
    return None


def _with(s: State, name: str, holder: str, negative: bool) -> Look | None:
    """Of two cards; None where one of them is none."""
    try:
        card, below = card_of(s, name).id, card_of(s, holder).id
    except PbemError:
        return None

    def read(state: State) -> str:
        known = state.cards[card]
        held = known.rides or known.inside or known.on
        return below if below in (known.rides, known.inside, known.on) else held or whereabouts(state, card)

    return read, below, negative


def whereabouts(s: State, name: str) -> str:
    """`hand`, `deck`, `out`, `pile us`, `airfield`, or the zone."""
    card = s.cards[name]
    if card.place == MAP and card.at in AIRFIELD.values():
        return "airfield"
    if card.place == PILE:
        return f"pile {next((side for side in SIDES if name in s.piles[side]), '')}".rstrip()
    return card.at or card.place


def track(s: State, words: str) -> str:
    """`pool US`, `control C2`, `pile US` (its points), `hand US`, `deck US` (numbers of cards), `offers`, `winner`, `turn` and the rest."""
    kind, _, rest = " ".join(words.split()).partition(" ")
    found: dict[str, Callable[[], str]] = {
        "pool": lambda: str(s.pool[side_of(rest)]),
        "supply": lambda: str(s.pool[side_of(rest)]),
        "control": lambda: s.control.get(zone_of(s, rest), "") or "none",
        "pile": lambda: str(sum(s.cards[name].cost for name in s.piles[side_of(rest)])),
        "hand": lambda: str(len(s.of(side_of(rest), "hand"))),
        "deck": lambda: str(len(s.of(side_of(rest), "deck"))),
        "offers": lambda: " and ".join(sorted(s.offers)) or "none",
        "used": lambda: ", ".join(sorted(s.used)) or "none",
        "captor": lambda: s.captor or "none",
        "over": lambda: s.over or "no",
        "draw": lambda: "yes" if s.over and not s.outcome.get("winner") else "no",
        "winner": lambda: str(s.outcome.get("winner", "")) or ("nobody" if s.over else "nobody yet"),
        "won": lambda: "yes" if s.outcome.get("winner") else "no",
        "points": lambda: str(s.outcome.get("points", {}).get(side_of(rest), "")),
        "turn": lambda: str(s.turn),
        "active": lambda: s.active,
        "first": lambda: s.first,
    }
    if kind.casefold() not in found:
        raise PbemError(f'no track "{words}"', f"tracks are: {', '.join(found)}")
    return found[kind.casefold()]()
