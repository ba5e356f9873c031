"""What the EXPECT lines of a rule case look up: tracks, drop zone markers, who has won."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbem.errors import PbemError
from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.position_names import division_of, hex_of, side_of, unit_of
from pbem.rulesets.air_bridge.position_words import SIDE
from pbem.rulesets.air_bridge.state import State, ends, hexside
from pbem.rulesets.air_bridge.victory import outcome

ZONE_WORDS = ("off map", "lost", "alternate", "original")
OTHER_WORDS = {"eliminated": "off map", "destroyed": "off map", "on its alternate side": "alternate", "on its original side": "original"}


def zone_words(s: State, division: str) -> str:
    """`A3004, original`, `A3004, alternate`, `off map, back turn 5`, `off map, lost`."""
    zone = s.drop_zones.get(division)
    if zone is None:
        return ""
    if zone.hex:
        return f"{zone.hex}, {'alternate' if zone.alternate else 'original'}"
    return "off map, lost" if zone.lost else f"off map, back turn {zone.back}"


def look(s: State, text: str) -> tuple[Callable[[State], str], str, bool] | None:
    """EXPECT `mud`, `no mud`, and of a marker: `DZ 101 at A3004, alternate`, `DZ 101 off map, back turn 5`, `DZ 101 not lost`."""
    if muddy := re.fullmatch(r"(no |not )?mud(?:dy)?", text, re.IGNORECASE):
        return lambda state: "yes" if state.mud else "no", "no" if muddy[1] else "yes", False
    if ended := _of_the_end(text):
        return (*ended, False)
    known = "|".join(re.escape(name) for name in sorted(s.drop_zones, key=len, reverse=True))
    found = re.fullmatch(rf"DZ ({known or '-'})(?: is)?( not)? (.+)", " ".join(text.split()), re.IGNORECASE)
    wanted = re.sub(r"\b(back )?(?:on )?(?:turn |T)(\d+)", r"back turn \2", found[3].casefold()) if found else ""
    if not found or wanted == "unchanged":
        return None
    division, parts = division_of(s, found[1]), [part.strip() for part in wanted.split(",")]
    wanted_parts = [hex_of(s, part[3:]) if part.startswith("at ") else OTHER_WORDS.get(part, part) for part in parts]
    if unknown := [part for part in wanted_parts if part not in ZONE_WORDS and not re.fullmatch(r"[AB]\d{4}|back turn \d+", part)]:
        raise PbemError(f'nothing is "{unknown[0]}" of a drop zone', f"at HEX, back turn N, {', '.join(ZONE_WORDS)}")

    def read(state: State) -> str:
        said = zone_words(state, division)
        return ", ".join(wanted_parts) if all(part in said.split(", ") for part in wanted_parts) else said

    return read, ", ".join(wanted_parts), bool(found[2])


def _of_the_end(text: str) -> tuple[Callable[[State], str], str] | None:
    """`winner German`, `Allied victory`, `draw`, `victory points 7`."""
    if points := re.fullmatch(r"(?:vp|victory points|points allied|allied (?:victory )?(?:points|vp)):? (-?\d+)", text, re.IGNORECASE):
        return _points, points[1]
    for pattern, winner in ENDS:
        if found := re.fullmatch(pattern, text, re.IGNORECASE):
            return _winner, side_of(found[1]) if found.groups() else winner
    return None


ENDS = (
    (rf"(?:winner|victory|victor|won by):? {SIDE}", ""),
    (rf"{SIDE} (?:wins?|won|have won|has won|victory)", ""),
    (r"(?:(?:the )?(?:game )?|winner:? |result:? )(?:a )?(?:draw|drawn)|winner:? (?:none|nobody)|no winner", "nobody"),
)


def _winner(s: State) -> str:
    """Of a game that is over."""
    return (str(outcome(s)["winner"]) or "nobody") if s.over else "nobody yet"


def _points(s: State) -> str:
    """If it ended now; in the interphase that ends it they are not counted before it is played."""
    points, last = str(outcome(s).get("points", "")), s.turn >= field.settings(s.scenario)["turns"]
    return f"{points} so far" if s.step == "IV" and last and not s.over else points


def track(s: State, words: str) -> str:
    """`air Allied`, `control A1007`, `bridge A1007/A1108`, `weather`, `initiative`, `vp`, `level`, `turn` and the rest."""
    kind, _, rest = " ".join(words.split()).partition(" ")
    found: dict[str, Callable[[], str]] = {
        "air": lambda: str(s.air[side_of(rest)]),
        "control": lambda: s.control.get(hex_of(s, rest), ""),
        "bridge": lambda: s.bridges.get(hexside(*(hex_of(s, hex) for hex in ends(rest))), ""),
        "weather": lambda: s.weather,
        "mud": lambda: "yes" if s.mud else "no",
        "dz": lambda: zone_words(s, division_of(s, rest)),
        "due": lambda: f"T{s.due[unit_of(s, rest).id]}" if unit_of(s, rest).id in s.due else "",
        "initiative": lambda: s.first,
        "first": lambda: s.first,
        "vp": lambda: _points(s),
        "winner": lambda: _winner(s),
        "level": lambda: str(outcome(s)["level"]),
        "over": lambda: s.over or "no",
        "turn": lambda: str(s.turn),
        "active": lambda: s.active,
    }
    if kind.casefold() not in found:
        raise PbemError(f'no track "{words}"', f"tracks are: {', '.join(found)}")
    return found[kind.casefold()]()
