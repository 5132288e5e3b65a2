"""The language in which the studio speaks. Everything is English inside; the edges (window, command line, books, pages) ask
here for the words. An environment variable carries the choice to whatever this process starts.
"""

from __future__ import annotations

import locale
import os
import re
from collections.abc import Mapping
from functools import cache, lru_cache

from studio.core import catalogue, files
from studio.core.catalogue import Catalogue, filled
from studio.core.say import Said, say

NAMES = {"en": "English", "nl": "Nederlands", "de": "Deutsch", "ja": "日本語"}
ENGLISH, PSEUDO = "en", "xx"
"""PSEUDO is a language for tests: every message in double brackets, its values outside of them. What stands without brackets
was never translated, be it a sentence or a word that was put into one."""
_VALUE = re.compile(r"(\{[^{}]*\}|%(?:\(\w+\))?[sr])")
VARIABLE = "PUZZLE_STUDIO_LANG"


def system_language() -> str:
    """The system's language if the studio speaks it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return _known(os.environ[name])
    return _known(locale.getlocale()[0] or "")


def _known(name: str) -> str:
    return name[:2] if name[:2] in NAMES else ENGLISH


def use(code: str) -> None:
    """Speak this language from now on, here and in processes that are started later; "" is the system's."""
    if code and code not in (*NAMES, PSEUDO):
        raise ValueError(say("there is no language {code!r}: {known}", code=code, known=", ".join(NAMES)))
    os.environ[VARIABLE] = code or system_language()
    _told.cache_clear()


def go_back(code: str | None) -> None:
    """To what was spoken before; None: nobody had chosen."""
    if code is None:
        os.environ.pop(VARIABLE, None)
    else:
        os.environ[VARIABLE] = code


def current() -> str:
    code = os.environ.get(VARIABLE, ENGLISH)
    return code if code in (*NAMES, PSEUDO) else ENGLISH


@cache
def catalogue_of(code: str) -> Catalogue:
    """A damaged or missing catalogue is an empty one: English is better than nothing."""
    if code == ENGLISH:
        return _english()
    if code == PSEUDO:
        return Catalogue({one: message._replace(forms=tuple(map(_in_brackets, message.forms)))
                          for one, message in _english().messages.items()})
    try:
        return catalogue.read(files.resource_folder() / "languages" / f"{code}.po")
    except (OSError, ValueError):
        return Catalogue({})


def _in_brackets(form: str) -> str:
    return "".join(part if _VALUE.fullmatch(part) else f"⟦{part}⟧" for part in _VALUE.split(form) if part)


@cache
def _english() -> Catalogue:
    """All messages in English, as another catalogue knows them: for recognising sentences."""
    known = next((found for code in NAMES if code != ENGLISH and (found := catalogue_of(code)).messages), Catalogue({}))
    return Catalogue({one: message._replace(forms=(one, message.many) if message.many else (one,))
                      for one, message in known.messages.items()})


def told(text: str) -> str:
    """A sentence of the studio (English inside) in the language of the user; as it is if there is none."""
    if not text or current() == ENGLISH:
        return text
    if isinstance(text, Said):
        return _said(text)
    message = catalogue_of(current()).messages.get(text)
    if message is not None and not message.many:  # a template that is yet to be filled is no finished sentence
        return message.forms[0] or text
    return _told(text, ENGLISH, current())


def retold(text: str, old: str, new: str) -> str:
    """A finished sentence in another language than it was told in."""
    return text if old == new or not text else _told(text, old, new)


def _said(text: Said) -> str:
    spoken = catalogue_of(current())
    template = spoken.form(text.template, text.values["n"] if text.plural else None)
    values = {name: told(value) if isinstance(value, str) else value for name, value in text.values.items()}
    return template.format(**values)


@lru_cache(maxsize=4096)
def _told(text: str, old: str, new: str) -> str:
    found = catalogue_of(old).recognise(text)
    if found is None:
        return _by_sentence(text, old, new)
    values = {"n": "1"} | {name: _told(value, old, new) if _may_be_words(value) else value
                           for name, value in found.values.items()}
    if new == ENGLISH:
        form = found.message.many if found.message.many and _number(found.values) != 1 else found.message.one
    else:
        form = catalogue_of(new).form(found.message.one, _number(found.values) if found.message.many else None)
    return filled(form, values)


def _by_sentence(text: str, old: str, new: str) -> str:
    """Several sentences in a row, or parts of one between colons, each by itself; what is not known stays."""
    lines = text.split("\n")
    if len(lines) > 1:
        return "\n".join(_told(line, old, new) for line in lines)
    parts = re.split(r"(?<=[.!?…]) ", text)
    if len(parts) > 1:
        return " ".join(_told(each, old, new) for each in parts)
    if text.endswith(".") and len(text) > 1:
        return _told(text[:-1], old, new) + "."
    ends = list(re.finditer("[;:] ", text))
    at = next((end for end in ends if catalogue_of(old).recognise(text[:end.start()])), *ends[:1] or (None,))
    if at is None:
        parts = text.split(", ")
        return ", ".join(_told(each, old, new) for each in parts) if len(parts) > 1 else text
    return _told(text[:at.start()], old, new) + at[0] + _told(text[at.end():], old, new)


def _may_be_words(value: str) -> bool:
    return any(char.isalpha() for char in value)


def _number(values: Mapping[str, str]) -> int:
    """The number that a plural goes by: one where a sentence does not tell it, many if it cannot be read."""
    digits = "".join(char for char in values.get("n", "1") if char.isdigit())
    return int(digits) if digits else 2
