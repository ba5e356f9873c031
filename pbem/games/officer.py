"""A staff officer with a mailbox: reads what the office sends, writes as a player would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from pbem.engine.verbs import Verb
from pbem.games.filing import checked_text, lexicon
from pbem.games.gamefile import GameFile, load
from pbem.games.house import House
from pbem.games.postbox import Item, Postbox
from pbem.games.staffplay import staff_text
from pbem.games.stages import choice_of
from pbem.orders import print_answer, read_doctrine
from pbem.store.tables import DecisionRow

LANGUAGE = "en"
NONSENSE = "the rest as discussed"
ALONE = ("weakest", "spread", "best", "all", "never", "always", "none")  # policies that need no name


Tell = Callable[[str, str], None]  # who, and what he does


def untold(who: str, what: str) -> None:
    """Nobody watches."""


class Officer:
    """`errs`: sends wrong lines once, and mends them. `trusts`: what was asked once is left to doctrine from then on."""

    def __init__(self, house: House, game: str, side: str, tell: Tell = untold, errs: bool = False, trusts: bool = False) -> None:
        self.house, self.game, self.side, self.tell = house, game, side, tell
        self.box = Postbox(house, game, side)
        self.errs, self.trusts = errs, trusts
        self.mending: list[str] = []  # numbers of the lines he has to take back
        self.told: set[str] = set()  # kinds of choice he has given doctrine for
        self.sent = self.read = 0
        self.saved: list[Path] = []
        self.answered: set[int] = set()
        self.ordered = (0, 0)

    def act(self) -> bool:
        """Reads what came, and does what it asks for; whether there was anything."""
        unread = self.box.unread()
        for item in unread:
            self.take(item)
        return self.reply() if unread else False

    def take(self, item: Item) -> None:
        self.read += 1
        self.saved += self.box.save_files(item, self.files)
        self.box.mark_read(item)

    @property
    def files(self) -> Path:
        return self.house.folder / "reports" / self.side

    def pdfs(self) -> list[Path]:
        return [path for path in self.saved if path.suffix == ".pdf"]

    def last_mails(self) -> None:
        for item in self.box.wait(10):
            self.take(item)

    def send(self, text: str, told: str) -> bool:
        self.tell(self.side, told)
        self.box.send(text)
        self.sent += 1
        return True

    def reply(self) -> bool:
        file = load(self.house, self.game)
        if file.seats[self.side].status == "invited":
            return self.send("JOIN", "joins")
        asked = [d for d in file.open_decisions(self.side) if d.number not in self.answered]
        if asked:
            return self.decide(file, asked)
        if self.side in file.wanted() and not file.seats[self.side].ready:
            return self.mend() if self.mending else self.order(file)
        return True

    # orders

    def order(self, file: GameFile) -> bool:
        if self.ordered == (file.game.seq, file.game.attempt):
            return True
        self.ordered = (file.game.seq, file.game.attempt)
        lines = staff_text(file, self.side).splitlines()
        wrong = self.wrong_lines(file, lines) if self.errs else []
        text = "\n".join(["ORDERS", *lines, *wrong, "END", "READY"])
        if not wrong:
            return self.send(text, f"orders: {len(lines)} line{'s' if len(lines) > 1 else ''}, READY")
        self.errs = False
        found = checked_text(file, file.seats[self.side], "\n".join([*lines, *wrong]))
        self.mending = [line.n for line in found.open]
        return self.send(text, f"orders: {len(lines) + len(wrong)} lines; {', '.join(f'{w!r}' for w in wrong)} will not do")

    def wrong_lines(self, file: GameFile, lines: list[str]) -> list[str]:
        """One that cannot be read, and one that the rules forbid here."""
        seat = file.seats[self.side]
        examples = [verb.example for verb in file.rules.verbs.values() if verb.example and self.now(file, verb)]
        for example in examples:
            found = checked_text(file, seat, "\n".join([*lines, example]))
            if found.lines and found.lines[-1].status == "illegal":
                return [example, NONSENSE]
        return [NONSENSE]

    @staticmethod
    def now(file: GameFile, verb: Verb) -> bool:
        return verb.stage == file.stage_name

    def mend(self) -> bool:
        numbers, self.mending = ", ".join(self.mending), []
        return self.send(f"CHANGE\nREMOVE {numbers}\nEND\nREADY", f"refused lines {numbers} taken back, READY")

    # decisions

    def decide(self, file: GameFile, asked: list[DecisionRow]) -> bool:
        """Answers by mail."""
        words, told = [], []
        for row in asked:
            choice = choice_of(row)
            answer = print_answer(file.rules, choice, file.rules.kinds[choice.kind].staff(choice), LANGUAGE)
            words.append(f"ANSWER {row.number} {answer}")
            told.append(f"{choice.kind} {choice.subject}: {answer}")
            self.answered.add(row.number)
        doctrine = [line for row in asked if (line := self.doctrine_for(file, choice_of(row).kind))]
        adds = [f"DOCTRINE ADD {line}" for line in doctrine]
        kept = f"; from now on doctrine: {', '.join(doctrine)}" if doctrine else ""
        return self.send("\n".join([*adds, *words]), f"decides {'; '.join(told)}{kept}")

    def doctrine_for(self, file: GameFile, kind: str) -> str:
        """The first policy of the kind that reads well by itself."""
        if kind in self.told or not self.trusts:
            return ""
        self.told.add(kind)
        names = lexicon(file, self.side)
        for policy in (word for word in ALONE if word in file.rules.kinds[kind].policies):
            line = f"{kind.upper()} {policy.upper()}"
            if all(found.status == "ok" for found in read_doctrine(file.rules, names, line, LANGUAGE).lines):
                return line
        return ""
