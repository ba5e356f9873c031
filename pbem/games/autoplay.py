"""Bots play whole games: the same orders as text, the same check, the same engine and sealed dice, only without the post."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.desk import OfficeDesk
from pbem.engine.dice import chain, seal
from pbem.engine.game import Done, run
from pbem.engine.ruleset import Ruleset
from pbem.engine.sequence import stage_row, step_name, wanted
from pbem.engine.sound import reasons
from pbem.engine.stages import Filing, Stage, opening, sealed_dice
from pbem.engine.state import canonical, decode
from pbem.engine.verbs import Line, Verdict
from pbem.games.filing import owned
from pbem.games.library import Library
from pbem.orders import CheckedOrders, check_orders

LANGUAGE, POLICY = "en", "strict"
NOTHING_TO_DO = "PASS"

Say = Callable[[int, int], None]


@dataclass
class Score:
    """What happened over the games played so far, as `pbem autoplay --json` prints it."""

    games: int = 0
    finished: int = 0
    violations: int = 0
    turns: int = 0
    orders: int = 0
    refused: int = 0
    lapsed: int = 0
    passes: int = 0
    draws: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    choices: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)  # the first of every kind: what to look into

    def json(self, rules: Ruleset, seconds: float) -> dict[str, Any]:
        return {
            "games": self.games, "finished": self.finished, "violations": self.violations, "turns": self.turns, "orders": self.orders,
            "refused": self.refused, "lapsed": self.lapsed, "passes": self.passes, "wins": {side: self.wins[side] for side in rules.sides},
            "draws": self.draws, "levels": dict(sorted(self.levels.items())), "verbs": {verb: self.verbs[verb] for verb in rules.verbs},
            "choices": {kind: self.choices[kind] for kind in rules.kinds}, "seconds": round(seconds, 1), "faults": self.faults[:20],
        }  # fmt: skip


@dataclass
class Played:
    """One stage of a game of bots: its record, its orders as checked, and what became of each line."""

    stage: Stage
    state: Any  # before it was played
    orders: dict[str, CheckedOrders]
    verdicts: dict[str, Verdict]


def autoplay(
    library: Library,
    scenario: str,
    games: int,
    seed: int,
    turns: int | None = None,
    say: Say | None = None,
    options: dict[str, str] | None = None,
) -> dict[str, Any]:
    rules = library.ruleset(library.scenario(scenario).ruleset)
    score, start = Score(), time.monotonic()
    for number in range(games):
        play_game(rules, scenario, f"{seed + number}", turns, score, options)
        if say is not None:
            say(number + 1, games)
    return score.json(rules, time.monotonic() - start)


def play_game(
    rules: Ruleset, scenario: str, seed: str, turns: int | None, score: Score, options: dict[str, str] | None = None
) -> list[Played]:
    """One game from its first stage to its end, or to the end of turn `turns`."""
    before = canonical(rules.begin(scenario, options))
    score.games += 1
    stages: list[Played] = []
    while True:
        state = decode(before, rules.state)
        if state.over or (turns is not None and state.turn > turns):
            break
        played = play_stage(rules, seed, len(stages) + 1, before)
        count(score, rules, played)
        stages.append(played)
        before = played.stage.after
    score.turns += len({played.state.turn for played in stages})
    if state.over:
        settle(score, rules, state)
    return stages


def settle(score: Score, rules: Ruleset, state: Any) -> None:
    score.finished += 1
    result = rules.result(state)
    if result["winner"]:
        score.wins[result["winner"]] += 1
    else:
        score.draws += 1
    score.levels[str(result["level"])] += 1


def play_stage(rules: Ruleset, seed: str, seq: int, before: bytes) -> Played:
    """Orders of every side wanted, thought out on its own view and read back from their text; then the stage, to its end."""
    state = decode(before, rules.state)
    orders = {side: bot_orders(rules, state, side) for side in wanted(rules, state)}
    stage = new_stage(rules, seed, seq, before)
    blind = secret(seed, "blind")
    for side in rules.sides:
        stage.filings.append(filing(side, orders))
    stage.opening = [commitment.hex() for commitment in opening(stage.name, stage.filings, blind)]
    desk = OfficeDesk({filing.side: filing.lines for filing in stage.filings}, staff=rules.sides)
    done = run(rules, before, desk, sealed_dice(stage, blind), [], POLICY, sound=False)
    assert isinstance(done, Done), "the staff answers everything"
    stage.journal, stage.tape, stage.events, stage.after = done.journal, done.rolls, done.events, canonical(done.state)
    return Played(stage, state, orders, done.verdicts)


def filing(side: str, orders: dict[str, CheckedOrders]) -> Filing:
    if side not in orders:
        return Filing(side)
    lines, text = orders[side].playable(POLICY), "\n".join(line.text for line in orders[side].lines)
    return Filing(side, text, "", [owned(side, one) for one in lines] if len(orders) > 1 else lines)


def bot_orders(rules: Ruleset, state: Any, side: str) -> CheckedOrders:
    text = "\n".join(rules.staff(rules.view(state, side), side))
    return check_orders(rules, state, side, text, [], LANGUAGE)


def secret(seed: str, what: str) -> bytes:
    return chain("pbem-autoplay", seed, what)


def new_stage(rules: Ruleset, seed: str, seq: int, before: bytes) -> Stage:
    state = decode(before, rules.state)
    open_seed, dark = secret(seed, f"{seq} seed"), secret(seed, f"{seq} dark")
    return Stage(
        game=f"auto{seed}", seq=seq, attempt=1, step=step_name(rules, state), letter=stage_row(rules, state).letter, before=before,
        seal=seal(open_seed), dark_seal=seal(dark), seed=open_seed.hex(), dark=dark.hex(), policy=POLICY, rules=rules.version,
    )  # fmt: skip


def count(score: Score, rules: Ruleset, played: Played) -> None:
    step = f"{played.stage.game} {played.stage.step}"
    unsound = reasons(rules, decode(played.stage.after, rules.state), played.stage.events)
    score.violations += len(unsound)
    score.faults += [f"{step}: {reason}" for reason in unsound]
    score.choices.update(entry.key.split("/")[1] for entry in played.stage.journal if entry.what == "answer")
    for checked in played.orders.values():
        real = [line for line in checked.lines if line.line is None or line.line.verb != NOTHING_TO_DO]
        score.orders += len(real)
        score.passes += not real
        score.refused += len(checked.open)
        score.faults += [f"{step}, {line.status}: {line.text} - {line.message} [{line.rule}]" for line in checked.open]
        score.verbs.update(line.line.verb for line in checked.lines if line.line is not None)
    filed = {line.n: line for filing in played.stage.filings for line in filing.lines}
    score.lapsed += sum(stopped(filed, n, verdict.status) for n, verdict in played.verdicts.items())


def stopped(filed: dict[str, Line], n: str, status: str) -> bool:
    """A sound line that the dice, the enemy or its own IF kept from being carried out."""
    return n in filed and status != "ok"
