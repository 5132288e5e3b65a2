"""Spoiled inputs for every reader, counted: `python -m tests.fuzz_readers [--count 100000] [--only NAME] [--out FILE]`.

Every reader is tried in processes of its own, batch by batch, so that its memory is its own and a run that was stopped can go
on (`--out` keeps a line a batch). Printed for each reader: inputs, troubles, the slowest input in
CPU seconds, the most memory. A trouble is a crash, an answer that is no sentence, or an input of over a second.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from studio.core import registry
from studio.core.penpa import _deflated, _inflated
from studio.core.puzzle import BadPuzzle
from studio.lab.spoil import SLOW_SECONDS, Trouble, read, spoiled, texts
from studio.solvers.outside import says_unsat, values_in

BATCH = 10_000
BATCH_SECONDS = 1800
Try = Callable[[random.Random], "Trouble | None"]


@dataclass(frozen=True)
class Reader:
    """A way in: `once` spoils a text, lets it be read, and tells the trouble, if there is one."""

    name: str
    once: Try


def of_text(name: str, *sources: str, filename: str = "", packed: Callable[[str], str] | None = None) -> Reader:
    def once(rng: random.Random) -> Trouble | None:
        text = spoiled(rng.choice(sources), rng)
        text = packed(text) if packed else text
        return read(text, filename)

    return Reader(name, once)


def readers() -> Iterator[Reader]:
    for family in registry.all_families():
        for reader, filename, text in texts(family):
            yield of_text(f"{family.id}/{reader}", text, filename=filename)
            if reader.endswith("-penpa"):
                yield _inside_penpa(family.id, reader, text.strip())
        if family.whole is not None:
            yield _models(family.id)
    yield from _pasted()
    yield _films()


def _inside_penpa(family_id: str, reader: str, address: str) -> Reader:
    """Spoiled base64 hardly ever unpacks; so the text itself is spoiled before it is packed."""
    head, _, rest = address.partition("&p=")
    packed, answer, checked = rest.partition("&a=")
    inside = _inflated(packed)
    return of_text(f"{family_id}/{reader} inside", inside, filename="a.url",
                   packed=lambda text: f"{head}&p={_deflated(text)}{answer}{checked}")


def _pasted() -> Iterator[Reader]:
    from tests.core.test_paste import FILLOMINO, FOBIDOSHI
    from tests.core.test_paste_more import TEXTS

    boards = [*FILLOMINO.values(), *FOBIDOSHI, *TEXTS.values()]
    yield of_text("pasted", *boards)
    entry = {"problem": "3 3\n- o -\no - o\n- - -", "solution": "3 3\no o -\no o o\n- - -", "source": "x"}
    yield of_text("dataset", json.dumps({"count": 1, "data": {"a": entry, "b": entry}}),
                  json.dumps({"a": {"problem": "2 2\n2 -\n- 2", "solution": "2 2\n2 2\n2 2"}}))
    duplicate = "https://puzz.link/p?pzprv3/fillomino/2/3/1%20.%203/.%20.%20./.%20.%20./.%20.%20./0%200/0%200/0%200%200/"
    yield of_text("addresses in text", f"see {duplicate} and <https://puzz.link/p?fillomino/3/2/1g3i> (or evolmino/2/2/0000)",
                  "[InternetShortcut]\r\nURL=https://puzz.link/p?fillomino/3/2/1g3i\r\n",
                  "http://www.kanpen.net/fillomino.html?problem=2/3/1_._3_/._._._/")


def _models(family_id: str) -> Reader:
    family = registry.family(family_id)
    puzzle = min(family.samples(), key=lambda sample: sample.grid.size)
    assert family.whole is not None
    whole = family.whole(puzzle)
    names = range(1, min(whole.top or len(whole.bounds()), 60) + 1)
    sources = ("s SATISFIABLE\nv " + " ".join(str(n if n % 3 else -n) for n in names) + " 0\n",
               "sat\n(\n" + "".join(f"(define-fun x{n} () Int {n % 2})\n" for n in names) + ")\n",
               "Optimal - objective value 0\n" + "".join(f"{n} x{n} {n % 2} 0\n" for n in names),
               "x1 = true;\nx2 = 0;\n----------\n")

    def once(rng: random.Random) -> Trouble | None:
        text = spoiled(rng.choice(sources), rng)
        try:
            if not says_unsat(text):
                family.wrong(puzzle, whole.read(values_in(text)))
            return None
        except BadPuzzle as fault:
            return None if str(fault) and "\n" not in str(fault) else Trouble(f"{fault!r} is no sentence", text)
        except Exception as fault:
            return Trouble(f"{type(fault).__name__}: {fault}", text)

    return Reader(f"{family_id}/a solver's model", once)


def _films() -> Reader:
    kept: dict[str, Any] = {}

    def once(rng: random.Random) -> Trouble | None:
        from studio.share.film_file import film_of
        from tests.share import test_film_file as films

        if not kept:
            os.environ["QT_QPA_PLATFORM"] = "offscreen"
            chosen = random.Random(7).sample(films.SMALL, 5)
            kept["films"] = [films.bytes_of(films.film_by(family, engine)) for family, engine in chosen]
        data = rng.choice((films.spoiled, films.forged))(rng.choice(kept["films"]), rng)
        try:
            films.show_all(film_of(data, "x.film"))
            return None
        except BadPuzzle as fault:
            return None if "\n" not in str(fault) else Trouble(f"{fault!r} is no sentence", data.hex())
        except Exception as fault:
            return Trouble(f"{type(fault).__name__}: {fault}", data.hex())

    return Reader("film", once)


def batch(reader: Reader, count: int, seed: str) -> dict[str, Any]:
    rng = random.Random(seed)
    worst, worst_at, troubles = 0.0, 0, []
    if reader.name == "film":
        reader.once(random.Random(0))  # makes the films
    for number in range(count):
        started = time.process_time()
        trouble = reader.once(rng)
        spent = time.process_time() - started
        worst, worst_at = max((worst, worst_at), (spent, number))
        if trouble is None and spent > SLOW_SECONDS:
            trouble = Trouble(f"took {spent:.2f} s", "")
        if trouble is not None and len(troubles) < 20:
            troubles.append([trouble.what, trouble.text[:4000]])
    return {"reader": reader.name, "seed": seed, "inputs": count, "worst": round(worst, 3), "at": worst_at,
            "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, "troubles": troubles}


def run(names: list[str], count: int, out: Path | None) -> None:
    done = [json.loads(line) for line in out.read_text().splitlines()] if out and out.exists() else []
    for name in names:
        mine = [each for each in done if each["reader"] == name]
        while (have := sum(each["inputs"] for each in mine)) < count:
            command = [sys.executable, "-m", "tests.fuzz_readers", "--batch", name, "--count", str(min(BATCH, count - have)),
                       "--seed", f"{name} {have}"]
            ended = subprocess.run(command, capture_output=True, text=True, timeout=BATCH_SECONDS, check=False)
            told = ended.stdout.strip().splitlines()
            result = json.loads(told[-1]) if ended.returncode == 0 and told else {
                "reader": name, "seed": f"{name} {have}", "inputs": min(BATCH, count - have), "worst": 0.0,
                "megabytes": 0, "troubles": [["the process died", ended.stderr[-2000:]]]}
            mine.append(result)
            if out is not None:
                with out.open("a") as stream:
                    stream.write(json.dumps(result) + "\n")
        troubles = [trouble for each in mine for trouble in each["troubles"]]
        print(f"{name:42} {sum(each['inputs'] for each in mine):8,} inputs  {len(troubles):3} troubles  worst "
              f"{max(each['worst'] for each in mine):.3f} s  {max(each['megabytes'] for each in mine)} MB", flush=True)
        for what, text in troubles[:3]:
            print(f"    {what}: {text[:300]!r}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--only", default="", help="only readers whose name holds this")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--batch", help=argparse.SUPPRESS)
    parser.add_argument("--seed", default="1", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    known = {reader.name: reader for reader in readers()}
    if arguments.batch:
        print(json.dumps(batch(known[arguments.batch], arguments.count, arguments.seed)))
    else:
        run([name for name in known if arguments.only in name], arguments.count, arguments.out)


if __name__ == "__main__":
    main()
