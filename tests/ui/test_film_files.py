"""Films as files in the window: opened, dropped, remembered; a damaged one is told."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QUrl

from studio.share.film_file import write_film
from studio.ui.main_window import MainWindow
from tests.ui.watch.conftest import solved_film


def test_a_film_is_opened_in_watch_as_it_was(window: MainWindow, tmp_path: Path) -> None:
    film = solved_film(solutions=2)
    write_film(film, tmp_path / "kept.film")
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "kept.film"))])
    window.filing.open_dropped(data)
    page = window.desk.page()
    assert page is not None and page.mode == "watch" and len(page.watch.film) == len(film)
    assert page.watch.film.options == film.options and page.watch.lanes[0].bar.engine_id == film.engine.id
    assert "2 solutions" in page.watch.lanes[0].status.text()
    page.watch.player.step(3)
    assert page.watch.player.position_of(page.watch.film) == 3
    assert window.settings.recent()[0] == str(tmp_path / "kept.film")


def test_a_damaged_film_is_told(window: MainWindow, tmp_path: Path) -> None:
    (tmp_path / "bad.film").write_bytes(b"puzzle-studio film\n{}\n")
    assert not window.filing.open_path(tmp_path / "bad.film")
    assert "bad.film" in window.notice.text.text().lower()
