"""A correction: one fact of the position set right before the first row of a stage, on record, with its reason."""

from __future__ import annotations

from typing import Any

import msgspec

from pbem.engine.journal import Entry
from pbem.engine.ruleset import Ruleset
from pbem.engine.sound import Unsound, reasons
from pbem.engine.state import canonical, plain
from pbem.errors import PbemError


class Correction(msgspec.Struct):
    """`where` leads through the state: ["units", "Veghel Sec", "fatigued"]."""

    where: list[str]
    old: Any
    new: Any
    why: str


def correction(where: list[str], old: Any, new: Any, why: str) -> Entry:
    return Entry("correct", "/".join(where), plain(Correction(where, old, new, why)), source="moderator")


def corrected(rules: Ruleset, state: Any, entry: Entry) -> Any:
    """The state with that one fact changed. The old value must be the one that stands there."""
    try:
        fix = msgspec.convert(entry.value, Correction)
    except msgspec.ValidationError as error:
        raise PbemError(f"correction {entry.key} cannot be read: {error}") from None
    tree = plain(state)
    holder = _holder(tree, fix)
    if canonical(holder[fix.where[-1]]) != canonical(fix.old):
        raise PbemError(f"correction {entry.key}: there stands {holder[fix.where[-1]]!r}, not {fix.old!r}", "look at the position again")
    holder[fix.where[-1]] = plain(fix.new)
    try:
        return msgspec.convert(tree, rules.state)
    except msgspec.ValidationError as error:
        raise PbemError(f"correction {entry.key}: {error}", "give a value of the same kind") from None


def _holder(tree: Any, fix: Correction) -> Any:
    """The dict or record that holds the fact."""
    for name in fix.where[:-1]:
        tree = tree.get(name) if isinstance(tree, dict) else None
    if not fix.where or not isinstance(tree, dict) or fix.where[-1] not in tree:
        raise PbemError(f"correction: there is nothing at {' / '.join(fix.where) or 'nowhere'}", "name a fact of the position")
    return tree


def check_correction(rules: Ruleset, state: Any, entry: Entry) -> Any:
    """The corrected state, if no rule is broken by it; else every reason against it."""
    after = corrected(rules, state, entry)
    if new := [reason for reason in reasons(rules, after, []) if reason not in reasons(rules, state, [])]:
        raise Unsound(new)
    return after
