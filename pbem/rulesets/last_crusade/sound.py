"""What must hold in every whole position, and of every run that led to it: no rule may ever leave anything else behind."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pbem.engine.events import Event
from pbem.rulesets.last_crusade import sound_cards, sound_field, sound_shots
from pbem.rulesets.last_crusade.state import State

Sound = Callable[[State, list[Event]], Iterable[str]]


def of_the_whole(check: Sound) -> Sound:
    """A side's view has holes: it is not asked."""
    return lambda s, events: () if s.seen_by else check(s, events)


CHECKS: tuple[Sound, ...] = (*sound_cards.SOUND, *sound_field.SOUND, *sound_shots.SOUND)
SOUND = tuple(of_the_whole(check) for check in CHECKS)
