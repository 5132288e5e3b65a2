"""The film as a page: played, stepped and jumped through in a browser, with no error and nothing fetched."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF

from studio.core import language, registry
from studio.core.engine import Limits
from studio.core.events import Event, Kind, Reason
from studio.core.parts import GenerateRequest
from studio.core.trace import TraceWriter
from studio.share.film import Film
from studio.share.film_look import FilmLook
from studio.share.film_page import difference, film_page
from studio.share.film_picture import _fitting, _tags
from studio.share.filming import record_making
from studio.share.words import Step
from tests.share.browser import drive, needs_browser
from tests.share.test_film_file import film_by
from tests.ui.watch.conftest import solved_film, told_film

OFFERED = """
told.offered = ["guess", "clash", "depth", "tree", "next", "steps"].filter((id) => $(id).getClientRects().length > 0);
"""
DRIVE = OFFERED + """
const shown = () => ({ what: $("what").textContent, place: $("place").textContent, shapes: $("board").children.length,
                       row: $("steps").querySelector("[aria-current]").textContent });
const click = (id) => $(id).dispatchEvent(new MouseEvent("click", { bubbles: true }));
told.first = shown();
click("next"); click("next");
told.two = shown();
click("back");
told.one = shown();
$("slider").value = $("slider").max; $("slider").dispatchEvent(new Event("input"));
told.last = shown();
click("start");
$("speed").value = "40"; $("speed").dispatchEvent(new Event("change"));
click("play");
await wait(1000);
told.playing = $("play").getAttribute("aria-label");
if (told.playing === "Pause") click("play");
told.played = shown();
click("guess");
told.guess = shown();
document.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
told.end = shown();
const node = document.querySelectorAll("#tree circle")[1];
if (node) node.dispatchEvent(new MouseEvent("click", { bubbles: true }));
told.node = shown();
$("find").value = "no such words"; $("find").dispatchEvent(new Event("input"));
told.found = [...$("steps").children].filter((row) => !row.hidden).length;
"""


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def unpacked(data: dict[str, Any]) -> list[list[int]]:
    """The boards as the page's script finds them."""
    frames: list[list[int]] = []
    for whole, changes in zip(data["whole"], data["changes"]):
        if whole:
            frames.append(whole)
            continue
        made, at = [], 0
        for begin, end, fresh in changes:
            made += frames[-1][at:begin] + fresh
            at = end
        frames.append(made + frames[-1][at:])
    return frames


@needs_browser
@pytest.mark.parametrize("name", ["fillomino/rules", "tiling/dlx"])
def test_the_page_plays_in_a_browser(name: str, tmp_path: Path, qapp: Any) -> None:
    family = registry.family(name.split("/")[0])
    film = film_by(family, family.engine(name.split("/")[1]))
    told = drive(film_page(film, FilmLook()), DRIVE, tmp_path)
    assert not told["errors"] and not told["blocked"] and not told["fetched"]
    assert told["first"]["place"].startswith("step 0 of") and told["first"]["shapes"] > film.puzzle.grid.size // 2
    assert told["two"]["place"].startswith("step 2 of") and told["one"]["place"].startswith("step 1 of")
    assert told["last"] == told["end"] and told["last"]["place"] == f"step {len(film):,} of {len(film):,}"
    assert told["playing"] == "Pause" or told["played"]["place"] == told["last"]["place"]
    assert told["played"]["place"] != told["first"]["place"]
    assert told["found"] == 0
    kinds = {film.log.event(index).kind for index in range(len(film))}
    for kind, offered in ((Kind.GUESS, "guess"), (Kind.CONFLICT, "clash"), (Kind.GUESS, "depth")):
        assert (offered in told["offered"]) == (kind in kinds)
    if film.tree.size > 1:
        assert told["node"]["what"].startswith("Guess 1")


@needs_browser
def test_trials_unfold_in_the_browser(tmp_path: Path, qapp: Any) -> None:
    told = drive(film_page(trial_film(), FilmLook()), """
        document.getElementById("next").click();
        told.hidden = $("trials").hidden;
        const rows = $("trials").querySelectorAll("button");
        rows[0].click(); told.suppose = $("what").textContent;
        rows[rows.length - 1].click(); told.clash = $("what").textContent + " " + $("why").textContent;
        told.tag = $("tag").textContent; document.getElementById("back").click(); told.back = $("trials").hidden;
        """, tmp_path)
    assert not told["errors"] and told["hidden"] is False and told["back"] is True
    assert told["suppose"] == "Suppose r1c3 = 1" and told["clash"] == "A clash: this cannot be Two of them."
    assert told["tag"].startswith("supposed")


def trial_film() -> Film:
    trial = (Event(Kind.GUESS, 1, 2, 1, "suppose", Reason("say"), 0.0),
             Event(Kind.CONFLICT, 1, 1, 0, "row", Reason("two of them", (0, 1)), 0.0))

    def tell(trace: TraceWriter) -> None:
        trace.deduce(2, -1, "try", Reason("it <cannot> {{be}}", (2,), trials=(trial,)))

    return told_film(tell)


@needs_browser
def test_a_film_without_guesses_offers_no_way_to_the_next_one(tmp_path: Path, qapp: Any) -> None:
    _, film = record_making(registry.family("_template"), GenerateRequest(4, 4, 3, "any", "none", {}), Limits(60.0))
    told = drive(film_page(film, FilmLook()), OFFERED, tmp_path)
    assert not told["errors"] and told["offered"] == ["next", "steps"]


def test_what_stands_beside_the_board_is_in_the_language_of_the_user(qapp: Any) -> None:
    family = registry.family("tiling")
    film = film_by(family, family.engine("dlx"))
    before = language.current()
    language.use("de")
    try:
        data, tags = data_of(film_page(film, FilmLook())), _tags(Step(Kind.GUESS, 3, "r1c1 = 2", ""))
    finally:
        language.use(before)
    assert data["tree"][0][5] == "der Anfang" and "nodes" not in data["treenote"] and data["treenote"]
    assert tags[1] == "Tiefe 3"


@pytest.mark.parametrize("text", ["these cells cannot all be circles; " * 9, "これらのマスがすべて丸になることはない。" * 12])
def test_a_long_reason_ends_with_dots_and_a_short_one_is_whole(text: str, qapp: Any) -> None:
    font = QFont()
    font.setPixelSize(12)
    room, metrics = QRectF(0, 0, 296, 62), QFontMetricsF(font)
    shown = _fitting(text, room, metrics)
    assert shown.endswith("…") and text.startswith(shown[:-1]) and len(shown) > 40
    assert metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), shown).height() <= room.height()
    assert _fitting("four in a row", room, metrics) == "four in a row"


def test_boards_are_told_as_changes(qapp: Any) -> None:
    film = solved_film(solutions=2)
    data = data_of(film_page(film, FilmLook()))
    frames = unpacked(data)
    assert len(frames) == len(film) + 1 and len(data["steps"]) == len(film) + 1
    assert all(0 <= number < len(data["shapes"]) for frame in frames for number in frame)
    assert frames[0] != frames[-1]


def test_words_of_a_film_cannot_break_out_of_the_page(qapp: Any) -> None:
    page = film_page(trial_film(), FilmLook())
    assert "<cannot>" not in page and "<cannot> {{be}}" in data_of(page)["steps"][1]["y"]


def test_long_films_are_shown_in_part_and_parts_when_asked(qapp: Any) -> None:
    film = solved_film(solutions=4)
    data = data_of(film_page(film, FilmLook(first=3, last=9)))
    assert [step["n"] for step in data["steps"]] == list(range(3, 10))


def test_difference() -> None:
    assert difference([1, 2, 3], [1, 2, 3]) == []
    assert difference([1, 2, 3, 4], [1, 9, 3, 4, 5]) == [[1, 2, [9]], [4, 4, [5]]]
