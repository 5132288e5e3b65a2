"""How large a million-event film is as a file, how long saving and opening take: python -m tests.share.bench_film_file"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from studio.core import registry
from studio.core.engine import Options
from studio.core.film import TraceLog
from studio.share.film import Film
from studio.share.film_file import read_film, write_film
from tests.core.bench_film import CELLS, batches


def measure(events: int, reasons: bool) -> None:
    family = registry.family("fillomino")
    log = TraceLog(CELLS)
    for batch in batches(events, reasons):
        log.add(batch)
    film = Film(family, family.blank(20, 20), family.engine("auto"), Options(), log)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.film"
        started, busy = time.perf_counter(), time.process_time()
        write_film(film, path)
        saved, save_cpu = time.perf_counter() - started, time.process_time() - busy
        started, busy = time.perf_counter(), time.process_time()
        again = read_film(path)
        opened, open_cpu = time.perf_counter() - started, time.process_time() - busy
        assert len(again) == len(film)
        print(f"{events:,} events, reasons {'on' if reasons else 'off'}: {path.stat().st_size / 1e6:.1f} MB, "
              f"saved in {saved:.2f} s (processor {save_cpu:.2f}), opened in {opened:.2f} s (processor {open_cpu:.2f})")


if __name__ == "__main__":
    measure(1_000_000, False)
    measure(1_000_000, True)
