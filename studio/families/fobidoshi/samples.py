"""Boards to begin with, made by the studio's own generator."""

from __future__ import annotations

from studio.core.say import marked

SAMPLES = {
    marked("Six by six"): "-----o ----o- -o---- --oo-- --o--- o-oo-o",
    marked("An easy half-turn"): "o-o---o- -------o o-o-o-o- o-ooo-oo oo-ooo-o -o-o-o-o o------- -o---o-o",
    marked("Four crosses"): "oo-o----o o---x-o-- ----xo-o- o-----o-- -o------- -----x--- o-o-xo---",
    marked("A fiendish half-turn"): "o-o-o-o- oo------ o---o-o- -------o o------- -o-o---o ------oo -o-o-o-o",
}
