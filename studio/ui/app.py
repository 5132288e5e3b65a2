"""Starts the window. Heavy solver libraries stay out of this process: engines live in workers."""

from __future__ import annotations

import atexit
import signal
import socket
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from studio.ui.icons import picture
from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.progress import recovered
from studio.ui.settings import Settings

WARM_UP_MS = 400
_kept: list[socket.socket] = []
"""sockets live as long as the process: a closed one would leave its notifier watching a number that is someone else's"""


def application() -> QApplication:
    """The one QApplication, made if there is none."""
    running = QApplication.instance()
    if isinstance(running, QApplication):
        return running
    app = QApplication(sys.argv[:1])
    app.setApplicationName("puzzle-studio")
    app.setApplicationDisplayName("Puzzle Studio")
    app.setDesktopFileName("puzzle-studio")
    app.setStyle("Fusion")
    return app


def open_window(paths: Sequence[str | Path], settings: Settings | None = None) -> MainWindow:
    """A window with the given files in tabs, and whatever a crashed studio left behind."""
    settings = settings or Settings()
    look().use(settings.preferences().theme)
    window = MainWindow(settings)
    documents, unread = recovered()
    for document in documents:
        window.add_document(document)
        window.desk.rescue()  # its old copy is gone; a new one must be there before anything else can happen
    if documents:
        window.notice.tell(window.tr("Unsaved work of the last session was brought back."), "warn")
    if unread:
        window.filing.offer_files(unread)
    if not paths and not settings.preferences().start_page:
        paths = [path for path in settings.recent()[:1] if Path(path).is_file()]
    for path in paths:
        if str(path).startswith(("http:", "https:")):
            window.filing.open_text(str(path))
        else:
            window.filing.open_path(path)
    window.show()
    return window


def warm_up(window: MainWindow) -> None:
    """Once the window stands: start a spare worker, so that the first verdict does not wait for Python, and compile the fast
    kernels in the background if this installation has not done so."""
    from studio.run import job, prepare

    job.default_pool().prepare()
    compiling = prepare.prepare_in_background()
    if compiling is not None:
        atexit.register(prepare.stop, compiling)
        window.tell_while(lambda: compiling.poll() is None, window.tr("Compiling the fast solvers …"),
                          window.tr("Once for this installation, for a minute or two. Everything works meanwhile, but the "
                                    "first verdicts, hints and films may be slow."))


def catch_faults(window: MainWindow) -> None:
    """A fault in the window is told in one sentence and must not cost work: copies of all documents are written first."""

    def fault(kind: type[BaseException], value: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, value, trace)
        window.desk.rescue()
        sentence = window.tr("Something went wrong in the studio ({0}). Your work is kept.")
        window.notice.tell(sentence.format(value or kind.__name__))

    sys.excepthook = fault


def end_on_interrupt(app: QApplication) -> QSocketNotifier:
    """Ctrl+C in the terminal closes the window as its menu would; Python alone would not notice until the next event."""
    hear, wake = socket.socketpair()
    wake.setblocking(False)
    hear.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGINT, lambda _number, _frame: app.quit())
    notifier = QSocketNotifier(hear.fileno(), QSocketNotifier.Type.Read, app)
    notifier.activated.connect(lambda: hear.recv(64))
    app.aboutToQuit.connect(lambda: signal.set_wakeup_fd(-1))
    _kept.extend((hear, wake))
    return notifier


def main(paths: Sequence[str | Path] = ()) -> int:
    app = application()
    window = open_window(paths)
    catch_faults(window)
    end_on_interrupt(app)
    app.setWindowIcon(QIcon(picture("logo", look().theme.color("primary"), 64, 2.0)))
    QTimer.singleShot(WARM_UP_MS, partial(warm_up, window))
    code = app.exec()
    del window
    from studio.run import job

    job.shutdown_pools()
    return code
