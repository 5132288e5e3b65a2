"""Catalogues: what the studio says, in other languages. Plain gettext files (`.po`), read without being compiled.

A message is known by its English text. Values stand in braces ("{0} of {1}", "{n} cells are open"), in every language the same
ones. A catalogue can also go the other way: `recognise` finds the message that a finished sentence was made from, so that
sentences of solvers, of films on disk and of a window that already stands can be told in another language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from gettext import c2py  # type: ignore[attr-defined]
from pathlib import Path
from string import Formatter
from typing import NamedTuple

_LINE = re.compile(r'^(msgid|msgid_plural|msgstr|msgstr\[(\d)\])?\s*"(.*)"\s*$')
_CELL = re.compile(r"\br\d+c\d+\b")
_ESCAPES = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
LEAST_LETTERS, LEAST_SHARE = 2, 0.4
"""letters that a message must have besides its values, and their share of the sentence's: "{0} from {1}" is no sentence that
happens to have a "from" in it. Where all values are words of ours, too, it needs no share"""
MOST_SEEN = 20_000


class Message(NamedTuple):
    """English (one, and many or ""), and the forms of another language."""

    one: str
    many: str
    forms: tuple[str, ...]


class Recognised(NamedTuple):
    message: Message
    values: Mapping[str, str]


class Catalogue:
    """The messages of one language."""

    def __init__(self, messages: Mapping[str, Message], plural: str = "n != 1") -> None:
        self.messages = messages
        self._form_of: Callable[[int], int] = c2py(plural)
        self._seen: dict[str, Recognised | None] = {}

    def form(self, one: str, n: int | None = None) -> str:
        """The text for an English one; the English one itself if there is no translation. `n` chooses among plural forms."""
        message = self.messages.get(one)
        if message is None:
            return one
        at = min(self._form_of(n), len(message.forms) - 1) if n is not None and message.many else 0
        return message.forms[at] or one

    @cached_property
    def _exact(self) -> dict[str, Message]:
        return {form: message for message in self.messages.values() for form in message.forms if "{" not in form}

    @cached_property
    def _patterns(self) -> list[tuple[str, re.Pattern[str], Message]]:
        """Messages with values, the ones with most letters of their own first; before each what it has to contain, which is
        looked for much faster than the whole."""
        found = [(form, message) for message in self.messages.values() for form in message.forms if "{" in form]
        weighed = sorted(((own_letters(form), form, message) for form, message in found), key=lambda each: -each[0])
        return [(_longest(form), pattern_of(form), message) for weight, form, message in weighed if weight >= LEAST_LETTERS]

    def is_exact(self, text: str) -> bool:
        """A message without values, as it stands."""
        return text in self._exact

    def recognise(self, text: str) -> Recognised | None:
        """The message that a sentence in this language was made from, and its values as they stand in it."""
        if text in self._exact:
            return Recognised(self._exact[text], {})
        if text not in self._seen:
            if len(self._seen) > MOST_SEEN:
                self._seen.clear()
            self._seen[text] = self._by_pattern(text)
        return self._seen[text]

    def _by_pattern(self, text: str) -> Recognised | None:
        whole = letters(text)
        for literal, pattern, message in self._patterns:
            match = pattern.fullmatch(text) if literal in text else None
            if match is not None and (whole * LEAST_SHARE <= letters_besides(match)
                                      or all(self._is_known(value) for value in match.groupdict().values())):
                return Recognised(message, {name[1:]: value for name, value in match.groupdict().items()})
        return None

    def _is_known(self, value: str) -> bool:
        """No words at all, a sentence of ours, or several of them in a row."""
        if not letters(value) or self.recognise(value) is not None:
            return True
        parts = re.split("[;:,] ", value)
        return len(parts) > 1 and all(map(self._is_known, parts))


def _longest(template: str) -> str:
    return max((literal for literal, *_ in Formatter().parse(template)), key=len)


def own_letters(template: str) -> int:
    """Letters of a template besides its values."""
    return sum(letters(literal) for literal, *_ in Formatter().parse(template))


def letters(text: str) -> int:
    """Letters of its words: the names of cells (r3c2), which are the same in all languages, have none."""
    return sum(map(str.isalpha, _CELL.sub("", text)))


def letters_besides(match: re.Match[str]) -> int:
    """Letters of a sentence that belong to its message, not to the values."""
    return letters(match[0]) - sum(letters(value) for value in match.groupdict().values())


def values_of(template: str) -> list[str]:
    """The names of a message's values, in order of their first use."""
    return list(dict.fromkeys(name for _, name, *_ in Formatter().parse(template) if name is not None))


def pattern_of(template: str) -> re.Pattern[str]:
    """What sentences made from a template look like; a value does not go beyond the end of a sentence."""
    parts, seen = [], set()
    for literal, name, *_ in Formatter().parse(template):
        parts.append(re.escape(literal))
        if name is not None:
            parts.append(f"(?P=v{name})" if name in seen else rf"(?P<v{name}>(?:(?![.!?](?:\s|$)).)+?)")
            seen.add(name)
    return re.compile("".join(parts), re.DOTALL)


def filled(template: str, values: Mapping[str, str]) -> str:
    """A template with values that are text already: how they are to be written was decided when they were made."""
    parts = Formatter().parse(template)
    return "".join(literal + (values.get(name, "") if name is not None else "") for literal, name, *_ in parts)


# --- files --------------------------------------------------------------------------------------------------------------------
def read(path: Path) -> Catalogue:
    """A `.po` file. Raises ValueError with the line that is none of a catalogue."""
    messages: dict[str, Message] = {}
    plural = "n != 1"
    for one, many, forms in _entries(path.read_text("utf-8")):
        if one:
            messages[one] = Message(one, many, forms)
        elif found := re.search(r"plural=([^;\n]+)", forms[0]):
            plural = found[1].strip()
    return Catalogue(messages, plural)


def _entries(text: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    parts: dict[str, str] = {}
    now = ""
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if not line.strip():
            if parts:
                yield _entry(parts)
            parts = {}
        elif not line.startswith("#"):
            match = _LINE.match(line)
            if match is None:
                raise ValueError(f"line {number} belongs to no message: {line[:60]}")  # not for people
            now = match[1] or now
            parts[now] = parts.get(now, "") + _unescaped(match[3])


def _entry(parts: Mapping[str, str]) -> tuple[str, str, tuple[str, ...]]:
    forms = [parts[name] for name in sorted(parts) if name.startswith("msgstr")]
    return parts.get("msgid", ""), parts.get("msgid_plural", ""), tuple(forms) or ("",)


def _unescaped(text: str) -> str:
    return re.sub(r'\\[nt"\\]', lambda match: _ESCAPES[match[0]], text)


def _escaped(text: str) -> str:
    for plain, escape in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(plain, escape)
    return f'"{text}"'


def written(messages: list[Message], language: str, plural: str, forms: int) -> str:
    """The text of a `.po` file, messages in the given order."""
    head = (f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
            f'"Plural-Forms: nplurals={forms}; plural={plural};\\n"\n')
    return "\n".join([head, *(_written(message) for message in messages)])


def _written(message: Message) -> str:
    if not message.many:
        return f"msgid {_escaped(message.one)}\nmsgstr {_escaped(message.forms[0])}\n"
    forms = "".join(f"msgstr[{number}] {_escaped(form)}\n" for number, form in enumerate(message.forms))
    return f"msgid {_escaped(message.one)}\nmsgid_plural {_escaped(message.many)}\n{forms}"
