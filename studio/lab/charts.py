"""What a benchmark shows at a glance: boards solved over time, time by size, one engine against another, search effort.

An engine that gave no answer counts with the time limit and is drawn hollow: leaving it out would flatter it.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from studio.core.draw import Circle, Line, Polygon, Rect, Shape, Text
from studio.core.say import say, say_n
from studio.lab.axes import HEIGHT, SMALL, Frame, Scale, in_words, log_scale, number, shortened
from studio.lab.bench import Bench
from studio.lab.runs import Contender, Run

LEAST_SECONDS = 1e-5
DOT = 0.11


@dataclass(frozen=True)
class Chart:
    id: str
    title: str
    shapes: list[Shape]
    height: float = HEIGHT
    """in cells; a chart with many names below each other is higher than others"""


def charts(bench: Bench) -> list[Chart]:
    """All charts that this benchmark has data for."""
    makers: list[tuple[str, Callable[[Bench], Frame | None]]] = [("solved", solved_over_time), ("size", time_by_size),
                                                                 ("duel", head_to_head), ("effort", search_effort)]
    found = []
    for chart_id, make in makers:
        frame = make(bench)
        if frame is not None:
            found.append(Chart(chart_id, frame.title, frame.shapes, frame.height))
    return found


def role(bench: Bench, contender: Contender) -> str:
    return f"series:{list(bench.contenders).index(contender)}"


def runs_of(bench: Bench, contender: Contender) -> list[Run]:
    return [run for run in bench.runs if run.contender == contender]


def size_of(run: Run) -> tuple[int, int]:
    return run.puzzle.grid.rows, run.puzzle.grid.cols


def seconds(run: Run, limit: float) -> float:
    return max(run.seconds, LEAST_SECONDS) if run.answered else max(limit, run.seconds)


def limit_of(bench: Bench) -> float:
    return bench.limits.seconds or max((run.seconds for run in bench.runs), default=1.0)


def ticks(scale: Scale, words: Callable[[float], str]) -> list[tuple[float, str]]:
    return [(tick, words(tick)) for tick in scale.ticks()]


# --- boards solved over time ------------------------------------------------------------------------------------------
def solved_over_time(bench: Bench) -> Frame | None:
    """How many boards each engine had answered within so many seconds a board (a "cactus" lying on its side)."""
    times = {each: sorted(max(run.seconds, LEAST_SECONDS) for run in runs_of(bench, each) if run.answered)
             for each in bench.contenders}
    every = [time for some in times.values() for time in some]
    if not every:
        return None
    boards = max(len(runs_of(bench, each)) for each in bench.contenders)
    frame = Frame(say("Boards solved within a time"), log_scale(every), Scale(0, max(boards, 1)), say("time per board"),
                  say("boards solved"))
    frame.begin(ticks(frame.x, in_words), ticks(frame.y, number))
    legend = []
    for each, mine in times.items():
        points = [frame.at(frame.x.low, 0)]
        for count, time in enumerate(mine):
            points += [frame.at(time, count), frame.at(time, count + 1)]
        points.append(frame.at(frame.x.high, len(mine)))
        frame.shapes.append(Line(tuple(points), role(bench, each), 0.055))
        legend.append((role(bench, each), each.label,
                       say("{some} of {every}", some=len(mine), every=len(runs_of(bench, each)))))
    frame.legend(legend)
    return frame


# --- time by size -----------------------------------------------------------------------------------------------------
def time_by_size(bench: Bench) -> Frame | None:
    """The median of each size, and the band from the fastest to the slowest board."""
    limit = limit_of(bench)
    sizes = sorted({size_of(run) for run in bench.runs}, key=lambda size: (size[0] * size[1], size))
    if len(sizes) < 2:
        return None
    scale = log_scale([seconds(run, limit) for run in bench.runs])
    frame = Frame(say("Time by size"), Scale(-0.4, len(sizes) - 0.6), scale, say("size of the board"),
                  say("time per board, median and range"))
    every = max(1, round(len(sizes) / 9))
    frame.begin([(i, f"{r}×{c}") for i, (r, c) in enumerate(sizes) if i % every == 0], ticks(scale, in_words))
    for each in bench.contenders:
        groups = [[run for run in runs_of(bench, each) if size_of(run) == size] for size in sizes]
        known = [(i, sorted(seconds(run, limit) for run in group)) for i, group in enumerate(groups) if group]
        _band(frame, role(bench, each), known)
        for i, times in known:
            answered = sum(run.answered for run in groups[i]) * 2 > len(groups[i])
            _dot(frame, i, statistics.median(times), role(bench, each), answered)
    frame.legend([(role(bench, each), each.label, "") for each in bench.contenders])
    return frame


def _band(frame: Frame, colour: str, known: Sequence[tuple[int, list[float]]]) -> None:
    upper = [frame.at(i, times[-1]) for i, times in known]
    lower = [frame.at(i, times[0]) for i, times in known]
    if len(known) > 1:
        frame.shapes.append(Polygon((*upper, *reversed(lower)), fill=colour, opacity=0.13))
        middle = tuple(frame.at(i, statistics.median(times)) for i, times in known)
        frame.shapes.append(Line(middle, colour, 0.05))


def _dot(frame: Frame, x: float, y: float, colour: str, full: bool) -> None:
    at = frame.at(x, y)
    if full:
        frame.shapes.append(Circle(*at, DOT, fill=colour, stroke="paper", width=0.02))
    else:
        frame.shapes.append(Circle(*at, DOT, fill="paper", stroke=colour, width=0.04))


# --- one against another ----------------------------------------------------------------------------------------------
def head_to_head(bench: Bench) -> Frame | None:
    """The first two engines board by board: above the diagonal the first one was faster."""
    if len(bench.contenders) < 2:
        return None
    first, second = bench.contenders[0], bench.contenders[1]
    limit = limit_of(bench)
    theirs = {run.path: run for run in runs_of(bench, second)}
    pairs = [(run, theirs[run.path]) for run in runs_of(bench, first) if run.path in theirs]
    if not pairs:
        return None
    scale = log_scale([seconds(run, limit) for pair in pairs for run in pair])
    frame = Frame(say("{first} against {second}", first=first.label, second=second.label), scale, scale,
                  say("time of {engine}", engine=first.label), say("time of {engine}", engine=second.label))
    frame.begin(ticks(scale, in_words), ticks(scale, in_words))
    _diagonals(frame, scale)
    for mine, other in pairs:
        _dot(frame, seconds(mine, limit), seconds(other, limit), role(bench, first),
             mine.answered and other.answered)
    faster = sum(seconds(mine, limit) < seconds(other, limit) for mine, other in pairs)
    ratio = statistics.median(seconds(other, limit) / seconds(mine, limit) for mine, other in pairs)
    frame.legend([(role(bench, first), say_n("{n} board", "{n} boards", n=len(pairs)),
                   say("{engine} faster on {faster}", engine=first.label, faster=faster)),
                  ("paper", say("median ratio"), f"{ratio:.3g}×")])
    return frame


def _diagonals(frame: Frame, scale: Scale) -> None:
    factor = 1.0
    while factor <= scale.high / scale.low:
        ends = (frame.at(scale.low, scale.low * factor), frame.at(scale.high / factor, scale.high))
        frame.shapes.append(Line(ends, "note", 0.03 if factor == 1 else 0.02, 0.8, dashed=factor > 1))
        if factor > 1 and scale.high / factor > scale.low * 1.5:
            frame.shapes.append(Text(ends[1][0], ends[1][1] - 0.2, f"{factor:g}×", "note", SMALL))
        factor *= 10


# --- effort -----------------------------------------------------------------------------------------------------------
def search_effort(bench: Bench) -> Frame | None:
    """Nodes of each engine that counts them: quartiles as a box over answered runs, the extremes as whiskers.

    A run that was not finished would have needed more than it had: it is drawn as a hollow dot with an arrow upwards, and has
    no part in the box, whose middle is the median of the table.
    """
    counted = [(each, _answered_nodes(bench, each), _unfinished_nodes(bench, each)) for each in bench.contenders]
    counted = [(each, nodes, open_ends) for each, nodes, open_ends in counted if nodes or open_ends]
    if not counted:
        return None
    every = [float(count) for _, nodes, open_ends in counted for count in (*nodes, *(4 * count for count in open_ends))]
    scale = log_scale(every)  # with room for the arrows
    frame = Frame(say("Search effort"), Scale(-0.6, len(counted) - 0.4), scale, "",
                  say("nodes per board: quartiles and range"))
    frame.begin([(place, shortened(each.label, 14)) for place, (each, _, _) in enumerate(counted)], ticks(scale, number))
    legend = []
    for place, (each, nodes, open_ends) in enumerate(counted):
        if nodes:
            _box(frame, place, nodes, role(bench, each))
        for count in open_ends:
            _censored(frame, place, count, role(bench, each))
        deepest = max((run.max_depth for run in runs_of(bench, each) if run.max_depth is not None), default=None)
        legend.append((role(bench, each), each.label, "" if deepest is None else say("deepest {depth}", depth=deepest)))
    unfinished = sum(len(open_ends) for _, _, open_ends in counted)
    frame.legend([*legend, ("paper", say("not finished"), f"{unfinished} ↑")] if unfinished else legend)
    return frame


def _answered_nodes(bench: Bench, each: Contender) -> list[int]:
    return sorted(run.nodes for run in runs_of(bench, each) if run.nodes and run.answered)


def _unfinished_nodes(bench: Bench, each: Contender) -> list[int]:
    return sorted(run.nodes for run in runs_of(bench, each) if run.nodes and not run.answered)


def _censored(frame: Frame, place: float, count: int, colour: str) -> None:
    """At least so many: a hollow dot, and an arrow."""
    x, y = frame.at(place + 0.36, count)
    frame.shapes.append(Line(((x, y), (x, y - 0.35)), colour, 0.04))
    frame.shapes.append(Polygon(((x - 0.08, y - 0.32), (x + 0.08, y - 0.32), (x, y - 0.48)), fill=colour))
    frame.shapes.append(Circle(x, y, DOT, fill="paper", stroke=colour, width=0.04))


def _box(frame: Frame, place: int, nodes: list[int], colour: str) -> None:
    low, middle, high = _quartiles(nodes)
    half = 0.22
    (x0, y0), (x1, y1) = frame.at(place - half, high), frame.at(place + half, low)
    for end, edge in ((nodes[0], low), (nodes[-1], high)):
        frame.shapes.append(Line((frame.at(place, end), frame.at(place, edge)), colour, 0.04))
        frame.shapes.append(Line((frame.at(place - half / 2, end), frame.at(place + half / 2, end)), colour, 0.04))
    frame.shapes.append(Rect(x0, y0, x1 - x0, max(y1 - y0, 0.03), fill=colour, opacity=0.45))
    frame.shapes.append(Line((frame.at(place - half, middle), frame.at(place + half, middle)), colour, 0.07))
    beside = frame.at(place + half, middle)
    frame.shapes.append(Text(beside[0] + 0.12, beside[1], number(middle), "note", SMALL, anchor="start"))


def _quartiles(nodes: Sequence[int]) -> tuple[float, float, float]:
    """The middle one is the median of the table."""
    if len(nodes) < 2:
        return float(nodes[0]), float(nodes[0]), float(nodes[0])
    low, _, high = statistics.quantiles(nodes, n=4, method="inclusive")
    return low, statistics.median(nodes), high
