"""make bench: prints the rows, writes report.json and report.md beside itself."""

from __future__ import annotations

import sys

from .board_and_state import reach_row, state_rows
from .measure import Row, write
from .post import mail_row
from .reply import reply_row
from .stage import order_rows

PARTS = (
    ("states", state_rows),
    ("reach", lambda: [reach_row()]),
    ("orders", order_rows),
    ("replies", lambda: [reply_row()]),
    ("mail", lambda: [mail_row()]),
)


def main() -> None:
    rows: list[Row] = []
    for name, part in PARTS:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += part()
    write(rows)


main()
