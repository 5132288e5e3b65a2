"""Peers answer like our engines, are killed at their limit, and make a page; those that are not installed are left out."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from studio import cli
from studio.core import registry
from studio.core.puzzle import Answer, Puzzle
from studio.lab.peers import programs, race
from studio.lab.peers.page import compare, markdown
from studio.lab.peers.programs import Peer, peers_of
from studio.lab.peers.race import Runner, Timing

FAMILIES = ("fillomino", "fobidoshi", "evolomino", "tiling")


@pytest.mark.parametrize("family_id", FAMILIES)
def test_every_installed_peer_answers_like_us(family_id: str) -> None:
    family = registry.family(family_id)
    for puzzle in sorted(family.samples(), key=lambda each: each.grid.size)[:2]:
        counts = {}
        for peer in peers_of(family_id):
            if peer.installed and peer.speaks(puzzle):
                answers = peer.solve(puzzle, 1 if family_id == "tiling" else 2)
                assert not any(family.wrong(puzzle, answer) for answer in answers), peer.id
                counts[peer.id] = len(set(answers))
        assert len(set(counts.values())) == 1 and "ours" in counts, counts


def test_covers_know_when_there_is_none() -> None:
    from studio.families.tiling.studies.instances import mixed, mutilated

    for instance in (mutilated([(4, 4)])[0], next(each for each in mixed() if each.name == "mixed/4Os-4T-04x04_u")):
        for peer in peers_of("tiling"):
            if peer.installed:
                assert peer.solve(instance.puzzle, 1) == [], (peer.id, instance.name)


def _sleep(puzzle: Puzzle, wanted: int) -> list[Answer]:
    time.sleep(60)
    return []


def test_a_peer_is_killed_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """The child knows peers by name: one that is asked for something that takes too long."""
    from studio.families.tiling.studies.instances import mutilated

    runner = Runner(Peer("CP-SAT (placements)", "tiling", _sleep))
    puzzle = mutilated([(14, 14)])[0].puzzle
    try:
        assert runner.solve(puzzle, 1, 0.0) == (None, None, "> 0 s")
        cpu, answers, why = runner.solve(mutilated([(4, 4)])[0].puzzle, 1, 60)
        assert cpu is not None and cpu >= 0 and answers == 0 and not why
    finally:
        runner.close()


def test_a_contradiction_ends_the_race(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([(0.1, 1, ""), (0.1, 2, "")])
    monkeypatch.setattr(race.Runner, "solve", lambda *_: next(found))
    peers = peers_of("fobidoshi")[:1]
    with pytest.raises(RuntimeError, match="found"):
        race.race(peers * 2, registry.family("fobidoshi").samples()[:1], 2, 5)


def test_tables_and_growth(monkeypatch: pytest.MonkeyPatch) -> None:
    def invented(peers: list[Peer], boards: list[Puzzle], *_: object) -> list[Timing]:
        return [Timing(board.title + str(k), board.grid.size, peer.id, (1 + (not peer.ours)) * board.grid.size ** 2 / 1e6, 1)
                for k, board in enumerate(boards) for peer in peers]

    monkeypatch.setattr("studio.lab.peers.page.race", invented)
    monkeypatch.setattr(programs, "find_spec", lambda name: None)
    found = compare("tiling", 5, lambda *_: None, None, (4, 6, 8))
    assert found.table.column("solver") == ["ours", "CP-SAT (placements)"]
    assert found.table.column("times ours, median") == [1.0, 2.0]
    assert found.growth.column("slope") == pytest.approx([2.0, 2.0])
    page = markdown([found], {"machine": "a table"}, "puzzle-studio peers", {"tiling": "pictures/x.png"})
    assert "| ours |" in page and "machine: a table" in page and "![CPU time over cells](pictures/x.png)" in page


def test_wrong_families_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["peers", "chess"]) == 2 and cli.run(["peers", "--boards", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 2
