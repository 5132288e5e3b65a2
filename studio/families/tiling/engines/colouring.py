"""Colouring proofs (section 3.4): numbers on the cells that no pieces can add up to."""

from __future__ import annotations

from itertools import islice

from studio.core.engine import Cancel, Engine, Limits, Option, Options, SolveResult, Status
from studio.core.puzzle import Puzzle
from studio.core.say import say
from studio.core.trace import TraceWriter
from studio.families.tiling.model.convert import problem_of
from studio.families.tiling.model.placements import find_placements
from studio.families.tiling.model.problem import HUGE, Problem
from studio.families.tiling.proofs.story import proved
from studio.families.tiling.proofs.trivial import known_at_once


class ColouringEngine(Engine):
    id = "colouring"
    name = "Colouring proofs"
    description = ("Looks for numbers on the cells that no pieces can add up to (section 3.4): a proof that is drawn. "
                   "Says nothing about boards that have a tiling.")
    options = (
        Option("number", "Which proof", 1, (), "1: the one that is easiest to check; 2, 3 …: others", 1, 9),
        Option("cells", "Cell by cell up to", 150, (), "largest board (in cells) for colourings without a period", 0, 600),
    )
    decides = False

    def solve(self, puzzle: Puzzle, options: Options, limits: Limits, trace: TraceWriter, cancel: Cancel) -> SolveResult:
        trace.tells_all()
        from studio.families.tiling.proofs.cases import find_cases, proved_by_cases
        from studio.families.tiling.proofs.prover import different_proofs

        problem = problem_of(puzzle)
        trace.tells_all()  # nothing is guessed: what is told is all there is
        known = known_at_once(problem, None, trace)
        if known is not None and known.status is Status.NONE:
            return known
        placements = find_placements(problem) if problem.area <= HUGE else None
        wanted = int(options.get("number", 1))
        found = list(islice(different_proofs(problem, placements, int(options.get("cells", 150))), wanted))
        if not found and (cases := find_cases(problem)) is not None:
            return proved_by_cases(problem, cases, trace)
        proof = found[-1] if found else None
        if proof is None:
            return SolveResult(Status.TIMEOUT, message=say("no colouring proof found; this says nothing about tilings"))
        return proved(problem, proof, trace, placements)

    def warm_up(self) -> None:
        from studio.families.tiling.model.problem import board_from_picture
        from studio.families.tiling.model.shapes import NAMED, Tile
        from studio.families.tiling.proofs.prover import prove_impossible
        from studio.families.tiling.proofs.viable import warm_up

        warm_up()
        board = board_from_picture(".xx\nxxx\nxxx\nxx.")
        small = Problem(board, (Tile(NAMED["2"]),))
        prove_impossible(small, find_placements(small))
        tiles = (Tile(NAMED["3L"], 3), Tile(NAMED["1"], 2), Tile(NAMED["4T"], 1))
        whole = Problem(board_from_picture("xxx\nxxx\nxxx\nxxx"), tiles)
        prove_impossible(whole, find_placements(whole))
