"""A lane: one engine on the puzzle. Its controls, its board with the film's overlay, and the current step in words."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QCursor, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QToolTip, QVBoxLayout, QWidget

from studio.core.course import number_name
from studio.core.draw import Overlay, Shape
from studio.core.engine import Limits, Options, SolveResult, Status
from studio.core.events import Progress
from studio.core.family import Family
from studio.core.language import told
from studio.core.possible import Choice
from studio.core.puzzle import Board, Puzzle
from studio.share.choices import choice_shapes, choice_words
from studio.share.film import Film
from studio.share.film_frames import film_frame, trial_frame
from studio.share.words import Step, sentence, step_words, trial_words
from studio.ui.board_view import BoardView
from studio.ui.look import look, scaled, share_of_screen
from studio.ui.watch.chart_kit import clock, short
from studio.ui.watch.conflict_card import ConflictBar
from studio.ui.watch.legend import Legend
from studio.ui.watch.possible import PossibleLayer
from studio.ui.watch.recorder import Recorder
from studio.ui.watch.run_bar import RunBar
from studio.ui.watch.step_card import StepCard
from studio.ui.watch.trial_bar import TrialBar
from studio.ui.widgets import set_state

VERDICTS = {Status.UNIQUE: "good", Status.SOLVED: "good", Status.MULTIPLE: "warn", Status.NONE: "bad", Status.CANCELLED: "warn",
            Status.TIMEOUT: "warn", Status.ERROR: "bad"}


def told_words(progress: Progress) -> str:
    """An engine's own progress in a few words: its sentence, and its numbers by name."""
    numbers = ", ".join(f"{told(number_name(name))} {value:,.6g}" for name, value in progress.numbers.items())
    return ": ".join(filter(None, (told(progress.text), numbers)))


LOWEST = 600
"""a screen of this height, for usual text, has room for a legend"""


class Lane(QFrame):
    """`activated` when the user turns to this lane; `started` and `ended` with its runs."""

    activated = Signal()
    started = Signal()
    ended = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.family: Family | None = None
        self.puzzle: Puzzle | None = None
        self._active = False
        self._position = 0
        self.recorder = Recorder(self)
        self.bar = RunBar()
        self.legend = Legend()
        self.view = BoardView(look().theme)
        self.view.interactive = False
        self.card = StepCard()
        self.trials = TrialBar()
        self.trials.moved.connect(self._show_trial)
        self.conflict = ConflictBar()
        self.conflict.pointed.connect(self._show_causes)
        self.possible = PossibleLayer(self)
        self.possible.ready.connect(self.refresh)
        self._pointed = -1
        self.view.pointed.connect(self._point)
        self.view.above = self._above
        self.status = self.bar.status
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 8)
        column.setSpacing(7)
        column.addWidget(self.bar)
        column.addWidget(self.view, 1)
        column.addWidget(self.legend)
        column.addWidget(self.card)
        column.addWidget(self.trials)
        column.addWidget(self.conflict)
        self.bar.asked.connect(self.run)
        self.bar.stopped.connect(self.stop)
        self.bar.chosen.connect(self._introduce)
        self.recorder.finished.connect(self._finished)
        self._fold_legend()
        look().changed.connect(self._recolour)
        for watched in (self.view, self.card, self.bar.engines, self.bar.run):
            watched.installEventFilter(self)

    def _fold_legend(self) -> None:
        """Large text on a low screen: the board needs the room more than the legend does."""
        self.legend.setVisible(scaled(LOWEST) <= share_of_screen(1.0, True))

    def _recolour(self) -> None:
        self._fold_legend()
        self.view.set_theme(look().theme)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress:
            self.activated.emit()
        return super().eventFilter(watched, event)

    @property
    def film(self) -> Film | None:
        return self.recorder.film

    def set_puzzle(self, family: Family, puzzle: Puzzle, prefer: str = "") -> None:
        """Another puzzle: the old film goes."""
        self.recorder.stop()
        self.recorder.film = None
        self.family, self.puzzle = family, puzzle
        self.possible.set_puzzle(puzzle)
        self.bar.set_family(family, prefer)
        self.bar.set_running(False)
        self.tell("", "muted")
        self.show_position(0)

    # --- running ------------------------------------------------------------------------------------------------------
    def run(self) -> None:
        engine = self.bar.engine
        if self.family is None or self.puzzle is None or engine is None:
            return
        self.recorder.start(self.family, self.puzzle, engine, self.bar.options(), self.bar.limits(), self.bar.film.isChecked())
        self.bar.set_running(True)
        self.tell(self.tr("searching …"), "busy")
        self.started.emit()

    def start(self, engine_id: str, options: Options | None, limits: Limits | None) -> None:
        self.bar.choose(engine_id, options, limits)
        self.run()

    def stop(self) -> None:
        self.possible.stop()
        self.recorder.stop()

    def show_film(self, film: Film) -> None:
        """A film that was made before, instead of a run."""
        self.recorder.stop()
        self.bar.choose(film.engine.id, film.options)
        self.recorder.film = film
        self._finished()

    def _finished(self) -> None:
        self.bar.set_running(False)
        film = self.film
        if film is not None and film.result is not None:
            self._tell_end(film, film.result)
        self.ended.emit()

    def _tell_end(self, film: Film, result: SolveResult) -> None:
        self.tell(self._verdict(film, result), VERDICTS[result.status])
        if not len(film):
            self._show_bare_answer(result)

    def _verdict(self, film: Film, result: SolveResult) -> str:
        if film.log.drafts:
            return self.tr("Made: {title}").format(title=film.puzzle.title)
        count = result.count if result.count is not None else len(result.solutions)
        words = {Status.UNIQUE: self.tr("Solved: exactly one solution"), Status.SOLVED: self.tr("Solved"),
                 Status.MULTIPLE: self.tr("{count:,} solutions").format(count=count), Status.NONE: self.tr("No solution"),
                 Status.CANCELLED: self.tr("Stopped"), Status.TIMEOUT: self.tr("No answer"), Status.ERROR: self.tr("Failed")}
        words_so_far = {Status.SOLVED: self.tr("Solved, uniqueness unknown"),
                        Status.MULTIPLE: self.tr("{count:,} solutions so far").format(count=count)}
        said = words[result.status] if result.complete else words_so_far.get(result.status, words[result.status])
        parts = [said, clock(result.seconds)]
        if result.message and result.status in (Status.ERROR, Status.TIMEOUT):
            parts.append(told(result.message))
        if film.filmed and film.engine.animated and result.film_seconds >= 0.001:
            parts.append(self.tr("{time} for the film").format(time=clock(result.film_seconds)))
        if film.log.cut:
            parts.append(self.tr("the film ends after {count:,} events; statistics go on").format(count=len(film.log)))
        return " · ".join(parts)

    def tell(self, text: str, verdict: str) -> None:
        self.status.setText(told(text))
        self.status.setToolTip(told(text))
        set_state(self.status, "verdict", verdict)

    def tell_progress(self) -> None:
        """While it runs: how long, how much, and what the engine itself says."""
        film = self.film
        if film is None or not self.recorder.running:
            return
        stats = film.log.stats
        text = self.tr("searching … {time}").format(time=clock(self.recorder.elapsed))
        if stats.events:
            text += self.tr(" · {events:,} events").format(events=stats.events)
        if film.told is not None:
            text += f" · {told_words(film.told)}"
        if stats.guesses:
            text += self.tr(" · {rate} nodes/s").format(rate=short(stats.nodes_per_second or 0.0))
        if film.progress is not None and film.progress[1]:
            text += f" · {told(film.progress[1])}"
        self.status.setText(text)

    # --- showing ------------------------------------------------------------------------------------------------------
    def refresh(self) -> None:
        """The same position once more: something that lies over the board has changed."""
        self.show_position(self._position)

    def choices(self, cell: int) -> list[Choice] | None:
        """What a cell could still be where the film stands; None while that is not shown."""
        film, board = self.film, self.view.board
        if film is None or board is None or not 0 <= cell < board.grid.size:
            return None
        return self.possible.choices(film, board, self._position, cell, self.trials.layers)

    def _point(self, cell: int) -> None:
        """The pointer is over another cell: say what it could be, and show where the pieces would lie."""
        self._pointed = cell
        choices, board = self.choices(cell), self.view.board
        if choices is not None and board is not None:
            QToolTip.showText(QCursor.pos(), sentence(choice_words(board.grid, cell, choices)), self.view)
        elif QToolTip.isVisible():
            QToolTip.hideText()
        self.view.update()

    def _above(self) -> list[Shape]:
        choices, board = self.choices(self._pointed), self.view.board
        return choice_shapes(board.grid, choices) if choices and board is not None else []

    def set_possible(self, on: bool) -> None:
        self.possible.set_on(on)
        self.refresh()

    def show_position(self, position: int) -> None:
        """The board after so many events."""
        film = self.film
        if self.family is None or self.puzzle is None:
            self.view.show_board(None, None)
            return
        if film is None:
            self.view.show_board(self.family, Board(self.puzzle, self.family.start_marks(self.puzzle)), Overlay())
            self._introduce()
            return
        if not len(film) and film.result is not None:
            self._show_bare_answer(film.result)
            return
        self._position = position
        event = film.log.event(min(position, len(film)) - 1) if position > 0 else None
        self.trials.show_event(event)
        self.conflict.show_event(event)
        if self.trials.layers:
            self._show_trial()
            return
        board, overlay, seen = film_frame(self.family, self.puzzle, film.log, position)
        self.view.show_board(self.family, board, self.possible.lay(film, board, overlay, position))
        self.card.show_step(step_words(film, position, len(overlay.undone), seen))

    def _show_causes(self, cells: tuple[int, ...]) -> None:
        """A statement of a contradiction's graph is looked at: its cells, on the board."""
        film = self.film
        if film is None or self.family is None or self.puzzle is None or self.trials.layers:
            return
        board, overlay, _ = film_frame(self.family, self.puzzle, film.log, self._position)
        self.view.show_board(self.family, board, replace(overlay, causes=cells) if cells else overlay)

    def _show_trial(self) -> None:
        """The board inside the trial that is open, or the film's own when none is."""
        film = self.film
        if film is None or self.family is None or self.puzzle is None:
            return
        if not self.trials.layers:
            self.show_position(self._position)
            return
        layers = self.trials.layers
        board, overlay = trial_frame(self.family, self.puzzle, film.log, self._position, layers)
        self.view.show_board(self.family, board, self.possible.lay(film, board, overlay, self._position, layers))
        trial, place = self.trials.layers[-1]
        self.card.show_step(trial_words(film, trial[place - 1]))

    def show_answer(self, number: int) -> None:
        """One of the answers of an engine that told no event."""
        if self.film is not None and self.film.result is not None and not len(self.film):
            self._show_bare_answer(self.film.result, number)

    def _show_bare_answer(self, result: SolveResult, number: int = 0) -> None:
        """An engine that told no event: its answer is all there is to see."""
        assert self.family is not None and self.puzzle is not None
        marks = result.solutions[number] if number < len(result.solutions) else self.family.start_marks(self.puzzle)
        self.view.show_board(self.family, Board(self.puzzle, marks), Overlay())
        why = self.tr("This engine tells its answer, not its steps.") if result.status.answered else result.message
        if self.film is not None and not self.film.filmed:
            why = self.tr("It ran without a film; the statistics are complete.")
        self.card.show_step(Step(None, 0, self.tr("No events to show"), why))

    def _introduce(self) -> None:
        """Before the first run the card says what the chosen engine does."""
        engine = self.bar.engine
        if self.film is None and engine is not None:
            text = " ".join(filter(None, (told(engine.description), told(engine.film_note))))
            self.card.show_step(Step(None, 0, self.tr("Press Run to watch: {name}").format(name=told(engine.name)), text))

    def tell_anew(self) -> None:
        """In another language."""
        film = self.film
        if film is None:
            self._introduce()
        elif len(film):
            self.refresh()
        if film is not None and film.result is not None:
            self._tell_end(film, film.result)

    def set_active(self, active: bool) -> None:
        """Of two lanes the one that the side panel belongs to wears a line on top."""
        self._active = active
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._active:
            QPainter(self).fillRect(0, 0, self.width(), 3, look().theme.color("primary"))
