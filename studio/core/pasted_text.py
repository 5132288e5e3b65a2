"""Texts as programs and sites wrap boards: made plain before they are read as rows (`core/pasted_grid.py`)."""

from __future__ import annotations

import html
import json
import re
from typing import Any

_WIDE = str.maketrans({**{chr(0xFF10 + digit): str(digit) for digit in range(10)}, "．": ".", "，": ",", "\u3000": " ",
                       "・": ".", "\ufeff": "", "⭕": "o", "❌": "x", "⬜": ".", "⬛": "#", "\ufe0f": "", "−": "-", "｜": "|"})
_SLASHED = re.compile(r"[0-9.\-_oxOX#?]{2,}(?:\s*/\s*[0-9.\-_oxOX#?]{2,}){2,}/?")
_BRACED = re.compile(r"\{\s*[{\[]|\(\s*\(")


def plain(text: str) -> str:
    """The same board in plain lines: ASCII digits, table rows as tabs, braces as brackets, slashes as line ends."""
    text = text.translate(_WIDE)
    if re.search(r"<t[dh][\s>]", text):
        text = _from_html(text)
    if re.search(r"^(?=[^\n]*&)[^\n]*\\\\[ \t]*$", text, re.MULTILINE):
        text = re.sub(r"\\\\[ \t]*$", "", text.replace("\\hline", ""), flags=re.MULTILINE).replace("&", ";")
    if _BRACED.search(text) and not re.search(r'[{,]\s*"', text):
        text = text.translate(str.maketrans("{}()", "[][]"))
    bare = text.strip()
    if _SLASHED.fullmatch(bare) and len({len(part) for part in re.split(r"\s*/\s*", bare.strip("/"))}) == 1:
        return bare.replace("/", "\n")
    return text


def _from_html(text: str) -> str:
    text = text.replace("\n", " ")
    text = re.sub(r"</t[dh]>\s*<t[dh][^>]{0,200}>", "\t", text)
    text = re.sub(r"</tr>|<br\s*/?>|</p>", "\n", text)
    return html.unescape(re.sub(r"<[^>]{0,500}>", "", text))


def board_in_object(text: str) -> str | None:
    """The board of a JSON object that is no file of ours, a list of rows under any name, below its title; else None."""
    try:
        data: Any = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(data, dict) or "format" in data:
        return None
    for value in data.values():
        if isinstance(value, list) and len(value) > 1 and all(isinstance(row, list | str) for row in value):
            title = next((data[name] for name in ("title", "name") if isinstance(data.get(name), str)), "")
            return " ".join(title.split()) + "\n" + json.dumps(value)
    return None


def is_object(text: str) -> bool:
    """Whether a text begins like a JSON object, and not like a list in braces."""
    return re.match(r"\s*\{\s*(?:\"|\}|$)", text[:2000]) is not None
