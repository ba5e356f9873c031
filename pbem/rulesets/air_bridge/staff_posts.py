"""Posts: places that somebody has to hold, who stays there, and who is sent."""

from __future__ import annotations

from dataclasses import dataclass

from pbem.rulesets.air_bridge import field
from pbem.rulesets.air_bridge.staff_sketch import Sketch
from pbem.rulesets.air_bridge.state import Unit


@dataclass(frozen=True)
class Post:
    hex: str
    need: int  # defence wanted there


def pin(k: Sketch, posts: list[Post]) -> None:
    """As many of those who stand in a post as it needs do not leave it; the strongest in defence stay."""
    for post in posts:
        there = 0
        for u in sorted(k.s.at(post.hex, k.side), key=lambda u: (u.artillery, -u.defence, u.id)):
            if there >= post.need:
                break
            k.pinned.add(u.id)
            there += u.defence


def man(k: Sketch, posts: list[Post], units: list[Unit]) -> None:
    """Post after post, the nearest of the free units are sent until enough are there or on their way; who arrives stays."""
    free = [u for u in units if k.free(u) and u.id not in k.pinned]
    for post in posts:
        if post.hex in k.foes:
            continue
        ways = k.toward((post.hex,))
        there = sum(u.defence for u in k.s.at(post.hex, k.side))
        while there < post.need and free:
            u = min(free, key=lambda u: (k.far(k.s.entry.get(u.id, "") if not u.at else u.at, ways), u.id))
            free.remove(u)
            k.march(u, (post.hex,))
            k.moved.add(u.id)
            k.pinned.update([u.id] * (u.at == post.hex))
            there += u.defence


def threat(k: Sketch, hex: str, within: int) -> int:
    """The enemy's attack points near the hex, those close by counting more."""
    found = 0
    for at in k.foes:
        away = field.distance(k.s, at, hex)
        if away <= within:
            found += sum(u.attack for u in k.s.at(at, k.enemy)) * (within + 1 - away) // within
    return found
