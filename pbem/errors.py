"""Errors a person can act on: what is wrong, and what to do about it."""

from pathlib import Path


class PbemError(Exception):
    def __init__(self, message: str, remedy: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.remedy = remedy


class DataError(PbemError):
    """A fault in a data file, with its place. Line 0: the file as a whole."""

    def __init__(self, file: Path | str, line: int, column: str, message: str, remedy: str = "") -> None:
        super().__init__(message, remedy)
        self.file = str(file)
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}, column {self.column}: {self.message}" if self.column else f"{place}: {self.message}"
