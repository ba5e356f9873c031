"""Events into words. The words of a game are macros in `templates/<game>/events.txt.j2`, one for each kind of event.

The file may set three names: `heads`, kinds that make a fight of their own; `before`, by head the kinds that lead up to it; `after`,
kinds that follow from it: all are told inside the fight of the same place. A head's macro gets the event, what came before and what
came after it. A kind without a macro is told by `templates/generic/events.txt.j2`, so that a game without templates can be read too.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from jinja2.environment import TemplateModule

from pbem.reports import layout
from pbem.reports.model import Fight
from pbem.reports.text import game_words, lenient
from pbem.words import Words

Event = dict[str, Any]


@dataclass
class Bundle:
    """One fight: the event that decided it, and what belongs to it."""

    head: Event
    before: list[Event]
    after: list[Event] = field(default_factory=list)


def place_of(event: Event) -> str:
    return str(event.get("hex") or event.get("at") or event.get("place") or "")


def bundles(events: list[Event], heads: list[str], before: dict[str, list[str]], after: list[str]) -> tuple[list[Bundle], list[Event]]:
    """The fights in their order, and the events that belong to none."""
    fights: list[Bundle] = []
    latest: dict[str, Bundle] = {}
    leading: list[Event] = []
    told: list[Event] = []
    for event in events:
        kind, place = event["kind"], place_of(event)
        if kind in heads:
            led = [e for e in leading if place_of(e) == place and e["kind"] in before.get(kind, [])]
            leading = [e for e in leading if not any(e is other for other in led)]
            latest[place] = Bundle(event, led)
            fights.append(latest[place])
            told += [event, *led]
        elif kind in after and place in latest:
            latest[place].after.append(event)
            told.append(event)
        elif place and any(kind in kinds for kinds in before.values()):
            leading.append(event)
    return fights, [event for event in events if not any(event is other for other in told)]


class Narrator:
    """Tells events to one side in one language. `sources` say where its own answers came from; the other's are never known."""

    def __init__(self, slug: str, side: str, language: str, sources: dict[str, str] | None = None) -> None:
        self.slug, self.side = slug, side
        self.words: Words = game_words(language, slug)
        self.sources = sources or {}
        self.generic = self._module(["generic/events.txt.j2"])
        self.own = self._module([f"{slug}/events.txt.j2", "generic/events.txt.j2"])

    def _module(self, files: list[str]) -> TemplateModule:
        template = lenient().select_template(files)
        return template.make_module({"_": self.words, "me": self.side, "told": self.told, "language": self.words.language})

    def told(self, kind: str, place: str = "") -> str:
        """`(doctrine line 8)`: who answered for this side, if it was not a matter of course."""
        for key, source in sorted(self.sources.items()):
            side, asked, subject = key.split("/", 2)
            if side == self.side and asked == kind and f" {place} " in f" {subject.split('#')[0]} ":
                word, _, line = source.partition(" ")
                return f"({self.words(f'source.{word}', n=line)})" if self.words.has(f"source.{word}") else ""
        return ""

    def _list(self, name: str) -> list[str]:
        return list(getattr(self.own, name, ()))

    def _before(self) -> dict[str, list[str]]:
        return dict(getattr(self.own, "before", {}))

    def _macro(self, kind: str) -> Any:
        name = kind.replace(" ", "_").replace("-", "_")
        return getattr(self.own, name, None) or getattr(self.generic, name, None) or self.generic.event  # type: ignore[attr-defined]

    def event(self, event: Event) -> str:
        """One event in one line, unwrapped; empty if it needs no telling."""
        return " ".join(str(self._macro(event["kind"])(event)).split())

    def fight(self, n: int, bundle: Bundle) -> Fight:
        label = f"F{n}"
        text = str(self._macro(bundle.head["kind"])(bundle.head, bundle.before, bundle.after))
        lines = [line for line in text.splitlines() if line.strip()]
        outcome = self.words("semicolon").join(line.strip() for line in lines[max(1, len(lines) - 2) :])
        told = [piece for line in lines for piece in folded(line)]
        return Fight(label, place_of(bundle.head), told, cited(bundle), outcome)

    def tell(self, events: list[Event]) -> tuple[list[Fight], list[str]]:
        fights, rest = bundles(events, self._list("heads"), self._before(), self._list("after"))
        others = [line for line in map(self.event, rest) if line]
        return [self.fight(n, bundle) for n, bundle in enumerate(fights, 1)], others

    def summary(self, events: list[Event]) -> list[str]:
        """What a game sums up of all the events, if its file has a macro `summary`: losses, ground won."""
        macro = getattr(self.own, "summary", None)
        return [" ".join(line.split()) for line in str(macro(events)).splitlines() if line.strip()] if macro else []

    def note(self, note: Event) -> str:
        """A message key with its facts, from a position or a forecast."""
        facts = {**note, **note.get("facts", {})}
        return self.words(str(facts.pop("key")), **{name: self._fact(value) for name, value in facts.items()})

    def _fact(self, value: Any) -> str:
        """A fact may be a note itself, or a list of notes."""
        if isinstance(value, list) and value and all(isinstance(one, dict) and "key" in one for one in value):
            return ", ".join(self.note(one) for one in value)
        return layout.readable(value)


def folded(line: str) -> list[str]:
    """A line of a fight at 69 columns (the label takes three); a signed modifier keeps its column."""
    sign = line[:2] in (" 0",) or line[:1] in "+-"
    return [part[3:] for part in layout.wrap(line.strip() if not sign else line.rstrip(), 3, 6 if sign else 3).splitlines()]


def cited(bundle: Bundle) -> list[str]:
    """Every rule the fight rests on, in the order told."""
    rules: list[str] = []
    for event in [*bundle.before, bundle.head, *bundle.after]:
        rows = [row for fact in event.values() if isinstance(fact, list) for row in fact if isinstance(row, dict)]
        for rule in [event.get("rule", ""), *(row.get("rule", "") for row in rows)]:
            if rule and rule not in rules:
                rules.append(rule)
    return rules
