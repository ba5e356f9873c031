"""A unit that is told to move twice in one step: the upper line stands, unless the lower goes on where it ends."""

from __future__ import annotations

import msgspec

from pbem.engine.verbs import Line, Path
from pbem.orders.model import ReadLine
from pbem.orders.reading import Reader


class Twice:
    def __init__(self, reader: Reader, now: int) -> None:
        self.reader, self.now = reader, now

    def settle(self, lines: list[ReadLine]) -> None:
        moved: dict[tuple[str, str, int], ReadLine] = {}
        for read in lines:
            line = read.line
            if line is None or read.status != "ok" or line.when is not None or line.every or not self._moves(line):
                continue
            marks = [(unit, self.reader.rules.verbs[line.verb].stage, line.turn or self.now) for unit in line.units()]
            before = next((moved[mark] for mark in marks if mark in moved), None)
            if before is None:
                moved |= dict.fromkeys(marks, read)
            elif not self._one_move(before, read):
                self._second(before, read, next(unit for unit, *mark in marks if (unit, *mark) in moved))

    def _moves(self, line: Line) -> bool:
        return isinstance(line.args.get("path"), Path) and not self.reader.rules.verbs[line.verb].again

    def _one_move(self, first: ReadLine, second: ReadLine) -> bool:
        """The second starts where the first ends: one longer move."""
        one, two = first.line, second.line
        assert one is not None and two is not None
        a, b = one.args["path"], two.args["path"]
        end = a.to[0] if len(a.to) == 1 else a.steps[-1] if a.steps and not a.to else ""
        start = b.start or (b.steps[0] if b.steps and (len(b.steps) > 1 or b.to) else "")
        if not end or end != start or sorted(one.units()) != sorted(two.units()) or one.clauses or a.road != b.road:
            return False
        rest = b.steps if b.start else b.steps[1:]
        path = Path([*a.steps, *a.to, *rest], b.to, b.road, a.start)
        first.line = self._longer(one, two, path)
        first.told.append(self.reader.say("check.one-move", line=second.n))
        second.told.append(self.reader.say("check.one-move", line=first.n))
        second.line = None
        return True

    def _longer(self, one: Line, two: Line, path: Path) -> Line:
        if not path.to and len(path.steps) == 1:
            path = Path([], path.steps, path.road, path.start)
        line = msgspec.structs.replace(one, args={**one.args, "path": path}, clauses=two.clauses)
        return msgspec.structs.replace(line, text=self.reader.printer.line(line))

    def _second(self, first: ReadLine, second: ReadLine, unit: str) -> None:
        assert first.line is not None
        second.status = "ambiguous"
        second.message = self.reader.say("check.twice", unit=unit, other=first.line.text, line=first.n)
