"""Mails in plain text from `templates/mail`: the first line is the subject, the rest the body."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from jinja2 import ChainableUndefined, Environment, FileSystemLoader, StrictUndefined
from jinja2.runtime import Context
from jinja2.utils import pass_context

from pbem.data import folder
from pbem.reports import layout
from pbem.words import Words, words


class MailText(msgspec.Struct):
    subject: str
    text: str


@pass_context
def _when(context: Context, moment: Any) -> str:
    return layout.when(moment, context.get("zone", "UTC"), context.get("language", "en"))


@pass_context
def _span(context: Context, span: str) -> str:
    return layout.span(span, context["_"])


@pass_context
def _decimal(context: Context, number: Any) -> str:
    """`25/4` as people write it: 6.25, 6,25."""
    text = f"{float(Fraction(str(number))):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", ",") if context.get("language") == "fr" else text


@pass_context
def _percent(context: Context, chance: Any) -> str:
    """`9/10` as people write it: 90 %. Whole numbers, but never 0 or 100 for what is neither."""
    share = Fraction(str(chance))
    tenths = (2000 * share.numerator + share.denominator) // (2 * share.denominator)
    sure = share in (0, 1) or 10 <= tenths <= 990
    whole, tenth = divmod(min(max(tenths, 1), 999) if not sure else tenths, 10)
    text = str(whole + (tenth >= 5)) if sure else f"{whole}.{tenth}"
    return f"{text.replace('.', ',') if context.get('language') == 'fr' else text} %"


@pass_context
def _many(context: Context, key: str, n: int, **facts: Any) -> str:
    """The words for none and for one, where they differ, or those for many."""
    say: Words = context["_"]
    return say(f"{key}{n}" if n in (0, 1) and say.has(f"{key}{n}") else key, n=n, **facts)


@cache
def environment() -> Environment:
    env = Environment(
        loader=FileSystemLoader(folder("templates")),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,
    )
    env.filters |= {
        "wrap": layout.wrap,
        "label": lambda text, name, width=10: layout.label(name, text, width),
        "beside": lambda note, text, column=38: layout.beside(text, note, column),
        "signed": layout.signed,
        "listed": layout.listed,
        "readable": layout.readable,
        "when": _when,
        "decimal": _decimal,
        "percent": _percent,
        "span": _span,
    }
    env.globals["many"] = _many
    return env


@cache
def lenient() -> Environment:
    """Where facts may be missing. Made once: an overlay forgets the templates it has compiled."""
    return environment().overlay(undefined=ChainableUndefined)


def game_words(language: str, slug: str = "") -> Words:
    """The general words and those of a game."""
    return words(language, slug or "pbem")


def mail(name: str, language: str, /, **model: Any) -> MailText:
    """The mail `name` with its subject. A text too long for one template has a file per language."""
    say = game_words(language, str(model.get("ruleset", "")))
    template = environment().select_template([f"mail/{name}.{say.language}.txt.j2", f"mail/{name}.txt.j2"])
    text = template.render(**{**model, "_": say, "language": say.language})
    subject, _, body = text.lstrip().partition("\n")
    return MailText(" ".join(subject.removeprefix("Subject:").split()), layout.tidy(body))
