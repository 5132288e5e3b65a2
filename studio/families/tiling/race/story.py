"""The film of a contest: who was at work, who won, and the winner's own film."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from studio.core.puzzle import Answer
from studio.core.say import listed, marked, say, say_n
from studio.core.trace import move_cell
from studio.families.tiling.kernel.film import Film
from studio.families.tiling.kernel.searching import PieceSearch
from studio.families.tiling.race.contest import Contest, Entry

SEARCHES = {
    "table": marked("table search (along the short side)"), "mrv": marked("search on the most constrained cell"),
    "symmetric": marked("search for symmetric tilings"),
    marked("rectangles"): marked("search for smaller rectangles that make up the board"),
    marked("dives"): marked("dives (greedy, then thorough)"),
    marked("more dives"): marked("dives in another order"),
    marked("mrv shuffled"): marked("the most constrained cell in random orders"),
    "cpsat": marked("CP-SAT in a process beside"), "colouring": marked("colouring proofs"),
}
RULE_NAMES = (marked("area"), marked("table"), marked("symmetric"), marked("colouring"), marked("cases"), marked("cover"),
              marked("count"), marked("least"), marked("given"), marked("no placement"), marked("bare cell"), marked("no room"),
              marked("bad pocket"), marked("failed before"), marked("hopeless places"), marked("pieces in order"),
              marked("one of turned"), marked("once"), marked("all used"), marked("seen before"))
"""searches, rules of clauses and dead ends as a log shows them, where the ladder has no title for them"""


def tell_race(contest: Contest, winner: str, solutions: Sequence[Answer] = ()) -> None:
    """Tell who searched and show the winner's search; if the run was stopped (no winner), the one that had come furthest."""
    trace = contest.trace
    if not trace.enabled:
        _tell_rest(contest, solutions)
        return
    with trace.filming():
        shown = winner or _furthest(contest)
        tell_unfinished(contest, shown)
        if shown in contest.entries:
            entry = contest.entries[shown]
            effort = _effort(entry)
            how = (say("won after {effort}; this is its search", effort=effort) if winner else
                   say("had come furthest after {effort}; this is its search", effort=effort))
            trace.phase(shown, listed([SEARCHES[shown], how], ": "), 0)
            _show(contest, entry)
        elif shown:
            trace.phase(shown, listed([SEARCHES[shown], say("settled it")], ": "))
            _tell_rest(contest, solutions)


def tell_unfinished(contest: Contest, but: str = "") -> None:
    """Tell who else has searched, where somebody films."""
    for name, entry in contest.entries.items() if contest.trace.enabled else ():
        if name != but:
            effort = say("{effort}, not finished", effort=_effort(entry))
            contest.trace.phase(name, listed([SEARCHES[name], effort], ": "), 0)


def _effort(entry: Entry) -> str:
    nodes, turns = entry.search.totals()["nodes"], entry.slices
    return say_n("{n:,} node in {turns}", "{n:,} nodes in {turns}", n=nodes, turns=say_n("{n} turn", "{n} turns", n=turns))


def _furthest(contest: Contest) -> str:
    filmed = {name: entry for name, entry in contest.entries.items() if entry.reel is not None}
    return max(filmed, key=lambda name: len(filmed[name].collector.found), default="")


def _show(contest: Contest, entry: Entry) -> None:
    if entry.reel is not None and isinstance(entry.search, PieceSearch):
        Film(contest.trace, contest.problem, entry.search).show(entry.reel)
        return
    contest.trace.note(say("only the way to the tiling is shown, not what was tried before"))
    for answer in entry.collector.found:
        _lay(contest, entry.search.pieces())
        contest.trace.solution(answer)
        break  # finders stand at the last tiling found


def _lay(contest: Contest, pieces: Iterable[Sequence[int]]) -> None:
    for k, cells in enumerate(pieces, 1):
        contest.trace.guess(move_cell(contest.trace.declare_move([(i, k) for i in cells])), 1)


def _tell_rest(contest: Contest, solutions: Sequence[Answer]) -> None:
    """Answers that nobody has told yet: those of the helper process."""
    for answer in solutions:
        if answer not in contest.found:
            contest.found[answer] = None
            contest.trace.solution(answer)
