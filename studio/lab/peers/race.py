"""All peers of a family on the same boards: each in a child process of its own that is killed at the time limit."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from studio.core import isolate, lifeline, registry
from studio.core.puzzle import Puzzle
from studio.lab.peers.programs import Peer, peers_of

WARM_SECONDS = 180.0


@dataclass(frozen=True)
class Timing:
    """One peer on one board. `cpu` counts all threads and helpers; None where there was no answer in time."""

    board: str
    cells: int
    peer: str
    cpu: float | None
    answers: int | None = None
    why: str = ""
    """why there is no answer: too long, not asked, or what it complained about"""


def cpu_seconds() -> float:
    """Of this process with all its threads, and of the helpers that it has waited for."""
    helpers = os.times()
    return time.process_time() + helpers.children_user + helpers.children_system


def _serve(pipe: Connection, family_id: str, peer_id: str, parent: int) -> None:
    lifeline.die_with_parent(parent)
    family = registry.family(family_id)
    peer = next(each for each in peers_of(family_id) if each.id == peer_id)
    peer.warm()
    sample = min(family.samples(), key=lambda puzzle: puzzle.grid.size)
    if peer.speaks(sample):
        peer.solve(sample, 1)
    pipe.send("warm")
    while True:
        try:
            puzzle, wanted = pipe.recv()
        except EOFError:
            return
        began = cpu_seconds()
        try:
            answers = peer.solve(puzzle, wanted)
            took = cpu_seconds() - began
            wrong = [fault for answer in answers for fault in family.wrong(puzzle, answer)]
            pipe.send((took, len(set(answers)), wrong[0] if wrong else ""))
        except Exception as fault:
            pipe.send((None, None, str(fault) or type(fault).__name__))


class Runner:
    """One peer in a child; started again after it was killed."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self._process: Any = None
        self._pipe: Any = None

    def solve(self, puzzle: Puzzle, wanted: int, seconds: float) -> tuple[float | None, int | None, str]:
        if not self.peer.speaks(puzzle):
            return None, None, "not asked"
        self._start()
        self._pipe.send((puzzle, wanted))
        try:
            if self._pipe.poll(seconds):
                told: tuple[float | None, int | None, str] = self._pipe.recv()
                return told
            why = f"> {seconds:g} s"
        except (EOFError, OSError):
            why = "died"
        self.close()
        return None, None, why

    def _start(self) -> None:
        if self._process is not None and self._process.is_alive():
            return
        context = multiprocessing.get_context("spawn")
        self._pipe, child = context.Pipe()
        self._process = context.Process(target=_serve, args=(child, self.peer.family, self.peer.id, os.getpid()))
        lifeline.start(self._begin)
        lifeline.guard(self._process.pid)
        child.close()
        if not self._pipe.poll(WARM_SECONDS) or self._pipe.recv() != "warm":
            raise RuntimeError(f"{self.peer.id} did not start")

    def _begin(self) -> None:
        with isolate.safe_start():
            self._process.start()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join(2.0)
            lifeline.release(self._process.pid)
            self._pipe.close()
            self._process = None


def race(peers: Sequence[Peer], boards: Sequence[Puzzle], wanted: int, seconds: float,
         progress: Callable[[float, str], None] = lambda fraction, text: None) -> list[Timing]:
    """Board by board, so that a busy machine meets all peers alike. A wrong answer, or a contradiction, ends it."""
    runners = [Runner(peer) for peer in peers if peer.installed]
    found: list[Timing] = []
    try:
        for number, board in enumerate(boards):
            cells = board.grid.size if board.family != "tiling" else sum(map(bool, board.givens))
            row = []
            for runner in runners:
                progress(number / len(boards), f"{runner.peer.id}: {board.title}")
                row.append(Timing(board.title, cells, runner.peer.id, *_judged(board, runner, wanted, seconds)))
            counts = {timing.answers for timing in row if timing.answers is not None}
            if len(counts) > 1:
                raise RuntimeError(f"{board.title}: " + ", ".join(f"{each.peer} found {each.answers}" for each in row))
            found += row
    finally:
        for runner in runners:
            runner.close()
    return found


def _judged(board: Puzzle, runner: Runner, wanted: int, seconds: float) -> tuple[float | None, int | None, str]:
    cpu, answers, why = runner.solve(board, wanted, seconds)
    if cpu is not None and why:
        raise RuntimeError(f"{runner.peer.id} gave a wrong answer to {board.title}: {why}")
    return cpu, answers, why
