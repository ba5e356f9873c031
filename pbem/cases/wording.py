"""Other ways in which people say the same thing in EXPECT, brought to the form that is looked up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pbem.engine.verbs import Verb

Rewrites = tuple[tuple[str, str], ...]
TAKEN_AS_WRITTEN = re.compile(r"((no )?event\b|(\S+ )?line \d+[a-z]? (says|suggests)\b|(not )?asked\b|no roll\b|rolled\b)", re.IGNORECASE)
REWRITES = (
    (r" (?:is|are|was|were) (?=\S)", " "),
    (r" have (?=\S+ \w+$)", " has "),
    (r" (?:stands?|ends?|ended|now|still|remains?) (?=(?:at|in|on) \S+$)", " "),
    (r" (?:off the map|off-map|not on the map)$", " off map"),
    (r" (?:dead|destroyed|removed|killed|gone)$", " eliminated"),
    (r" survives?$", " not eliminated"),
    (r" (?:unmoved|did not move|does not move|stays|stayed|stays put|stays where it is|in place)$", " place unchanged"),
    (r" (steps?|mp|hits?):? (\d+)$", r" has \2 \1"),
    (r"^((?:no )?)drm\b", r"\1modifier"),
    (r"^(?:column )?shift (left|right) (\d)\b", r"shift \2 \1"),
    (r"^(?:column )?shift (?:of )?(\d)(?: columns?)?(?: to the)? (left|right)\b", r"shift \1 \2"),
    (r"^(\d) columns? (left|right)\b", r"shift \1 \2"),
    (r"^(?:no (?:column )?shift|shift none)\b", "shift 0"),
    (r"^(?:net|total) modifier\b", "sum"),
    (r"^modifier (?:total|sum)\b", "sum"),
    (r"^modifier none\b", "sum 0"),
    (r"^no rolls?$", "no roll of any kind"),
)  # fmt: skip


def plain(text: str, further: Rewrites = (), is_place: Callable[[str], bool] = lambda word: False) -> str:
    """`G1 is destroyed` is `G1 eliminated`. `further`: what only one game says."""
    if TAKEN_AS_WRITTEN.match(text):
        return text
    for pattern, form in (*REWRITES, *further):
        text = re.sub(pattern, form, text, flags=re.IGNORECASE)
    found = re.fullmatch(r"(.+?)(?: (no longer|not))? (?:in|on|at) (\S+)", text, re.IGNORECASE)
    return f"{found[1]}{' not' if found[2] else ''} at {found[3]}" if found and is_place(found[3]) else text


def list_of(text: str) -> list[str]:
    """`G1, G2 and G3 eliminated` in its pieces; the last has the predicate."""
    return [piece for piece in re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|et|&)\s+", text) if piece]


def verb_rule(verbs: Iterable[Verb], text: str) -> str:
    """The rule of the order a line begins with: a target that nobody sees is refused as the target of such an order."""
    said = " ".join(text.upper().split())
    known = [(name, verb.rule) for verb in verbs for name in (verb.name, verb.fr, *verb.synonyms) if name]
    return max(((len(name), rule) for name, rule in known if said.startswith(f"{name} ")), default=(0, ""))[1]
