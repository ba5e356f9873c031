"""Completion for bash and zsh."""

from __future__ import annotations

import rich_click as click
from click.shell_completion import get_completion_class

from pbem.cli.frame import say

HOW = {
    "bash": '# in ~/.bashrc:  eval "$(pbem completion bash)"',
    "zsh": '# in ~/.zshrc:  eval "$(pbem completion zsh)"',
}


@click.command()
@click.argument("shell", type=click.Choice(sorted(HOW)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that completes commands, options, games and scenarios in your shell."""
    found = get_completion_class(shell)
    assert found is not None
    script = found(context.find_root().command, {}, "pbem", "_PBEM_COMPLETE").source()
    say(HOW[shell], script.strip())
