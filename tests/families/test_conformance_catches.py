"""The conformance kit is proved by faults: each is planted into an example family, and the kit alone catches it.

Every fault is one that a real family had, or could have. The example is `_shading`, which passes (test_conformance.py). A fault
names the promise that it breaks; that promise has to fail.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from studio.core import registry
from studio.core.codec import Codec
from studio.core.deduction import Candidates, Contradiction, Step
from studio.core.draw import Overlay, Shape, Text
from studio.core.engine import Cancel, Engine, Limits, Options, SolveResult, Status
from studio.core.family import Family, Stroke
from studio.core.losses import Loss
from studio.core.parts import GenerateRequest, Making, Notation, RuleBook, Thinking
from studio.core.puzzle import Board, Change, Puzzle, Violation
from studio.core.trace import Reason, TraceWriter
from studio.families._shading import making
from studio.families._shading.family import Kurodoko, KurodokoAddress
from studio.families._shading.kernel import clauses
from studio.families._shading.model import SHADED, WHITE
from studio.families._shading.rules import LADDER, State
from studio.setter import analysis, clashes, hints
from studio.solvers.clause_engine import ClauseEngine
from studio.solvers.constraints import Constraints
from studio.solvers.rule_engine import RuleEngine
from tests.families.conformance import CHECKS, Kit

EXAMPLE = "_shading"


@dataclass(frozen=True)
class Fault:
    """`plant` gives the spoiled family; what it does to the setter's room is undone after the test."""

    promise: str
    plant: Callable[[pytest.MonkeyPatch], Family]


FAULTS: dict[str, Fault] = {}


def fault(promise: str) -> Callable[[Callable[[pytest.MonkeyPatch], Family]], None]:
    def enter(plant: Callable[[pytest.MonkeyPatch], Family]) -> None:
        FAULTS[plant.__name__] = Fault(promise, plant)

    return enter


# --- the puzzle -------------------------------------------------------------------------------------------------------
def checking(check: Callable[[Board, list[Violation]], list[Violation]]) -> Family:
    class Spoiled(Kurodoko):
        def check(self, board: Board) -> list[Violation]:
            return check(board, super().check(board))

    return Spoiled()


@fault("the_clause_kernel_agrees_with_enumeration")
def the_checker_forgets_a_rule(_: pytest.MonkeyPatch) -> Family:
    return checking(lambda board, found: [each for each in found if each.rule != "touching"])


@fault("every_engine_agrees_with_enumeration")
def the_checker_forgets_that_all_hang_together(_: pytest.MonkeyPatch) -> Family:
    return checking(lambda board, found: [each for each in found if each.rule != "apart"])


@fault("a_partial_board_is_blamed_only_for_what_no_mark_can_mend")
def a_board_that_can_be_mended_is_blamed(_: pytest.MonkeyPatch) -> Family:
    """White cells that do not touch yet count as apart, although open cells lie between them."""
    def check(board: Board, found: list[Violation]) -> list[Violation]:
        parts = board.grid.components(cell for cell, mark in enumerate(board.marks) if mark == WHITE)
        return found + ([Violation("apart", "not all hang together", tuple(parts[0]))] if len(parts) > 1 else [])

    return checking(check)


@fault("faults_are_named_and_shown")
def a_fault_is_told_without_words(_: pytest.MonkeyPatch) -> Family:
    return checking(lambda board, found: [replace(each, message="") for each in found])


@fault("a_changed_given_is_a_fault")
def a_shaded_number_passes_on_an_open_board(_: pytest.MonkeyPatch) -> Family:
    """Only full boards are looked at: a player would not be told in time."""
    return checking(lambda board, found: found if all(board.marks) else [])


@fault("the_clause_kernel_agrees_with_enumeration")
def the_givens_decide_too_much(_: pytest.MonkeyPatch) -> Family:
    class Spoiled(Kurodoko):
        def start_marks(self, puzzle: Puzzle) -> list[int]:
            marks = super().start_marks(puzzle)
            marks[0] = WHITE  # corners are mostly white
            return marks

    return Spoiled()


@fault("boards_of_all_kinds_occur")
def random_boards_come_from_another_chance(_: pytest.MonkeyPatch) -> Family:
    class Anyhow(making.KurodokoTrials):
        def random_puzzle(self, rng: random.Random, size: int) -> Puzzle:
            return super().random_puzzle(random.Random(random.random()), size)

    class Spoiled(Kurodoko):
        trials = Anyhow()

    return Spoiled()


# --- thinking ---------------------------------------------------------------------------------------------------------
def thinking(rulebook: RuleBook | None = None, kernel: Callable[[Puzzle, bool], Any] = clauses) -> Family:
    made = Kurodoko()
    made.thinking = Thinking(rulebook or RuleBook(LADDER, State), kernel)
    return made


class Rule:
    """A rule that is none."""

    name, title, level = "wishful", "Wishful thinking", 2

    def __init__(self, find: Callable[[State], Sequence[Step]]) -> None:
        self.find = find


@fault("every_rule_says_only_what_every_solution_holds")
def a_rule_is_unsound(_: pytest.MonkeyPatch) -> Family:
    return thinking(RuleBook((*LADDER, Rule(lambda state: [Step(0, WHITE, Reason("corners are mostly white", (0,)))])), State))


@fault("every_rule_says_only_what_every_solution_holds")
def a_rule_sees_contradictions_that_are_none(_: pytest.MonkeyPatch) -> Family:
    def find(state: State) -> list[Step]:
        if sum(state.value(cell) == SHADED for cell in state.grid.cells()) > 2:
            raise Contradiction("too much is shaded", ())
        return []

    return thinking(RuleBook((*LADDER, Rule(find)), State))


@fault("every_rule_says_only_what_every_solution_holds")
def a_rule_gives_no_reason(_: pytest.MonkeyPatch) -> Family:
    class Mute:
        name, title, level = "mute", "Because", 1

        def find(self, state: State) -> list[Step]:
            return [Step(step.cell, step.value, Reason("", ())) for step in LADDER[0].find(state)]

    return thinking(RuleBook((Mute(), *LADDER[1:]), State))


@fault("what_is_undone_is_forgotten")
def what_is_undone_stays(_: pytest.MonkeyPatch) -> Family:
    class Keeps(State):
        def undo(self, mark: int) -> None:
            Candidates.undo(self, mark + 1 if len(self._trail) > mark else mark)

    return thinking(RuleBook(LADDER, Keeps))


@fault("the_clause_kernel_agrees_with_enumeration")
def the_kernel_has_no_cuts(_: pytest.MonkeyPatch) -> Family:
    def kernel(puzzle: Puzzle, assume_clues: bool) -> Constraints:
        made = clauses(puzzle, assume_clues)
        made.lazy.clear()
        return made

    return thinking(kernel=kernel)


@fault("clues_that_are_not_assumed_do_not_bind")
def assumed_clues_do_not_relax(_: pytest.MonkeyPatch) -> Family:
    """Every clue holds, assumed or not: no clash would ever be found."""
    def kernel(puzzle: Puzzle, assume_clues: bool) -> Constraints:
        made = clauses(puzzle, False)
        for cell in puzzle.clues() if assume_clues else ():
            made.assumptions[cell] = next(lit for place, value, lit in made.literals if (place, value) == (cell, WHITE))
        return made

    return thinking(kernel=kernel)


@fault("the_clause_kernel_agrees_with_enumeration")
def assumed_clues_do_not_bind(_: pytest.MonkeyPatch) -> Family:
    def kernel(puzzle: Puzzle, assume_clues: bool) -> Constraints:
        if not assume_clues:
            return clauses(puzzle, False)
        made = clauses(puzzle.with_givens([0] * puzzle.grid.size), True)
        made.assumptions = {cell: made.variable() for cell in puzzle.clues()}
        return made

    return thinking(kernel=kernel)


def solving(answer: Callable[[Puzzle, Options, SolveResult], SolveResult]) -> Family:
    class Odd(ClauseEngine):
        def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
            return answer(puzzle, options, super().solve(puzzle, options, limits, trace, cancel))

    class Spoiled(Kurodoko):
        def engines(self) -> list[Engine]:
            return [*super().engines(), Odd(self, "odd", "Odd")]

    return Spoiled()


@fault("every_engine_agrees_with_enumeration")
def an_engine_stops_early_and_says_unique(_: pytest.MonkeyPatch) -> Family:
    return solving(lambda puzzle, options, result: SolveResult(
        Status.UNIQUE, result.solutions[:1]) if result.status is Status.MULTIPLE else result)


@fault("every_engine_agrees_with_enumeration")
def an_engine_says_none_where_there_is_one(_: pytest.MonkeyPatch) -> Family:
    return solving(lambda puzzle, options, result: SolveResult(Status.NONE) if not any(puzzle.givens) else result)


@fault("every_engine_agrees_with_enumeration")
def an_engine_leaves_the_last_solution_out(_: pytest.MonkeyPatch) -> Family:
    return solving(lambda puzzle, options, result: replace(
        result, solutions=result.solutions[:-1]) if options.solutions == 0 and len(result.solutions) > 2 else result)


@fault("every_engine_agrees_with_enumeration")
def an_engine_gives_up(_: pytest.MonkeyPatch) -> Family:
    return solving(lambda puzzle, options, result: SolveResult(Status.TIMEOUT) if puzzle.grid.size > 9 else result)


# --- films ------------------------------------------------------------------------------------------------------------
def filming(lie: Callable[[Puzzle, TraceWriter], None]) -> Family:
    """An engine that says something before it begins."""
    class Liar(RuleEngine):
        def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
            lie(puzzle, trace)
            return super().solve(puzzle, options, limits, trace, cancel)

    class Spoiled(Kurodoko):
        def engines(self) -> list[Engine]:
            return [*super().engines(), Liar(self, "liar", "Liar")]

    return Spoiled()


@fault("films_tell_the_truth")
def a_film_deduces_what_need_not_be(_: pytest.MonkeyPatch) -> Family:
    return filming(lambda puzzle, trace: trace.deduce(0, WHITE, "wishful", Reason("corners are mostly white", (0,))))


@fault("films_tell_the_truth")
def a_film_tells_a_contradiction_that_is_none(_: pytest.MonkeyPatch) -> Family:
    return filming(lambda puzzle, trace: trace.conflict(0, "wishful", Reason("nothing fits here", (0,))))


@fault("films_tell_the_truth")
def a_film_gives_a_false_reason(_: pytest.MonkeyPatch) -> Family:
    """What it deduces is true, but not what it says of another cell."""
    def lie(puzzle: Puzzle, trace: TraceWriter) -> None:
        if puzzle.clues():
            cell = puzzle.clues()[0]
            trace.deduce(cell, WHITE, "number", Reason(f"{puzzle.grid.cell_name(cell)} is shaded", (cell,)))

    return filming(lie)


# --- setting and playing ----------------------------------------------------------------------------------------------
@fault("the_verdict_is_true")
def too_many_cells_count_as_forced(patch: pytest.MonkeyPatch) -> Family:
    patch.setattr(analysis.Analysis, "_shared", lambda self, verdict, known: (set(self.puzzle.grid.cells()), verdict))
    return Kurodoko()


@fault("clashing_clues_clash_and_none_is_superfluous")
def a_clash_names_innocent_clues(patch: pytest.MonkeyPatch) -> Family:
    patch.setattr(clashes.ClashSearch, "run", lambda self: iter([clashes.Found(tuple(self.puzzle.clues()))]))
    return Kurodoko()


@fault("clashing_clues_clash_and_none_is_superfluous")
def a_clash_leaves_out_a_clue_that_it_needs(patch: pytest.MonkeyPatch) -> Family:
    run = clashes.ClashSearch.run
    patch.setattr(clashes.ClashSearch, "run", lambda self: (replace(each, clues=each.clues[1:]) for each in run(self)))
    return Kurodoko()


@fault("hints_are_true_and_lead_to_the_end")
def a_hint_lies(patch: pytest.MonkeyPatch) -> Family:
    hint = hints.Adviser.hint

    def lie(self: hints.Adviser, marks: Sequence[int]) -> hints.Hint:
        told = hint(self, marks)
        return replace(told, settings=tuple((cell, WHITE + SHADED - value) for cell, value in told.settings))

    patch.setattr(hints.Adviser, "hint", lie)
    return Kurodoko()


@fault("hints_are_true_and_lead_to_the_end")
def a_hint_says_another_word_than_it_means(patch: pytest.MonkeyPatch) -> Family:
    patch.setattr(hints.Adviser, "_say", lambda self, settings: "something is somewhere")
    return Kurodoko()


@fault("a_mistake_is_told")
def mistakes_are_passed_over(patch: pytest.MonkeyPatch) -> Family:
    patch.setattr(hints.Adviser, "_mistakes", lambda self, marks: [])
    return Kurodoko()


def making_of(full_board: Callable[[GenerateRequest, random.Random, Cancel], Puzzle]) -> Family:
    made = Kurodoko()
    made.making = Making(full_board=full_board)
    return made


@fault("the_generator_makes_puzzles")
def the_generator_ignores_the_seed(_: pytest.MonkeyPatch) -> Family:
    made = Kurodoko()
    made.making = Making(generate=lambda request, progress, cancel: Puzzle(
        EXAMPLE, made.blank(1, 2).grid, (2, 2), solution=(WHITE, WHITE)))
    return made


@fault("the_generator_makes_puzzles")
def the_generator_takes_chance_from_elsewhere(_: pytest.MonkeyPatch) -> Family:
    return making_of(lambda request, rng, cancel: making.full_board(request, random.Random(random.random()), cancel))


# --- what is seen, written and touched ----------------------------------------------------------------------------------
def coded(codec: type[Codec]) -> Family:
    class Spoiled(Kurodoko):
        def codecs(self) -> list[Codec]:
            return [codec()]

    return Spoiled()


@fault("codecs_keep_refuse_or_tell")
def a_codec_drops_the_second_digit(_: pytest.MonkeyPatch) -> Family:
    class Short(KurodokoAddress):
        def write(self, puzzle: Puzzle) -> str:
            return super().write(puzzle.with_givens(given % 10 or given // 10 for given in puzzle.givens))

    return coded(Short)


@fault("codecs_keep_refuse_or_tell")
def a_codec_drops_a_field_that_it_promises(_: pytest.MonkeyPatch) -> Family:
    class Boasting(KurodokoAddress):
        keeps = ("grid", "params", "title")

    return coded(Boasting)


@fault("codecs_keep_refuse_or_tell")
def a_codec_drops_a_field_silently(_: pytest.MonkeyPatch) -> Family:
    class Silent(KurodokoAddress):
        def lost(self, puzzle: Puzzle, player: object = None, filename: str | None = None) -> list[Loss]:
            return []

    return coded(Silent)


@fault("files_keep_everything")
def two_values_are_written_alike(_: pytest.MonkeyPatch) -> Family:
    class Spoiled(Kurodoko):
        notation = Notation(marks={WHITE: "o", SHADED: "o"})

    return Spoiled()


def drawing(draw: Callable[[Board, list[Shape]], list[Shape]]) -> Family:
    class Spoiled(Kurodoko):
        def draw(self, board: Board, overlay: Overlay) -> list[Shape]:
            return draw(board, super().draw(board, overlay))

    return Spoiled()


@fault("every_given_and_every_mark_is_seen_in_every_theme")
def a_given_is_not_drawn(_: pytest.MonkeyPatch) -> Family:
    return drawing(lambda board, shapes: [shape for shape in shapes if not (isinstance(shape, Text) and shape.text == "2")])


@fault("every_given_and_every_mark_is_seen_in_every_theme")
def a_given_is_drawn_in_the_colour_of_the_paper(_: pytest.MonkeyPatch) -> Family:
    return drawing(lambda board, shapes: [replace(each, fill="paper") if isinstance(each, Text) else each for each in shapes])


@fault("every_given_and_every_mark_is_seen_in_every_theme")
def a_mark_is_not_drawn(_: pytest.MonkeyPatch) -> Family:
    return drawing(lambda board, shapes: [shape for shape in shapes if getattr(shape, "fill", "") != "wall"])


@fault("strokes_never_break_a_board")
def a_players_tool_changes_the_puzzle(_: pytest.MonkeyPatch) -> Family:
    class Spoiled(Kurodoko):
        def edit(self, board: Board, tool: str, stroke: Stroke) -> list[Change]:
            return super().edit(board, "givens" if stroke.kind == "key" else tool, stroke)

    return Spoiled()


# --- the proof --------------------------------------------------------------------------------------------------------
def test_the_example_is_sound_before_anything_is_planted() -> None:
    kit = Kit(registry.family(EXAMPLE))
    for name in {fault.promise for fault in FAULTS.values()}:
        CHECKS[name](kit)


@pytest.mark.parametrize("name", FAULTS)
def test_the_kit_catches_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = FAULTS[name]
    spoiled = planted.plant(monkeypatch)
    found = registry._discovered()
    families = tuple(spoiled if family.id == EXAMPLE else family for family in found.families)
    monkeypatch.setattr(registry, "_discovered", lambda: replace(found, families=families))
    monkeypatch.setattr(registry, "_own", lambda family_id: None)  # which would import the sound one
    with pytest.raises(AssertionError):
        CHECKS[planted.promise](Kit(spoiled))
