"""Writes docs/guide/python-api.md from the docstrings of `studio/api.py`: `python docs/tools/make_api.py`."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from studio import api

PAGE = Path(__file__).resolve().parents[1] / "guide" / "python-api.md"


def page() -> str:
    parts = ["# The Python door, name by name", "",
             "Made from the docstrings of `studio/api.py`; [how to use it](python.md) is told elsewhere.", ""]
    for name in api.__all__:
        found = getattr(api, name)
        parts += [f"## {_heading(name, found)}", "", inspect.getdoc(found) or "", ""]
        if inspect.isclass(found) and found.__module__ == api.__name__:
            parts += _members(found)
    return "\n".join(parts) + "\nBack to [the guide](index.md).\n"


def _heading(name: str, found: object) -> str:
    return f"`studio.{name}{_signature(found)}`" if inspect.isfunction(found) else f"`studio.{name}`"


def _signature(found: object) -> str:
    text = re.sub(r"(: |-> )'([^']*)'", r"\1\2", str(inspect.signature(found)))  # type: ignore[arg-type]
    return text.replace("(self, ", "(").replace("(self)", "()")


def _members(cls: type) -> list[str]:
    rows = []
    for name, member in vars(cls).items():
        if name.startswith("_") or not (inspect.isfunction(member) or isinstance(member, property)):
            continue
        told = " ".join((inspect.getdoc(member) or "").split())
        rows.append(f"- `.{name}{_signature(member) if inspect.isfunction(member) else ''}` {told}".rstrip())
    return [*rows, ""]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
