"""A board as SVG text for pages and notebooks: letters stay letters, and the colours of several on one page do not mix."""

from __future__ import annotations

from html import escape

from studio.core.draw import Overlay, extent
from studio.core.family import Family
from studio.core.language import told
from studio.core.puzzle import Board
from studio.share.svg import SvgShapes
from studio.share.theme import Theme

CELL = 44
"""pixels of a cell, as long as the board is not wider than MOST"""
MOST = 760


def board_svg(family: Family, board: Board, overlay: Overlay, theme: Theme, name: str = "board") -> str:
    """The picture; `name` keeps its colours apart from those of others on the same page."""
    shapes = family.draw(board, overlay)
    svg = SvgShapes()
    elements = "".join(svg.elements(shapes))
    left, top, width, height = extent(shapes, board.grid)
    scale = min(CELL, MOST / max(width, 1))
    css = "".join(f"#{name} {rule}}}" for rule in svg.css(theme).split("}") if rule)
    title = escape(board.puzzle().title or told(family.name))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" id="{name}" width="{width * scale:.0f}" height="{height * scale:.0f}" '
            f'viewBox="{left:g} {top:g} {width:g} {height:g}" role="img"><title>{title}</title>'
            f"<style>{css}</style>{elements}</svg>")
