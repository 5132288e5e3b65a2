"""Lists texts in the source that look like sentences for people and are no messages of the catalogues.

    python docs/tools/unmarked.py [PLACE…]

Two words in a row make a sentence. What is marked (`say`, `say_n`, `tr`, `marked`, …), what developers read (docstrings, the
log, assertions) and what other programs read (keywords of formats, styles) is none. A line that ends in `# not for people`
was looked at.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from docs.tools.make_catalogues import messages  # noqa: E402

WORDS = re.compile(r"(?:^|[^\w<&/.\\-])[A-Za-z]?[a-z]{1,}[,;:]? (?:\{\} )?[a-z]{2,}(?![\w=(])")
DEVELOPERS = ("debug", "warn", "Logger", "compile", "NotImplementedError", "TypeError", "RuntimeError", "AssertionError",
              "KeyError", "note", "namedtuple", "TypeVar")
"""calls whose texts are not for people who use the program"""
LOOKED_AT = "# not for people"
EXCEPTIONS = {
    "studio/lab/peers": "writes the project's own page of figures, which is English",
    "studio/solvers/kernels": "what authors of kernels are told when they write one that cannot be compiled",
    "studio/families/tiling/translate/minizinc.py": "texts for other programs",
    "studio/families/fillomino/engines/warshall.py": "texts for other programs",
    "studio/families/fillomino/engines/smt_encoding.py": "texts for other programs",
    "studio/core/isolate.py": "programs for other processes", "studio/core/lifeline.py": "a program for another process",
}
"""places that are not looked at, and why"""


class Text(NamedTuple):
    path: str
    line: int
    text: str


def unmarked(places: tuple[str, ...] = ("studio",), besides: tuple[str, ...] = ("studio/ui",)) -> Iterator[Text]:
    known = {each for pair in messages() for each in pair}
    for place in places:
        for path in sorted((ROOT / place).rglob("*.py")) if (ROOT / place).is_dir() else [ROOT / place]:
            name = path.relative_to(ROOT).as_posix()
            if not name.startswith((*besides, *EXCEPTIONS)):
                source = path.read_text("utf-8")
                lines = source.splitlines()
                for node, text in _texts(ast.parse(source)):
                    end = node.end_lineno or node.lineno
                    if text not in known and not any(LOOKED_AT in line for line in lines[node.lineno - 1:end]):
                        yield Text(name, node.lineno, text)


def _texts(tree: ast.Module) -> Iterator[tuple[ast.expr, str]]:
    passed = set(_passed(tree))
    for node in ast.walk(tree):
        if id(node) not in passed and isinstance(node, (ast.Constant, ast.JoinedStr)):
            text = _text(node)
            if text and WORDS.search(text):
                yield node, text


def _text(node: ast.Constant | ast.JoinedStr) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)


def _passed(tree: ast.Module) -> Iterator[int]:
    """Nodes that are no texts for people: docstrings, what developers read, parts of f-strings (the whole is looked at)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield id(node.value)
        elif isinstance(node, ast.JoinedStr):
            yield from (id(part) for part in node.values if isinstance(part, ast.Constant))
        elif isinstance(node, ast.Assert) and node.msg is not None:
            yield from map(id, ast.walk(node.msg))
        elif isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name in DEVELOPERS:
                yield from (id(each) for argument in node.args for each in ast.walk(argument))


def main() -> None:
    count = 0
    for text in unmarked(tuple(sys.argv[1:]) or ("studio",)):
        print(f"{text.path}:{text.line}: {text.text[:150]!r}")
        count += 1
    print(f"{count} texts are not marked")


if __name__ == "__main__":
    main()
