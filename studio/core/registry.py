"""Finds the families: every folder under `studio/families`, and every plugin that an installed package announces.

A plugin is an entry point of the group `puzzle_studio.families` that names a module with a FAMILY object. Nothing else lists
families. One that cannot be used (its import fails, its id is taken) is told by `troubles`, and all others work.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType

from studio.core.family import Family
from studio.core.puzzle import BadPuzzle
from studio.core.say import listed, say

PACKAGE = "studio.families"
GROUP = "puzzle_studio.families"


@dataclass(frozen=True)
class Trouble:
    """A family that was found and cannot be used: where it comes from, and why not, in one sentence."""

    source: str
    message: str

    def __str__(self) -> str:
        return f"{self.source}: {self.message}"


@dataclass(frozen=True)
class Source:
    """Where a family comes from: the module to import and, for a plugin, the package that was installed."""

    module: str
    distribution: str = ""

    def __str__(self) -> str:
        return f"{self.module} (plugin {self.distribution})" if self.distribution else self.module


@dataclass(frozen=True)
class Found:
    """The families and the modules that they come from, and what could not be used."""

    families: tuple[Family, ...] = ()
    sources: dict[str, Source] = field(default_factory=dict)
    troubles: tuple[Trouble, ...] = ()


@cache
def _discovered() -> Found:
    families: list[Family] = []
    sources: dict[str, Source] = {}
    troubles: list[Trouble] = []
    for source in (*_folders(), *_plugins()):
        try:
            family = _family_of(source)
            if family.id in sources:
                raise BadPuzzle(say("its id {id!r} belongs to {sources} already", id=family.id,
                                    sources=sources[family.id]))
        except (Exception, SystemExit) as fault:  # whatever a stranger's module may raise: the others go on
            what = str(fault) if isinstance(fault, BadPuzzle) else f"{type(fault).__name__}: {fault}"
            troubles.append(Trouble(str(source), what))
        else:
            families.append(family)
            sources[family.id] = source
    return Found(tuple(families), sources, tuple(troubles))


def _folders() -> Iterator[Source]:
    package = importlib.import_module(PACKAGE)
    for module in sorted(pkgutil.iter_modules(package.__path__), key=lambda module: module.name):
        if module.ispkg:
            yield Source(f"{PACKAGE}.{module.name}")


def _plugins() -> Iterator[Source]:
    """What installed packages announce, by name: the order must not depend on the order of installation."""
    from importlib.metadata import entry_points

    announced = {(point.module, point.dist.name if point.dist else "unnamed") for point in entry_points(group=GROUP)}
    for module, distribution in sorted(announced):
        yield Source(module, distribution)


def _family_of(source: Source) -> Family:
    module: ModuleType = importlib.import_module(source.module)
    family = getattr(module, "FAMILY", None)
    if not isinstance(family, Family):
        raise BadPuzzle(say("it has no FAMILY, or one that is no Family"))
    if not (isinstance(getattr(family, "id", None), str) and family.id and isinstance(getattr(family, "name", None), str)):
        raise BadPuzzle(say("its FAMILY has no id, or no name"))
    return family


def all_families() -> list[Family]:
    """Every family, hidden ones (ids that begin with an underscore, such as the template) included."""
    return list(_discovered().families)


def families() -> list[Family]:
    """The families that users see."""
    return [family for family in _discovered().families if not family.id.startswith("_")]


def troubles() -> list[Trouble]:
    """The families that were found and cannot be used."""
    return list(_discovered().troubles)


@cache
def _own(family_id: str) -> Family | None:
    """The family of the folder that is named as its id, imported alone: who asks for one need not wait for the others.
    None if there is none, or none that can be used: then all are looked at, and what is wrong is told."""
    name = f"{PACKAGE}.{family_id}"
    if not family_id.isidentifier() or importlib.util.find_spec(name) is None:
        return None
    try:
        found = _family_of(Source(name))
    except (Exception, SystemExit):
        return None
    return found if found.id == family_id else None


def family(family_id: str) -> Family:
    own = _own(family_id)
    if own is not None:
        return own
    for known in _discovered().families:
        if known.id == family_id:
            return known
    names = ", ".join(known.id for known in families())
    none = say("there is no puzzle family {family_id!r} (there are: {names})", family_id=family_id, names=names)
    raise BadPuzzle(listed([none, *(str(trouble) for trouble in troubles() if family_id in trouble.source)], "; "))


def plugins() -> list[Family]:
    """The families that come from outside."""
    return [known for known in _discovered().families if _discovered().sources[known.id].distribution]


def resource(family_id: str, name: str) -> Path | None:
    """A file or folder that a family carries in its own package: `puzzles`, `guide.md`; None if it has none."""
    source = _discovered().sources.get(family_id)
    spec = importlib.util.find_spec(source.module) if source else None
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        if (path := Path(folder) / name).exists():
            return path
    return None


def look_again() -> None:
    """Forget what was found: for tests, and after an installation."""
    _discovered.cache_clear()
    _own.cache_clear()
