"""One orders mail to its reply: by SMTP into the embedded office, read, checked, answered, delivered to the player's Maildir."""

from __future__ import annotations

import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pbem.games.daemon import serve
from pbem.games.gamefile import load
from pbem.games.house import House, init_on_any_port, open_house
from pbem.games.new import new_game
from pbem.games.postbox import Postbox
from pbem.games.staffplay import staff_text

from .measure import Row, against_goal
from .stage import SCENARIO

GOAL = 1.0
ROUNDS = 5


def mail_row() -> Row:
    with tempfile.TemporaryDirectory() as folder:
        house = an_office(Path(folder))
        side, *others = house.library.scenario(SCENARIO).sides
        with at_work(house):
            new_game(house, SCENARIO, "bench", {side: f"{side}@localhost", **dict.fromkeys(others, "staff")})
            box = Postbox(house, "bench", side)
            answer(box, "JOIN")
            wait(lambda: side in load(house, "bench").wanted())
            orders = "ORDERS\n" + staff_text(load(house, "bench"), side) + "\nEND\n"
            taken = [answer(box, orders) for _ in range(ROUNDS)]
    lines = len(orders.splitlines()) - 2
    return against_goal(f"an orders mail of {lines} lines to its reply", statistics.median(taken), GOAL)


def an_office(folder: Path) -> House:
    init_on_any_port(folder)
    return open_house(folder)


@contextmanager
def at_work(house: House) -> Iterator[None]:
    stop = threading.Event()
    worker = threading.Thread(target=serve, args=(house, stop))
    worker.start()
    try:
        wait(house.port_file.exists)
        yield
    finally:
        stop.set()
        worker.join(30)


def answer(box: Postbox, text: str) -> float:
    """Seconds from handing the mail over until the answer lies in the Maildir."""
    wait(lambda: not box.unread() or [box.mark_read(item) for item in box.unread()] == [])
    before = len(box.items())
    begin = time.perf_counter()
    box.send(text)
    wait(lambda: len(box.items()) > before)
    return time.perf_counter() - begin


def wait(true: object, longest: float = 60) -> None:
    end = time.monotonic() + longest
    while not true():  # type: ignore[operator]
        if time.monotonic() > end:
            raise TimeoutError("the office does not answer")
        time.sleep(0.01)
