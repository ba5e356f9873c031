"""What every command of the console shares: the office it works in, tables, JSON, progress."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import json
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import rich_click as click
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table
from rich.text import Text

from pbem.errors import PbemError

if TYPE_CHECKING:
    from pbem.games.house import House
    from pbem.games.library import Library

SETTINGS = "pbem.toml"
WIDE = 240  # when nobody watches, lines are for programs: nothing is wrapped or cut


class Office:
    """The folder the command works in; its parts are opened when they are wanted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def house(self) -> House:
        from pbem.games.house import open_house

        return open_house(self.folder)

    @property
    def library(self) -> Library:
        """Of the office with its further rulesets, or of the program where there is none."""
        from pbem.games.library import Library
        from pbem.games.settings import load_settings

        return Library(load_settings(self.folder).rulesets if (self.folder / SETTINGS).exists() else [])


pass_office = click.make_pass_decorator(Office)
as_json = click.option("--json", "as_json", is_flag=True, help="For programs: JSON instead of a table.")


class Lazy(click.RichGroup):
    """Commands are imported when they are called: `pbem --help` stays quick and a broken room does not close the others."""

    def __init__(self, *args: Any, lazy: dict[str, str] | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        self.lazy = lazy or {}
        self.listing = False

    def format_help(self, ctx: click.Context, formatter: Any) -> None:
        self.listing = True
        super().format_help(ctx, formatter)  # type: ignore[arg-type]  # rich_click narrows what click hands over

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        self.listing = True
        return super().shell_complete(ctx, incomplete)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.lazy)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.lazy:
            return None
        module, _, attribute = self.lazy[name].partition(":")
        if self.listing:
            return click.RichCommand(name=name, help=docstring(module, attribute))
        found: click.Command = getattr(importlib.import_module(module), attribute)
        return found

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.lazy and not name.startswith("-"):
            near = get_close_matches(name, self.lazy) or list(self.lazy)
            raise click.UsageError(f'no command "{name}". Nearest: {", ".join(near)}', ctx)
        return super().resolve_command(ctx, args)


def docstring(module: str, function: str) -> str:
    """Read from the source: to list the commands none of them need be imported."""
    spec = importlib.util.find_spec(module)
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    found = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == function)
    return next((ast.get_docstring(node) or "" for node in found), "")


def found_folder() -> Path:
    here = Path.cwd()
    return next((place for place in (here, *here.parents) if (place / SETTINGS).is_file()), here)


def version_text() -> str:
    try:
        return f"pbem {version('pbem')}"
    except PackageNotFoundError:
        return "pbem (not installed)"


def console() -> Console:
    screen = Console(highlight=False)
    return screen if screen.is_terminal else Console(highlight=False, width=WIDE, soft_wrap=True)


def say(*lines: str) -> None:
    for line in lines:
        click.echo(line)


def show_json(value: Any) -> None:
    click.echo(json.dumps(msgspec.to_builtins(value), ensure_ascii=False))


def show_table(heads: Sequence[str], rows: Iterable[Sequence[object]], right: Sequence[str] = ()) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold", show_edge=False)
    for head in heads:
        table.add_column(Text(head.upper()), justify="right" if head in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text("-" if cell in (None, "") else str(cell)) for cell in row))
    screen = console()
    with screen.capture() as drawn:
        screen.print(table)
    say(*(line.rstrip() for line in drawn.get().splitlines()))


def progress() -> Progress:
    """To the terminal's error output, so that a redirected answer stays clean."""
    columns = (TextColumn("{task.description}"), BarColumn(20), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def one_seat(context: click.Context, parameter: click.Parameter, text: str) -> tuple[str, str]:
    """`ab7.german`."""
    game, dot, side = text.rpartition(".")
    if not dot or not game or not side:
        raise click.BadParameter(f'"{text}" is not GAME.SEAT, as in ab7.german')
    return game, side


def pairs(texts: Iterable[str], what: str) -> dict[str, str]:
    """`side=value`, several with commas or by repeating the option."""
    found: dict[str, str] = {}
    for piece in (piece for text in texts for piece in text.split(",")):
        name, equals, value = piece.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.BadParameter(f'{what} wants NAME=VALUE, not "{piece}"')
        if name.strip() in found:
            raise click.BadParameter(f'{what} names "{name.strip()}" twice')
        found[name.strip()] = value.strip()
    return found


def write_file(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise PbemError(f"cannot write {path}: {error.strerror}", "name another --out") from None
