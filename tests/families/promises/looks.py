"""Promises about what is seen, written and touched: pictures, files, formats, strokes."""

from __future__ import annotations

from dataclasses import replace

from studio.core import files
from studio.core.codec import Codec
from studio.core.draw import Overlay, extent
from studio.core.family import Stroke
from studio.core.losses import in_words
from studio.core.puzzle import BadPuzzle, Board, Puzzle
from tests.families.kit import Kit, promise


@promise
def files_keep_everything(kit: Kit) -> None:
    for case in kit.cases:
        puzzle = replace(case.puzzle, title="A title", author="Somebody", notes="Two\nlines", extra={"difficulty": "easy"},
                         solution=case.answers[0] if case.answers else None)
        player = {"marks": list(case.answers[0]) if case.answers else [0] * puzzle.grid.size}
        opened = files.parse(files.dumps(puzzle, player))
        assert opened.puzzle == puzzle and opened.player["marks"] == player["marks"], f"not what was saved: {case}"


@promise
def codecs_keep_refuse_or_tell(kit: Kit) -> None:
    """The clues survive every format, or are refused; of all else (parameters, details, solution, what a player has done, what
    other versions wrote) a format keeps what it promises, and every other field that does not come back is told."""
    samples = [replace(case.puzzle, title="A title", author="Somebody", notes="A note", solution=next(iter(case.answers), None),
                       extra={"difficulty": "easy"})
               for case in kit.cases] + kit.large + kit.family.samples()
    for codec in kit.family.codecs():
        written = 0
        for puzzle in samples:
            name = codec.filename(puzzle, "x")
            try:
                text = codec.write(puzzle)
            except BadPuzzle as refusal:
                assert str(refusal)
                continue
            written += 1
            assert codec.confidence(text, name) > 0, f"{codec.id} does not know its own text"
            again = codec.read(text, name)
            kit.family.validate(again)
            assert again.family == puzzle.family and len(again.clues()) == len(puzzle.clues()), f"{codec.id}: {puzzle}, {again}"
            if again.grid == puzzle.grid:
                assert again.givens == puzzle.givens, f"{codec.id}: {puzzle.givens} became {again.givens}"
                assert again.borders == puzzle.borders, f"{codec.id}: {puzzle.borders} became {again.borders}"
            _tells_what_it_drops(kit, codec, puzzle)
        assert written, f"{codec.id} refuses everything"


def _tells_what_it_drops(kit: Kit, codec: Codec, puzzle: Puzzle) -> None:
    """Nothing played, then something in every layer: whatever does not come back is among the losses, and in the sentence."""
    marks = list(puzzle.solution or kit.family.start_marks(puzzle))
    if puzzle.solution is not None:
        marks[-1] = kit.family.start_marks(puzzle)[-1]
    full = {"marks": marks, "pencil": [1] * puzzle.grid.size, "seconds": 12.5, "trials": [{"marks": marks, "pencil": marks}]}
    for player in ({}, {"marks": marks}, full):
        name = codec.filename(puzzle, "x")
        again = codec.read_all(codec.write_all(puzzle, player), name)
        lost = codec.lost(puzzle, player, name)
        told = {loss.field for loss in lost}
        sentence = in_words(lost, codec.name)
        assert all(loss.name in sentence for loss in lost) and bool(sentence) == bool(lost)
        dropped = {field for field in ("grid", "title", "author", "notes", "solution", "extra")
                   if getattr(puzzle, field) and getattr(again.puzzle, field) != getattr(puzzle, field)}
        defaults = {option.name: option.default for option in kit.family.parameters}
        dropped |= {"params"} if {**defaults, **puzzle.params} != {**defaults, **again.puzzle.params} else set()
        dropped |= {field for field in ("pencil", "trials") if player.get(field) and again.player.get(field) != player[field]}
        dropped |= {"player"} if player.get("seconds") != again.player.get("seconds") else set()
        started = player.get("marks", []) not in ([], kit.family.start_marks(puzzle))
        kept = player.get("marks") in (again.player.get("marks"), list(again.puzzle.solution or ()))
        dropped |= {"marks"} if started and not kept else set()
        assert told >= dropped, f"{codec.id} drops {sorted(dropped - told)} silently: {puzzle}"
        if not player:
            assert not dropped & set(codec.keeps), f"{codec.id} promises to keep {dropped & set(codec.keeps)}: {puzzle}"


@promise
def it_draws_every_overlay(kit: Kit) -> None:
    for case in kit.cases[:3]:
        cells = tuple(case.puzzle.grid.cells())
        board = Board(case.puzzle, kit.family.start_marks(case.puzzle))
        bare = kit.family.draw(board, Overlay())
        assert bare and extent(bare, case.puzzle.grid)[2] > 0
        one, two = cells[0], cells[-1]
        full = Overlay(deduced={one: 1}, guessed={two: 3}, depths={one: 2}, current=cells[:1], excluded={two: 1},
                       conflict=cells[:2], undone=cells[1:3], causes=cells[:3], cut=cells[2:4], ghosts={two: 1},
                       differing=cells[:1], clashing=cells[:1], violations=cells[:1], cursor=0, trial={one: 2})
        assert len(kit.family.draw(board, full)) > len(bare)


@promise
def every_given_and_every_mark_is_seen_in_every_theme(kit: Kit) -> None:
    """Taken away, the picture changes."""
    from studio.share.render import board_image
    from studio.share.theme import THEMES

    family = kit.family
    for puzzle in [case.puzzle for case in kit.cases] + kit.large:
        shapes = family.draw(Board(puzzle), Overlay())
        for cell in puzzle.clues():
            fewer = family.draw(Board(_without(puzzle, cell)), Overlay())
            assert fewer != shapes, f"the given at {cell} is not drawn: {puzzle}"
    for case in kit.solvable[::5]:
        bare = Board(case.puzzle, [0] * case.puzzle.grid.size)
        full = Board(case.puzzle, case.answers[0])
        for theme in THEMES.values():
            picture = board_image(family, bare, theme=theme, cell_pixels=24)
            for cell in case.puzzle.clues():
                other = board_image(family, Board(_without(case.puzzle, cell)), theme=theme, cell_pixels=24)
                assert picture != other, f"the given at {cell} is not seen in {theme.id} on {case}"
            answered = board_image(family, full, theme=theme, cell_pixels=24)
            start = family.start_marks(case.puzzle)
            for cell, value in enumerate(case.answers[0]):
                if value and not start[cell]:
                    marks = [mark if other != cell else 0 for other, mark in enumerate(case.answers[0])]
                    hidden = board_image(family, Board(case.puzzle, marks), theme=theme, cell_pixels=24)
                    assert answered != hidden, f"the mark at {cell} is not seen in {theme.id} on {case}"
        for border, value in enumerate(case.puzzle.borders):
            if value:
                fewer = replace(case.puzzle, borders=tuple(0 if k == border else v for k, v in enumerate(case.puzzle.borders)))
                assert family.draw(Board(fewer), Overlay()) != family.draw(Board(case.puzzle), Overlay())


def _without(puzzle: Puzzle, cell: int) -> Puzzle:
    return puzzle.with_givens(0 if other == cell else given for other, given in enumerate(puzzle.givens))


@promise
def strokes_never_break_a_board(kit: Kit) -> None:
    """Any stroke with any tool gives changes that apply and revert exactly."""
    for puzzle in [case.puzzle for case in kit.cases[::4]] + kit.family.samples()[:1]:
        board = Board(puzzle, kit.family.start_marks(puzzle))
        before = (list(board.givens), list(board.borders), list(board.marks), dict(board.params))
        last = puzzle.grid.size - 1
        for tool in kit.family.tools(board):
            for stroke in (Stroke("press", (0,)), Stroke("drag", (0, min(1, last))), Stroke("double", (0,)),
                           Stroke("press", (last,), "right"), Stroke("key", (0,), key="1"), Stroke("key", (last,), key="9"),
                           Stroke("key", (0,), key="delete"), Stroke("key", (), key="1"), Stroke("press", (), x=-3.0, y=-3.0)):
                changes = kit.family.edit(board, tool.id, stroke)
                board.apply(changes)
                kit.family.check(board)
                kit.family.draw(board, Overlay())
                assert {change.layer for change in changes} <= {"givens", "borders", "marks", "notes", "params"}
                if tool.mode == "play":
                    assert {change.layer for change in changes} <= {"marks", "notes"}, f"{tool.id} changes the puzzle"
                board.revert(changes)
                assert (board.givens, board.borders, board.marks, board.params) == before
