"""A question to one side in words: the macros of `templates/<game>/decisions.txt.j2`, one for each kind of choice.

A macro `<kind>` gets the question (see `games.letters`, `decision`) and gives its lines, wrapped or laid out as a table; a macro
`staff_<kind>` may say why the staff would answer as it does, `title_<kind>` the question in a few words. A kind without them is told
by `templates/generic/decisions.txt.j2`, so that a game without templates can be played too.
"""

from __future__ import annotations

from typing import Any

from jinja2.environment import TemplateModule

from pbem.reports import layout
from pbem.reports.text import game_words, lenient

Question = dict[str, Any]


class Asker:
    def __init__(self, slug: str, side: str, language: str) -> None:
        self.words, self.side = game_words(language, slug), side
        self.generic = self._module(["generic/decisions.txt.j2"])
        self.own = self._module([f"{slug}/decisions.txt.j2", "generic/decisions.txt.j2"])

    def _module(self, files: list[str]) -> TemplateModule:
        template = lenient().select_template(files)
        return template.make_module({"_": self.words, "me": self.side, "language": self.words.language})

    def _macro(self, kind: str, head: str = "") -> Any:
        name = f"{head}{kind}".replace(" ", "_").replace("-", "_")
        return getattr(self.own, name, None) or getattr(self.generic, f"{head}choice")

    def title(self, question: Question) -> str:
        return " ".join(str(self._macro(question["kind"], "title_")(question)).split())

    def why_staff(self, question: Question) -> str:
        return " ".join(str(self._macro(question["kind"], "staff_")(question)).split())

    def told(self, question: Question) -> str:
        return layout.tidy(str(self._macro(question["kind"])(question))).rstrip()
