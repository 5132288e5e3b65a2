"""Themes: tables from the shapes' colour roles to colours, for light, dark, colour-blind-safe and high-contrast boards.

Ramps (guess:N, deduced:N, tint:N …) are computed in OKLCH, where equal steps look equal, so that a deeper guess always
looks deeper. Text lies on these fills, so their lightness stays in a band that keeps it readable.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtGui import QColor

GOLDEN_ANGLE = 137.508


def oklch(lightness: float, chroma: float, hue: float) -> QColor:
    """An OKLCH colour as sRGB (Björn Ottosson's matrices); out-of-gamut parts are clipped."""
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    s = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
              -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
              -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
    return QColor.fromRgbF(*(_gamma(part) for part in linear))


def _gamma(part: float) -> float:
    part = min(1.0, max(0.0, part))
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


@dataclass(frozen=True)
class Ramp:
    """Colours for a growing number: from `start` to `end` (lightness, chroma, hue), half way at `half`."""

    start: tuple[float, float, float]
    end: tuple[float, float, float]
    half: float = 5.0

    def color(self, number: int) -> QColor:
        part = number / (number + self.half) if number > 0 else 0.0
        return oklch(*(a + (b - a) * part for a, b in zip(self.start, self.end)))


@dataclass(frozen=True)
class Wheel:
    """Colours that neighbours tell apart: hues a golden angle apart, lightness in two alternating steps."""

    lightness: tuple[float, ...]
    chroma: float
    first_hue: float = 250.0

    def color(self, number: int) -> QColor:
        return oklch(self.lightness[number % len(self.lightness)], self.chroma, self.first_hue + GOLDEN_ANGLE * number)


@dataclass(frozen=True)
class Listed:
    """A fixed list of colours, mixed towards `paper` so that text on them stays readable."""

    colors: tuple[str, ...]
    paper: str = "#ffffff"
    strength: float = 1.0

    def color(self, number: int) -> QColor:
        return mix(QColor(self.colors[number % len(self.colors)]), QColor(self.paper), 1 - self.strength)


def mix(a: QColor, b: QColor, part: float) -> QColor:
    """`a` with `part` of `b` in it."""
    return QColor.fromRgbF(a.redF() + (b.redF() - a.redF()) * part, a.greenF() + (b.greenF() - a.greenF()) * part,
                           a.blueF() + (b.blueF() - a.blueF()) * part)


Scale = Ramp | Wheel | Listed


@dataclass
class Theme:
    """A named look: `roles` for boards, `scales` for numbered roles, `ui` for the window around them."""

    id: str
    name: str
    dark: bool
    roles: Mapping[str, str]
    scales: Mapping[str, Scale]
    ui: Mapping[str, str]
    hatched: frozenset[str] = frozenset()
    """Roles whose fills also carry diagonal lines, so that they can be told without colour."""
    _cache: dict[str, QColor] = field(default_factory=dict, repr=False)

    def color(self, role: str) -> QColor:
        """The colour of a role such as `given` or `guess:3`; an unknown role is drawn like a mark."""
        known = self._cache.get(role)
        if known is None:
            known = self._cache[role] = self._find(role)
        return known

    def _find(self, role: str) -> QColor:
        name, _, number = role.partition(":")
        scale = self.scales.get(name)
        if scale is not None:
            return scale.color(int(number) if number.lstrip("-").isdecimal() else 0)
        if role in self.ui:
            return QColor(self.ui[role])
        return QColor(self.roles.get(name, self.roles["mark"]))


LIGHT = Theme(
    "light", "Light", False,
    {"paper": "#ffffff", "outside": "#eceae5", "grid": "#cfccc4", "frame": "#2b2e35", "wall": "#2b2e35", "given": "#15171b",
     "mark": "#1c45a6", "note": "#646a75", "conflict": "#f58f90", "fault": "#b3322a", "undone": "#ddd8cf",
     "cause": "#c96a04", "ghost": "#7d8694",
     "forced": "#2f8f5b", "differ": "#ffd166", "clash": "#f49a94", "violation": "#f38a84", "cursor": "#3457d5",
     "select": "#7c2fd6", "cut": "#0b8585", "accent": "#3457d5", "shade": "#a9a6a0", "shaded": "#a9bdf3"},
    {"guess": Ramp((0.92, 0.10, 90), (0.72, 0.165, 48)), "deduced": Ramp((0.945, 0.05, 160), (0.76, 0.10, 285)),
     "tint": Wheel((0.945, 0.915), 0.045), "tile": Wheel((0.79, 0.72, 0.85), 0.125), "trial": Wheel((0.88, 0.84), 0.09, 300),
     "series": Wheel((0.52, 0.62), 0.16)},
    {"window": "#f4f3ef", "panel": "#fbfaf8", "base": "#ffffff", "text": "#1d2026", "muted": "#646a75", "line": "#dad7d0",
     "hover": "#e9e7e1", "primary": "#3457d5", "on_primary": "#ffffff", "soft": "#e3e9fb", "good": "#1d7a49",
     "bad": "#b3322a", "warn": "#8f5a00", "tip": "#2b2e35", "on_tip": "#f7f7f5"})

DARK = Theme(
    "dark", "Dark", True,
    {"paper": "#22252b", "outside": "#15171b", "grid": "#434852", "frame": "#c3c8d1", "wall": "#dce0e7", "given": "#f4f5f7",
     "mark": "#a9caff", "note": "#949ba8", "conflict": "#a8403a", "fault": "#ff8f86", "undone": "#3d3a36",
     "cause": "#ffb454", "ghost": "#737c8c",
     "forced": "#6fcf97", "differ": "#6b5410", "clash": "#a8403a", "violation": "#b8443d", "cursor": "#8fb8ff",
     "select": "#d2a8ff", "cut": "#3ddbd9", "accent": "#7aa2ff", "shade": "#5d616a", "shaded": "#3b4f8a"},
    {"guess": Ramp((0.50, 0.09, 90), (0.47, 0.125, 48)), "deduced": Ramp((0.36, 0.045, 165), (0.42, 0.10, 290)),
     "tint": Wheel((0.32, 0.37), 0.04), "tile": Wheel((0.49, 0.43, 0.53), 0.10), "trial": Wheel((0.42, 0.47), 0.09, 300),
     "series": Wheel((0.76, 0.68), 0.13)},
    {"window": "#1a1c20", "panel": "#202328", "base": "#17191d", "text": "#e8e9ec", "muted": "#9ba2ae", "line": "#363a42",
     "hover": "#2b2f36", "primary": "#7aa2ff", "on_primary": "#10131a", "soft": "#2a3550", "good": "#6fcf97",
     "bad": "#ff8f86", "warn": "#f3bd62", "tip": "#e8e9ec", "on_tip": "#17191d"})

_OKABE_ITO = ("#56B4E9", "#E69F00", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#999999")

SAFE = Theme(
    "safe", "Colour-blind safe", False,
    {**LIGHT.roles, "mark": "#004a78", "conflict": "#f16f7e", "fault": "#a34700", "undone": "#d8d8d8",
     "cause": "#a35200", "differ": "#F0E442",
     "clash": "#e6a3d2", "violation": "#f0a877", "cursor": "#0072B2", "select": "#000000", "cut": "#00785a",
     "forced": "#00785a", "accent": "#0072B2"},
    {"guess": Ramp((0.96, 0.11, 105), (0.80, 0.14, 85)), "deduced": Ramp((0.95, 0.03, 235), (0.70, 0.11, 250)),
     "tint": Listed(_OKABE_ITO, strength=0.28), "tile": Listed(_OKABE_ITO, strength=0.8),
     "trial": Listed(("#CC79A7", "#56B4E9", "#E69F00", "#009E73"), strength=0.6),
     "series": Listed(("#0072B2", "#D55E00", "#009E73", "#A8518A", "#A36A00", "#2E86C1", "#000000"))},
    {**LIGHT.ui, "primary": "#00609a", "soft": "#dcecf7", "good": "#00664d", "bad": "#a34700", "warn": "#7a5200"},
    frozenset({"conflict", "violation", "clash", "undone"}))

CONTRAST = Theme(
    "contrast", "High contrast", True,
    {"paper": "#000000", "outside": "#242424", "grid": "#8c8c8c", "frame": "#ffffff", "wall": "#ffffff", "given": "#ffffff",
     "mark": "#8fdcff", "note": "#d8d8d8", "conflict": "#8f0000", "fault": "#ffa39b", "undone": "#3c3c3c",
     "cause": "#ffc44d", "ghost": "#b4b4b4",
     "forced": "#5cff9d", "differ": "#5e4800", "clash": "#8f0000", "violation": "#8f0000", "cursor": "#ffff00",
     "select": "#ff8cff", "cut": "#00e5e5", "accent": "#8fdcff", "shade": "#6e6e6e", "shaded": "#0b3f86"},
    {"guess": Ramp((0.42, 0.085, 95), (0.40, 0.085, 75)), "deduced": Ramp((0.27, 0.05, 200), (0.36, 0.12, 275)),
     "tint": Wheel((0.26, 0.32), 0.05), "tile": Wheel((0.43, 0.37, 0.47), 0.10), "trial": Wheel((0.36, 0.42), 0.10, 300),
     "series": Wheel((0.85, 0.76), 0.14)},
    {"window": "#000000", "panel": "#000000", "base": "#000000", "text": "#ffffff", "muted": "#dcdcdc", "line": "#9c9c9c",
     "hover": "#2e2e2e", "primary": "#ffe14d", "on_primary": "#000000", "soft": "#3a3400", "good": "#5cff9d",
     "bad": "#ffa39b", "warn": "#ffc44d", "tip": "#ffffff", "on_tip": "#000000"},
    frozenset({"conflict", "violation", "clash", "undone"}))

THEMES: dict[str, Theme] = {theme.id: theme for theme in (LIGHT, DARK, SAFE, CONTRAST)}


def theme_named(theme_id: str, system_dark: bool = False) -> Theme:
    """The theme of a preference; "system" follows the desktop."""
    if theme_id in THEMES:
        return THEMES[theme_id]
    return DARK if system_dark else LIGHT
