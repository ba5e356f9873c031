"""Bytes to lines: charsets guessed safely, format=flowed undone, invisible characters removed."""

import codecs

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_WINDOWS = frozenset(("iso-8859-1", "iso8859-1", "latin-1", "latin1", "us-ascii", "ascii"))   # really Windows
_NOT_TEXT = frozenset(("idna", "punycode", "unicode_escape", "unicode-escape", "raw_unicode_escape",
                       "raw-unicode-escape", "undefined"))
_LINE_ENDS = {ord(mark): "\n" for mark in "\x0b\x0c\x85\u2028\u2029"}
_INVISIBLE = dict.fromkeys([
    0x00AD, 0x061C, 0xFEFF, 0xFE0E, 0xFE0F, *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070),
    *(code for code in range(0x20) if code not in (0x09, 0x0A)), 0x7F,
])


def decoded(content: bytes, charset: str) -> tuple[str, bool]:
    """The text, and whether the declared charset served."""
    marked = next((name for mark, name in _BOMS if content.startswith(mark)), None)
    wanted = marked or charset.strip().lower() or "utf-8"
    if wanted not in _WINDOWS and wanted not in _NOT_TEXT:
        try:
            return content.decode(wanted), True
        except (LookupError, ValueError):
            pass
    try:
        return content.decode("utf-8"), wanted in _WINDOWS
    except ValueError:
        return content.decode("cp1252", "replace"), wanted in _WINDOWS


def as_lines(text: str) -> tuple[str, ...]:
    ends = text.replace("\r\n", "\n").replace("\r", "\n").translate(_LINE_ENDS)
    lines = [line.translate(_INVISIBLE) for line in ends.split("\n")]
    while lines and not lines[-1].strip():
        lines.pop()
    return tuple(lines)


def unflowed(text: str, delsp: bool) -> str:
    """RFC 3676: a line that ends in a space goes on in the next one of the same quote depth."""
    out: list[str] = []
    open_depth: int | None = None      # of the last line, if it flows on
    for raw in text.replace("\r\n", "\n").split("\n"):
        depth = len(raw) - len(raw.lstrip(">"))
        line = raw[depth:].removeprefix(" ")
        flows = line.endswith(" ") and line != "-- "
        kept = line[:-1] if flows and delsp else line
        if open_depth == depth and line != "-- ":
            out[-1] += kept
        else:
            out.append(f"{'>' * depth} {kept}" if depth else kept)
        open_depth = depth if flows else None
    return "\n".join(out)
