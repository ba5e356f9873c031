"""What each mail is given. A mail is `templates/mail/<name>[.<language>].txt.j2`: its first line the subject, the rest the body.

A player's message is answered by ONE mail: every command in it gives one piece, each rendered by its own template; the bodies are
joined in the order of the commands, the subject is that of the weightiest piece, and `foot` is put below once. So no template
has a footer of its own. `decision`, `report`, `reminder`, `invitation`, `ended` are mails by themselves and get the same foot.

Every template gets (`common`): game (id), title (of the scenario, in the reader's language), ruleset (slug), side (id), side_name,
turn (int), phase (the turn in the game's calendar, may be ""), step ("T2 Allied main"), stage ("main"), zone (time zone), moderator
(address), policy ("strict", "truncate", "ask"), grace (time span as written in the settings, "12h"), misses (int), options {name: value}
of the ruleset, and `language`, `_` from `mail`. Moments are aware datetimes: print them with `| when`. Spans are text like "3d".
Lists may be empty, texts may be "".

invitation  turns, answer_by, others [{side, name, state: joined, invited or staff}], times [{stage, span}], decisions (span),
            blind_seal (hex),
            notes (of the scenario), attached [file names]
joined      waiting [names of sides that have not joined yet], started (bool)
reply       orders read back: number (of this filing), lines [CheckedLine: n, text, printed, status, rule, message, suggestion, warnings,
            column, note], accepted, conditional, open (counts), need [n of the lines that need the player], due, ready ("", "held": READY
            with open lines, "final"), changed None or {changed: [n], added: [n], removed: [n]}, notes [text], forecast [text lines],
            talk [text], versions [{body, file}] (TWO VERSIONS), commitment, salt (hex, when final), latest (results at the latest),
            later [n of the lines for a later step of the turn], attached
doctrine    version, lines [{n, printed, rule, note}], refused [ReadLine: n, text, message, suggestion, rule], uncovered [{kind, rule}],
            shown (bool: answer to DOCTRINE SHOW, nothing was changed)
decision    decisions [question], by. A question: number, side, kind, name (of the kind, in the language), title (in a few words), subject,
            rule, facts {name: value}, about {option: {..}}, case (who fights whom, as the rules give it), so_far [lines of the fight up
            to here], shape (oneof, some, allot, way, share), of its limits due, caps, before; limit, weights, least; guns, points,
            places; options [printed answers, at most 12], more (bool: further answers exist), staff (printed answer if none comes),
            rest (the same with a doctrine line for the questions that follow, of shot after shot),
            why_staff, doctrine (why it did not answer), first [lines to type], told (the case in words, ready laid out)
receipt     number, kind, name, subject, answer (printed): final, played now; doctrine [printed lines given with it],
            decided [number, printed answer] of other open questions that they decide,
            refused [text, why] of those that could not be read
report      report (pbem.reports.model.Report: wanted, next, situation, fights, dice, opened, seal, template, result...), due (None if
            nothing
            is wanted), attached, reason (of a rollback: its public reason, else "")
status      due, wanted [names of the sides whose orders the stage wants], mine (bool: this side among them), number (filings so far, of
            this
            side), lines (count in force), need [n], ready, final, decisions [{number, name, subject, by}], doctrine (count of lines),
            standing [EVERY TURN lines in force], others [{side, name, state}], state ("inviting", "running", "ended", "closed"), latest
help        topic ("" or ORDERS, DOCTRINE, CHANGE, NAMES, IF, DICE, RULE, UNKNOWN), asked (as typed), topics [the topics there are],
            due, mine,
            verbs [{name, rule, example, stage, form}] (names in the language), kinds [{name, rule, policies [words], facts [names]}],
            rule (number), rule_text ("" if there is none), roads, formations (bool: whether the game has such),
            stages [{word, name}] (of IF)
history     filings [{step, number, at, text, cancelled}]
kept        kept (turn), lines [ReadLine: n, text, status, message, suggestion, rule, printed], n (readable ones), notes
note        subject, lines [text]: small answers, in the office's own words (pbem-office.po)
reminder    due, until (end of grace), number (filings so far)
ended       report (with result), blind (hex), blind_seal, attached
foot        commands [names that work now: STATUS, MAP, HELP...]
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pbem.reports.layout import when
from pbem.words import words

Model = dict[str, Any]


def office_words(language: str, key: str, **facts: Any) -> str:
    """A sentence of the office's own catalogue."""
    return words(language)(key, **facts)


def moment(at: str) -> datetime | None:
    return datetime.fromisoformat(at) if at else None


def clock_time(at: str, zone: str, language: str) -> str:
    """`Thu 3 Dec 20:00`."""
    return when(moment(at), zone, language) if at else "-"


def note(language: str, key: str, **facts: Any) -> Model:
    """A small answer: its sentence, and the subject if it is the only one."""
    own = f"{key}.subject"
    subject = office_words(language, own if words(language).has(own) else "subject.answer")
    return {"subject": subject, "lines": [office_words(language, key, **facts)]}
