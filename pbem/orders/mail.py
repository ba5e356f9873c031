"""What a mail asks for: sections and commands, and the talk between them; and lines mended by their numbers."""

from __future__ import annotations

import re

from pbem.orders.model import Command
from pbem.orders.text import clean, fold

SECTIONS = {
    "orders": "ORDERS",
    "ordres": "ORDERS",
    "change": "CHANGE",
    "modifier": "CHANGE",
    "doctrine": "DOCTRINE",
    "try": "TRY",
    "essai": "TRY",
}
STEPS = "main|mech|battle|bataille|principal|principaux|meca"
PRESS = re.compile(r"(?:press to|message a|message aux?)\b(.*)")
ALONE = {
    "ready": "READY", "pret": "READY", "ready anyway": "READY ANYWAY", "pret quand meme": "READY ANYWAY",
    "pret malgre tout": "READY ANYWAY",
    "wait": "WAIT", "attendre": "WAIT", "status": "STATUS", "etat": "STATUS", "map": "MAP", "carte": "MAP", "report": "REPORT",
    "rapport": "REPORT", "resend": "RESEND", "renvoyer": "RESEND", "history": "HISTORY", "historique": "HISTORY", "join": "JOIN",
    "rejoindre": "JOIN", "no thanks": "NO THANKS", "non merci": "NO THANKS", "observe": "OBSERVE", "observer": "OBSERVE",
    "resign": "RESIGN", "abandonner": "RESIGN", "list": "LIST", "liste": "LIST", "cancel orders": "CANCEL ORDERS",
    "annuler ordres": "CANCEL ORDERS", "annuler les ordres": "CANCEL ORDERS", "help": "HELP", "aide": "HELP", "offer end": "OFFER END",
    "proposer fin": "OFFER END", "proposer la fin": "OFFER END", "withdraw offer": "WITHDRAW OFFER", "retirer offre": "WITHDRAW OFFER",
    "retirer l'offre": "WITHDRAW OFFER", "doctrine show": "DOCTRINE SHOW", "doctrine montrer": "DOCTRINE SHOW", "pause": "PAUSE",
    "end": "END", "fin": "END",
}  # fmt: skip
NUMBER = r"\[?\d[\w.#]*(?:-\w[\w.#]*)?\]?"  # of a rule, or from one to another
WITH_ARGS = (
    (r"(?:help|aide) +([\w.-]+(?: [\w.-]+)?|fiche de regles)", "HELP"),
    (rf"(?:help|aide) +((?:[a-z]+ )?{NUMBER}(?:(?: ?[,;&/-] ?| and | et | to | a | au )?(?: ?){NUMBER})*(?: en| fr)?)", "HELP"),
    (r"(?:report|rapport) +(?:turn |tour )?t?(\d+)", "REPORT"),
    (r"(?:answer|reponse|repondre) +(\d+\W* .+)", "ANSWER"),
    (r"(?:set language|langue|language) +(\w+)", "SET LANGUAGE"),
    (r"(?:absence) +(.*\d.*)", "ABSENCE"),
    (r"(?:use|prendre) +(file|body|both|fichier|texte|les deux)", "USE"),
    (r"(?:doctrine add|doctrine ajouter) +(.+)", "DOCTRINE ADD"),
    (r"(?:doctrine remove|doctrine supprimer|doctrine enlever|doctrine retirer) +(.+)", "DOCTRINE REMOVE"),
    (r"(?:join|rejoindre) +(\S+ +\S+)", "JOIN"),
    (r"(?:stop every|arreter chaque(?: tour)?) +(e?\d+)", "STOP EVERY"),
    (r"(?:extend|prolonger|process|jouer) +(\S.*)", "EXTEND"),
)
USES = {"file": "FILE", "body": "BODY", "both": "BOTH", "fichier": "FILE", "texte": "BODY", "les deux": "BOTH"}
REMOVE = re.compile(
    r"^\s*(?:remove|supprimer|enlever|retirer|-)\s+((?:[\d]+[a-z]?(?:\s*[,&]\s*|\s+and\s+|\s+et\s+|\s+)?)+)\.?\s*$", re.IGNORECASE
)
DROPPED = re.compile(r"^\s*(?:drop)\s+(\d{1,2}[a-z]?(?:\s*,\s*\d{1,2}[a-z]?)*)\.?\s*$", re.IGNORECASE)
ADD = re.compile(r"^\s*\+\s*(\S.*)$")
REPLACE = re.compile(r"^\s*#?(\d{1,3}[a-z]?)[.):]?\s+(\S.*)$")


def split_mail(text: str, own: tuple[str, ...] = ()) -> list[Command]:
    """Commands in the order of the mail; what belongs to none is TALK, one command a paragraph. `own`: commands that are orders
    of the game too, and inside a section of orders nothing else."""
    found: list[Command] = []
    open_section: Command | None = None
    body: list[str] = []
    for row, line in enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        command = command_of(line, row, open_section)
        if command is not None and command.name in own and open_section is not None and open_section.name in ("ORDERS", "CHANGE", "TRY"):
            command = None
        if command is None and open_section is not None:
            body.append(line)
            continue
        if command is None:
            _talk(found, line, row)
            continue
        _close(open_section, body)
        open_section, body = None, []
        if command.name != "END":
            found.append(command)
        if command.name in ("ORDERS", "CHANGE", "DOCTRINE", "TRY", "PRESS"):
            open_section = command
    _close(open_section, body)
    return [c for c in found if c.name != "TALK" or c.body.strip()]


def _close(section: Command | None, body: list[str]) -> None:
    if section is not None:
        section.body = "\n".join(body).strip("\n")


def _talk(found: list[Command], line: str, row: int) -> None:
    if not line.strip():
        if found and found[-1].name == "TALK":
            found.append(Command("TALK", "", "", row + 1))
        return
    if found and found[-1].name == "TALK":
        found[-1].row = found[-1].row if found[-1].body else row
        found[-1].body = f"{found[-1].body}\n{line}" if found[-1].body else line
    else:
        found.append(Command("TALK", "", line, row))


def command_of(line: str, row: int, section: Command | None) -> Command | None:
    plain = " ".join(fold(clean(line)[0]).split()).rstrip(".!:;")
    if not plain:
        return None
    if section is not None and section.name == "PRESS":  # a letter ends at END or at a section of its own
        return Command("END", row=row) if plain in ("end", "fin") else None
    if plain in ALONE:
        return Command(ALONE[plain], row=row)
    words = " ".join(clean(line)[0].split()).rstrip(".!;")
    if made := _section(plain, words, row):
        return made
    for pattern, name in WITH_ARGS:
        if found := re.fullmatch(pattern, plain):
            args = words[found.start(1) :] if len(words) >= len(plain) else found[1]
            return Command(name, USES.get(found[1], args.strip()), "", row)
    return None


def _section(plain: str, words: str, row: int) -> Command | None:
    """The keyword alone on the line, or with a game, a turn, a step."""
    first, _, rest = plain.partition(" ")
    if letter := PRESS.fullmatch(plain):
        return Command("PRESS", words[len(words) - len(letter[1].strip()) :].strip() if letter[1].strip() else "", "", row)
    if first not in SECTIONS:
        return None
    name = SECTIONS[first]
    if all(re.fullmatch(rf"t\d+|{STEPS}|[a-z]{{1,8}}\d[a-z0-9]*|(?:turn|tour|\d+)", word) for word in rest.split()):
        return Command(name, words.partition(" ")[2].strip(), "", row)
    return None


# lines by their numbers


def change_orders(before: list[tuple[str, str]], body: str) -> list[tuple[str, str]]:
    """Numbers never shift; new lines go on counting."""
    lines = dict(before)
    order = [n for n, _ in before]
    last = max((int(re.sub(r"\D", "", n) or 0) for n in order), default=0)
    for text in _rows(body):
        if removed := _removed(text, lines):
            for n in removed:
                lines.pop(n, None)
            continue
        target = REPLACE.match(text)
        if target and (halves := [n for n in order if n in lines and re.fullmatch(rf"{target[1].lower()}[a-z]", n)]):
            order[order.index(halves[0])] = target[1].lower()  # both halves of a line that was split
            lines = {n: line for n, line in lines.items() if n not in halves} | {target[1].lower(): ""}
        if (added := ADD.match(text)) or not (target and target[1].lower() in lines):
            last += 1
            order.append(str(last))
            lines[str(last)] = added[1] if added else text.strip()
        elif target:
            lines[target[1].lower()] = target[2].strip()
    return [(n, lines[n]) for n in order if n in lines]


def _rows(body: str) -> list[str]:
    from pbem.orders.lines import goes_on

    found: list[str] = []
    hanging = False
    for row in body.replace("\r\n", "\n").split("\n"):
        line = re.sub(r"//.*$|#(?!\d).*$", "", row).rstrip()
        if not line.strip():
            continue
        deeper = bool(found) and line[0] in " \t" and not re.match(r"\s*[+\d#-]", line)
        if found and (hanging or deeper):
            found[-1] = f"{found[-1]} {line.strip()}"
        else:
            found.append(line)
        hanging = goes_on(line)
    return found


def _removed(text: str, lines: dict[str, str]) -> list[str]:
    """`REMOVE 15, 16`, `- 15`, and `drop 15, 16` if no line could mean units by that."""
    found = REMOVE.match(clean(text)[0]) or DROPPED.match(clean(text)[0])
    if not found:
        return []
    numbers = [n.lower() for n in re.findall(r"\d+[a-z]?", found[1], re.IGNORECASE)]
    return [
        n for number in numbers for n in ([number] if number in lines else [k for k in lines if re.fullmatch(rf"{number}[a-z]", k)])
    ] or numbers
