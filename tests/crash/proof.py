"""Kills the daemon in the middle of a mail game, again and again; afterwards all is as if nothing had happened."""

from __future__ import annotations

import hashlib
import os
import random
import shutil
import smtplib
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from typing import Any

from sqlmodel import select

from pbem.engine.state import canonical
from pbem.games.faults import POINTS
from pbem.games.gamefile import load
from pbem.games.house import House
from pbem.games.new import new_game
from pbem.games.settings import GameSettings
from pbem.games.stages import entries_of
from pbem.mail.incoming import split_head
from pbem.mail.letter import parse
from pbem.mail.office import Maildirs
from pbem.store.tables import MessageRow
from tests.games.play import play
from tests.games.table import START, make_house, opened, people, table

SCENARIO, CAMPAIGN = "air-bridge/breakout", "air-bridge/market-garden"
SEATS = people("allied", "german")
GAME = "g1"
PATIENCE = 120.0  # seconds for one step of the game; far more than it needs
LONGEST_LIFE = 1.2  # seconds after which a daemon is killed at a random instant


@dataclass
class Script:
    """What the players of the undisturbed game wrote, to which of our mails, and what was there afterwards."""

    steps: list[dict[str, Any]]
    record: dict[str, Any]
    bodies: dict[str, bytes] = field(default_factory=dict)  # of every mail, by Message-ID: to show what differs


@dataclass
class Hits:
    kills: int = 0
    points: Counter[str] = field(default_factory=Counter)
    lost: int = 0
    twice: int = 0
    differences: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)  # folders of games that differed

    def add(self, more: Hits) -> None:
        self.kills += more.kills
        self.points += more.points
        self.lost += more.lost
        self.twice += more.twice
        self.differences += more.differences
        self.kept += more.kept


def undisturbed(seed: str, most: int, scenario: str = SCENARIO) -> Script:
    """The game as it goes when nobody kills anything; `most` mails of players."""
    folder = Path(tempfile.mkdtemp(prefix="pbem-undisturbed-"))
    try:
        with table(folder, scenario, SEATS, GameSettings(), game=GAME, seed=seed) as t:
            steps = [{"side": s.side, "answers": s.answers, "text": s.text, "mails": s.mails} for s in play(t, most)]
            return Script(steps, whole(t.house), bodies(t.house))
    finally:
        shutil.rmtree(folder)


def whole(house: House) -> dict[str, Any]:
    """All that must not depend on kills: position, events, dice, answers, and the mails the players found."""
    file = load(house, GAME)
    stages = []
    for row in file.stages:
        answers = [[e.key, e.value, e.asked, e.source] for e in entries_of(row)]
        stages.append([row.seq, row.attempt, row.step, row.status, row.tape, answers, (row.events or b"").hex(), (row.after or b"").hex()])
    mails = {side: sorted(digests(house.maildirs, who)) for side, who in SEATS.items()}
    return {"state": canonical(file.state).hex(), "status": file.game.status, "stages": stages, "mails": mails}


def bodies(house: House) -> dict[str, bytes]:
    return {parse(mail.raw).message_id: split_head(mail.raw)[1] for who in SEATS.values() for mail in house.maildirs.read(who)}


def digests(boxes: Maildirs, address: str) -> set[tuple[str, str]]:
    found = set()
    for mail in boxes.read(address):
        _, body = split_head(mail.raw)
        found.add((parse(mail.raw).message_id, hashlib.sha256(body).hexdigest()))
    return found


class Daemon:
    """One life of the daemon after another; each ends at a point of the program or at an instant of the clock."""

    def __init__(self, house: House, seed: str, kills: int, rng: random.Random, born: int = 0) -> None:
        self.house, self.seed, self.left, self.rng = house, seed, kills, rng
        self.hits = Hits()
        self.process: subprocess.Popen[bytes] | None = None
        self.dies_at = 0.0
        self.point = ""
        self.born = born

    def start(self) -> None:
        self.house.port_file.unlink(missing_ok=True)
        environment = {**os.environ, "PBEM_TIME": START.isoformat(), "PBEM_SEED": self.seed, "PYTHONPATH": os.getcwd()}
        environment.pop("PBEM_KILL_AT", None)
        self.point, self.dies_at = "", float("inf")
        if self.left and self.born % 2 == 0:
            self.point = POINTS[self.born // 2 % len(POINTS)]
            environment["PBEM_KILL_AT"] = f"{self.point}:{self.rng.randint(1, 2)}"
        self.born += 1
        log = (self.house.folder / "daemon.log").open("ab")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.crash.daemon", str(self.house.folder)], env=environment, stdout=log, stderr=log
        )
        self.wait_for_port()
        if self.left and not self.point:
            self.dies_at = time.monotonic() + self.rng.uniform(0.0, LONGEST_LIFE)

    def wait_for_port(self) -> None:
        end = time.monotonic() + PATIENCE
        while not self.house.port_file.exists() and self.alive():
            assert time.monotonic() < end, "the daemon does not listen"
            time.sleep(0.02)

    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def tick(self) -> None:
        """Kills it if its time has come, and starts the next one if it is dead."""
        if self.process is None:
            return self.start()
        if time.monotonic() >= self.dies_at and self.alive():
            self.process.kill()
            self.process.wait()
            self.count("random instant")
        elif not self.alive():
            assert self.process.returncode == -9, f"the daemon ended by itself: see {self.house.folder / 'daemon.log'}"
            self.count(self.point)
        else:
            return None
        return self.start()

    def count(self, point: str) -> None:
        self.hits.kills += 1
        self.left -= 1
        self.hits.points[point] += 1

    def stop(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def port(self) -> int | None:
        text = self.house.port_file.read_text() if self.house.port_file.exists() else ""
        return int(text) if text.isdigit() else None


def disturbed(seed: str, script: Script, kills: int, rng: random.Random, born: int = 0, scenario: str = SCENARIO) -> Hits:
    folder = Path(tempfile.mkdtemp(prefix="pbem-killed-"))
    house = make_house(folder, seed)
    new_game(house, scenario, GAME, SEATS, GameSettings())
    daemon = Daemon(house, seed, kills, rng, born)
    try:
        wait_until(daemon, lambda: house.maildirs.read(next(iter(SEATS.values()))) and house.maildirs.read(list(SEATS.values())[-1]))
        counts = dict.fromkeys(SEATS, 0)
        for step in script.steps:
            counts[step["side"]] += 1
            one_step(daemon, house, step, counts[step["side"]])
        daemon.stop()
        compare(daemon.hits, script, house)
        if daemon.hits.differences:
            keep_what_differs(daemon.hits, script, house)
        else:
            shutil.rmtree(folder)
        return daemon.hits
    finally:
        daemon.stop()
        house.store.close()


def one_step(daemon: Daemon, house: House, step: dict[str, Any], count: int) -> None:
    """The player answers the same mail with the same words, and waits until all is there that was there then."""
    address = SEATS[step["side"]]
    asked = next(mail for mail in map(opened, (m.raw for m in house.maildirs.read(address))) if mail.letter.message_id == step["answers"])
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = address, asked.reply_to, f"Re: {asked.subject}"
    mail["Message-ID"], mail["In-Reply-To"] = f"<{step['side']}-{count}@player.test>", step["answers"]
    mail.set_content(step["text"])
    sent = [False]

    def there() -> bool:
        sent[0] = sent[0] or deliver(daemon, address, mail)
        return sent[0] and set(step["mails"]) <= found_mails(house)

    wait_until(daemon, there)


def deliver(daemon: Daemon, sender: str, mail: EmailMessage) -> bool:
    """As a mail program does: if the office did not say OK, again; so a mail may well come in twice."""
    port = daemon.port()
    try:
        if port is None:
            return False
        with smtplib.SMTP("127.0.0.1", port, timeout=20) as smtp:
            smtp.send_message(mail, sender, [str(mail["To"])])
        return True
    except (OSError, smtplib.SMTPException):
        return False


def found_mails(house: House) -> set[str]:
    folders = (house.maildirs.folder(who) / part for who in SEATS.values() for part in ("new", "cur"))
    return {message_id(path) for folder in folders for path in folder.glob("*")}


@cache
def message_id(path: Path) -> str:
    """Looked up again and again while waiting; a mail never changes."""
    return parse(path.read_bytes()).message_id


def wait_until(daemon: Daemon, there: Any) -> None:
    end = time.monotonic() + PATIENCE + 10 * daemon.left
    while not there():
        assert time.monotonic() < end, f"the game does not go on: see {daemon.house.folder / 'daemon.log'}"
        daemon.tick()
        time.sleep(0.03)


def compare(hits: Hits, script: Script, house: House) -> None:
    now = whole(house)
    hits.differences = [name for name in ("state", "status", "stages", "mails") if now[name] != script.record[name]]
    for side, who in SEATS.items():
        names = [parse(mail.raw).message_id for mail in house.maildirs.read(who)]
        hits.lost += len({name for name, _ in script.record["mails"][side]} - set(names))
        hits.twice += len(names) - len(set(names))
    with house.store.read() as session:
        rows = list(session.exec(select(MessageRow)))
    hits.lost += sum(not row.handled for row in rows)


def keep_what_differs(hits: Hits, script: Script, house: House) -> None:
    """The folder of the killed game stays, with both versions of every mail that differs."""
    now = bodies(house)
    beside = house.folder / "differing"
    beside.mkdir(exist_ok=True)
    for n, name in enumerate(sorted(set(now) | set(script.bodies))):
        if now.get(name) != script.bodies.get(name):
            (beside / f"{n}-undisturbed").write_bytes(script.bodies.get(name, b"no such mail\n"))
            (beside / f"{n}-killed").write_bytes(now.get(name, b"no such mail\n"))
            hits.differences.append(f"mail {n} {name}")
    hits.kept.append(str(house.folder))


def tell(n: int, found: Hits) -> None:
    print(f"kills {found.kills} of {n}: {dict(sorted(found.points.items()))}, lost {found.lost}, {found.differences} {found.kept}")


def kills(n: int, seed: int, most: int = 400, say: Callable[[int, Hits], None] = tell, scenario: str = SCENARIO) -> Hits:
    """`n` kills in as many games as they need; hits by point."""
    rng = random.Random(seed)
    found = Hits()
    game = 0
    while found.kills < n:
        name = f"kills {seed} {game}"
        script = undisturbed(name, most, scenario)
        hits = disturbed(name, script, n - found.kills, rng, found.kills, scenario)  # the points go on where the last game stopped
        found.add(hits)
        game += 1
        say(n, found)
        assert game <= 3 * n, "games that end before the daemon dies prove nothing"
    return found


def prove(quick: bool = False, seed: int = 1, say: Callable[[int, int], None] = lambda done, of: None) -> dict[str, Any]:
    """For `make prove`. `twice`: repeats with another Message-ID or body, of which there must be none; same-ID repeats are allowed.

    The campaign is killed in its first turns: it has stages of its own, and decisions that the learning scenario lacks.
    """
    wanted = ((SCENARIO, 10, 8), (CAMPAIGN, 3, 6)) if quick else ((SCENARIO, 44, 400), (CAMPAIGN, 10, 40))
    hits, of = Hits(), sum(n for _, n, _ in wanted)
    for scenario, n, most in wanted:
        done = hits.kills
        hits.add(kills(n, seed, most, lambda _, found, done=done: say(done + found.kills, of), scenario))
    return {
        "kills": hits.kills,
        "lost": hits.lost,
        "twice": 0 if not hits.differences else len(hits.differences),
        "repeated": hits.twice,
        "differences": len(hits.differences),
        "where": [*hits.differences, *hits.kept],
        "points": dict(sorted(hits.points.items())),
    }


if __name__ == "__main__":
    print(prove(quick="--quick" in sys.argv, seed=1))
