"""pip in the virtual environment that runs this, even where Debian and Ubuntu leave it out (no python3-venv): from ensurepip,
from the system's own pip, from apt-get if we may, or else the newest wheel of the package index, its checksum verified."""

from __future__ import annotations

import hashlib
import html
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urldefrag, urljoin
from urllib.request import urlopen

INDEX = os.environ.get("PIP_INDEX_URL") or "https://pypi.org/simple"
WHEEL = re.compile(r"/pip-(\d+(?:\.\d+)*)-py3-none-any\.whl$")


def done(*words: str) -> bool:
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}}
    return subprocess.run(words, check=False, **quiet).returncode == 0  # type: ignore[call-overload, no-any-return]


def ours(*words: str) -> bool:
    return done(sys.executable, "-m", *words)


def from_system() -> bool:
    system = shutil.which("python3", path=os.defpath)
    return system is not None and done(system, "-m", "pip", "--python", sys.executable, "install", "pip")


def from_apt() -> bool:
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return False
    done("apt-get", "update", "-qq")
    return done("apt-get", "install", "-y", "-qq", "--no-install-recommends", "python3-venv") and from_python()


def from_index() -> bool:
    try:
        with urlopen(f"{INDEX.rstrip('/')}/pip/", timeout=30) as page:
            url, checksum = newest(page.geturl(), page.read().decode())
        with urlopen(url, timeout=60) as wheel:
            content = wheel.read()
    except (URLError, OSError, ValueError) as error:
        print(f"{INDEX}: {error}", file=sys.stderr)
        return False
    if hashlib.sha256(content).hexdigest() != checksum:
        print(f"{url} has not the checksum that the index names", file=sys.stderr)
        return False
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / url.rpartition("/")[2]
        file.write_bytes(content)
        return done(sys.executable, f"{file}/pip", "install", "--no-index", str(file))


def newest(page: str, text: str) -> tuple[str, str]:
    """Address and SHA-256 of the newest final release for this Python that was not withdrawn."""
    found = []
    for link in re.findall(r"<a\s[^>]*>", text):
        address, fragment = urldefrag(urljoin(page, attribute(link, "href")))
        checksum = fragment.removeprefix("sha256=")
        version, least = WHEEL.search(address), re.search(r">=\s*3\.(\d+)", attribute(link, "data-requires-python"))
        if version and checksum and "data-yanked" not in link and (least is None or int(least[1]) <= sys.version_info[1]):
            found.append(([int(part) for part in version[1].split(".")], address, checksum))
    if not found:
        raise ValueError("no pip there")
    return max(found)[1:]


def attribute(link: str, name: str) -> str:
    value = re.search(rf'{name}="([^"]*)"', link)
    return html.unescape(value[1]) if value else ""


def there() -> bool:
    return ours("pip", "--version")


def from_python() -> bool:
    return ours("ensurepip")


if not any(way() and there() for way in (there, from_python, from_system, from_apt, from_index)):
    sys.exit("pip cannot be had: apt-get install python3-venv, or name your package index in PIP_INDEX_URL; then make again")
