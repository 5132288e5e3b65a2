"""How soon the window can be used (budget: 1.5 s on a warm disk), and what an idle one costs (budget: nothing).

    python -m tests.ui.bench_start [--times 5]

The processor time stands beside the clock's, because a busy machine blurs only the latter.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile

START = """
import time
started = time.perf_counter()
from studio.ui import app
application = app.application()
window = app.open_window([])
application.processEvents()
print(time.perf_counter() - started, time.process_time(), flush=True)
from PySide6.QtCore import QEventLoop, QTimer
from studio.core import registry
from studio.ui.document import Document
page = window.add_document(Document(registry.families()[0].samples()[0]))
page.live.enabled = False
page.live.sleep()
def rest(seconds):
    loop = QEventLoop()
    QTimer.singleShot(int(seconds * 1000), loop.quit)
    loop.exec()
for mode in ("draw", "play", "watch"):
    window.set_mode(mode)
    rest(1.0)
    worked, began = time.process_time(), time.perf_counter()
    rest(2.0)
    print(100 * (time.process_time() - worked) / (time.perf_counter() - began), flush=True)
import os
os._exit(0)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    chosen = parser.parse_args()
    home = tempfile.mkdtemp()
    env = {"QT_QPA_PLATFORM": "offscreen", **os.environ, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home}
    clock, work, idle = [], [], []
    for _ in range(chosen.times):
        told = subprocess.run([sys.executable, "-c", START], env=env, capture_output=True, text=True, check=True).stdout.split()
        clock.append(float(told[0]))
        work.append(float(told[1]))
        idle.append([float(part) for part in told[2:]])
    wall, cpu = statistics.median(clock), statistics.median(work)
    print(f"usable window: {wall:.2f} s by the clock (best {min(clock):.2f}), {cpu:.2f} s of work")
    for number, mode in enumerate(("draw", "play", "watch")):
        print(f"idle in {mode}: {statistics.median(each[number] for each in idle):.2f} % of one processor")


if __name__ == "__main__":
    main()
