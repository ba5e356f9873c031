"""Translations: message keys and their words in English and French, read from gettext catalogues."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.pofile import read_po

from pbem import data
from pbem.errors import PbemError

LANGUAGES = ("en", "fr")


class Words:
    """The words of one catalogue in one language; a missing key is a fault of ours and raises."""

    def __init__(self, language: str, domain: str, messages: dict[str, str]) -> None:
        self.language = language
        self.domain = domain
        self.messages = messages

    def __contains__(self, key: str) -> bool:
        return key in self.messages

    def has(self, key: str) -> bool:
        return key in self.messages

    def __call__(self, key: str, **facts: Any) -> str:
        return self.get(key, **facts)

    def get(self, key: str, **facts: Any) -> str:
        try:
            return self.messages[key].format(**{name: self._text(value) for name, value in facts.items()})
        except KeyError as missing:
            raise PbemError(
                f"no words for {missing} of {key!r} in {self.language}/{self.domain}.po", f"add {key!r} to templates/locale"
            ) from None

    def _text(self, value: Any) -> Any:
        """Lists read as `A, B and C`."""
        if not isinstance(value, list | tuple):
            return value
        names = [str(item) for item in value]
        joint = " et " if self.language == "fr" else " and "
        return joint.join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


@cache
def words(language: str, domain: str = "pbem") -> Words:
    """The catalogues of `domain` in `language`; a language we do not speak is answered in English."""
    spoken = language if language in LANGUAGES else "en"
    messages: dict[str, str] = {}
    for name in dict.fromkeys(("pbem", domain)):  # a game's own words go before the general ones
        for file in sorted((data.folder("templates") / "locale" / spoken).glob(f"{name}*.po")):
            messages.update(_messages(spoken, file))
    return Words(spoken, domain, messages)


def _messages(language: str, file: Path) -> dict[str, str]:
    with file.open("rb") as stream:
        catalogue = read_po(stream, locale=language)
    return {str(m.id): str(m.string) for m in catalogue if m.id and m.string}
