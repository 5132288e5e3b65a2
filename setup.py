"""What pyproject.toml cannot say: the data folders by pattern, so that a new family's samples need no line of their own."""

from __future__ import annotations

from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent
SHARE = Path("share/puzzle-studio")
FOLDERS = ("resources", "resources/*", "puzzles/*", "docs/guide", "docs/guide/pictures", "docs/guide/pictures/*",
           "docs/pictures")
FILES = ("CHANGELOG.md", "LICENSE", "docs/*.md")


def data_files() -> list[tuple[str, list[str]]]:
    """(folder in the installation, its files), for every folder that a pattern finds. Tried by tests/test_wheel.py."""
    folders = sorted(path for pattern in FOLDERS for path in ROOT.glob(pattern) if path.is_dir())
    files = [path for folder in folders for path in sorted(folder.iterdir()) if path.is_file() and path.name[0] != "."]
    files += [path for pattern in FILES for path in sorted(ROOT.glob(pattern))]
    table: dict[str, list[str]] = {}
    for path in files:
        inside = path.relative_to(ROOT)
        table.setdefault((SHARE / inside.parent).as_posix(), []).append(inside.as_posix())
    return sorted(table.items())


if __name__ == "__main__":
    setup(data_files=data_files())
