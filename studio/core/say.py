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
    for name, value in values.items():
        if type(value) not in PLAIN:
            values[name] = _plain(value)
    said = str.__new__(Said, template.format_map(values))  # searches say much: no detour by `Said(...)`
    said.template, said.plural, said.values = template, "", values
    return said


@cache
def _constant(template: str) -> Said:
    """Searches say the same thing a million times."""
    return Said(template)


def say_n(one: str, many: str, /, n: int, **values: Any) -> Said:
    """A sentence about a number of things: `say_n("{n} cell is open", "{n} cells are open", n=3)`."""
    return Said(one, many, {"n": n, **values})


def listed(parts: Iterable[str], between: str = ", ") -> Said:
    """Several words or sentences in a row, each of which is put into words by itself."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Said("{between}".join(f"{{{name}}}" for name in values), "", {**values, "between": between})


def marked(text: str) -> str:
    """A text that stands in a table and is put into words where it is shown: it belongs into the catalogues."""
    return text
