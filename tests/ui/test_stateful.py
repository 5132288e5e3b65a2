"""Random sequences of what people do with documents, kills included: nothing is lost, nothing is left running.

A model keeps what must be there: for every document its givens, marks, details and number of trials, after every step of its
history, and what its file holds. A kill throws the window away without a word; what the next one brings back is compared.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test
from PySide6.QtCore import QCoreApplication, QEvent, QSettings

from studio.core import files
from studio.core.engine import Status
from studio.core.family import Stroke
from studio.run import job, pool
from studio.ui import app, progress, recovery
from studio.ui.controllers.filing import Filing
from studio.ui.document import DRAW, PLAY, WATCH, Document
from studio.ui.settings import Settings
from tests.ui.conftest import latin

CELLS = st.integers(0, 8)
VALUES = st.integers(1, 3)


def state_of(document: Document) -> Any:
    return (document.board.grid, tuple(document.board.givens), tuple(document.board.marks), tuple(document.board.notes),
            document.details, tuple(document.trials))


class Desk(RuleBasedStateMachine):
    """One window at a time; its documents are known by their places among the tabs."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="studio-stateful-"))
        self._data_folder = progress.data_folder
        progress.data_folder = lambda: self.folder / "data"
        self.settings = Settings(QSettings(str(self.folder / "settings.ini"), QSettings.Format.IniFormat))
        self.open()
        self.window.add_document(Document(latin(*(0,) * 9)))
        self.names = 0

    def open(self) -> None:
        self.window = app.open_window([], self.settings)
        self.window.desk.may_go = lambda document: True

    def documents(self) -> list[Document]:
        return [page.document for _, page in self.window.pages()]

    def document(self) -> Document:
        page = self.window.page()
        assert page is not None
        return page.document

    def has_page(self) -> bool:
        return self.window.page() is not None

    # --- what people do ---------------------------------------------------------------------------------------------------
    @precondition(lambda self: self.has_page())
    @rule(cell=CELLS, value=VALUES)
    def draw(self, cell: int, value: int) -> None:
        cell %= self.document().board.grid.size
        before = state_of(self.document())
        if self.document().stroke(DRAW, "givens", "Numbers", Stroke("key", (cell,), key=str(value))):
            self.undone_gives(before)

    @precondition(lambda self: self.has_page())
    @rule(cell=CELLS, value=VALUES)
    def play(self, cell: int, value: int) -> None:
        cell %= self.document().board.grid.size
        before = state_of(self.document())
        if self.document().stroke(PLAY, "marks", "Numbers", Stroke("key", (cell,), key=str(value))):
            self.undone_gives(before)

    def undone_gives(self, before: Any) -> None:
        """Every step can be undone, and made again, exactly."""
        document = self.document()
        after = state_of(document)
        document.history.undo()
        assert state_of(document) == before
        document.history.redo()
        assert state_of(document) == after
        assert document.is_modified

    @precondition(lambda self: self.has_page())
    @rule(text=st.text("ab \n<&", max_size=6))
    def note(self, text: str) -> None:
        page = self.window.page()
        assert page is not None
        page.draw_panel.notes.setPlainText(text)
        assert page.document.details[2] == text

    @precondition(lambda self: self.has_page())
    @rule(back=st.booleans())
    def undo_or_redo(self, back: bool) -> None:
        action = self.window.undo_action if back else self.window.redo_action
        action.trigger()

    @precondition(lambda self: self.has_page())
    @rule(turn=st.sampled_from(["turn", "mirror", "clear"]))
    def change_all(self, turn: str) -> None:
        before = state_of(self.document())
        self.window.act(turn)
        self.undone_gives(before)

    @precondition(lambda self: self.has_page())
    @rule(act=st.sampled_from(["begin_trial", "keep_trial", "drop_trial", "restart"]))
    def trial(self, act: str) -> None:
        getattr(self.document(), act)()

    @precondition(lambda self: self.has_page())
    @rule(mode=st.sampled_from([DRAW, PLAY, WATCH]))
    def switch(self, mode: str) -> None:
        self.window.set_mode(mode)

    @rule(value=VALUES)
    def paste(self, value: int) -> None:
        assert self.window.filing.open_text(files.dumps(latin(value, *(0,) * 8)))

    @rule(value=VALUES)
    def generate(self, value: int) -> None:
        self.window.puzzling.take_generated(latin(value, 0, 0, *(0,) * 6))

    @precondition(lambda self: self.has_page())
    @rule(cancel=st.booleans())
    def solve(self, cancel: bool) -> None:
        running = job.start_solve(self.document().puzzle, "auto", film=False)
        if cancel:
            running.cancel()
        result = running.wait(60)
        assert result is not None and result.status is not None
        assert not cancel or result.status in (Status.CANCELLED, *Status)

    @precondition(lambda self: self.has_page())
    @rule()
    def save(self) -> None:
        document = self.document()
        if document.path is None:
            self.names += 1
            document.path = self.folder / f"{self.names}.puzzle"
        assert self.window.filing.save_to(document, document.path)
        assert not document.is_modified
        again = Document.open(document.path)
        assert state_of(again) == state_of(document)

    @precondition(lambda self: len(self.documents()) > 1)
    @rule()
    def close(self) -> None:
        self.window.desk.close_tab(self.window.tabs.currentIndex())

    @rule()
    def kill(self) -> None:
        """The autosave has run; then the process is gone, and another studio starts."""
        assert self.window.desk.rescue()
        unsaved = [state_of(document) for document in self.documents() if document.is_modified]
        depths = [document.history.count() for document in self.documents() if document.is_modified]
        self.drop_window()
        self.open()
        back = self.documents()
        assert sorted(map(repr, map(state_of, back))) == sorted(map(repr, unsaved))
        assert sorted(document.history.count() for document in back) == sorted(depths)
        assert all(document.is_modified for document in back)

    def drop_window(self) -> None:
        """Without its consent: nothing is asked, saved or tidied up."""
        session = recovery._sessions.pop(recovery.folder(), None)
        for autosave in self.window.desk._autosaves.values():
            autosave._timer.stop()
        self.window.desk._autosaves.clear()
        for _, page in self.window.pages():
            page.close_page()
        self.window.hide()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if session is not None:
            session.end()

    def teardown(self) -> None:
        if hasattr(self, "window"):
            self.drop_window()
            progress.data_folder = self._data_folder


def left_running() -> int:
    """Workers of this process."""
    import multiprocessing

    return len(multiprocessing.active_children())


@pytest.fixture
def quiet(qapp: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(Filing, "ask_to_save", lambda self, document: True)
    yield
    pool.shutdown_pools()
    assert left_running() == 0, "a worker was left running"


PROFILE: dict[str, Any] = {"deadline": None, "suppress_health_check": list(HealthCheck), "print_blob": True}


def test_nothing_is_lost_whatever_one_does(quiet: Any) -> None:
    run_state_machine_as_test(Desk, settings=settings(max_examples=4, stateful_step_count=15, derandomize=True, **PROFILE))


@pytest.mark.slow
def test_nothing_is_lost_in_three_hundred_sequences(quiet: Any) -> None:
    run_state_machine_as_test(Desk, settings=settings(max_examples=300, stateful_step_count=30, **PROFILE))


def test_the_machine_of_this_test_can_fail(quiet: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A studio that forgets pasted documents, as it once did, is caught."""
    monkeypatch.setattr(app, "recovered", recovery.Found)
    machine = Desk()
    machine.begin()
    try:
        machine.paste(1)
        with pytest.raises(AssertionError):
            machine.kill()
    finally:
        machine.teardown()
