"""Reads the project's Markdown for its tests: pages, links, anchors and commands."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*<?([^)\s>]+)>?[^)]*\)")
TAG = re.compile(r"<(?:img|a)\s[^>]*?(?:src|href)=\"([^\"]+)\"")
INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCE = re.compile(r"^\s*(```|~~~)")
PROGRAMS = ("puzzle-studio", "make")


@dataclass(frozen=True)
class Found:
    """Something on a page: where it stands and what it says."""

    page: Path
    line: int
    text: str

    @property
    def where(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


EXAMPLES = ROOT / "docs" / "examples"


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]


def lines(page: Path) -> Iterator[tuple[int, str, bool]]:
    """Every line with its number and whether it is code (fenced, or indented after a blank line)."""
    fenced = indented = False
    before = ""
    for number, line in enumerate(page.read_text("utf-8").splitlines(), 1):
        if FENCE.match(line):
            fenced = not fenced
            before = line
            continue
        deep = line.startswith("    ")
        indented = deep and (indented or not before.strip()) if line.strip() else indented
        yield number, line, fenced or (deep and indented)
        before = line


def links() -> list[Found]:
    """Targets of links and pictures outside code."""
    found = []
    for page in pages():
        for number, line, code in lines(page):
            if not code:
                plain = INLINE.sub("", line)
                found += [Found(page, number, target) for pattern in (LINK, TAG) for target in pattern.findall(plain)]
    return found


def anchors(page: Path) -> set[str]:
    """The anchors that a page's headings make, as GitHub spells them."""
    made: set[str] = set()
    for _, line, code in lines(page):
        if not code and (match := re.match(r"#{1,6}\s+(.*?)\s*#*$", line)):
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", match[1]).lower()
            slug = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            count, fresh = 0, slug
            while fresh in made:
                count += 1
                fresh = f"{slug}-{count}"
            made.add(fresh)
    return made


def commands() -> list[Found]:
    """Command lines of this project's programs, in code blocks and in `backquotes`, each once."""
    found: dict[str, Found] = {}
    for page in (page for page in pages() if EXAMPLES not in page.parents):  # those need their package; `make example` runs it
        for number, line, code in lines(page):
            for text in [line.strip().removeprefix("$ ")] if code else INLINE.findall(line):
                text = re.sub(r"\s+#\s.*$", "", text).strip()
                if text.split(" ")[0] in PROGRAMS and (code or " " in text or text == "puzzle-studio"):
                    found.setdefault(text, Found(page, number, text))
    return list(found.values())


def words(command: str) -> list[str]:
    return shlex.split(command)
