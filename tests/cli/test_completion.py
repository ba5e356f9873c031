"""The shell completes commands, options and the names that exist here; the script it evaluates is sound."""

import shutil
import subprocess
from pathlib import Path

import pytest

from .office import PROGRAM, new_game, new_office, pbem, program, some_scenario


def completed(folder: Path, *words: str) -> list[str]:
    """What bash would offer for the last word."""
    run = program(folder, COMP_WORDS=" ".join(["pbem", *words]), COMP_CWORD=str(len(words)), _PBEM_COMPLETE="bash_complete")
    return [line.partition(",")[2] for line in run.out.splitlines() if line]


def test_commands_options_and_scenarios_are_completed(tmp_path: Path) -> None:
    assert completed(tmp_path, "ga") == ["game"]
    assert {"list", "show", "process", "rollback"} <= set(completed(tmp_path, "game", ""))
    assert completed(tmp_path, "game", "process", "--st") == ["--step"]
    scenario = some_scenario(tmp_path)["id"]
    assert scenario in completed(tmp_path, "scenario", "map", scenario[:3])


def test_games_and_seats_of_the_office_are_completed_and_a_missing_office_is_no_error(tmp_path: Path) -> None:
    assert completed(tmp_path, "game", "show", "") == []
    new_office(tmp_path)
    sides = new_game(tmp_path)["sides"]
    assert completed(tmp_path, "game", "show", "g") == ["g1"]
    assert completed(tmp_path, "mail", "read", "g1.") == [f"g1.{side}" for side in sides]


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_printed_script_is_one_the_shell_takes(tmp_path: Path, shell: str) -> None:
    printed = pbem(tmp_path, "completion", shell)
    assert (printed.code, "_PBEM_COMPLETE" in printed.out) == (0, True)
    found = shutil.which(shell)
    if found is None:
        pytest.skip(f"no {shell} here: its script was printed but not tried")
    checked = subprocess.run([found, "-n"], input=printed.out, capture_output=True, text=True, timeout=30)
    assert (checked.returncode, checked.stderr) == (0, "")


def test_bash_completes_for_real(tmp_path: Path) -> None:
    bash = shutil.which("bash")
    assert bash is not None
    words = f"""
    PATH={Path(PROGRAM).parent}:$PATH; eval "$(pbem completion bash)"
    COMP_WORDS=(pbem sce); COMP_CWORD=1; _pbem_completion pbem; echo "${{COMPREPLY[@]}}"
    """
    done = subprocess.run([bash, "-c", words], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.stdout.split() == ["scenario"], done.stderr
