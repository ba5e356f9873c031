"""How the staff answers where nobody says anything: the defaults of the decision points."""

from __future__ import annotations

from typing import Any

from pbem.engine.choice import Choice, OneOf, Some


def fill(choice: Choice, names: list[str]) -> list[str]:
    """As many of the names, from the front, as fit."""
    assert isinstance(choice.options, Some)
    chosen: list[str] = []
    for name in names:
        if sum(choice.options.of[n] for n in [*chosen, name]) <= choice.options.limit:
            chosen.append(name)
    return chosen


def supply(choice: Choice) -> Any:
    """R1: all; if short, the strongest against the force that comes."""
    assert isinstance(choice.options, Some)
    return fill(choice, sorted(choice.options.of, key=lambda n: (-choice.about[n]["fp"], n)))


def support(choice: Choice) -> Any:
    """R2: all that can be paid, the strongest first."""
    return supply(choice)


def main_attack(choice: Choice) -> Any:
    """R3: the origin with most units, so that fewest have the bonus; then the heavier, then the lower zone."""
    assert isinstance(choice.options, OneOf)
    return min(choice.options.of, key=lambda at: (-choice.about[at]["units"], -choice.about[at]["fp"], at))


def engineers(choice: Choice) -> Any:
    """D1: they clear what would hurt somebody."""
    return "clear"


def fire(choice: Choice) -> Any:
    """R4, R5, D2, D4: the strongest fires first, at whom it most probably destroys; then the dearest, the most damaged."""
    assert isinstance(choice.options, OneOf)
    shots = [shot for shot in choice.options.of if shot != "cease"]
    return min(shots, key=lambda shot: choice.about[shot]["order"] + [shot]) if shots else "cease"


def withdraw(choice: Choice) -> Any:
    """D3: all, when fewer are left than defend."""
    assert isinstance(choice.options, Some)
    survivors, defenders = (int(n) for n in choice.facts["ratio"].split(":"))
    return sorted(choice.options.of) if survivors < defenders else []


def advance(choice: Choice) -> Any:
    """D5: as many as there is room for, infantry soldiers first, undamaged armor last."""
    assert isinstance(choice.options, Some)

    def order(name: str) -> tuple[Any, ...]:
        card = choice.about[name]
        return not card["soldier"], card["armor"] and not card["hits"], name

    return fill(choice, sorted(choice.options.of, key=order))


def discard(choice: Choice) -> Any:
    """P7.1: the cheapest first."""
    assert isinstance(choice.options, Some)
    return sorted(choice.options.of, key=lambda n: (choice.about[n]["cost"], n))[: choice.options.least]
