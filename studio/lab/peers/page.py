"""Tables, growth curves and the page `docs/performance.md`, made of one run."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from studio.core import files, registry
from studio.core.engine import Cancel
from studio.core.parts import GenerateRequest
from studio.core.puzzle import Puzzle
from studio.core.say import say
from studio.core.study import LINE, Axis, Column, Finding, Plot, Series, trend
from studio.lab.peers.programs import Peer, peers_of
from studio.lab.peers.race import Timing, race
from studio.setter.generate import generate

Progress = Callable[[float, str], None]
SIZES = {"fillomino": (5, 7, 10, 14, 20), "fobidoshi": (5, 8, 12, 18, 25), "evolomino": (5, 7, 9, 11, 14),
         "tiling": (4, 6, 8, 12, 20, 30)}
"""Sides of the boards for the growth curves."""
SEEDS = (1, 2, 3)


@dataclass(frozen=True)
class Comparison:
    """A family's two findings."""

    family: str
    table: Finding
    growth: Finding


def wanted_of(family_id: str) -> int:
    """Two answers where a puzzle has one: that it is the only one must be proved. Tilings have many: the first."""
    return 1 if family_id == "tiling" else 2


def library(family_id: str) -> list[Puzzle]:
    folder = files.sample_folder(family_id)
    return [files.load(path, family_id).puzzle for path in sorted(folder.glob(f"*{files.EXTENSION}"))]


def growing(family_id: str, sizes: Sequence[int]) -> list[Puzzle]:
    """Boards of these sides: generated with one solution, by seed; for tilings dominoes on squares."""
    if family_id == "tiling":
        from studio.families.tiling.studies.instances import domino_squares

        return [each.puzzle for each in domino_squares(sizes)]
    family = registry.family(family_id)
    return [generate(family, GenerateRequest(side, side, seed), lambda *_: None, Cancel()).puzzle
            for side in sizes for seed in SEEDS]


def compare(family_id: str, seconds: float, progress: Progress, boards: Sequence[Puzzle] | None = None,
            sizes: Sequence[int] | None = None) -> Comparison:
    peers = [peer for peer in peers_of(family_id) if peer.installed]
    wanted = wanted_of(family_id)
    chosen = list(boards) if boards is not None else library(family_id)
    first = race(peers, chosen, wanted, seconds, lambda part, text: progress(part / 2, text))
    progress(0.5, say("{family}: boards of growing size", family=family_id))
    larger = growing(family_id, SIZES[family_id] if sizes is None else sizes)
    second = race(peers, larger, wanted, seconds, lambda part, text: progress(0.5 + part / 2, text))
    return Comparison(family_id, _table(peers, first, seconds), _growth(peers, second, seconds))


def _table(peers: Sequence[Peer], timings: Sequence[Timing], seconds: float) -> Finding:
    ours = {each.board: each.cpu for each in timings if _is_ours(peers, each)}
    rows = []
    for peer in peers:
        mine = [each for each in timings if each.peer == peer.id and each.why != "not asked"]
        times = [each.cpu for each in mine if each.cpu is not None]
        ratios = [each.cpu / mark for each in mine if each.cpu is not None and (mark := ours.get(each.board))]
        usual, longest = (1000 * median(times), 1000 * max(times)) if times else (None, None)
        ratio, least = (median(ratios), min(ratios)) if ratios else (None, None)
        rows.append((peer.id, len(mine), len(times), usual, longest, sum(times), ratio, least))
    head = (Column("solver"), Column("boards"), Column("answered"), Column("median ms", 2), Column("longest ms", 1),
            Column("total s", 3), Column("times ours, median", 1), Column("least", 2))
    return Finding(head, tuple(rows), notes=(
        say("CPU seconds of all threads and helpers, translation included, in one run; at most {n:g} s by the clock a "
            "board. Totals are over what each solver answered.", n=seconds),))


def _is_ours(peers: Sequence[Peer], timing: Timing) -> bool:
    return any(peer.ours and peer.id == timing.peer for peer in peers)


def _growth(peers: Sequence[Peer], timings: Sequence[Timing], seconds: float) -> Finding:
    sizes = sorted({each.cells for each in timings})
    series, rows = [], []
    for peer in peers:
        points = []
        for cells in sizes:
            mine = [math.inf if each.cpu is None else each.cpu for each in timings
                    if each.peer == peer.id and each.cells == cells]
            if mine and median(mine) < math.inf:
                points.append((float(cells), median(mine)))
        line = trend([(math.log10(x), math.log10(y)) for x, y in points if y > 0])
        slope = line[0] if line else None
        name = peer.id if slope is None else say("{peer} (slope {n:.1f})", peer=peer.id, n=slope)
        series.append(Series(name, tuple(points), LINE))
        known = dict(points)
        rows.append((peer.id, slope, *(1000 * known[float(n)] if float(n) in known else None for n in sizes)))
    plot = Plot(say("CPU time over cells"), Axis("cells", log=True), Axis("CPU time", log=True, seconds=True), tuple(series))
    head = (Column("solver"), Column("slope", 2), *(Column(say("{n} cells, ms", n=n), 2) for n in sizes))
    return Finding(head, tuple(rows), (plot,), (
        say("Medians of the boards of a size; a dash: more than half of them took longer than {n:g} s by the clock. The slope "
            "is that of the line through the logarithms: time grows like cells to this power.", n=seconds),))


# --- the page ---------------------------------------------------------------------------------------------------------------
def markdown(comparisons: Sequence[Comparison], about: dict[str, str], command: str, pictures: dict[str, str]) -> str:
    """The page; `pictures` are paths of the growth curves by family."""
    facts = "; ".join(f"{name}: {value}" for name, value in about.items())
    lines = ["# Performance", "", f"Made by `{command}` ({facts}). Compare ratios, not seconds.", "",
             "For Fillomino, Fobidoshi and Evolomino the question is whether there is one solution only (two are looked for); "
             "for tilings, one tiling or the proof that there is none. Every answer is checked by our rules, and solvers that "
             "contradict each other end the run. Peers are asked as plainly as their users would: they are not tuned.", ""]
    for each in comparisons:
        lines += [f"## {registry.family(each.family).name}", "", "The library's boards:", "", *_as_markdown(each.table), "",
                  "Boards of growing size:", "", *_as_markdown(each.growth), ""]
        if each.family in pictures:
            lines += [f"![CPU time over cells]({pictures[each.family]})", ""]
    return "\n".join(lines).rstrip() + "\n"


def _as_markdown(finding: Finding) -> list[str]:
    head = [column.name for column in finding.columns]
    rows = [[column.text(value) for column, value in zip(finding.columns, row, strict=True)] for row in finding.rows]
    table = ["| " + " | ".join(line) + " |" for line in [head, ["---", *["--:"] * (len(head) - 1)], *rows]]
    return [*table, "", *finding.notes]
