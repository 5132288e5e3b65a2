"""Starts the window. Heavy solver libraries stay out of this process: engines live in workers."""

from __future__ import annotations

import atexit
import contextlib
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSocketNotifier, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from studio.solvers.kernels.policy import Kernels, chosen_by_user
from studio.ui import accessible, translate
from studio.ui.faults import Faults
from studio.ui.icons import picture
from studio.ui.look import look
from studio.ui.main_window import MainWindow
from studio.ui.recovery import end_session, recovered
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
    accessible.install()
    return app


def open_window(paths: Sequence[str | Path], settings: Settings | None = None, faults: Faults | None = None,
                language: str = "") -> MainWindow:
    """A window with the given files in tabs, and whatever a crashed studio left behind. A damaged setting, copy or resource is
    told, and never stops the start. `language` is for this time only; "" is that of the Preferences."""
    faults = faults or Faults()
    settings = settings or Settings()
    with surviving(faults, "the theme cannot be used"):
        look().use(settings.preferences().theme, settings.preferences().text_size)
        look().still = settings.preferences().still
    with surviving(faults, "the language cannot be used"):
        translate.speak(language or settings.preferences().language)
    window = MainWindow(settings)
    faults.window = window
    with surviving(faults, "unsaved work of the last session cannot be brought back"):
        bring_back(window)
    if not paths and not settings.preferences().start_page:
        paths = [path for path in settings.recent()[:1] if Path(path).is_file()]
    for path in paths:
        with surviving(faults, f"{path} cannot be opened"):
            if str(path).startswith(("http:", "https:")):
                window.filing.open_text(str(path))
            else:
                window.filing.open_path(path)
    if faults.early:
        window.notice.tell(window.tr("Not all went well at the start: {0}").format("; ".join(faults.early)), "warn")
    window.show()
    return window


@contextlib.contextmanager
def surviving(faults: Faults, what: str) -> Iterator[None]:
    try:
        yield
    except Exception as problem:
        faults.survive(what, problem)


def bring_back(window: MainWindow) -> None:
    """Open what earlier studios left behind. An old copy goes only when a new one is there."""
    found = recovered()
    for document, copy in found.documents:
        window.add_document(document, document.mode)
        if window.desk.rescue():
            found.forget(copy)
    found.close()
    if found.documents:
        window.notice.tell(window.tr("Unsaved work of the last session was brought back."), "warn")
    if found.unread:
        window.filing.offer_files(found.unread)


def warm_up(window: MainWindow) -> None:
    """Once the window stands: start a spare worker, so that the first verdict does not wait for Python, and compile the fast
    kernels in the background if this installation has not done so."""
    from studio.run import pool, prepare

    workers = pool.default_pool()
    compiling = prepare.prepare_in_background()
    if compiling is None:
        workers.prepare()
    else:
        chosen = chosen_by_user()
        workers.use(chosen or Kernels.PLAIN)  # the same answers without a compiler, until the compiled kernels are there
        atexit.register(prepare.stop, compiling)

        def how_far() -> str:
            ready, of = prepare.how_many_prepared()
            return window.tr("Compiling the fast solvers: {0} of {1} ready").format(ready, of)

        window.tell_while(lambda: compiling.poll() is None, how_far,
                          window.tr("Once for this installation, for a minute or two. Everything works meanwhile, in plain "
                                    "Python: the same answers, but hard boards take longer."),
                          lambda: workers.use(chosen))


def end_on_interrupt(app: QApplication, window: MainWindow) -> QSocketNotifier:
    """Ctrl+C in the terminal closes the window as its menu would; Python alone would not notice until the next event."""
    hear, wake = socket.socketpair()
    wake.setblocking(False)
    hear.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())

    def end(_number: int, _frame: object) -> None:
        window.desk.rescue()
        app.quit()

    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, end)
    notifier = QSocketNotifier(hear.fileno(), QSocketNotifier.Type.Read, app)
    notifier.activated.connect(lambda: hear.recv(64))
    app.aboutToQuit.connect(lambda: signal.set_wakeup_fd(-1))
    _kept.extend((hear, wake))
    return notifier


def main(paths: Sequence[str | Path] = (), language: str = "") -> int:
    faults = Faults().install()
    app = application()
    window = open_window(paths, faults=faults, language=language)
    end_on_interrupt(app, window)
    app.setWindowIcon(QIcon(picture("logo", look().theme.color("primary"), 64, 2.0)))
    QTimer.singleShot(WARM_UP_MS, partial(warm_up, window))
    code = app.exec()
    faults.window = None
    del window
    end_session()
    from studio.run import pool

    pool.shutdown_pools()
    return code
