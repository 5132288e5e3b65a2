# ruff: noqa: E501
"""A sentence for every rule of every ladder, as the guide tells it beside the rule's picture."""

from __future__ import annotations

WORDS = {
    "fillomino": {
        "only-number": "All other numbers of a cell are out, so it has the last one.",
        "border": "Two cells at a given border belong to different regions, so a number that stands on one side is out on the other.",
        "complete": "A region that has as many cells as its number says takes no more: the number is out in every cell beside it.",
        "single-exit": "A region that still lacks cells and can grow into one cell only grows there.",
        "too-large": "A number that would join groups of more cells together than it says is out.",
        "no-room": "A number is out where its region could not get as many cells as it needs, however it grows.",
        "reachability": "In the basic variant every region has a given: a cell that the region of only one given can reach belongs to it.",
        "forced-cells": "A cell without which a region could not get all its cells belongs to it.",
        "one-region": "Where the cells left for a number are too few for two of its regions, all that is written there is one region.",
        "pocket": "A small pocket of empty cells is divided in every possible way; a number that stands in none of them is out.",
        "area": "Count the cells that other regions must have: a number that needs more than what is left over starts no new region.",
        "trial": "Suppose a number and follow the rules above: if that comes to a contradiction, it is out.",
        "shared": "Try all numbers of a cell: what follows from each of them is certain, whichever is right.",
        "whichever-exit": "A region that lacks cells grows into one of the cells beside it: what follows from each of them is certain.",
        "tries-within": "The same, with further tries inside every try: more than anybody does in the head.",
    },
    "fobidoshi": {
        "stripe": "A circle that would be the fourth in a row is out.",
        "single-exit": "A group of circles that has one open cell beside it must go through that cell to the others.",
        "out-of-reach": "A cell that crosses wall off from all circles could never hang together with them.",
        "only-way": "A cell without which some circles would be cut off from the others holds a circle.",
        "bars-the-way": "A circle whose forced crosses, at the ends of a row of three, would cut circles off is out.",
        "short-circle": "Suppose a circle and look two steps ahead: if a rule breaks, there is none.",
        "short-cross": "Suppose no circle and look two steps ahead: if a rule breaks, there is one.",
        "whichever-exit": "A group must take one of its ways out: what follows from each of them is certain.",
        "long-circle": "Suppose a circle and follow it to the end: if a rule breaks, there is none.",
        "long-cross": "Suppose no circle and follow it to the end: if a rule breaks, there is one.",
        "either-way": "What follows from a circle in a cell and also from none there is certain.",
        "two-deep": "Suppose something and, inside that, suppose again: if a cell can then be neither, the first supposition is out.",
        "tries-within": "What both tries of a cell share, with all rules above inside a try.",
    },
    "evolomino": {
        "joins-blocks": "Two blocks that have their arrow squares stay apart: a square that would join them is out, and so is a second "
                        "arrow square beside a block that has one.",
        "two-blocks": "Every arrow passes through two blocks, and arrow squares do not touch: a cell that is needed for that has a square.",
        "unreachable": "A square belongs to a block with an arrow square: a cell that no arrow square can reach has none.",
        "finished-block": "Sizes grow by one along an arrow: a block that can have no more squares is closed, and the cells beside it are empty.",
        "broken-rule": "The squares drawn so far break a rule of the puzzle; so this cannot be (a try ends here).",
        "needed-room": "A block that must grow to a size takes every cell without which it could not get there.",
        "only-way": "Squares without an arrow square have to get to one: the cell that every way goes through has a square.",
        "no-room": "A block that started here would have to be larger than the room around it, or smaller than one square.",
        "next-block": "A complete block tells all shapes of the next one, itself and one square more: what all of them have is certain.",
        "previous-block": "A complete block tells all shapes of the one before, itself less one square: what all of them have is certain.",
        "shifts": "Neither block is complete, but only a few shifts take one into the other: a square that all of them carry over is certain.",
        "arrow-ways": "Draw all blocks of an arrow in every possible way: squares that every way has, and cells that none leaves a square.",
        "what-if": "Suppose a square, or none, and follow the rules above: a contradiction decides the cell.",
        "shared": "What follows from a square in a cell and also from none there is certain.",
        "tries-within": "The same, with tries inside every try.",
        "deep-tries": "The same with everything above inside a try: the last resort before a guess.",
    },
    "tiling": {
        "only-placement": "A cell that only one piece, in one position, can still cover is covered by it.",
        "only-places": "A tile that must be used so many times, and has no more places than that, lies in all of them.",
        "pocket-size": "The cells of a pocket must be a sum of sizes of pieces; this one is not, so this cannot be (a try ends here).",
        "no-bad-pocket": "A position of a piece that would cut off a pocket of impossible size is out.",
        "no-starved-cell": "A position of a piece after which some other cell could not be covered any more is out.",
        "same-either-way": "Whatever covers a cell lies in the way of another position: that one is out.",
        "colour-count": "Colour the board in stripes or diagonals: the pieces that are left must cover just the cells of each colour that are "
                        "left, so a piece with which the others could not do that is out.",
        "try-piece": "Lay a piece and follow the easy rules: if something breaks, it does not lie there.",
        "shared": "Lay every piece that could cover a cell in turn: what follows from each of them is certain.",
        "tries-within": "The same, with a further piece tried inside every try.",
    },
}

UNDRAWN = ()
"""rules of which no small board is known at which they are the next step"""
