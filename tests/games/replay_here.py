"""Replays a record in a process of its own, each stage stopped at every question and taken up again; prints what came of it."""

import sys
from pathlib import Path

from pbem.engine.game import Waiting
from pbem.engine.stages import Stage, replay
from pbem.engine.state import canonical, digest
from pbem.games.archive import Record, read_record
from pbem.games.library import Library


def stopped_everywhere(library: Library, record: Record, stage: Stage) -> list[str]:
    """With the first n answers the run waits exactly for the next one; with all it is done."""
    rules, blind = library.ruleset(record.ruleset), bytes.fromhex(record.blind)
    journal, found = stage.journal, []
    for n in range(len(journal) + 1):
        stage.journal = journal[:n]
        out = replay(rules, stage, blind)
        if isinstance(out, Waiting):
            assert journal[n].key in {choice.key for choice in out.choices}, f"{stage.step} asks {out.choices[0].key}"
            found.append(digest(canonical(out.events).decode()))
        else:
            assert n == len(journal)
            found += [digest(canonical(out.state).decode()), digest(canonical(out.events).decode())]
            assert canonical(out.state) == stage.after and canonical(out.events) == canonical(stage.events)
    return found


if __name__ == "__main__":
    library = Library(["tests.toy.rules"])
    record = read_record(Path(sys.argv[1]))
    for stage in record.stages:
        print(stage.step, *stopped_everywhere(library, record, stage))
