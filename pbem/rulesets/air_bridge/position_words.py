"""Other ways to write a line of POSITION, brought to the form that `position` knows."""

from __future__ import annotations

import re
from itertools import islice

from pbem.errors import PbemError
from pbem.rulesets.air_bridge.names import places
from pbem.rulesets.air_bridge.position_terms import SIDES_BY_NAME
from pbem.rulesets.air_bridge.state import hexside

SIDE = r"(Allied|German|Allies|Germans|British|American|US|Polish)"
STATE = r"\d steps?|reduced|full strength|(?:not )?fatigued|fresh|unsupplied|supplied|first fire|final fire|just arrived|refused"
FORMS = (
    (r"(?:empty map|clear (?:the )?map|no units on (?:the )?map|map empty|without units|aucune unité)", "no units"),
    (rf"air(?: points?)?:? {SIDE}:? (\d+)", r"air \1 \2"),
    (r"no DZ (.+)", r"DZ \1 removed"),
    (r"DZ (?!.* (?:at|in|on|was|from) )(.+) ([AB]\d{4})((?:, ?\w+)?)", r"DZ \1 at \2\3"),
    (r"([AB]\d{4}): (.+)", r"\2 at \1"),
    (rf"([^:,]+?),? \(?({STATE})\)?,? at (\S+)", r"\1 at \3, \2"),
    (rf"([^:,]+? at [AB]\d{{4}}) ({STATE})", r"\1, \2"),
    (rf"{SIDE} air(?: points?)?:? (\d+)", r"air \1 \2"),
    (rf"control (?:of )?(\S+?):? (?:by )?{SIDE}", r"control \1 \2"),
    (rf"{SIDE} controls? (\S+)", r"control \2 \1"),
    (rf"(\S+) (?:is )?(?:controlled|held|owned) by {SIDE}", r"control \1 \2"),
    (rf"(\S+) {SIDE}[ -]controlled", r"control \1 \2"),
    (r"(?:weather:?|weather is) (?:clear|fine|good|beau)", "weather clear"),
    (r"(?:weather:?|weather is) (?:bad|rain|mauvais)", "weather bad"),
    (r"(clear|bad) weather", r"weather \1"),
    (r"mud:? (?:yes|on|true)|ground muddy|muddy", "mud"),
    (r"mud:? (?:no|off|false)|ground dry|without mud", "no mud"),
    (rf"(?:first player|initiative|first):? (?:to |with )?{SIDE}", r"initiative \1"),
    (rf"{SIDE} (?:is first player|first player|is first|has (?:the )?initiative|initiative|first)", r"initiative \1"),
    (r"(?:declared )?(assault) (?:declared )?(?:on |against |of )?(\S+) (?:with|by) (.+)", r"declared assault \2 with \3"),
    (r"(?:declared )?(?:attack|combat|maneuver|maneuver combat|maneuver attack) (?:declared )?(?:on |against |of )?(\S+) (?:with|by) (.+)",
     r"declared \1 with \2"),
    (r"declared (?:on |against )?(\S+) (?:with|by) (.+)", r"declared \1 with \2"),
    (rf"(?:{SIDE} )?(support|bombard)(?:ment)? (?:of |on |for )?(\S+) (?:with|by) (.+)", r"\2 \3 with \4"),
    (r"(?:drop zone|zone|DZ marker) (.+)", r"DZ \1"),
    (r"DZ (?:of )?(?:the )?(.+?):? (?:on|in) ([A-Z]\d{4})\b(.*)", r"DZ \1 at \2\3"),
    (r"(?:alternate|alternative) DZ (.+?) at (\S+)", r"DZ \1 at \2, alternate"),
    (r"DZ (.+?),? \(?(alternate|alternative|original)\)?(?: side)? at (\S+)", r"DZ \1 at \3, \2"),
    (rf"{SIDE} (?:unit )?([^:,]+?) (?:at|in|on) ([A-Z]?\d{{4}}),((?: ?(?:{STATE}),?)+): ?(.+)", r"\1 \2 at \3: \5,\4"),
    (rf"{SIDE} (?:unit )?([^:,]+?) (?:at|in|on) ([A-Z]?\d{{4}}) ?[:,;] ?(.+)", r"\1 \2 at \3: \4"),
    (r"(.+?) (?:in|on) ([AB]\d{4})(.*)", r"\1 at \2\3"),
    (r"(.+?) at ([AB]\d{4}) ?: ?(.+)", r"\1 at \2, \3"),
)  # fmt: skip
FACTOR = (
    "attack|defen[cs]e|move|movement|er|efficiency|sp|stacking|bombard|bombardment|range|ma|mp|infantry|inf|armou?r|at|cm|artillery|engineer|airborne"
)
BRIDGE = r"(?:bridge (?:of |at |over )?(.+?)|(.+? bridge)|(\w+/\w+))(?: is|:)? (untouched|intact|blown|destroyed|repaired|down|standing)"
STATES = {"destroyed": "blown", "standing": "intact"}


def plain(line: str) -> str:
    """`Allied air points 10` is `air Allied 10`."""
    line = re.sub(r" ?\((.+)\)$", r": \1", line)
    line = re.sub(r"\b([AB]\d{4})-([AB]\d{4})\b", r"\1/\2", line)
    if found := re.fullmatch(BRIDGE, line, re.IGNORECASE):
        state = found[4].casefold()
        return f"bridge {side_named(found[1] or found[2] or found[3])} {STATES.get(state, state)}"
    if re.fullmatch(r"(?:Allied|German) .+ at \S+: .+", line, re.IGNORECASE):
        return line
    fitting = ((pattern, form) for pattern, form in FORMS if re.fullmatch(pattern, line, re.IGNORECASE))
    for pattern, form in islice(fitting, 1):
        line = re.sub(pattern, form, line, count=1, flags=re.IGNORECASE)
    return re.sub(rf"^(air |initiative |control \S+ |){SIDE}(?=$| \d+$| .+:)", _side, line, flags=re.IGNORECASE)


def _side(found: re.Match[str]) -> str:
    return found[1] + SIDES_BY_NAME.get(found[2].casefold(), found[2])


def spelt_out(factors: str) -> str:
    """`4-4-6` as on a counter: attack, defence, movement; of a gun bombardment, range, defence, movement [9.0a]."""
    factors = re.sub(r"\b(\d+)-(\d+)-(\d+)-(\d+)\b", r"bombard \1, range \2, defence \3, move \4", factors)
    factors = re.sub(r"\b(\d+)-(\d+)-(\d+)\b", r"attack \1, defence \2, move \3", factors)
    return re.sub(rf"(?<=\d) +(?=(?:{FACTOR})\b)", ", ", factors, flags=re.IGNORECASE)


def side_named(words: str) -> str:
    """The hexside of a bridge, by its hexes or its name; of several of a name the road bridge comes first."""
    if "/" in words:
        return words
    plain_name = re.sub(r"(?: road)? bridge$", "", words.casefold())
    wanted = {words.casefold(), f"{words.casefold()} bridge", f"{plain_name} road bridge", f"{plain_name} bridge"}
    bridges = [place for place in places() if place.kind == "bridge"]
    found = [p for p in bridges if wanted & {name.casefold() for name in (p.name, *p.names)}]
    if not found:
        raise PbemError(f'no bridge "{words}"', "a bridge is named by its two hexes, A2706/A2805, or as orders name it")
    return hexside(found[0].hexes[0], found[0].hexes[1])
