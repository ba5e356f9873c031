"""Games of bots as a proof: sound to their end, replays byte for byte, dice proven, and no line called illegal that the truth allows."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from pbem.engine.desk import OfficeDesk
from pbem.engine.game import Done, run
from pbem.engine.ruleset import Ruleset
from pbem.engine.stages import Stage, sealed_dice
from pbem.engine.stages import prove as prove_stage
from pbem.engine.state import canonical, decode
from pbem.games.autoplay import LANGUAGE, POLICY, Played, Score, play_game, secret
from pbem.games.library import Library
from pbem.orders import check_orders

Say = Callable[[int, int], None]
TOY = "tests.toy.rules"


def prove(quick: bool, seed: int, say: Say | None = None) -> dict[str, Any]:
    library = Library([TOY])
    games = 1 if quick else 20
    scenarios = [scenario.id for scenario in library.scenarios()]
    found: dict[str, Any] = {
        "games": 0, "finished": 0, "violations": 0, "refused": 0, "tried_illegal": 0, "wrongly_refused": 0, "differences": 0, "faults": [],
    }  # fmt: skip
    for number, scenario in enumerate(scenarios):
        rules = library.ruleset(library.scenario(scenario).ruleset)
        for game in range(games):
            add(found, one_game(rules, scenario, f"{seed + game}"))
            if say is not None:
                say(number * games + game + 1, games * len(scenarios))
    return found


def add(found: dict[str, Any], more: dict[str, Any]) -> None:
    for key, value in more.items():
        found[key] += value


def one_game(rules: Ruleset, scenario: str, seed: str) -> dict[str, Any]:
    score = Score()
    stages = play_game(rules, scenario, seed, None, score)
    stored = [decode(canonical(played.stage), Stage) for played in stages]  # as it comes back from the record
    faults = [fault for stage in stored for fault in prove_stage(rules, stage, secret(seed, "blind")).faults]
    tried = [wrongly_refused(rules, played, seed) for played in stages]
    wrong = [text for _, texts in tried for text in texts]
    return {
        "games": 1, "finished": score.finished, "violations": score.violations, "refused": score.refused, "differences": len(faults),
        "tried_illegal": sum(n for n, _ in tried), "wrongly_refused": len(wrong), "faults": [*score.faults, *faults, *wrong],
    }  # fmt: skip


def wrongly_refused(rules: Ruleset, played: Played, seed: str) -> tuple[int, list[str]]:
    """Spoilt lines, one at a time: of those the check calls illegal, how many, and which the true position would have let pass."""
    rng = random.Random(f"{seed} {played.stage.seq}")
    tried, wrong = 0, []
    for side, orders in played.orders.items():
        for line in orders.lines[:: max(1, len(orders.lines) // 3)]:
            text = spoilt(line.printed, rules, played, rng)
            checked = check_orders(rules, played.state, side, text, [], LANGUAGE).lines[:1]
            if not checked or checked[0].status != "illegal" or checked[0].line is None:
                continue
            tried += 1
            if allowed(rules, played, side, checked[0].line, seed):
                wrong.append(f"{played.stage.game} {played.stage.step}: {text} is allowed, not {checked[0].message}")
    return tried, wrong


def spoilt(text: str, rules: Ruleset, played: Played, rng: random.Random) -> str:
    """The line with its last place changed for another of the map."""
    ids = rules.board(played.state.scenario).ids
    words = text.split()
    places = [i for i, word in enumerate(words) if word.strip(",") in ids]
    if places:
        words[places[-1]] = rng.choice(ids)
    return " ".join(words)


def allowed(rules: Ruleset, played: Played, side: str, line: Any, seed: str) -> bool:
    alone = msgspec.structs.replace(line, n="1")
    desk = OfficeDesk({side: [alone]}, staff=rules.sides)
    done = run(rules, played.stage.before, desk, sealed_dice(played.stage, secret(seed, "blind")), [], POLICY)
    return isinstance(done, Done) and "1" in done.verdicts and done.verdicts["1"].status == "ok"
