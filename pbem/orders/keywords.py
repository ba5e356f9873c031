"""The words of the language, as they stand in the grammar."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from pathlib import Path

from pbem.orders.text import atoms

GRAMMAR = (Path(__file__).parent / "orders.lark").read_text(encoding="utf-8")


@lru_cache(maxsize=16384)
def keys(phrase: str) -> tuple[str, ...]:
    return tuple(atom.key for atom in atoms(phrase)[0])


@cache
def language_words() -> tuple[tuple[str, str], ...]:
    """(phrase, terminal) of every word that stands in the grammar."""
    found: list[tuple[str, str]] = []
    for name, body in re.findall(r"^([A-Z_]+): ((?:.+\n?)(?:^ +\| .+\n?)*)", GRAMMAR, re.MULTILINE):
        found += [(phrase, name) for phrase in re.findall(r'"([^"]+)"', body)]
    return tuple(found)


KEYWORDS = frozenset(phrase for phrase, _ in language_words() if " " not in phrase and phrase.isalpha())

# the words above that mean the same, by what the engine calls it
STATES = {
    "ours": "ours", "a nous": "ours", "theirs": "theirs", "a eux": "theirs", "empty": "empty", "vide": "empty", "blown": "blown",
    "saute": "blown", "standing": "standing", "debout": "standing", "alive": "alive", "vivant": "alive", "vivants": "alive",
    "fresh": "fresh", "frais": "fresh", "fatigued": "fatigued", "fatigue": "fatigued", "fatigues": "fatigued",
    "supplied": "supplied", "ravitaille": "supplied", "ravitailles": "supplied", "done": "done", "faite": "done",
    "failed": "failed", "manquee": "failed", "clear": "clear", "clair": "clear", "bad": "bad", "mauvais": "bad",
}  # fmt: skip
POLICIES = {
    "never": "never", "jamais": "never", "always": "always", "toujours": "always", "spare": "spare", "epargner": "spare",
    "weakest": "weakest", "weakest first": "weakest", "le plus faible d abord": "weakest", "le plus faible": "weakest",
    "strongest": "strongest", "strongest first": "strongest", "le plus fort d abord": "strongest", "le plus fort": "strongest",
    "best": "best", "meilleur": "best", "meilleure": "best", "meilleurs": "best", "meilleures": "best", "spread": "spread",
    "repartir": "spread", "toward": "toward", "towards": "toward", "vers": "toward", "via": "via", "par": "via", "keep": "keep",
    "reserve": "keep", "garder": "keep", "second": "second", "seconde": "second", "as": "as", "en": "as", "comme": "as", "action": "",
    "actions": "",
}  # fmt: skip
POLICIES |= {phrase: "weakest" for phrase, _ in language_words() if "plus faible" in phrase}
POLICIES |= {phrase: "strongest" for phrase, _ in language_words() if "plus fort" in phrase}
