"""Themes: every role has a colour, deeper looks deeper, and text stays readable on every fill."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from studio.core import draw
from studio.share.theme import DARK, LIGHT, SAFE, THEMES, Theme, theme_named

ROLES = [role.strip() for role in (draw.__doc__ or "").split("all families:")[1].split(". A role")[0].split(",")]
FILLS = [f"{scale}:{number}" for scale in ("guess", "deduced", "tint", "tile", "trial") for number in range(40)]


def luminance(color: QColor) -> float:
    parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
             for part in (color.redF(), color.greenF(), color.blueF())]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(a: QColor, b: QColor) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_every_named_role_is_in_the_table(theme: Theme) -> None:
    assert len(ROLES) > 15
    for role in ROLES:
        assert role in theme.roles or role in theme.scales, role


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_givens_are_readable_on_every_fill(theme: Theme) -> None:
    for fill in (*FILLS, "paper", "differ", "clash", "violation", "conflict", "undone"):
        assert contrast(theme.color("given"), theme.color(fill)) >= 4.5, fill


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_window_texts_are_readable(theme: Theme) -> None:
    for ground in ("window", "panel", "base"):
        for ink in ("text", "muted", "good", "bad", "warn", "primary"):
            assert contrast(theme.color(ink), theme.color(ground)) >= 4.5, (ink, ground)
    assert contrast(theme.color("on_primary"), theme.color("primary")) >= 4.5


@pytest.mark.parametrize("theme", (LIGHT, SAFE))
def test_a_deeper_guess_is_darker(theme: Theme) -> None:
    shades = [luminance(theme.color(f"guess:{depth}")) for depth in range(1, 30)]
    assert shades == sorted(shades, reverse=True)
    assert len({theme.color(f"guess:{depth}").name() for depth in range(1, 12)}) == 11


def test_unknown_roles_fall_back_to_the_mark() -> None:
    assert LIGHT.color("nobody knows") == LIGHT.color("mark")


def test_the_system_theme_follows_the_desktop() -> None:
    assert theme_named("system", system_dark=True) is DARK
    assert theme_named("system", system_dark=False) is LIGHT
    assert theme_named("safe", system_dark=True) is SAFE
