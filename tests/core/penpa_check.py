"""Penpa+'s own check of an answer, by the formats' notes: what it collects from a solver's layer, and what it compares with."""

from __future__ import annotations

import json
from typing import Any

from studio.core.penpa import _expanded, _inflated

SHADES = (1, 3, 4, 8)
PLACES = {"surface": 0, "loopedge": 2, "number": 4, "circle": 5, "square": 5}
"""of a list among the six that an address with all options compares"""


class Check:
    """What an address looks for."""

    def __init__(self, address: str) -> None:
        parts = dict(part.split("=", 1) for part in address.strip().split("#")[1].split("&"))
        lines = _expanded(_inflated(parts["p"])).split("\n")
        head = lines[0].split(",")
        self.across, self.height = int(head[1]) + 4, int(head[2]) + 4
        self.corners = self.across * self.height
        self.given: dict[str, Any] = json.loads(lines[3])
        self.board = self._points(json.loads(lines[5]))
        self.tags = json.loads(lines[17])
        self.either = head[20] == "true"
        chosen = json.loads(lines[16 if self.either else 7])
        prefix = "sol_or_" if self.either else "sol_"
        self.options = [name.removeprefix(prefix) for name, on in chosen.items() if on]
        self.wanted = _inflated(parts["a"]) if "a" in parts else ""

    @staticmethod
    def _points(steps: list[int]) -> set[int]:
        found, point = set(), 0
        for step in steps:
            point += step
            found.add(point)
        return found

    def accepts(self, played: dict[str, Any]) -> bool:
        if self.either:
            wanted = json.loads(self.wanted)
            return any(self.entries(option, played) in wanted for option in self.options)
        lists: list[list[str]] = [[] for _ in range(6)]
        for option in self.options:
            lists[PLACES[option]] += self.entries(option, played)
        return json.dumps(lists, separators=(",", ":")) == self.wanted

    def entries(self, option: str, played: dict[str, Any]) -> list[str]:
        return sorted(getattr(self, f"_{option}")(played))

    def _surface(self, played: dict[str, Any]) -> list[str]:
        given = self.given.get("surface", {})
        return [key for key, colour in played.get("surface", {}).items() if colour in SHADES and given.get(key) not in SHADES]

    def _number(self, played: dict[str, Any]) -> list[str]:
        given = {key for key, (_, style, mode) in self.given.get("number", {}).items() if style == 1 and mode in ("1", "10")}
        return [f"{key},{value}" for key, (value, style, mode) in played.get("number", {}).items()
                if style in (2, 8, 9, 10) and mode in ("1", "5", "6", "10") and key not in given]

    def _loopedge(self, played: dict[str, Any]) -> list[str]:
        given = {key for key, style in self.given.get("lineE", {}).items() if style in (2, 21)}
        drawn = {key for key, style in played.get("lineE", {}).items() if style == 3}
        if {"fillomino", "pentominous"} & set(self.tags):
            drawn |= self._between(played.get("surface", {}))
        return [f"{key},1" for key in drawn & self._inner() - given]

    def _inner(self) -> set[str]:
        n, w = self.corners, self.across
        right = {f"{n + k - w},{n + k}" for k in self.board if k + 1 in self.board}
        return right | {f"{n + k - 1},{n + k}" for k in self.board if k + w in self.board}

    def _between(self, colours: dict[str, int]) -> set[str]:
        n, w = self.corners, self.across
        colour = {k: colours.get(str(k)) for k in self.board}
        right = {f"{n + k - w},{n + k}" for k in self.board if k + 1 in self.board and colour[k] != colour[k + 1]}
        return right | {f"{n + k - 1},{n + k}" for k in self.board if k + w in self.board and colour[k] != colour[k + w]}

    def _circle(self, played: dict[str, Any]) -> list[str]:
        found = {key: number for key, (number, name, _) in played.get("symbol", {}).items()
                 if name == "circle_M" and number in (1, 2)}
        return [key if self.either else f"{key},{number}A" for key, number in found.items()]

    def _square(self, played: dict[str, Any]) -> list[str]:
        return [key for key, (number, name, _) in played.get("symbol", {}).items() if name == "square_LL" and number == 2]
