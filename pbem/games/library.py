"""Which rulesets and scenarios there are. A ruleset is found by its slug; no other name of one stands in the program."""

from __future__ import annotations

import hashlib
import importlib
import pkgutil
import tomllib
from pathlib import Path
from types import ModuleType

import msgspec
from rapidfuzz import process

import pbem.board
import pbem.engine
import pbem.rulesets
from pbem.data import folder
from pbem.engine.ruleset import Ruleset, Scenario
from pbem.errors import DataError, PbemError


class Library:
    def __init__(self, further: list[str] | None = None) -> None:
        self.rulesets: dict[str, Ruleset] = {}
        self.versions: dict[str, str] = {}  # by slug: 1.0+5d2f0c81a9b3, the version declared and the fingerprint
        self._folders: dict[str, Path] = {}
        names = [f"{pbem.rulesets.__name__}.{m.name}" for m in pkgutil.iter_modules(pbem.rulesets.__path__) if m.ispkg]
        for name in [*sorted(names), *(further or [])]:
            self._add(name)

    def _add(self, name: str) -> None:
        try:
            module = importlib.import_module(name)
            rules: Ruleset = module.RULES
        except (ImportError, AttributeError) as error:
            raise PbemError(f"no ruleset in the module {name}: {error}", "see `rulesets` in pbem.toml") from None
        self.rulesets[rules.slug] = rules
        self._folders[rules.slug] = getattr(module, "SCENARIOS", None) or folder("scenarios")
        self.versions[rules.slug] = f"{rules.version}+{fingerprint(module, self._folders[rules.slug] / rules.slug)}"

    def ruleset(self, slug: str) -> Ruleset:
        if slug not in self.rulesets:
            raise PbemError(f'no ruleset "{slug}"', f"there are: {', '.join(sorted(self.rulesets))}")
        return self.rulesets[slug]

    def root(self, slug: str) -> Path:
        """The folder that holds the ruleset's own folder of data."""
        return self._folders[slug]

    def scenarios(self) -> list[Scenario]:
        found = []
        for slug, root in sorted(self._folders.items()):
            found += [read_scenario(file) for file in sorted((root / slug).glob("*/scenario.toml"))]
        return found

    def scenario(self, name: str) -> Scenario:
        known = {scenario.id: scenario for scenario in self.scenarios()}
        if name not in known:
            near = [match for match, _, _ in process.extract(name, list(known), limit=2)]
            raise PbemError(f'no scenario "{name}". Nearest: {", ".join(near)}', "pbem scenario list shows all")
        return known[name]


def declared(version: str) -> str:
    """The part of a version that its author gave it, and that people read."""
    return version.partition("+")[0]


def fingerprint(rules: ModuleType, data: Path) -> str:
    """Of all that a game follows from: the rules, their data, the engine below them. It changes with every byte, the play may not."""
    found = hashlib.sha256()
    for file in [*sources(rules), *sources(pbem.engine), *sources(pbem.board), *sorted(data.rglob("*.csv")), *sorted(data.rglob("*.toml"))]:
        found.update(file.name.encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:12]


def sources(module: ModuleType) -> list[Path]:
    """A package with all in it, or a module alone."""
    file = Path(module.__file__ or "")
    return sorted(file.parent.rglob("*.py")) if file.name == "__init__.py" else [file]


def read_scenario(file: Path) -> Scenario:
    try:
        raw = tomllib.loads(file.read_text(encoding="utf-8"))
        raw.setdefault("id", f"{file.parent.parent.name}/{file.parent.name}")
        raw.setdefault("ruleset", file.parent.parent.name)
        return msgspec.convert({**raw, "folder": str(file.parent)}, Scenario)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise DataError(file, 0, "", str(error), "see the scenario.toml of another scenario") from None
