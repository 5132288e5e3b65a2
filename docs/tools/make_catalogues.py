"""Brings the catalogues in `resources/languages` up to date with the source: new messages come in without a translation, gone
ones leave, translations stay. `--missing LANG` lists what has none, `--merge LANG FILE` takes translations from a JSON file
({English: text} or {English: [forms]}).

    python docs/tools/make_catalogues.py
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from studio.core import catalogue  # noqa: E402
from studio.core.catalogue import LEAST_LETTERS, Message, own_letters  # noqa: E402

LANGUAGES = {"nl": ("n != 1", 2), "de": ("n != 1", 2), "ja": ("0", 1)}
MARKS: dict[str, tuple[int, ...]] = {"tr": (0,), "translate": (1,), "say": (0,), "marked": (0,), "Spec": (1, 2, 5),
                                      "Tool": (1, 3), "Option": (1, 4), "Theme": (1,), "Command": (1,),
                                      "columns": tuple(range(30)), "Column": (0,), "published": (0,), "Axis": (0,),
                                      "Series": (0,), "Plot": (0,), "Experiment": (1, 3),
                                      "Words": (1, 4), "Numbers": (1, 4)}
"""function or class -> which of its arguments are messages; say_n has two forms"""
NAMED = {"Tool": ("help", "tip", "label"), "Option": ("help", "tip", "label"), "Command": ("help",), "add_argument": ("help",),
         "Parser": ("description", "epilog"), "add_parser": ("help", "description")}
"""function or class -> arguments that are messages when they are given by name"""
ATTRIBUTES = ("name", "description", "film_note")
"""attributes of engines and families that are messages"""


def messages(root: Path = ROOT) -> list[tuple[str, str]]:
    """(one, many or "") of everything that the source marks, in the order of the files."""
    found: dict[tuple[str, str], None] = {}
    for path in sorted((root / "studio").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                found.update(dict.fromkeys(_marked(node, name)))
            elif isinstance(node, ast.ClassDef) and "families" in path.parts:
                found.update(dict.fromkeys(_described(node)))
    for path in sorted((root / "resources" / "pages").iterdir()):
        found.update(dict.fromkeys((text, "") for text in re.findall("«([^»]+)»", path.read_text("utf-8"))))
    with_plural = {one for one, many in found if many}
    return [(one, many) for one, many in found if many or one not in with_plural]


def _described(node: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for each in node.body:
        if isinstance(each, ast.Assign) and getattr(each.targets[0], "id", "") in ATTRIBUTES:
            text = each.value.value if isinstance(each.value, ast.Constant) else None
            if isinstance(text, str):
                yield text, ""


def _marked(call: ast.Call, name: str) -> Iterator[tuple[str, str]]:
    texts = [argument.value if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else None
             for argument in call.args]
    if name == "say_n" and len(texts) >= 2 and texts[0] and texts[1]:
        yield texts[0], texts[1]
    for at in MARKS.get(name, ()):
        if at < len(texts) and (text := texts[at]) and _has_words(text):
            yield text, ""
    for each in call.keywords:
        if each.arg in NAMED.get(name, ()) and isinstance(each.value, ast.Constant) and isinstance(each.value.value, str):
            yield each.value.value, ""


def _has_words(text: str) -> bool:
    """Not only values and what stands between them, as in "{rows}x{cols}"."""
    return own_letters(text) >= (LEAST_LETTERS if "{" in text else 1)


def path_of(language: str) -> Path:
    return ROOT / "resources" / "languages" / f"{language}.po"


def brought_up_to_date(language: str, extra: dict[str, str | list[str]]) -> list[Message]:
    known = catalogue.read(path_of(language)).messages if path_of(language).exists() else {}
    forms = LANGUAGES[language][1]
    made = []
    for one, many in messages():
        old = known[one].forms if one in known and known[one].many == many else ("",) * (forms if many else 1)
        given = extra.get(one, "")
        new = tuple(given) if isinstance(given, list) else (given,) * (len(old) if given else 1)
        made.append(Message(one, many, new if any(new) else old))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--missing", metavar="LANG", choices=LANGUAGES)
    parser.add_argument("--merge", nargs=2, metavar=("LANG", "FILE"))
    chosen = parser.parse_args()
    if chosen.missing:
        missing = [[message.one, message.many] if message.many else message.one
                   for message in brought_up_to_date(chosen.missing, {}) if not all(message.forms)]
        print(json.dumps(missing, ensure_ascii=False, indent=1))
        return
    for language, (plural, forms) in LANGUAGES.items():
        merged = chosen.merge is not None and chosen.merge[0] == language
        extra = json.loads(Path(chosen.merge[1]).read_text("utf-8")) if merged else {}
        path_of(language).parent.mkdir(exist_ok=True)
        path_of(language).write_text(catalogue.written(brought_up_to_date(language, extra), language, plural, forms), "utf-8")


if __name__ == "__main__":
    main()
