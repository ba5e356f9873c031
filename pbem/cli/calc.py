"""pbem calc: the calculations each ruleset declares, one subcommand each; no ruleset is named here."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import rich_click as click

from pbem.cli.frame import Office, as_json, found_folder, say, show_json
from pbem.engine.calc import Calculation, Option
from pbem.errors import PbemError


def office_of(context: click.Context) -> Office:
    return context.obj if isinstance(context.obj, Office) else Office(found_folder().resolve())


class Rulesets(click.RichGroup):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [slug for slug, rules in sorted(office_of(ctx).library.rulesets.items()) if rules.calc]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        rules = office_of(ctx).library.rulesets.get(name)
        if rules is None or not rules.calc:
            return None
        commands = {word: command_for(word, calculation) for word, calculation in rules.calc.items()}
        return click.RichGroup(name=name, commands=commands, help=f"Odds and outcomes of {name}.")


@click.command(cls=Rulesets)
def calc() -> None:
    """Odds and outcome tables for any forces, by the rules themselves: pbem calc RULESET CALCULATION ..."""


class Ratio(click.ParamType):  # type: ignore[type-arg,unused-ignore]
    """`6.25:5`, two figures and a colon; as text or as whole numbers."""

    name = "A:B"

    def __init__(self, whole: bool) -> None:
        self.whole = whole

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str] | tuple[int, int]:
        if isinstance(value, tuple):
            return value
        found = re.fullmatch(r"\s*(\d+(?:[.,/]\d+)?)\s*:\s*(\d+(?:[.,/]\d+)?)\s*", str(value))
        if found is None or (self.whole and not (found[1].isdigit() and found[2].isdigit())):
            what, example = ("whole numbers", "20:0") if self.whole else ("figures", "6.25:5")
            self.fail(f'"{value}" is not two {what} with a colon, as in {example}')
        ours, theirs = found[1].replace(",", "."), found[2].replace(",", ".")
        return (int(ours), int(theirs)) if self.whole else (str(Fraction(ours)), str(Fraction(theirs)))


def parameter(option: Option) -> click.Option:
    name = f"--{option.name.replace('_', '-')}"
    common: dict[str, Any] = {"help": option.help, "required": option.required}
    if option.default is not None:
        common["default"] = option.default
    if option.type == "flag":
        return click.Option([name, option.name], is_flag=True, help=option.help)
    if option.choices:
        return click.Option([name, option.name], type=click.Choice(option.choices), **common)
    types: dict[str, Any] = {"number": int, "pair": Ratio(False), "numbers": Ratio(True), "text": str}
    return click.Option([name, option.name], type=types[option.type], **common)


def command_for(word: str, calculation: Calculation) -> click.Command:
    def work(as_json: bool, **values: Any) -> None:
        try:
            found = calculation.work(**values)
        except ZeroDivisionError:
            raise PbemError("a figure is 0 where the rules divide by it", "give forces on both sides") from None
        if as_json:
            show_json(found)
        else:
            say(*calculation.lines(found))

    options = [parameter(option) for option in calculation.options]
    command = click.RichCommand(name=word, callback=work, params=[*options], help=calculation.help)
    return as_json(command)
