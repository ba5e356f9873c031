"""The progress of a game on the terminal: a line for what happens, a bar for the turns."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from pbem.games.gamefile import GameFile


class Screen:
    def __init__(self, turns: int) -> None:
        self.console = Console(highlight=False, soft_wrap=True)
        self.bar = Progress(TextColumn("{task.description:<24}"), BarColumn(24), TimeElapsedColumn(), console=self.console, transient=True)
        self.task = self.bar.add_task("the post office opens", total=turns)
        self.step = ""

    def __enter__(self) -> Screen:
        self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.bar.stop()

    def at(self, file: GameFile) -> None:
        """The step the game stands at."""
        step = {"inviting": "invitations", "ended": "the end"}.get(file.game.status, file.step)
        if step != self.step:
            self.step = step
            done = file.scenario.turns if file.game.status == "ended" else max(0, file.state.turn - 1)
            self.bar.update(self.task, description=step, completed=done)

    def tell(self, who: str, what: str) -> None:
        self.console.print(f"{self.step:<18} {who:<9} {what}", markup=False)
