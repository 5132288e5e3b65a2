"""Sentences that remember how they were made, so that the edge of the house can put them into another language.

`say("this {n} needs a neighbour", n=3)` is an ordinary string, in English, everywhere: compared, printed, packed into films and
sent to other processes like any other. It also knows its template and its values, which is what a catalogue needs. Sentences
for people that are made outside `ui` are made here; nothing is glued together from halves of sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import PurePath
from typing import Any


class Said(str):
    """A sentence with its template (the catalogue's id), its plural template ("" if it has none) and its values.

    A value may itself be `Said`: it is then put into words in the same language.
    """

    template: str
    plural: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, plural: str = "", values: Mapping[str, Any] | None = None) -> Said:
        values = {name: _plain(value) for name, value in (values or {}).items()}
        said = super().__new__(cls, (plural if plural and values["n"] != 1 else template).format(**values))
        said.template, said.plural, said.values = template, plural, values
        return said

    def __str__(self) -> str:
        """Itself: an exception's `str` and a careless `str(...)` keep how the sentence was made."""
        return self

    def __reduce__(self) -> tuple[type[Said], tuple[str, str, Mapping[str, Any]]]:
        return Said, (self.template, self.plural, self.values)


PLAIN = {str, int, Said, float}


def _plain(value: Any) -> Any:
    """Faults and places as text: a sentence travels between processes, and its words are looked up."""
    return str(value) if isinstance(value, (BaseException, PurePath)) else value


def say(template: str, /, **values: Any) -> Said:
    """A sentence, its values by name: `say("{cell} would join two groups", cell="r1c2")`."""
    if not values:
        return _constant(template)
    _make_plain(values)
    return _said(template.format_map(values), template, "", values)


def _make_plain(values: dict[str, Any]) -> None:
    for name, value in values.items():
        if type(value) not in PLAIN:
            values[name] = _plain(value)


def _said(text: str, template: str, plural: str, values: Mapping[str, Any]) -> Said:
    """What is known already put together: searches say much, and `Said(...)` would be a detour."""
    said = str.__new__(Said, text)
    said.template, said.plural, said.values = template, plural, values
    return said


@cache
def _constant(template: str) -> Said:
    """Searches say the same thing a million times."""
    return Said(template)


def say_n(one: str, many: str, /, n: int, **values: Any) -> Said:
    """A sentence about a number of things: `say_n("{n} cell is open", "{n} cells are open", n=3)`."""
    values = {"n": n, **values}
    _make_plain(values)
    return _said((one if n == 1 else many).format_map(values), one, many, values)


def listed(parts: Iterable[str], between: str = ", ") -> Said:
    """Several words or sentences in a row, each of which is put into words by itself."""
    parts = list(parts)
    template, names = _row(len(parts))
    return _said(between.join(parts), template, "", dict(zip((*names, "between"), (*parts, between))))


@cache
def _row(length: int) -> tuple[str, tuple[str, ...]]:
    """The template of so many parts, and their names."""
    names = tuple(f"part{number}" for number in range(length))
    return "{between}".join(f"{{{name}}}" for name in names), names


def marked(text: str) -> str:
    """A text that stands in a table and is put into words where it is shown: it belongs into the catalogues."""
    return text
