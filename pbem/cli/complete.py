"""What the shell may complete: names that exist here. Nothing is said when something is missing."""

from __future__ import annotations

from collections.abc import Callable

import rich_click as click

from pbem.cli.frame import Office, found_folder
from pbem.errors import PbemError


def _office(context: click.Context) -> Office:
    folder = context.find_root().params.get("folder")
    return Office((folder or found_folder()).resolve())


def _names(find: Callable[[Office], list[str]], context: click.Context, begun: str) -> list[str]:
    try:
        return [name for name in find(_office(context)) if name.startswith(begun)]
    except PbemError:
        return []


def scenario_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    return _names(lambda office: [one.id for one in office.library.scenarios()], context, begun)


def ruleset_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    return _names(lambda office: sorted(office.library.rulesets), context, begun)


def game_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    from pbem.games.gamefile import game_ids

    return _names(lambda office: game_ids(office.house), context, begun)


def seat_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    from pbem.games.gamefile import game_ids, load

    def seats(office: Office) -> list[str]:
        house = office.house
        return [f"{game}.{side}" for game in game_ids(house) for side in load(house, game).seats]

    return _names(seats, context, begun)
