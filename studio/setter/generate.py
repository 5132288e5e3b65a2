"""The shared generator: a full random board, carved while it stays unique, then eased until it has the wanted difficulty.

A family only gives full boards (`Making.full_board`), or has a generator of its own (`Making.generate`). The same request gives
the same puzzle: all chance comes from its seed, and nothing depends on the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from studio.core import registry
from studio.core.clauses import Clue
from studio.core.engine import Cancel, Cancelled, SolveResult, Status
from studio.core.family import Family
from studio.core.making import Diary, diary_of
from studio.core.parts import Clues, GenerateRequest, Progress
from studio.core.puzzle import BadPuzzle, Puzzle
from studio.core.say import say
from studio.setter.account import (
    GivenAccount,
    enough_words,
    judged_by,
    tell_attempt,
    tell_done,
    tell_full,
    tell_put_back,
    tell_softened,
)
from studio.setter.analysis import one_up_to_symmetry
from studio.setter.ask import ask_best
from studio.setter.carve import SYMMETRIES, Carver, Carving, orbits, softened
from studio.setter.clue_wish import allowed_cells, can_wish_clues, lopsided, too_few, too_many, with_more_clues
from studio.setter.mend import Indistinct, Mender, Wishes
from studio.setter.rating import LEVELS, Rating, open_cells_within, rate, solvable_within

ANY = "any"
ONE, FEW, MANY = "one", "few", "many"
"""how many solutions a generated puzzle may be asked to have, where a family offers that"""
MOST_OF_FEW = 9
DIFFICULTIES = (ANY, *LEVELS)
ATTEMPTS = 12
"""Full boards tried for a wanted difficulty before the nearest one is taken."""
MANY_ATTEMPTS, MORE_ATTEMPTS = 400, 60
"""The same where clues may stand in some cells only; and where they shall lie symmetrically and a family's own generator cannot
promise that: few boards will do, but each is soon made."""
RATED = 900
"""Larger boards are rated only if a difficulty is asked for: a person's rules take minutes there."""
AT_ONCE = 25
"""Open cells for which one clue is put back before the rules are asked again."""
THINNING = 40
"""Clues put back for an easier puzzle of which the need is tested once more, one by one."""


@dataclass(frozen=True)
class Generated:
    puzzle: Puzzle
    rating: Rating | None
    attempts: int
    """boards that were tried"""
    missed: str = ""
    """which wish could not be met; nothing if all were"""

    @property
    def level(self) -> str:
        return self.rating.level if self.rating else ANY

    @property
    def words(self) -> str:
        """The level as it may be told: that of a rating which was stopped is a lower bound."""
        return self.rating.words if self.rating else ANY


def generate(family: Family, request: GenerateRequest, progress: Progress, cancel: Cancel) -> Generated:
    """A unique puzzle of the wanted difficulty, or the nearest that was found; with its solution and rating. Where `progress`
    is a diary that somebody watches, every step is told."""
    diary = diary_of(progress)
    made = _generated(family, request, diary, cancel)
    if diary.watched:
        tell_done(family, made.puzzle, made.attempts, _wanted_solutions(request) != ONE, diary)
    return made


def _generated(family: Family, request: GenerateRequest, progress: Diary, cancel: Cancel) -> Generated:
    if request.difficulty not in DIFFICULTIES:
        raise BadPuzzle(say("the difficulty is one of {difficulties}, not {difficulty!r}",
                            difficulties=", ".join(map(repr, DIFFICULTIES)), difficulty=request.difficulty))
    if request.clues and not can_wish_clues(family):
        raise BadPuzzle(say("the {family} generator cannot be asked for a number of clues", family=family.name))
    if request.only and not can_wish_clues(family):
        raise BadPuzzle(say("the {family} generator cannot be asked where clues shall stand", family=family.name))
    if any(not 0 <= cell < request.rows * request.cols for cell in request.only):
        raise BadPuzzle(say("some of the cells that may get a clue lie beside the board"))
    if request.symmetry not in SYMMETRIES:
        raise BadPuzzle(say("the symmetry is one of {symmetries}, not {symmetry!r}",
                            symmetries=", ".join(map(repr, SYMMETRIES)), symmetry=request.symmetry))
    best: Generated | None = None
    try:
        for found in _attempts(family, request, progress, cancel):
            if best is None or _miss(family, found, request) < _miss(family, best, request):
                best = found
            if _miss(family, found, request) == (0, 0):
                break
    except Cancelled as stop:
        if best is None or stop.status is not Status.TIMEOUT:
            raise
        cancel = Cancel()  # time is up: the nearest so far will do, once it is proved
    if best is None and request.only:
        raise BadPuzzle(say("none of {attempts} full boards has one solution with clues in these {count} cells only",
                            attempts=MANY_ATTEMPTS, count=len(request.only)))
    if best is None:
        raise BadPuzzle(say("no unique {name} puzzle came of {attempts} full boards of this size", name=family.name,
                            attempts=ATTEMPTS))
    if too_many(best.puzzle, request):
        raise BadPuzzle(say("none of the boards of this size that were tried has one solution with {wanted} clues; {least} "
                            "were the fewest", wanted=request.clues, least=len(best.puzzle.clues())))  # fmt: skip
    if too_few(family, best.puzzle, request):
        raise BadPuzzle(say("none of the boards of this size that were tried has room for {wanted} clues; {most} were the most",
                            wanted=request.clues, most=len(best.puzzle.clues())))  # fmt: skip
    progress(1.0, best.words)
    wanted = _wanted_solutions(request)
    return replace(best, puzzle=_proven(family, best.puzzle, cancel)) if wanted == ONE else best


def _wanted_solutions(request: GenerateRequest) -> str:
    return str(request.get("solutions", ONE))


def _attempts(family: Family, request: GenerateRequest, progress: Diary, cancel: Cancel) -> Iterator[Generated]:
    attempts, found = ATTEMPTS, 0
    if request.only or _may_be_lopsided(family, request):
        attempts = MANY_ATTEMPTS if request.only else MORE_ATTEMPTS
    nearest: tuple[int, int, Puzzle] | None = None
    for attempt in range(attempts):
        if found == ATTEMPTS:
            return
        tell = progress if request.difficulty == ANY else progress.part(attempt / attempts, (attempt + 1) / attempts)
        tell_attempt(attempt, tell)
        puzzle = _attempt(family, request, attempt, tell, cancel)
        if puzzle is not None and request.clues:
            fewer = puzzle
            puzzle = with_more_clues(family, puzzle, request, Random(f"clues {request.seed} {attempt}"))
            tell_put_back(tell, fewer, puzzle, say("as many clues as were wished for"))
        if puzzle is not None and (off := lopsided(puzzle, request) if _may_be_lopsided(family, request) else 0):
            nearest = (off, attempt, puzzle) if nearest is None or off < nearest[0] else nearest
        elif puzzle is not None:
            found += 1
            yield _rated(puzzle, request, attempt + 1, cancel)
    if not found and nearest is not None:
        missed = say("{count} clues do not lie symmetrically: none of {attempts} boards did better", count=nearest[0],
                     attempts=attempts)
        yield replace(_rated(nearest[2], request, nearest[1] + 1, cancel), missed=missed)


def _rated(puzzle: Puzzle, request: GenerateRequest, attempt: int, cancel: Cancel) -> Generated:
    rated = _wanted_solutions(request) == ONE and (puzzle.grid.size <= RATED or request.difficulty != ANY)
    rating = rate(puzzle, cancel) if rated else None
    return Generated(_signed(puzzle, request, rating), rating, attempt)


def _may_be_lopsided(family: Family, request: GenerateRequest) -> bool:
    """Whether the family makes its boards itself, and they may have clues where a partner can have none."""
    making, clues = family.making, family.clues
    return (request.symmetry != "none" and making is not None and making.full_board is None and not making.clues_follow
            and clues is not None and clues.symmetric)


def _miss(family: Family, found: Generated, request: GenerateRequest) -> tuple[int, int]:
    """How many clues too many or too few, and how many difficulties away from the wanted one."""
    off = too_many(found.puzzle, request) or too_few(family, found.puzzle, request)
    if request.difficulty == ANY or found.rating is None:
        return off, 0
    return off, abs(LEVELS.index(found.rating.level) - LEVELS.index(request.difficulty)) + (not found.rating.sure)


def _attempt(family: Family, request: GenerateRequest, attempt: int, progress: Diary, cancel: Cancel) -> Puzzle | None:
    rng, making = Random(f"{family.id} {request.seed} {attempt}"), family.making
    if making is None or (making.full_board is None and making.generate is None):
        raise BadPuzzle(say("{name} has no generator", name=family.name))
    if making.full_board is None:
        assert making.generate is not None
        made = making.generate(replace(request, seed=request.seed + 1_000_003 * attempt), progress, cancel)
        if making.clues_follow:
            return given_as_wanted(family, made, request, rng, cancel, progress)
        inside = _inside(family, made, request, cancel)
        if inside is None or not making.eased:
            return inside
        made = inside
        easier = _made_easier(family, made, request, rng, cancel)
        tell_put_back(progress, made, easier, enough_words(request.difficulty), judged_by(request))
        return easier
    full = (making.full_board(request, rng, cancel) if making.told_board is None else
            making.told_board(request, rng, cancel, progress))
    full = _only_allowed(family, full, request)
    tell_full(progress, full)
    carving = Carver(family, full, cancel, rng, request.symmetry).carve(progress)
    if carving is None:
        return None
    givens = eased(family, full, carving, request.difficulty, cancel)
    puzzle = replace(full, givens=givens, solution=full.solution)
    carved = replace(full, givens=carving.givens(full))
    tell_put_back(progress, carved, puzzle, enough_words(request.difficulty), judged_by(request))
    if request.difficulty in (ANY, LEVELS[-1]) and family.clues is not None and request.symmetry == "none":
        exact = puzzle
        puzzle = softened(family.clues, puzzle, puzzle.clues(), lambda weaker: _is_unique(weaker, cancel))
        tell_softened(progress, exact, puzzle)
    return puzzle


def _only_allowed(family: Family, full: Puzzle, request: GenerateRequest) -> Puzzle:
    """A full board without the clues that stand where none may."""
    if not request.only:
        return full
    clues, allowed = family.clues or Clues(), allowed_cells(full.grid, request)
    return replace(full, givens=clues.weakened(full, [cell for cell in full.clues() if cell not in allowed]))


def _inside(family: Family, made: Puzzle, request: GenerateRequest, cancel: Cancel) -> Puzzle | None:
    """The same solution told by clues where they may stand; None if those do not suffice."""
    bare = _only_allowed(family, made, request)
    if bare.givens == made.givens:
        return made
    wishes = Wishes(request.symmetry, allowed=frozenset(allowed_cells(made.grid, request)), seed=request.seed)
    try:
        return Mender(replace(bare, solution=None), cancel, wishes=wishes).make_unique(made.solution).puzzle
    except Indistinct:
        return None


def _is_unique(puzzle: Puzzle, cancel: Cancel) -> bool:
    return ask_best(puzzle, 2, cancel).status is Status.UNIQUE


def given_as_wanted(family: Family, made: Puzzle, request: GenerateRequest, rng: Random, cancel: Cancel,
                    progress: Progress = lambda fraction, text: None) -> Puzzle:  # fmt: skip
    """As few clues of the meant solution given as make the puzzle what was asked for: solvable by rules of the wanted
    difficulty, or unique, or one with few solutions."""
    clues, meant, wanted = family.clues, made.solution, _wanted_solutions(request)
    assert clues is not None
    if meant is None or wanted == MANY:
        return made

    def fits(given: Sequence[Clue]) -> bool:
        cancel.check()
        puzzle = clues.added(made, meant, given)
        if wanted == FEW:
            found = len(ask_best(puzzle, MOST_OF_FEW + 1, cancel).solutions)
            return found <= MOST_OF_FEW
        if request.difficulty in LEVELS[:-1] and family.rulebook is not None:
            return solvable_within(family, puzzle, request.difficulty, cancel)
        return _is_unique(puzzle, cancel) or _one_solution(family, puzzle, cancel)

    offers = {said: clue for clue, said in clues.offers(made, meant).items()}
    order = list(offers.values())
    rng.shuffle(order)
    low, high = 0, len(order)
    while low < high:  # more clues say more: the shortest stretch that fits
        middle = (low + high) // 2
        low, high = (low, middle) if fits(order[:middle]) else (middle + 1, high)
    kept = order[:low]
    account = GivenAccount(diary_of(progress), clues, made, judged_by(request, wanted))
    account.given(kept)
    for clue in list(kept[:-1]):
        fewer = [other for other in kept if other != clue]
        goes = fits(fewer)
        kept = fewer if goes else kept
        account.tried(clue, kept, goes)
    return replace(clues.added(made, meant, kept), solution=meant)


def _one_solution(family: Family, puzzle: Puzzle, cancel: Cancel) -> bool:
    return one_up_to_symmetry(family, puzzle, lambda wanted: ask_best(puzzle, wanted, cancel))


def _made_easier(family: Family, made: Puzzle, request: GenerateRequest, rng: Random, cancel: Cancel) -> Puzzle:
    """Clues put back into a puzzle of the family's own generator, where it says which there could be."""
    if family.clues is None or made.solution is None:
        return made
    full = replace(made, givens=tuple(family.clues.full(made, made.solution)))
    full = _only_allowed(family, full, request)
    groups = orbits(made.grid, request.symmetry, full.clues())
    kept = [group for group in groups if any(made.givens[cell] for cell in group)]
    whole = [group for group in groups if len(group) == len(made.grid.images(request.symmetry, group[0]))]
    removed = [group for group in whole if group not in kept]
    rng.shuffle(removed)
    if not removed or request.difficulty == ANY:
        return made
    carving = Carving(kept, removed, family.clues)
    return replace(made, givens=eased(family, full, carving, request.difficulty, cancel), solution=made.solution)


def eased(family: Family, full: Puzzle, carving: Carving, wanted: str, cancel: Cancel) -> tuple[int, ...]:
    """As few clues put back as make the puzzle solvable by rules of the wanted difficulty."""
    if wanted in (ANY, LEVELS[-1]) or family.rulebook is None:
        return carving.givens(full)

    def left(back: Sequence[tuple[int, ...]]) -> set[int]:
        """The cells that rules of the wanted difficulty leave open."""
        cancel.check()
        return open_cells_within(family, full.with_givens(carving.givens(full, back)), wanted, cancel)

    pool = carving.removed[::-1]
    back: list[tuple[int, ...]] = []
    while stuck := left(back):
        helpful = [group for group in pool if not stuck.isdisjoint(group)] or pool
        back += helpful[: 1 + len(stuck) // AT_ONCE]  # where the solver is stuck, a few at a time
        pool = [group for group in pool if group not in back]
        if not pool:
            break
    for group in back[: -1 - THINNING : -1]:
        thinner = [other for other in back if other != group]
        if not left(thinner):
            back = thinner
    return carving.givens(full, back)


def _signed(puzzle: Puzzle, request: GenerateRequest, rating: Rating | None) -> Puzzle:
    """What a generated file says about itself."""
    wished: dict[str, Any] = {"clues": request.clues} if request.clues else {}
    wished |= {"only": sorted(request.only)} if request.only else {}
    made = {"seed": request.seed, "difficulty": request.difficulty, "symmetry": request.symmetry, **wished,
            **dict(request.values)}
    extra = {**puzzle.extra, "generated": made}
    if rating is not None:
        extra["rating"] = rating.json()
    size = f"{puzzle.grid.rows}x{puzzle.grid.cols}"
    title = puzzle.title or f"{size} no. {request.seed}" + (f", {rating.words}" if rating else "")
    return replace(puzzle, extra=extra, title=title)


def request_behind(puzzle: Puzzle) -> GenerateRequest | None:
    """The request that a generated puzzle answers; None where it does not say so (in full)."""
    told = puzzle.extra.get("generated")
    try:
        values = dict(told)  # type: ignore[arg-type]
        seed, difficulty, symmetry = int(values.pop("seed")), str(values.pop("difficulty")), str(values.pop("symmetry"))
        clues, only = int(values.pop("clues", 0)), frozenset(map(int, values.pop("only", ())))
    except (TypeError, ValueError, KeyError):
        return None
    return GenerateRequest(puzzle.grid.rows, puzzle.grid.cols, seed, difficulty, symmetry, values, clues, only)


def _proven(family: Family, puzzle: Puzzle, cancel: Cancel) -> Puzzle:
    """Nothing is believed: the family's best engine must agree that this is the only solution."""
    def ask(wanted: int) -> SolveResult:
        result = ask_best(puzzle, wanted, cancel)
        cancel.check()
        return result

    result = ask(2)
    if result.status is Status.UNIQUE:
        return replace(puzzle, solution=result.solutions[0])
    if result.status is Status.MULTIPLE and one_up_to_symmetry(family, puzzle, ask):
        return puzzle
    raise RuntimeError(f"the generator made a puzzle that is not unique ({result.status.value} {result.message})")


def request_of(family_id: str, rows: int, cols: int, seed: int, difficulty: str = ANY, symmetry: str = "none",
               **values: Any) -> tuple[Family, GenerateRequest]:
    return registry.family(family_id), GenerateRequest(rows, cols, seed, difficulty, symmetry, values)
