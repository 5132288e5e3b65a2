"""How long a setter waits: verdict + forced cells, on real boards and loosened ones, in a warm process.

    python -m tests.setter.bench_setter [FAMILY…] [--boards N] [--generated] [--first]

Boards: 10x10 of every family (a tiling: up to 60 cells; Fobidoshi also 12x12) from the data folder beside the checkout, each as
it is and with three clues taken away, and on request new ones of the generator. Encoding, checks and all are in the times;
CPU time is shown because it is all that a busy machine measures well.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Sequence

from studio.core import registry
from studio.core.engine import Cancel, Limits
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.setter.analysis import analyse
from studio.setter.candidates import Candidates, can_list, candidates
from studio.setter.generate import generate
from tests.setter import boards

HEADER = f"{'boards':<44} {'n':>4} {'median ms':>10} {'95 % ms':>9} {'max ms':>9} {'cpu: median':>12} {'95 %':>8}  verdicts"


def sizes(family_id: str) -> list[tuple[str, int, int]]:
    if family_id == "tiling":
        return [("up to 60 cells", 1, 60)]
    wanted = [("10x10", 100, 100)]
    return [*wanted, ("12x12", 144, 144)] if family_id == "fobidoshi" else wanted


def measure(title: str, puzzles: Iterable[Puzzle], seconds: float) -> None:
    walls, cpus, verdicts = [], [], Counter[str]()
    for puzzle in puzzles:
        wall, cpu = time.perf_counter(), time.process_time()
        verdict = analyse(puzzle, Cancel(Limits(seconds)), want_clash=False)
        walls.append(1000 * (time.perf_counter() - wall))
        cpus.append(1000 * (time.process_time() - cpu))
        known = verdict.verdict != "multiple" or verdict.forced is not None
        verdicts[verdict.verdict if known else "multiple, forced cells not in time"] += 1
    if walls:
        print(f"{title:<44} {len(walls):>4} {share(walls, 0.5):>10.1f} {share(walls, 0.95):>9.1f} {max(walls):>9.1f} "
              f"{share(cpus, 0.5):>12.1f} {share(cpus, 0.95):>8.1f}  {dict(verdicts)}", flush=True)


def measure_first(title: str, puzzles: Sequence[Puzzle], seconds: float) -> None:
    """What a maker sees first, and the true candidates: until the first verdict is told; until every value is known but which
    of the sizes beyond all clues (settled); until those are known, too."""
    firsts, settled, lists, open_ones = [], [], [], 0
    for puzzle in puzzles:
        started = time.process_time()
        told: list[float] = []
        analyse(puzzle, Cancel(Limits(seconds)), lambda verdict, told=told: told.append(time.process_time()),  # type: ignore[misc]
                want_forced=False, want_clash=False)
        firsts.append(1000 * (told[0] - started))
        if can_list(registry.family(puzzle.family)):
            started = time.process_time()
            known: list[float] = []


            def note(now: Candidates, known: list[float] = known) -> None:
                if now.settled:
                    known.append(time.process_time())

            found = candidates(puzzle, Cancel(Limits(seconds)), note)
            open_ones += not found.final
            lists.append(1000 * (time.process_time() - started))
            settled.append(1000 * (known[0] - started) if known else lists[-1])
    print(f"{title:<44} {len(firsts):>4}  first verdict, CPU ms: median {share(firsts, 0.5):.1f}, "
          f"95 % {share(firsts, 0.95):.1f}"
          + (f"; candidates settled: median {share(settled, 0.5):.1f}, 95 % {share(settled, 0.95):.1f}, "
             f"max {max(settled):.1f}; "
             f"all told apart: median {share(lists, 0.5):.1f}, 95 % {share(lists, 0.95):.1f}, max {max(lists):.1f}, "
             f"{open_ones} not finished" if lists else ""), flush=True)


def share(values: list[float], part: float) -> float:
    return sorted(values)[int(part * (len(values) - 1) + 0.5)]


def generated(family_id: str, count: int) -> Iterable[Puzzle]:
    family = registry.family(family_id)
    rows, cols = (6, 10) if family_id == "tiling" else (10, 10)
    for seed in range(count):
        yield generate(family, GenerateRequest(rows, cols, seed), lambda fraction, text: None, Cancel()).puzzle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("families", nargs="*", help="only these")
    parser.add_argument("--boards", type=int, default=60, help="at most so many boards of a kind")
    parser.add_argument("--seconds", type=float, default=20.0, help="time limit per board")
    parser.add_argument("--first", action="store_true", help="only the time to the first verdict, and to all candidates")
    parser.add_argument("--generated", action="store_true", help="also boards of the generators (they take longer to make)")
    arguments = parser.parse_args()
    print(HEADER)
    for family_id in arguments.families or [name for name in boards.family_ids() if name in boards.DATA]:
        warm = boards.boards(family_id)[0]
        registry.family(family_id).engine("auto").warm_up()
        analyse(warm, Cancel(Limits(60.0)))
        for title, least, most in sizes(family_id):
            found = [puzzle for _, puzzle in boards.data_boards(family_id, most, least)]
            rng = random.Random(1)
            found = rng.sample(found, min(len(found), arguments.boards))
            if arguments.first:
                loose = [boards.loosened(puzzle, rng, 3) for puzzle in found] if family_id != "tiling" else []
                measure_first(f"{family_id} {title}", found, arguments.seconds)
                if loose:
                    measure_first(f"{family_id} {title}, three clues fewer", loose, arguments.seconds)
                continue
            measure(f"{family_id} {title}", found, arguments.seconds)
            loose = [boards.loosened(puzzle, rng, 3) for puzzle in found] if family_id != "tiling" else []
            measure(f"{family_id} {title}, three clues fewer", loose, arguments.seconds)
        if arguments.generated:
            measure(f"{family_id} generated", list(generated(family_id, min(20, arguments.boards))), arguments.seconds)


if __name__ == "__main__":
    main()
