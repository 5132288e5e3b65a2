"""Plugins for tests: a folder on the path that looks like an installation, with packages that announce families."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from studio.core import files, registry

OUTSIDE = '''
from studio.families._template.family import {kind}

class Outside({kind}):
    id = "{id}"
    name = "{name}"

FAMILY = Outside()
'''

BROKEN = {
    "cannot_import": ("import a_module_that_nobody_has\n", "ModuleNotFoundError: No module named 'a_module_that_nobody_has'"),
    "cannot_parse": ("def broken(:\n", "SyntaxError"),
    "leaves": ("raise SystemExit('bye')\n", "SystemExit: bye"),
    "unfinished": ("from studio.core.family import Family\nclass F(Family):\n    id = name = 'f'\nFAMILY = F()\n", "TypeError"),
    "empty": ("", "it has no FAMILY"),
    "nameless": (OUTSIDE.format(kind="LatinSquare", id="", name="Nameless"), "has no id"),
    "doubled": (OUTSIDE.format(kind="LatinSquare", id="fillomino", name="Another"),
                "belongs to studio.families.fillomino already"),
}


def announce(site: Path, distribution: str, module: str) -> None:
    """The record that an installer leaves: a package with one entry point of the studio's group."""
    info = site / f"{distribution.replace('-', '_')}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{module} = {module}\n")


def add_plugin(site: Path, module: str, source: str) -> Path:
    """A package with this source, announced as `<module>-plugin`."""
    package = site / module
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(source)
    announce(site, f"{module}-plugin", module)
    return package


@contextmanager
def installed(*sites: Path) -> Iterator[None]:
    """These folders are on the path, and the registry knows it; afterwards everything is as before."""
    known = set(sys.modules)
    sys.path[:0] = map(str, sites)
    registry.look_again()
    try:
        yield
    finally:
        del sys.path[: len(sites)]
        for name in set(sys.modules) - known:
            if any(str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(site)) for site in sites):
                del sys.modules[name]
        registry.look_again()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Path]:
    """One family that works, carrying a sample and a page, beside seven that do not."""
    package = add_plugin(tmp_path, "outsider", OUTSIDE.format(kind="LatinSquare", id="outsider", name="Outsider"))
    (package / "puzzles").mkdir()
    sample = registry.family("_template").samples()[0]
    (package / "puzzles" / "01-first.puzzle").write_text(files.dumps(sample).replace('"_template"', '"outsider"'))
    (package / "guide.md").write_text("# Outsiders\n\nA page of a plugin.\n")
    for module, (source, _) in BROKEN.items():
        add_plugin(tmp_path, module, source)
    with installed(tmp_path):
        yield tmp_path
