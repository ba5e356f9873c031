"""Other ways to write a line of a position, brought to the form that is looked up."""

from __future__ import annotations

import re

SIDE = r"(US|German|American|Germans|Americans)"
STATE = r"(?:\d+ hits?|hits \d+|\d+ mp|\d+ spent|(?:not |un)?engaged|(?:not |un)?spotted|hidden|face down|dug in|carried|looked)"
REWRITES = (
    (r"\b(\d+) (?:damage|damages)\b", r"\1 hits"),
    (r"\b(?:damage|damaged|hits) (\d+)\b", r"\1 hits"),
    (r"\b(\d+) mp left\b", r"\1 mp"),
    (r",? (?:mounted on|riding(?: on)?|aboard|carried by) ", " on "),
    (r",? (?:inside(?: of)?|occupying|within) ", " in "),
    (rf"\(({STATE}(?:, {STATE})*)\)$", r", \1"),
    (rf" (?:with )({STATE}(?:,? (?:and )?{STATE})*)$", r", \1"),
    (rf"( at [^,: ]+) ({STATE}(?:(?:,| and) *{STATE})*)$", r"\1, \2"),
    (rf"^(.+?) (?:is )?(?:controlled by|control|held by):? {SIDE}$", r"control \1 \2"),
    (rf"^(?:supply|pool|supply points): ?{SIDE}", r"supply \1"),
    (r"\b(arm|inf|defence|cost|mp|range) (\d+) (?=arm|inf|defence|cost|mp|range)", r"\1 \2, "),
    (r"(:.*?[ ,])(\d+)/(\d+)(?=,|$)", r"\1arm \2, inf \3"),
    (r"\b(?:holds|may hold|occupant|occupants) (?=[a-z])", "takes "),
    (r"(?<=[:,] )(?:obstacle, )?mine(?:field|s)$", "obstacle, mines 2"),
    (r"(?<=[:,] )(?:obstacle, )?(?:antitank |anti-tank )?ditch$", "obstacle, ditch 2"),
    (r",? *not armou?red\b", ""),
)


def plain(line: str) -> list[str]:
    """One line, or one for each of the places and sides that it names together."""
    text = " ".join(line.split())
    for pattern, form in REWRITES:
        text = re.sub(pattern, form, text, flags=re.IGNORECASE)
    text = re.sub(r"\s+,", ",", text)
    if found := re.fullmatch(r"control (.+?):? (\w+)", text, re.IGNORECASE):
        return [f"control {place} {found[2]}" for place in re.split(r", *(?:and )?| and ", found[1])]
    if found := re.fullmatch(rf"(supply|pool) ({SIDE} \d+(?:(?:,| and) *{SIDE} \d+)+)", text, re.IGNORECASE):
        return [f"{found[1]} {part}" for part in re.split(r", *| and ", found[2])]
    return [text]


def numbered(names: str) -> str:
    """`Panthers 1 and 2`, `Panther 1-3`: each with its name."""
    if found := re.fullmatch(r"(.+?) (\d+) ?- ?(\d+)", names):
        return ", ".join(f"{found[1]} {n}" for n in range(int(found[2]), int(found[3]) + 1))
    if found := re.fullmatch(r"(.+?) (\d+(?:(?:, *| and | & )\d+)+)", names):
        return ", ".join(f"{found[1]} {n}" for n in re.findall(r"\d+", found[2]))
    return names
