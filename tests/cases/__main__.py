"""python -m tests.cases FILE... [--only ID] [--verbose]: the same as `pbem case run`, with the toy among the rulesets."""

import sys
from pathlib import Path

from pbem.cases import run_files, summary
from pbem.errors import PbemError
from tests.cases.rulesets import find


def main(words: list[str]) -> int:
    only = words[words.index("--only") + 1] if "--only" in words else ""
    try:
        outcomes = run_files([Path(word) for word in words if not word.startswith("--") and word != only], find, only)
    except PbemError as e:
        print(e, e.remedy)
        return 2
    for outcome in outcomes:
        print("\n".join([*outcome.lines(), *(f"    {line}" for line in outcome.log if "--verbose" in words)]))
    print(summary(outcomes))
    return int(any(not outcome.passed for outcome in outcomes))


sys.exit(main(sys.argv[1:]))
