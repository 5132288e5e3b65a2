"""What an installation takes on the disk, package by package, and who wants each: `make sizes`."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

OURS = "puzzle-studio"


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted_by(name: str) -> list[str]:
    """The packages that a package asks for, leaving out extras and other systems."""
    asked = (line.split(";") for line in metadata.requires(name) or [])
    plain = (parts[0] for parts in asked if len(parts) == 1 or "extra" not in parts[1])
    return [canonical(re.split(r"[\s<>=!~\[(]", each.strip(), maxsplit=1)[0]) for each in plain]


def closure() -> dict[str, list[str]]:
    """Every package of a plain installation, and who asked for it."""
    asked: dict[str, list[str]] = {OURS: []}
    waiting = [OURS]
    while waiting:
        at = waiting.pop()
        for name in wanted_by(at):
            try:
                metadata.version(name)
            except metadata.PackageNotFoundError:
                continue  # for another system
            if name not in asked:
                asked[name] = []
                waiting.append(name)
            asked[name].append(at)
    return asked


def megabytes(name: str) -> float:
    """On the disk; a file that the package holds twice counts twice, as it does there."""
    found = [Path(str(path.locate())) for path in metadata.files(name) or []]
    return sum(path.stat().st_size for path in found if path.is_file()) / 1e6


def main() -> None:
    table = sorted(((megabytes(name), name, who) for name, who in closure().items() if name != OURS), reverse=True)
    print("| package | MB | wanted by |\n|---|---|---|")
    for size, name, who in table:
        if size >= 1:
            print(f"| {name} | {size:.0f} | {', '.join(who)} |")
    small = [size for size, _, _ in table if size < 1]
    print(f"| {len(small)} smaller ones | {sum(small):.0f} | |")
    print(f"| together | {sum(size for size, _, _ in table):.0f} | |")


if __name__ == "__main__":
    main()
