"""Opens a Maildir, made whole first: two processes or threads may come at the same time."""

import mailbox
from pathlib import Path


def open_maildir(folder: Path) -> mailbox.Maildir:
    """The library makes the folder first and its parts after it, and takes a folder for whole as soon as it is there."""
    for part in ("tmp", "new", "cur"):
        (folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
    return mailbox.Maildir(folder, create=False)
