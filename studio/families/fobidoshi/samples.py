"""Boards to begin with, made by the studio's own generator."""

from __future__ import annotations

SAMPLES = {
    "Six by six": "-----o ----o- -o---- --oo-- --o--- o-oo-o",
    "An easy half-turn": "o-o---o- -------o o-o-o-o- o-ooo-oo oo-ooo-o -o-o-o-o o------- -o---o-o",
    "Four crosses": "oo-o----o o---x-o-- ----xo-o- o-----o-- -o------- -----x--- o-o-xo---",
    "A fiendish half-turn": "o-o-o-o- oo------ o---o-o- -------o o------- -o-o---o ------oo -o-o-o-o",
}
