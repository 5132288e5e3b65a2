"""How well everything is told from what lies behind it: WCAG 2 contrast of every pair of roles that is painted, with opacity.

Text needs 4.5 to 1 (AA); marks (drawn large) and lines that mean something need 3 to 1. Exempt, as there: what is switched off,
and the thin lines between cells, without which a board can be read (the theme "contrast" holds them to 3, too).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtGui import QColor

from studio.core.draw import CROSSED
from studio.core.say import say
from studio.share.theme import THEMES, Theme, mix

TEXT, MARK = 4.5, 3.0
DEPTHS = (0, 1, 2, 3, 5, 8, 13, 20, 40)
FILLS = ("paper", *(f"guess:{n}" for n in DEPTHS), *(f"deduced:{n}" for n in DEPTHS), *(f"tint:{n}" for n in range(12)),
         "conflict", "violation", "clash", "differ", "undone")
SURFACES = ("window", "panel", "base")
FOCUS = 0.8
"""how strongly the ring around a focused board is drawn"""
LATER = 0.72
"""how strongly a log writes what has not happened yet"""


@dataclass(frozen=True)
class Pair:
    """Something painted in a role on something painted in another, with an opacity; `needed` is the least contrast."""

    what: str
    ink: str
    behind: str
    needed: float = TEXT
    opacity: float = 1.0

    def ratio(self, theme: Theme) -> float:
        behind = theme.color(self.behind)
        return contrast(mix(behind, theme.color(self.ink), self.opacity), behind)


def luminance(color: QColor) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
             for part in (color.redF(), color.greenF(), color.blueF())]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: QColor, other: QColor) -> float:
    """From 1 (the same) to 21 (black and white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def pairs(theme: Theme) -> Iterator[Pair]:
    yield from _window()
    for fill in FILLS:
        yield Pair(say("given on a cell"), "given", fill)
        yield Pair(say("mark on a cell"), "mark", fill, MARK)  # drawn large: more than half a cell
    yield Pair(say("note in a cell"), "note", "paper")
    yield Pair(say("number beside the board"), "note", "window")
    for ink in ("fault", "cause", "forced"):
        yield Pair(say("outline or symbol on paper"), ink, "paper", MARK)
    yield Pair(say("ghost of a solution"), "ghost", "paper", MARK)
    yield Pair(say("crossed out in small print"), "note", "paper", MARK, CROSSED)
    for ink in ("frame", "wall", "cursor", "select", "cut", "accent"):
        yield Pair(say("line on paper"), ink, "paper", MARK)
    for number in range(12):
        yield Pair(say("wall on a tile"), "wall", f"tile:{number}", MARK)
        yield Pair(say("series of a chart"), f"series:{number}", "base", MARK)
    if theme.id == "contrast":
        yield Pair(say("line between cells"), "grid", "paper", MARK)


def _window() -> Iterator[Pair]:
    for surface in SURFACES:
        for ink in ("text", "muted", "primary", "good", "bad", "warn"):
            yield Pair(say("text in the window"), ink, surface)
    for ink in ("text", "primary"):
        yield Pair(say("text on a chosen line"), ink, "soft")
        yield Pair(say("text under the pointer"), ink, "hover")
    yield Pair(say("text on the main button"), "on_primary", "primary")
    yield Pair(say("tool tip"), "on_tip", "tip")
    for ink in ("text", "good", "bad", "warn", "muted"):
        yield Pair(say("log, not yet happened"), ink, "base", MARK, LATER)
    yield Pair(say("focus ring"), "primary", "panel", MARK)
    yield Pair(say("focus ring of the board"), "primary", "window", MARK, FOCUS)


def worst(theme: Theme) -> list[tuple[str, str, Pair, float]]:
    """For every kind of thing and ink: the pair with the least contrast, as (what, ink, pair, ratio)."""
    found: dict[tuple[str, str], tuple[Pair, float]] = {}
    for pair in pairs(theme):
        key, ratio = (pair.what, pair.ink.partition(":")[0]), pair.ratio(theme)
        if key not in found or ratio / pair.needed < found[key][1] / found[key][0].needed:
            found[key] = pair, ratio
    return [(what, ink, pair, ratio) for (what, ink), (pair, ratio) in found.items()]


def faults(theme: Theme) -> list[str]:
    return [say("{id}: {what}: {ink} on {behind} has {ratio:.2f}, needs {needed:g}", id=theme.id, what=pair.what,
                ink=pair.ink, behind=pair.behind, ratio=ratio, needed=pair.needed)
            for _, _, pair, ratio in worst(theme) if ratio < pair.needed]


# --- colour blindness ---------------------------------------------------------------------------------------------------------
_KINDS = {  # Machado, Oliveira, Fernandes 2009, severity 1, on linear RGB
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
KINDS = tuple(_KINDS)


def seen(color: QColor, kind: str) -> tuple[float, float, float]:
    """A colour as OKLab (lightness, two colour axes), as seen with this kind of colour blindness ("": none)."""
    rgb = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
           for part in (color.redF(), color.greenF(), color.blueF())]
    if kind:
        rgb = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb)))) for row in _KINDS[kind]]
    r, g, b = rgb
    l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s)


def apart(one: QColor, other: QColor, kind: str) -> float:
    """How different two fills look; from about 0.05 on neighbours are told apart at a glance."""
    return sum((a - b) ** 2 for a, b in zip(seen(one, kind), seen(other, kind))) ** 0.5


MEANINGS = ("guess:1", "guess:20", "deduced:1", "deduced:20", "conflict", "undone", "paper")
"""fills of a film that mean different things"""


def confused(theme: Theme, kind: str, least: float = 0.05) -> list[tuple[str, str, float]]:
    """Fills of different meaning that look alike; two that are drawn differently (hatched or not) are told apart by that."""
    found = []
    for at, one in enumerate(MEANINGS):
        for other in MEANINGS[at + 1 :]:
            same_kind = one.partition(":")[0] == other.partition(":")[0]
            hatched = (one in theme.hatched) != (other in theme.hatched)
            distance = apart(theme.color(one), theme.color(other), kind)
            if not same_kind and not hatched and distance < least:
                found.append((one, other, distance))
    return found


def all_themes() -> list[Theme]:
    return list(THEMES.values())
