"""Where a rule can be broken: every number, truth value, comparison and logical word of the rules, found in their syntax tree."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "pbem.rulesets.air_bridge"
RULES = ROOT / "pbem" / "rulesets" / "air_bridge"
EXCUSED = Path(__file__).with_name("excused.toml")

NO_RULES = {  # modules, and functions as module.function, that decide nothing in play; with the reason
    "staff*": "the staff officer's play: how well, not what is legal",
    "kinds": "what the staff answers, and the words of doctrine",
    "forecast*": "the reply to orders: what is promised, not what happens",
    "outlook": "the figures told beside a question",
    "assault_outlook": "the figures told beside a question",
    "assault_odds": "tables of chances for the console and for questions",
    "sight": "the option of limited intelligence, no rule of the rulebook: what is seen, held by the proof against leaks",
    "view": "what a side is shown: held by the proof against leaks",
    "told": "what a side is told: held by the proof against leaks",
    "card": "the figures on the rules card",
    "checking": "what `pbem scenario validate` finds wrong in files",
    "calc*": "tables of chances for the console",
    "results.support_odds": "a table of chances",
    "results.result_odds": "a table of chances",
    "results.outcomes": "a table of chances",
    "moves_march._make_room": "the order suggested instead of a refused one",
    "moves_march.dressed": "the order suggested instead of a refused one",
    "moves_march.nearest*": "the order suggested instead of a refused one",
    "moves_march._over_the_water": "the order suggested instead of a refused one",
    "moves_march._legal": "the order suggested instead of a refused one",
    "moves_march._left_behind": "the order suggested instead of a refused one",
    "moves_march._fight": "the order suggested instead of a refused one",
    "moves_march._fewer": "the order suggested instead of a refused one",
    "moves_march.found_only_now": "the option of limited intelligence, no rule of the rulebook",
    "moves_march.note_moved": "the figures beside a line of the reply",
    "movement.with_the_rest": "the order suggested instead of a refused one",
    "entering.instead": "the order suggested instead of a refused one",
    "declaration.instead": "the order suggested instead of a refused one",
    "support.elsewhere": "the order suggested instead of a refused one",
    "bombardment.elsewhere": "the order suggested instead of a refused one",
    "engineers.repairs": "what the staff officer looks up",
    "fire.far_from_ground": "the figures beside a refusal",
    "sequence.ready": "which orders are asked for, not what is played: held by tests of the steps",
    "sequence.*_orders": "which orders are asked for, not what is played: held by tests of the steps",
    "phases.turn_name": "what a turn is called",
    "phases.result": "what is told of a finished game",
    "units.whole": "how a data file is read: held by tests with wrong files",
    "units.yes": "how a data file is read: held by tests with wrong files",
    "units._known*": "how a data file is read: held by tests with wrong files",
    "units._dz_hex": "how a data file is read: held by tests with wrong files",
    "units._take": "how a data file is read: held by tests with wrong files",
    "airborne.nearest": "the order suggested instead of a refused one",
    "airborne.all_later": "the order suggested instead of a refused one",
    "airborne.flown": "the figures beside a line of the reply",
    "entering.due_now": "lists of what may come in, for the staff",
    "demolition.blowable": "lists of what may be blown, for the staff",
    "defensive_fire.at_hand": "the figures told beside a question",
    "defensive_fire.why_none": "what the report says of guns that stay silent",
    "defensive_fire.spent": "what the report says of guns that stay silent",
    "stacking.excess": "what a line of doctrine may test",
    "support.awaited": "what a line of doctrine may test",
    "field.bridge_end": "what a line of doctrine may test",
    "field.on_road": "what a line of doctrine may test",
    "moves._zone_of": "the names in a refusal",
    "moves_ways._off_road": "the order suggested instead of a refused one",
    "moves_ways.differ": "the ways named in a refusal",
    "sequence.row_of": "how a case enters the turn",
    "units.formations_of": "what units are called",
    "placing.nearest": "the order suggested instead of a refused one",
    "placing.grounds": "lists of what might be placed, for the staff and for hints",
    "engineers._with_engineer": "the order suggested instead of a refused one",
    "engineers._go_beside": "the order suggested instead of a refused one",
    "*.order_text": "the order suggested instead of a refused one",
    "*.clause_text": "the order suggested instead of a refused one",
    "field.bridge_name": "what a bridge is called",
    "field.home_distance": "what the staff knows of a hex",
    "moves_options": "lists of what might be moved, for the staff and for hints",
    "moves_text": "the wording of a hint",
    "facts": "what a line of doctrine may test",
    "names": "what units and places are called",
    "picture*": "what is drawn",
    "situation": "the notes on how things stand: what is told",
    "texts*": "what is told",
    "sound_*": "checks of the rules, themselves seen to fire in unit tests",
    "position*": "the words of a case's POSITION",
    "verbs": "the orders language: a table of words",
    "__init__": "joins the modules",
}

SIGNS: dict[type[ast.AST], tuple[str, str]] = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"), ast.NotIn: (r"not\s+in", "in"), ast.Is: ("is", "is not"), ast.IsNot: (r"is\s+not", "is"),
    ast.And: ("and", "or"), ast.Or: ("or", "and"), ast.Add: (r"\+", "-"), ast.Sub: ("-", "+"),
}  # fmt: skip
OTHER_CALL = {"min": "max", "max": "min", "any": "all", "all": "any"}
TOLD = ("g.log", "g.note", "Refused", "Refusal", "DataError", "line.fault")  # their figures are for the report and the reply
WRONG_FILE = ("DataError", "line.fault")  # what is wrong with a data file: held by tests with wrong files
NO_NUMBERS = (ast.JoinedStr, ast.List, ast.Tuple, ast.ListComp, ast.Dict, ast.DictComp)


class Mutant(NamedTuple):
    """Bytes `start` to `end` of the module's source become `new`. `function` holds the place; "" if it is run on import."""

    module: str
    start: int
    end: int
    new: str
    row: int
    function: str

    @property
    def file(self) -> Path:
        return RULES / f"{self.module}.py"

    def source(self) -> bytes:
        text = self.file.read_bytes()
        return text[: self.start] + self.new.encode() + text[self.end :]

    def lines(self) -> tuple[str, str]:
        """Of the source, before and after."""
        before, after = self.file.read_bytes(), self.source()
        return tuple(text.decode().splitlines()[self.row - 1].strip() for text in (before, after))  # type: ignore[return-value]

    def __str__(self) -> str:
        before, after = self.lines()
        return f"{self.file.relative_to(ROOT)}:{self.row}  {before}  ->  {after}"


def excluded(name: str) -> bool:
    return any(fnmatch(name, pattern) for pattern in NO_RULES)


def mutants() -> list[Mutant]:
    """All of them, in the order of the files, without those excused."""
    forgiven = {(one["module"], one["before"], one["after"]) for one in excuses()}
    found = [mutant for file in sorted(RULES.glob("*.py")) if not excluded(file.stem) for mutant in of_module(file)]
    return [mutant for mutant in found if (mutant.module, *mutant.lines()) not in forgiven]


def excuses() -> list[dict[str, str]]:
    """Changes that change no rule, each with its reason."""
    found: list[dict[str, str]] = tomllib.loads(EXCUSED.read_text(encoding="utf-8"))["excused"]
    return found


def of_module(file: Path) -> Iterator[Mutant]:
    text = file.read_bytes()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, scope, inside in places(ast.parse(text)):
        if left_out(file.stem, scope):
            continue
        for a, b, new in breaks(node, text, starts):
            mutant = Mutant(file.stem, a, b, new, text[:a].count(b"\n") + 1, scope if inside else "")
            if inside or not only_for_others(mutant):
                yield mutant


def left_out(module: str, scope: str) -> bool:
    return excluded(f"{module}.{scope.partition('.')[0]}")


def only_for_others(mutant: Mutant) -> bool:
    """A constant that nothing but what is left out reads."""
    names = {name for module, a, b, name in constants() if module == mutant.module and a <= mutant.row <= b}
    readers = [(module, scope) for module, scope, used in users() if names & used]
    return bool(readers) and all(module != "__init__" and (excluded(module) or left_out(module, scope)) for module, scope in readers)


def places(node: ast.AST, scope: str = "", inside: bool = False) -> Iterator[tuple[ast.AST, str, bool]]:
    """Every node that runs, its class or function, and whether it is inside a function.

    No annotations, no assertions (`strict=` of a zip and `frozen=` of a struct are some), no text,
    nothing that is only told.
    """
    if isinstance(node, ast.Assert | ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    if isinstance(node, ast.keyword) and node.arg in ("strict", "frozen"):
        return
    if is_told(node):
        return
    yield node, scope, inside
    blamed = is_blame(node)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        scope, inside = f"{scope}.{node.name}".lstrip("."), inside or isinstance(node, ast.FunctionDef)
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list") and not (blamed and name == "test"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from places(child, scope, inside)


def readers_of(mutant: Mutant) -> list[tuple[str, str]]:
    """Of a constant the functions that name it: module, function. Nothing, if it is no constant or another constant is made of it."""
    names = {name for module, a, b, name in constants() if module == mutant.module and a <= mutant.row <= b}
    if not names:
        return []
    found = [(module, scope) for module, scope, used in users() if names & used and not excluded(module)]
    return [] if any(not scope for _, scope in found) else found


@cache
def constants() -> list[tuple[str, int, int, str]]:
    """Module, first row, last row, name."""
    return [
        (file.stem, node.lineno, node.end_lineno or 0, target.id)
        for file in sorted(RULES.glob("*.py"))
        for node in ast.parse(file.read_bytes()).body
        if isinstance(node, ast.Assign)
        for named in node.targets
        for target in ast.walk(named)
        if isinstance(target, ast.Name)
    ]


@cache
def users() -> list[tuple[str, str, set[str]]]:
    """Module, function ("" for what runs on import), the names it uses."""
    found: dict[tuple[str, str], set[str]] = {}
    for file in sorted(RULES.glob("*.py")):
        for node, scope, inside in places(ast.parse(file.read_bytes())):
            used = node.id if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else getattr(node, "attr", "")
            if used:
                found.setdefault((file.stem, scope if inside else ""), set()).add(used)
    return [(module, scope, names) for (module, scope), names in found.items()]


def is_told(node: ast.AST) -> bool:
    """A call that only tells, or the rule, key and facts of a refusal."""
    match node:
        case ast.Call(func=called):
            return ast.unparse(called) in TOLD
        case ast.Tuple(elts=[ast.Constant(value=str()) | ast.Name(), ast.Constant(value=str()) | ast.Name(), ast.Dict(keys=[_, *_])]):
            return True
    return False


def is_blame(node: ast.AST) -> bool:
    """An `if` that only names what is wrong with a data file."""
    match node:
        case ast.If(body=[ast.Raise(exc=ast.Call(func=called))]):
            return ast.unparse(called) in WRONG_FILE
    return False


def breaks(node: ast.AST, text: bytes, starts: list[int]) -> Iterator[tuple[int, int, str]]:
    """The ways to break one node: first byte, last, what stands there instead."""

    def begin(one: ast.expr) -> int:
        return starts[one.lineno - 1] + one.col_offset

    def end(one: ast.expr) -> int:
        return starts[(one.end_lineno or 0) - 1] + (one.end_col_offset or 0)

    def between(left: ast.expr, right: ast.expr, sign: ast.AST) -> tuple[int, int, str]:
        old, new = SIGNS[type(sign)]
        found = re.search(old.encode(), text[end(left) : begin(right)])
        assert found is not None, (text[end(left) : begin(right)], old)
        return end(left) + found.start(), end(left) + found.end(), new

    match node:
        case ast.Constant(value=bool(truth)):
            yield begin(node), end(node), str(not truth)
        case ast.Constant(value=int(number)):
            yield begin(node), end(node), str(number + 1)
        case ast.Compare(left=left, ops=signs, comparators=rights):
            for a, b, sign in zip([left, *rights], rights, signs, strict=False):  # one more left than signs
                yield between(a, b, sign)
        case ast.BoolOp(op=word, values=values):
            for a, b in pairwise(values):
                yield between(a, b, word)
        case ast.BinOp(left=a, op=ast.Add() | ast.Sub() as sign, right=b) if not any(isinstance(one, NO_NUMBERS) for one in (a, b)):
            yield between(a, b, sign)
        case ast.UnaryOp(op=ast.Not()):
            yield begin(node), begin(node) + len("not "), ""
        case ast.UnaryOp(op=ast.USub()):
            yield begin(node), begin(node) + len("-"), ""
        case ast.Call(func=ast.Name(id=name) as called) if name in OTHER_CALL:
            yield begin(called), end(called), OTHER_CALL[name]
