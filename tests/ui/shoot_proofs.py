"""Pictures of drawn proofs in Watch and Draw, to look at: python -m tests.ui.shoot_proofs OUT_FOLDER

Not a test. The mutilated chessboard, the L tetromino on 10x10, and the 35 hexominoes on 14x15 cells.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
PUZZLES = Path(__file__).resolve().parents[2] / "puzzles" / "tiling"
BOARDS = ("06-the-mutilated-chessboard", "12-twenty-five-l", "23-the-thirty-five-hexominoes")
PATIENCE = 60.0


def main(out: Path) -> None:
    from PySide6.QtCore import QSettings

    from studio.core import files
    from studio.run import pool
    from studio.ui.app import application
    from studio.ui.document import Document
    from studio.ui.look import look
    from studio.ui.main_window import MainWindow
    from studio.ui.settings import Settings

    app = application()
    out.mkdir(parents=True, exist_ok=True)

    def wait(done: Callable[[], bool], seconds: float = PATIENCE) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and not done():
            app.processEvents()
            time.sleep(0.01)

    with tempfile.TemporaryDirectory() as folder:
        look().use("light")
        window = MainWindow(Settings(QSettings(str(Path(folder) / "settings.ini"), QSettings.Format.IniFormat)))
        window.resize(1280, 820)
        window.show()
        for name in BOARDS:
            page = window.add_document(Document(files.load(PUZZLES / f"{name}.puzzle", "tiling").puzzle))
            page.set_mode("watch")
            page.start_watching("auto")
            wait(lambda page=page: not page.watch.lanes[0].recorder.running)  # type: ignore[misc]
            page.watch.player.pause()
            for number, position in enumerate((3, len(page.watch.film))):
                page.watch.player.go(position)
                wait(lambda: False, 0.5)
                window.grab().save(str(out / f"{name}-watch-{number + 1}.png"))
            page.set_mode("draw")
            card = page.draw_panel.verdict
            wait(lambda card=card: card.proof.proof is not None)  # type: ignore[misc]
            wait(lambda: False, 0.7)
            window.grab().save(str(out / f"{name}-draw-1.png"))
            card.proof.go(2)
            wait(lambda: False, 0.5)
            window.grab().save(str(out / f"{name}-draw-2.png"))
    pool.shutdown_pools()
    os._exit(0)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "proof-pictures"))
