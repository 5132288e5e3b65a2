"""Everything painted can be read in every theme, and the safe theme by everybody."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor

from studio.cli import run
from studio.commands.common import ANSWERED
from studio.share import contrast
from studio.share.theme import CONTRAST, SAFE, THEMES, Theme
from studio.ui.controllers.viewing import THEME_ORDER


def test_the_measure_is_that_of_wcag() -> None:
    assert contrast.contrast(QColor("black"), QColor("white")) == pytest.approx(21)
    assert contrast.contrast(QColor("#777777"), QColor("white")) == pytest.approx(4.48, abs=0.01)  # the well-known grey
    half = contrast.Pair("", "given", "paper", opacity=0.5)
    assert half.ratio(THEMES["light"]) < 5 < contrast.Pair("", "given", "paper").ratio(THEMES["light"])


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.id)
def test_every_pair_has_the_contrast_of_aa(theme: Theme) -> None:
    assert contrast.faults(theme) == []
    assert any(pair.behind == "guess:40" for pair in contrast.pairs(theme))


def test_the_high_contrast_theme_has_that_of_aaa() -> None:
    assert [pair for pair in contrast.pairs(CONTRAST) if pair.needed == contrast.TEXT and pair.ratio(CONTRAST) < 7] == []


@pytest.mark.parametrize("kind", contrast.KINDS)
def test_the_safe_theme_is_told_apart_by_everybody(kind: str) -> None:
    assert contrast.confused(SAFE, kind) == [] and contrast.confused(CONTRAST, kind) == []
    for depth in contrast.DEPTHS:
        assert contrast.apart(SAFE.color(f"guess:{depth}"), SAFE.color("conflict"), kind) > 0.1, depth


def test_simulated_eyes_confuse_what_they_should() -> None:
    red, green = QColor("#c05020"), QColor("#7a7a00")
    assert contrast.apart(red, green, "") > 2 * contrast.apart(red, green, "deuteranopia")


def test_the_table_by_a_command_and_every_theme_by_a_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["contrast", "safe"]) == ANSWERED
    told = capsys.readouterr().out
    assert "| given on a cell |" in told and "tritanopia: all meanings told apart" in told
    assert set(THEMES) == set(THEME_ORDER) - {"system"}
