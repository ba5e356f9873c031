"""Whether the words of an EXPECT `event` line stand in an event, whatever the ending of its verbs."""

from __future__ import annotations

import re
from collections.abc import Mapping

SAY_NOTHING = {"is", "are", "was", "were", "has", "have", "been", "the", "a", "an", "at", "in", "on", "by"}
ENDINGS = re.compile(r"(?<=[a-z]{3})(?:ing|ed|es|s|e)$")


def says(event: str, wanted: str, others: Mapping[str, tuple[str, ...]]) -> bool:
    """All words wanted stand in it, or one of the `others` that mean the same in this game."""
    there = {stem(word) for word in tokens(event)}
    words = [word for word in tokens(wanted) if word not in SAY_NOTHING]
    return all({stem(word), *(stem(other) for other in others.get(stem(word), ()))} & there for word in words)


def tokens(text: str) -> list[str]:
    return re.findall(r"[\w/+:.-]+", text.casefold())


def stem(word: str) -> str:
    """`retreats`, `retreated`, `retreating` are `retreat`; a name with a number in it stays as it is."""
    return ENDINGS.sub("", word) if word.isalpha() else word
