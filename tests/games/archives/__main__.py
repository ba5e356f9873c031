"""python -m tests.games.archives [--renew [--all]] [NAME ...]: run it after a change of the rules, and commit what it writes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from pbem.games.autoplay_mail import an_office
from pbem.games.library import Library
from pbem.games.upgrading import Report, report_on_record, told

from . import GAMES, keep, kept, path_of, play, report_of
from .again import letters_again, played_again, worded_otherwise


def renew(name: str, library: Library, renewing: bool, always: bool) -> bool:
    """Whether the archive stands as it should now."""
    if not path_of(name).exists() or always:
        return renewing and anew(name, library, "first of its kind" if not path_of(name).exists() else "played anew on demand")
    found = kept(name)
    report = report_on_record(library, found)
    if not report.same:
        if renewing:
            return anew(name, library, "played anew: the rules changed it", report)
        print("\n".join([f"{name:<18}the rules changed it; --renew plays it anew", *told(report)]))
        return False
    with TemporaryDirectory(prefix="pbem-archive-") as folder:
        house = an_office(Path(folder), library, name)
        rows, _ = played_again(house, found)
        worded = worded_otherwise(house, found, rows)
        if worded and renewing:
            assert found.office is not None
            found.office.letters = [now for _, now in letters_again(house, found, rows)]
            keep(name, found)
    print(f"{name:<18}{f'{len(worded)} reports are worded otherwise' if worded else 'is up to date'}")
    return renewing or not worded


def anew(name: str, library: Library, why: str, report: Report | None = None) -> bool:
    print(f"{name:<18}{why} ...", flush=True)
    found = play(name, library)
    text = "\n".join([f"# {name}: the game before, on the rules of this one", "", "```", *told(report), "```", ""]) if report else ""
    keep(name, found, text)
    size = path_of(name).stat().st_size
    print(f"{'':<18}{len(found.stages)} stages, {size:,} bytes{f'; {report_of(name).name} says how' if text else ''}")
    return True


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.games.archives")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(GAMES))
    parser.add_argument("--renew", action="store_true", help="play anew what the rules have changed, take over changed words")
    parser.add_argument("--all", action="store_true", help="with --renew: play all anew")
    asked = parser.parse_args()
    if unknown := [name for name in asked.names if name not in GAMES]:
        parser.error(f"no game {', '.join(unknown)}: there are {', '.join(GAMES)}")
    library = Library()
    stands = [renew(name, library, asked.renew, asked.renew and asked.all) for name in asked.names or GAMES]
    sys.exit(not all(stands))


if __name__ == "__main__":
    main()
