"""Rule cases in plain text: reading, playing, judging them; what they prove of a ruleset's checklist."""

from pbem.cases.coverage import Coverage, coverage
from pbem.cases.model import Case, Fault, Outcome
from pbem.cases.read import read_case_files
from pbem.cases.rulelist import Item, RuleList, rule_list
from pbem.cases.run import position_of, run_files, summary

__all__ = [
    "Case", "Coverage", "Fault", "Item", "Outcome", "RuleList", "coverage", "position_of", "read_case_files", "rule_list",
    "run_files", "summary",
]  # fmt: skip
