"""What the setter room can be asked from another process. What answers is loaded there, not here: asking costs nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from studio.core.puzzle import Answer, Puzzle, Violation
from studio.core.requests import Context, Request, best_engine

if TYPE_CHECKING:
    from studio.core.parts import GenerateRequest, Judgement
    from studio.core.possible import Slate
    from studio.setter.analysis import Verdict
    from studio.setter.candidates import Candidates
    from studio.setter.generate import Generated
    from studio.setter.hints import Hint
    from studio.setter.mend import Mended, Wishes
    from studio.setter.pencil import Pencil
    from studio.setter.rating import Rating
    from studio.setter.report import Analysed
    from studio.setter.solutions import Found


@dataclass(frozen=True)
class Analyse(Request["Verdict"]):
    """What can be said of a board; sends every partial verdict."""

    puzzle: Puzzle
    count_up_to: int = 2
    newest: tuple[int, ...] = ()
    want_forced: bool = True

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Verdict:
        from studio.setter.analysis import analyse

        return analyse(self.puzzle, ctx.cancel, ctx.send, count_up_to=self.count_up_to, newest=self.newest,
                       want_forced=self.want_forced)


@dataclass(frozen=True)
class Report(Request["Analysed"]):
    """A verdict and a rating; sends an Analysed whenever more is known."""

    puzzle: Puzzle
    count_up_to: int = 2
    rating: bool = True

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Analysed:
        from studio.setter.report import report

        return report(self.puzzle, ctx, self.count_up_to, self.rating)


@dataclass(frozen=True)
class Rate(Request["Rating | None"]):
    puzzle: Puzzle

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Rating | None:
        from studio.setter.rating import rate

        return rate(self.puzzle, ctx.cancel)


@dataclass(frozen=True)
class CheckBoard(Request["tuple[list[Violation], bool]"]):
    """The rules that a board breaks, and whether nothing is left to decide: for boards too large to be checked at once."""

    puzzle: Puzzle
    marks: tuple[int, ...]

    def run(self, ctx: Context) -> tuple[list[Violation], bool]:
        from studio.core import registry
        from studio.core.puzzle import Board

        family, board = registry.family(self.puzzle.family), Board(self.puzzle, self.marks)
        return family.check(board), family.is_complete(board)


@dataclass(frozen=True)
class JudgeArgument(Request["Judgement"]):
    """Whether a player's numbers (the notes of a board) show that there is no solution."""

    puzzle: Puzzle
    notes: tuple[int, ...]

    def run(self, ctx: Context) -> Judgement:
        from studio.core import registry
        from studio.core.puzzle import Board

        family = registry.family(self.puzzle.family)
        assert family.arguments is not None
        return family.arguments.judge(Board(self.puzzle, None, self.notes))


@dataclass(frozen=True)
class AskHint(Request["Hint"]):
    """The next step for a player, and what is wrong."""

    puzzle: Puzzle
    marks: tuple[int, ...]
    verdict: Verdict | None = None

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Hint:
        from studio.setter.hints import hint

        return hint(self.puzzle, self.marks, ctx.cancel, self.verdict)


@dataclass(frozen=True)
class AskSlate(Request["Slate | None"]):
    """What each cell of a puzzle could hold by its givens (`core/possible.py`)."""

    puzzle: Puzzle

    def run(self, ctx: Context) -> Slate | None:
        from studio.core import registry
        from studio.core.possible import slate_of

        return slate_of(registry.family(self.puzzle.family), self.puzzle)


@dataclass(frozen=True)
class AskPencil(Request["Pencil"]):
    """What each cell could still be beside a player's marks, by the easy rules alone."""

    puzzle: Puzzle
    marks: tuple[int, ...]

    def run(self, ctx: Context) -> Pencil:
        from studio.setter.pencil import pencil

        return pencil(self.puzzle, self.marks, ctx.cancel)


@dataclass(frozen=True)
class MakeUnique(Request["Mended"]):
    """Add clues until `meant` (or what is found first) is the only solution."""

    puzzle: Puzzle
    meant: Answer | None = None
    wishes: Wishes | None = None

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Mended:
        from studio.setter.mend import Mender, Wishes

        return Mender(self.puzzle, ctx.cancel, ctx.progress, self.wishes or Wishes()).make_unique(self.meant)


@dataclass(frozen=True)
class ThinOut(Request["Mended"]):
    """Drop clues that the others make superfluous."""

    puzzle: Puzzle
    wishes: Wishes | None = None

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Mended:
        from studio.setter.mend import Mender, Wishes

        return Mender(self.puzzle, ctx.cancel, ctx.progress, self.wishes or Wishes()).thin_out()


@dataclass(frozen=True)
class StartFrom(Request["Mended"]):
    """A puzzle made of something that the maker has: a board, a pattern of clues, a solution."""

    puzzle: Puzzle
    start: str
    answer: Answer | None = None
    wishes: Wishes | None = None

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Mended:
        from studio.setter.begin import start_from
        from studio.setter.mend import Wishes

        return start_from(self.puzzle, self.start, self.answer, self.wishes or Wishes(), ctx.cancel, ctx.progress)


@dataclass(frozen=True)
class FindCandidates(Request["Candidates"]):
    """Every value that some solution has in a cell; sends what is known so far."""

    puzzle: Puzzle
    bound: int = 0

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Candidates:
        from studio.setter.candidates import candidates

        return candidates(self.puzzle, ctx.cancel, ctx.send, self.bound)


@dataclass(frozen=True)
class Browse(Request["Found"]):
    """Solutions, one after the other, up to a bound; sends them as they are found."""

    puzzle: Puzzle
    most: int = 1000

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.puzzle.family)

    def run(self, ctx: Context) -> Found:
        from studio.setter.solutions import browse

        return browse(self.puzzle, self.most, ctx.cancel, ctx.send)


@dataclass(frozen=True)
class Generate(Request["Generated"]):
    family: str
    request: GenerateRequest

    def needs(self) -> tuple[str, str] | None:
        return best_engine(self.family)

    def run(self, ctx: Context) -> Generated:
        from studio.core import registry
        from studio.core.making import Diary
        from studio.setter.generate import generate

        ctx.trace.begin()
        return generate(registry.family(self.family), self.request, Diary(ctx.progress, ctx.trace), ctx.cancel)


@dataclass(frozen=True)
class Solutions(Request["list[Answer | None]"]):
    """The solutions of many puzzles, for whoever prints them."""

    puzzles: Sequence[Puzzle]

    def run(self, ctx: Context) -> list[Answer | None]:
        from studio.setter.solutions import solutions

        return solutions(self.puzzles, ctx.cancel, ctx.progress)
