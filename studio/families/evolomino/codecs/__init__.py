"""Evolomino in other programs' files: the study's raw text, puzz.link addresses and pzprv3 files."""

from studio.core.codec import Codec
from studio.families.evolomino.codecs.penpa import EvolominoPenpa
from studio.families.evolomino.codecs.pzpr import EvolominoAddress, EvolominoFile
from studio.families.evolomino.codecs.raw_text import RawText


def codecs() -> list[Codec]:
    return [RawText(), EvolominoAddress(), EvolominoFile(), EvolominoPenpa()]
