"""The studio from Python: `import studio`, and everything is one call away.

    import studio

    puzzle = studio.load("https://puzz.link/p?fillomino/6/6/h4j53g2k5233k2g14j3h")
    result = puzzle.solve(solutions=2)
    print(result.status, result.grids[0])
    puzzle.film(engine="rules")          # shows itself in a notebook

Every long call runs in a worker process with a time limit and can be stopped with Ctrl+C, so a notebook never hangs. Every
answer is checked against the rules before it is handed out. The names in `__all__` are stable: they change only with a line in
CHANGELOG.md.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from studio.core import files, registry
from studio.core.engine import Limits, Options, SolveResult
from studio.core.losses import in_words
from studio.core.paste import Ambiguous, addresses_in
from studio.core.puzzle import BadPuzzle, Board, Violation
from studio.core.puzzle import Puzzle as CorePuzzle
from studio.core.requests import Request
from studio.core.say import say
from studio.run.job import start, start_solve

if TYPE_CHECKING:
    from studio.setter.analysis import Verdict
    from studio.setter.hints import Hint
    from studio.setter.rating import Rating

__all__ = ["Ambiguous", "BadPuzzle", "Film", "Puzzle", "Solved", "bench", "engines", "families", "generate", "load", "load_all",
           "new"]

STOP_SECONDS = 2.0
"""how long a stopped worker may take to say what it has found"""
Grid = NDArray[np.int64]


def families() -> list[str]:
    """The ids of the families: what `new` and `generate` take."""
    return [family.id for family in registry.families()]


def engines(family: str) -> dict[str, str]:
    """The engines of a family: id -> what it is."""
    return {engine.id: engine.name for engine in registry.family(family).engines()}


def load(source: str | Path, family: str | None = None) -> Puzzle:
    """The puzzle in a file, at an address of a puzzle site, or in a text (any format, or rows of cells as people write them).

    `family` says which one it is where a text could be of several (else `Ambiguous` is raised). BadPuzzle, with one sentence,
    if there is none. Of several puzzles the first is taken; `load_all` gives all.
    """
    return load_all(source, family)[0]


def load_all(source: str | Path, family: str | None = None) -> list[Puzzle]:
    """All puzzles in a file, a list of addresses, a dataset or a text."""
    text = str(source)
    one_line = "\n" not in text and len(text) < 1000
    is_file = isinstance(source, Path) or (one_line and (Path(text).exists() or not _is_text(text)))
    found = files.load_all(source, family) if is_file else files.parse_all(text, "", family)
    return [Puzzle(opened.puzzle, opened.player, opened.told) for opened in found]


def _is_text(text: str) -> bool:
    return bool(addresses_in(text)) or "://" in text or " " in text.strip() or text.lstrip().startswith(("{", "["))


def new(family: str, cells: ArrayLike, **params: Any) -> Puzzle:
    """A puzzle from an array of givens (0 = none), one row of the board a row of the array."""
    givens = np.asarray(cells, dtype=np.int64)
    if givens.ndim != 2:
        raise BadPuzzle(say("a board is an array of rows and columns, not one of {ndim} dimensions", ndim=givens.ndim))
    kind = registry.family(family)
    blank = kind.blank(*givens.shape, **params)
    puzzle = blank.with_givens(givens.ravel().tolist())
    kind.validate(puzzle)
    return Puzzle(puzzle)


def generate(family: str, rows: int, cols: int | None = None, *, seed: int = 0, difficulty: str = "any", symmetry: str = "none",
             clues: int = 0, time_limit: float | None = 60.0, **wishes: Any) -> Puzzle:
    """A new puzzle with exactly one solution; equal wishes give equal ones. `clues`: how many (0: as few as possible);
    `wishes`: the family's own (`variant="basic"`)."""
    from studio.core.parts import GenerateRequest
    from studio.setter.requests import Generate

    request = GenerateRequest(rows, rows if cols is None else cols, seed, difficulty, symmetry, wishes, clues)
    return Puzzle(_ask(Generate(registry.family(family).id, request), time_limit).puzzle)


def bench(puzzles: Iterable[Puzzle | str | Path], engines: Sequence[str] = ("auto",), *, unique: bool = False,
          time_limit: float = 60.0, repeat: int = 1) -> list[dict[str, Any]]:
    """Every puzzle with every engine (options in brackets: `rules[order=first]`): a list of rows, ready for `pandas.DataFrame`.

    What nobody counted is None, never 0.
    """
    from studio.lab.bench import Bench
    from studio.lab.runs import parse_contender
    from studio.lab.store import row_of

    given = [each if isinstance(each, Puzzle) else load(each) for each in puzzles]
    boards = [(Path(puzzle.title or f"puzzle {number}"), puzzle.core) for number, puzzle in enumerate(given, 1)]
    made = Bench([parse_contender(text) for text in engines], 2 if unique else 1, Limits(time_limit), repeat)
    try:
        made.run(boards, lambda done, text: None)
    finally:
        made.close()
    rows = [row_of(task, run) for task, run in zip(made.tasks(boards), made.runs, strict=True)]
    return [{**row, "seconds": float(row["seconds"])} for row in rows]


@dataclass(frozen=True)
class Puzzle:
    """One puzzle. It never changes: what would change it gives a new one. In a notebook it shows itself."""

    core: CorePuzzle
    """the studio's own record: family, grid, givens, borders, params, title, author, notes, solution"""
    player: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """what a player has done, if the file told: marks, pencil, trials"""
    told: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """what its text held and the studio has no place for, a sentence each"""

    # --- what it is ---------------------------------------------------------------------------------------------------
    @property
    def family(self) -> str:
        return self.core.family

    @property
    def title(self) -> str:
        return self.core.title

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.core.grid.rows, self.core.grid.cols

    @property
    def givens(self) -> Grid:
        """The givens as an array, 0 = none. A copy."""
        return self._array(self.core.givens)

    @property
    def solution(self) -> Grid | None:
        """The stored solution, if there is one."""
        return None if self.core.solution is None else self._array(self.core.solution)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self.givens if dtype is None else self.givens.astype(dtype)

    def _array(self, values: Sequence[int]) -> Grid:
        return np.array(values, dtype=np.int64).reshape(self.shape)

    def with_givens(self, cells: ArrayLike) -> Puzzle:
        """The same puzzle with other givens."""
        return new_like(self, np.asarray(cells, dtype=np.int64))

    def marks(self, cells: ArrayLike | None = None) -> tuple[int, ...]:
        """Marks from an array; without one what the file's player had done, or what the givens decide."""
        if cells is None:
            return tuple(self.player.get("marks") or registry.family(self.family).start_marks(self.core))
        array = np.asarray(cells, dtype=np.int64)
        if array.shape != self.shape:
            raise BadPuzzle(say("these marks are {shape}, the board is {wanted}", shape=array.shape, wanted=self.shape))
        return tuple(array.ravel().tolist())

    # --- what can be asked of it -----------------------------------------------------------------------------------------
    def solve(self, engine: str = "auto", solutions: int = 1, time_limit: float | None = 60.0, **options: Any) -> Solved:
        """Solve it with an engine (see `engines`). `solutions`: 1 for any, 2 to see whether it is unique, 0 for all."""
        chosen = registry.family(self.family).engine(engine)
        wishes = Options.parse(chosen, {name: str(value) for name, value in options.items()}, solutions)
        job = start_solve(self.core, chosen.id, wishes, Limits(time_limit), film=False)
        try:
            return Solved(self, job.wait())
        except KeyboardInterrupt:
            job.cancel()
            found = job.wait(STOP_SECONDS)
            if found is None or not found.solutions:
                raise
            return Solved(self, found)

    def check(self, cells: ArrayLike | None = None) -> list[Violation]:
        """The rules that an array of marks breaks (or what the file's player has marked); nothing for a board that keeps them.
        A partial board is only blamed for what no mark can mend; see `is_solution`."""
        return registry.family(self.family).check(Board(self.core, self.marks(cells)))

    def is_solution(self, cells: ArrayLike) -> bool:
        """Whether an array is a complete solution."""
        return not registry.family(self.family).wrong(self.core, self.marks(cells))

    def analyse(self, time_limit: float | None = 60.0, count: int = 2) -> Verdict:
        """Unique? What do all solutions share, where do they differ, which clues clash?"""
        from studio.setter.requests import Analyse

        verdict: Verdict = _ask(Analyse(self.core, count), time_limit)
        return verdict

    def rate(self, time_limit: float | None = 60.0) -> Rating | None:
        """How hard it is for a person, by the ladder of rules; None if the family has none."""
        from studio.setter.requests import Rate

        rating: Rating | None = _ask(Rate(self.core), time_limit)
        return rating

    def hint(self, cells: ArrayLike | None = None, time_limit: float | None = 60.0) -> Hint:
        """The next step from a board: `texts` tell more and more, `settings` are the cells that it decides."""
        from studio.setter.requests import AskHint

        hint: Hint = _ask(AskHint(self.core, self.marks(cells)), time_limit)
        return hint

    def mend(self, thin: bool = False, time_limit: float | None = 120.0) -> Puzzle:
        """With the clues that make it unique; with `thin` without those that it can do without."""
        from studio.setter.requests import MakeUnique, ThinOut

        wish: Request[Any] = ThinOut(self.core) if thin else MakeUnique(self.core, self.core.solution)
        return Puzzle(_ask(wish, time_limit).puzzle)

    def film(self, engine: str = "auto", time_limit: float | None = 60.0, **options: Any) -> Film:
        """An engine's search, step by step. In a notebook it plays."""
        from studio.share.filming import record

        chosen = registry.family(self.family).engine(engine)
        wishes = Options.parse(chosen, {name: str(value) for name, value in options.items()}, 1)
        return Film(record(self.core, chosen.id, wishes, Limits(time_limit)))

    # --- to look at and to give away -------------------------------------------------------------------------------------
    def draw(self, path: str | Path | None = None, cells: ArrayLike | None = None, theme: str = "light") -> str:
        """The board as SVG text; with a path also written there (.svg, .png or .pdf). `cells`: marks to show."""
        return _draw(self, self.marks(cells), path, theme)

    def save(self, path: str | Path) -> None:
        """Write the studio's own file, which keeps everything."""
        files.save(path, self.core, self.player)

    def to(self, format: str, lossy: bool = False) -> str:
        """The puzzle in another format (`formats` lists them): an address, a text. BadPuzzle if that would lose something,
        unless `lossy`."""
        codec = next((each for each in registry.family(self.family).codecs() if each.id == format), None)
        if codec is None:
            raise BadPuzzle(say("there is no format {format!r} (there is: {names})", format=format,
                                names=', '.join(self.formats())))
        lost = in_words(codec.lost(self.core, self.player), codec.name)
        if lost and not lossy:
            raise BadPuzzle(say("{lost} (lossy=True writes it all the same)", lost=lost))
        return codec.write_all(self.core, self.player)

    def page(self) -> str:
        """A web page to play the puzzle on: one text, for any browser, without a network. BadPuzzle if it has no solution."""
        from studio.share.play_page import play_page

        return play_page(self.core)

    def formats(self) -> dict[str, str]:
        """The formats that its family can be written in: id -> name."""
        return {codec.id: codec.name for codec in registry.family(self.family).codecs()}

    def _repr_svg_(self) -> str:
        return self.draw()

    def __str__(self) -> str:
        rows, cols = self.shape
        return f"{registry.family(self.family).name} {rows}x{cols}" + (f" “{self.title}”" if self.title else "")


def new_like(puzzle: Puzzle, cells: Grid) -> Puzzle:
    if cells.shape != puzzle.shape:
        raise BadPuzzle(say("these givens are {shape}, the board is {wanted}", shape=cells.shape, wanted=puzzle.shape))
    changed = puzzle.core.with_givens(cells.ravel().tolist())
    registry.family(puzzle.family).validate(changed)
    return Puzzle(changed)


@dataclass(frozen=True)
class Solved:
    """What came of a solve: `status` is unique, solved, multiple, none, timeout, cancelled or error."""

    puzzle: Puzzle
    result: SolveResult = field(repr=False)

    @property
    def status(self) -> str:
        return self.result.status.value

    @property
    def complete(self) -> bool:
        """False when what was asked is not fully answered (the time ran out)."""
        return self.result.complete

    @property
    def grids(self) -> list[Grid]:
        """The solutions as arrays, each checked."""
        return [self.puzzle._array(answer) for answer in self.result.solutions]

    @property
    def seconds(self) -> float:
        return self.result.seconds

    @property
    def stats(self) -> dict[str, Any]:
        """What the engine counted: nodes, guesses, depth …"""
        return self.result.stats

    @property
    def message(self) -> str:
        return self.result.message

    def __bool__(self) -> bool:
        return bool(self.result.solutions)

    def __iter__(self) -> Iterator[Grid]:
        return iter(self.grids)

    def __repr__(self) -> str:
        count = len(self.result.solutions)
        return f"<{self.status}, {count} solution{'' if count == 1 else 's'}, {self.seconds:.3f} s>"

    def _repr_svg_(self) -> str:
        marks = self.result.solutions[0] if self.result.solutions else self.puzzle.marks()
        return _draw(self.puzzle, marks, None, "light")


class Film:
    """A recorded search: `len(film)` events, `save` it as .html, .mp4, .gif … and watch it in a notebook."""

    def __init__(self, recorded: Any) -> None:
        self.recorded = recorded
        """the studio's own film: `log` holds the events"""

    def __len__(self) -> int:
        return len(self.recorded.log)

    @property
    def stats(self) -> dict[str, Any]:
        return dict(self.recorded.result.stats) if self.recorded.result is not None else {}

    def save(self, path: str | Path) -> None:
        """Write it; the ending chooses: a page (.html), a video, a picture that moves, or the studio's own film file."""
        from studio.share.film_out import write

        write(self.recorded, path)

    def html(self) -> str:
        """One page that plays by itself; nothing is fetched."""
        from studio.share.film_look import FilmLook
        from studio.share.film_page import film_page

        return film_page(self.recorded, FilmLook())

    def _repr_html_(self) -> str:
        from html import escape

        return (f'<iframe srcdoc="{escape(self.html(), quote=True)}" style="width:100%;height:640px;border:0" '
                f'sandbox="allow-scripts" title="film"></iframe>')


def _ask(request: Request[Any], time_limit: float | None) -> Any:
    """The answer of a worker process; BadPuzzle if there is none in time."""
    job = start(request, Limits(time_limit))
    try:
        result = job.wait()
    except KeyboardInterrupt:
        job.cancel()
        raise
    if isinstance(result, SolveResult):
        raise BadPuzzle(result.message or result.status.value)
    return result


_pictures = itertools.count(1)


def _draw(puzzle: Puzzle, marks: Sequence[int], path: str | Path | None, theme: str) -> str:
    from studio.core.draw import Overlay
    from studio.share.picture import board_svg
    from studio.share.theme import theme_named

    family, board, colours = registry.family(puzzle.family), Board(puzzle.core, marks), theme_named(theme)
    if path is not None:
        from studio.share.render import render_board

        render_board(family, board, Overlay(), path, colours)
    return board_svg(family, board, Overlay(), colours, f"board{next(_pictures)}")
