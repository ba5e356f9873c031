"""The Last Crusade at length: staff games of its scenarios counted, and one by mail to its end, replayed reports and all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from pbem.games.autoplay import autoplay
from pbem.games.library import Library
from tests.proofs.campaign import by_mail

ARRACOURT, FREE = "last-crusade/arracourt", "last-crusade/free-game"
GAMES = {ARRACOURT: 200, FREE: 40}
SAMPLE = {ARRACOURT: 2, FREE: 1}
PASSES, WINS = 10, 60  # percent of the orders that may be nothing, and of the games of Arracourt that either side may win

Say = Callable[[int, int], None]


def prove(quick: bool, seed: int, say: Say | None = None) -> dict[str, Any]:
    library, games = Library(), SAMPLE if quick else GAMES
    mailed, of = by_mail(ARRACOURT, quick, seed), sum(games.values()) + 1
    counted: dict[str, dict[str, Any]] = {}
    done = 1
    for scenario, number in games.items():
        tell = None if say is None else lambda n, _, before=done: say(before + n, of)
        counted[scenario] = autoplay(library, scenario, number, seed, say=tell)
        done += number
    return {
        "games": of,
        "unfinished": mailed["unfinished"] + sum(found["games"] - found["finished"] for found in counted.values()),
        "differences": mailed["differences"],
        "mails": mailed["mails"],
        **{key: mailed[key] + sum(found[key] for found in counted.values()) for key in ("violations", "refused")},
        "wins": counted[ARRACOURT]["wins"],
        "faults": [*mailed["faults"], *(fault for found in counted.values() for fault in found["faults"])],
        **({} if quick else shortcomings(counted)),
    }


def shortcomings(counted: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Of many games: verbs and choices that never occur, too many turns without orders, a side that wins too often."""
    used: Counter[str] = Counter()
    for found in counted.values():
        used.update(found["verbs"] | found["choices"])
    arracourt = counted[ARRACOURT]
    passes, filings = (sum(found[key] for found in counted.values()) for key in ("passes", "turns"))
    idle = passes * 100 > PASSES * filings * 2  # both sides order once a turn
    one_sided = max(arracourt["wins"].values()) * 100 > WINS * arracourt["games"]
    return {"unused": sorted(name for name, number in used.items() if not number), "idle": int(idle), "one_sided": int(one_sided)}
