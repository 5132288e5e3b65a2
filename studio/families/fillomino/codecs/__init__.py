"""Fillomino in other programs' files: the thesis' plain numbers, janko text, puzz.link, pzprv3, Tatham's "Filling"."""

from __future__ import annotations

from studio.core.codec import Codec
from studio.families.fillomino.codecs.pencilbox import PencilBox
from studio.families.fillomino.codecs.penpa import FillominoPenpa
from studio.families.fillomino.codecs.pzpr import FillingId, FillominoAddress, FillominoFile
from studio.families.fillomino.codecs.text import JankoText, ThesisText


def codecs() -> list[Codec]:
    return [ThesisText(), JankoText(), FillominoAddress(), FillominoFile(), FillingId(), PencilBox(), FillominoPenpa()]
