"""Opening and saving: the native `.puzzle` file, and any text that a family's codecs recognise.

The native file is UTF-8 JSON with one board row per line, so that two versions of a puzzle can be compared by eye or by diff.
Fields that this version does not know survive a round trip.
"""

from __future__ import annotations

import contextlib
import json
import os
import site
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from studio.core import log, paste, registry
from studio.core.codec import Codec, Reading, whole
from studio.core.family import Family, make_grid
from studio.core.grid import MAX_CELLS, Grid
from studio.core.pasted_text import board_in_object, is_object
from studio.core.puzzle import BadGivens, BadPuzzle, Puzzle
from studio.core.say import marked, say

FORMAT = "puzzle-studio"
VERSION = 1
EXTENSION = ".puzzle"
MAX_BYTES = 16 * 1024 * 1024
MAX_TRIALS = 1000
MOST_PENCIL = 2**40
"""pencil marks are bits, one a value"""
_KNOWN = ("format", "version", "family", "title", "author", "notes", "size", "params", "givens", "borders", "solution",
          "player", "recovery")


@dataclass
class Opened:
    """What was in a file: the puzzle, the player's state if any, and how it was written."""

    puzzle: Puzzle
    player: dict[str, Any] = field(default_factory=dict)
    codec: Codec | None = None
    """None for the native format"""
    told: tuple[str, ...] = ()
    """a sentence for everything that was in the text and has no place in the studio"""


def library_folder() -> Path:
    """The sample library: `puzzles/` beside the package in a checkout, inside the installed data otherwise."""
    return _data_folder("puzzles")


def library_folders() -> list[Path]:
    """The sample library, and the samples that plugins carry in their packages."""
    return [library_folder(), *_carried()]


def sample_folder(family_id: str) -> Path:
    """The samples of one family: in the library, or in its package if it is a plugin."""
    return next((folder for folder in _carried(family_id)), library_folder() / family_id)


def _carried(*family_ids: str) -> Iterator[Path]:
    for family in registry.plugins():
        folder = registry.resource(family.id, "puzzles")
        if folder is not None and (not family_ids or family.id in family_ids):
            yield folder


def resource_folder() -> Path:
    """Icons, themes and help texts."""
    return _data_folder("resources")


def docs_folder() -> Path:
    """The guide and the architecture, in Markdown."""
    return _data_folder("docs")


def guide_pages(language: str = "en") -> dict[str, Path]:
    """Page name -> its Markdown file: the studio's own guide, then a page (`guide.md`) of each plugin under the family's id.
    A page `name.nl.md` takes the place of `name.md` in Dutch."""
    every = {path.stem: path for path in sorted((docs_folder() / "guide").glob("*.md"))}
    found = {name: every.get(f"{name}.{language}", path) for name, path in every.items() if "." not in name}
    for family in registry.plugins():
        page = registry.resource(family.id, "guide.md")
        if page is not None:
            found.setdefault(family.id, page)
    return found


def _data_folder(name: str) -> Path:
    """A data folder: beside the package in a checkout, else where an installation put it (system, environment or user)."""
    beside = Path(__file__).resolve().parents[2] / name
    places = [beside, *(Path(base) / "share" / "puzzle-studio" / name for base in (sys.prefix, site.getuserbase()))]
    return next((place for place in places if place.is_dir()), beside)


# --- reading ----------------------------------------------------------------------------------------------------------
def load(path: str | Path, family_id: str | None = None, drawn: bool = False) -> Opened:
    """Read a file of any known format. Every failure is a BadPuzzle with one sentence.

    `drawn`: for a drawing table, which also takes boards whose givens do not fit (a number too large for the board): whoever
    could draw and save one can open it. Everybody else is told so in a sentence.
    """
    return _only(load_all(path, family_id, drawn))


def load_all(path: str | Path, family_id: str | None = None, drawn: bool = False) -> list[Opened]:
    """All puzzles of a file: one, or those of a list of addresses or of a dataset."""
    path = Path(path)
    return parse_all(read_text(path), path.name, family_id, drawn, _folders(path))


def parse(text: str, filename: str = "", family_id: str | None = None, drawn: bool = False) -> Opened:
    """Read the puzzle in a text: native JSON, whatever codec is surest of it, or what people paste. If there are several, that
    is told, and the first is taken."""
    return _only(parse_all(text, filename, family_id, drawn))


def _only(found: list[Opened]) -> Opened:
    first = found[0]
    if len(found) > 1:
        first.told += (say("there are {n} puzzles in this text, of which this is the first", n=len(found)),)
    return first


def parse_all(text: str, filename: str = "", family_id: str | None = None, drawn: bool = False,
              hints: str = "") -> list[Opened]:
    """All puzzles in a text; `hints` are names in which a family may be named. BadPuzzle if there is none."""
    try:
        return _parse_all(text, filename, family_id, drawn, hints)
    except BadPuzzle:
        raise
    except (ValueError, ArithmeticError, LookupError, TypeError, AttributeError, RecursionError, MemoryError) as fault:
        log.details_of(fault)  # a fault of a reader, not of whoever opens a file: batches go on, and the log knows more
        raise BadPuzzle(say("{filename} cannot be read ({kind})", filename=filename or say('the text'),
                            kind=type(fault).__name__)) from None


def _parse_all(text: str, filename: str, family_id: str | None, drawn: bool, hints: str) -> list[Opened]:
    text = text.removeprefix("\ufeff")
    if is_object(text):
        entries = paste.as_dataset(text)
        if entries is None:
            board = board_in_object(text)
            if board is not None:
                return [_opened(paste.read_board(board, [filename, hints], family_id), None, filename, drawn)]
            return [_parse_native(text, filename, drawn)]
        names = [text[:2000], filename, hints]
        return [_opened(paste.read_entry(entry, names, family_id), None, "", drawn) for entry in entries]
    found = _surest_codec(text, filename, family_id)
    if found is not None:
        return [_opened(found[0].read_all(text, filename), found[0], filename, drawn)]
    addresses = paste.addresses_in(text)
    known = [(address, codec[0]) for address in addresses if (codec := _surest_codec(address, "", family_id)) is not None]
    if known:
        return [_opened(codec.read_all(address, ""), codec, "", drawn) for address, codec in known]
    if faults := [fault for address in addresses if (fault := paste.about_address(address))]:
        raise BadPuzzle(faults[0])
    return [_opened(paste.read_board(text, [filename, hints], family_id), None, filename, drawn)]


def _opened(reading: Reading, codec: Codec | None, filename: str, drawn: bool) -> Opened:
    puzzle = reading.puzzle
    _validate(registry.family(puzzle.family), puzzle, drawn)
    if not puzzle.title and filename:
        puzzle = replace(puzzle, title=Path(filename).stem)
    return Opened(puzzle, dict(reading.player), codec or Pasted(), reading.told)


class Pasted(Codec):
    """What was read without any format of its own; not written."""

    id, name = "pasted", marked("pasted text")

    def confidence(self, text: str, filename: str) -> float:
        return 0.0

    def read(self, text: str, filename: str) -> Puzzle:
        return paste.read_board(text, [filename]).puzzle


def _validate(family: Family, puzzle: Puzzle, drawn: bool) -> None:
    with contextlib.suppress(BadGivens) if drawn else contextlib.nullcontext():
        family.validate(puzzle)


def read_text(path: Path) -> str:
    try:
        if path.is_dir():
            raise BadPuzzle(say("{path} is a folder, not a puzzle file", path=path))
        if path.stat().st_size > MAX_BYTES:
            raise BadPuzzle(say("{path} is too large to be a puzzle file", path=path))
        return decoded(path.read_bytes())
    except FileNotFoundError:
        raise BadPuzzle(say("{path} does not exist", path=path)) from None
    except PermissionError:
        raise BadPuzzle(say("{path} may not be read (no permission)", path=path)) from None
    except UnicodeDecodeError:
        raise BadPuzzle(say("{path} is not a text file", path=path)) from None
    except OSError as fault:
        raise BadPuzzle(say("{path} cannot be read: {fault}", path=path, fault=fault.strerror or fault)) from None


def decoded(raw: bytes) -> str:
    """Text as editors write it: UTF-8, or UTF-16 with its mark or recognised by its zero bytes."""
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return raw.decode("utf-16")
    for start, encoding in ((1, "utf-16-le"), (0, "utf-16-be")):
        if len(raw) > 3 and len(raw) % 2 == 0 and not any(raw[start:400:2]) and any(raw[1 - start:400:2]):
            return raw.decode(encoding)
    return raw.decode("utf-8-sig")


def _folders(path: Path) -> str:
    """The folders that a file lies in: they often tell the family."""
    return "/".join(path.absolute().parts[-3:-1])


def _surest_codec(text: str, filename: str, family_id: str | None) -> tuple[Codec, Family] | None:
    known = [registry.family(family_id)] if family_id else registry.all_families()
    best: tuple[float, Codec, Family] | None = None
    for family in known:
        for codec in family.codecs():
            sure = codec.confidence(text, filename)
            if sure > 0 and (best is None or sure > best[0]):
                best = (sure, codec, family)
    return None if best is None else (best[1], best[2])


def _parse_native(text: str, filename: str, drawn: bool) -> Opened:
    name = filename or say("the file")
    try:
        data = json.loads(text, parse_int=whole)
    except (ValueError, RecursionError) as fault:
        if isinstance(fault, json.JSONDecodeError):
            raise BadPuzzle(say("{name} is not a readable puzzle file (line {line})", name=name, line=fault.lineno)) from None
        if isinstance(fault, BadPuzzle):
            raise BadPuzzle(say("{name} is not a readable puzzle file: {fault}", name=name, fault=fault)) from None
        raise BadPuzzle(say("{name} is not a readable puzzle file", name=name)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadPuzzle(say("{name} is JSON, but not a {format} file", name=name, format=FORMAT))
    version = data.get("version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadPuzzle(say("{name} does not say its version", name=name))
    if version > VERSION:
        raise BadPuzzle(say("{name} was written by a newer studio (file version {version}; this one reads {known})",
                            name=name, version=version, known=VERSION))
    try:
        return _from_json(data, drawn)
    except BadPuzzle as fault:
        raise BadPuzzle(f"{name}: {fault}") from None


def _from_json(data: Mapping[str, Any], drawn: bool) -> Opened:
    family = registry.family(str(data.get("family")))
    grid = _size(data.get("size"))
    params = data.get("params", {})
    if not isinstance(params, dict):
        raise BadPuzzle(say("its params are not a table of names and values"))
    defaults = {option.name: option.default for option in family.parameters}
    puzzle = Puzzle(
        family.id, grid,
        givens=_rows_in(data.get("givens"), grid, family.notation.givens, "givens"),
        borders=_borders_in(data.get("borders"), grid) if family.uses_borders else (),
        params={**defaults, **params},
        title=_text(data, "title"), author=_text(data, "author"), notes=_text(data, "notes"),
        solution=_rows_in(data["solution"], grid, family.notation.marks, "solution") if data.get("solution") else None,
        extra={key: value for key, value in data.items() if key not in _KNOWN},
    )
    _validate(family, puzzle, drawn)
    told = () if family.uses_borders or not data.get("borders") else (
        say("the borders in this file mean nothing in {family} and are left out", family=family.name),)
    return Opened(puzzle, _player_in(data.get("player"), grid, family), told=told)


def _size(size: Any) -> Grid:
    if not (isinstance(size, list) and len(size) == 2 and all(type(number) is int for number in size)):
        raise BadPuzzle(say("its size is not two whole numbers (rows, columns)"))
    return make_grid(size[0], size[1])


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str):
        raise BadPuzzle(say("its {name} is not a text", name=name))
    return value


def _rows_in(rows: Any, grid: Grid, symbols: Mapping[int, str], what: str, most: int = MAX_CELLS) -> tuple[int, ...]:
    if not (isinstance(rows, list) and len(rows) == grid.rows and all(isinstance(row, str) for row in rows)):
        raise BadPuzzle(say("its {what} are not {rows} rows of text", what=what, rows=grid.rows))
    values = {symbol: value for value, symbol in symbols.items()} | {".": 0}
    cells: list[int] = []
    for number, row in enumerate(rows, 1):
        tokens = row.split()
        if len(tokens) != grid.cols:
            raise BadPuzzle(say("row {number} of its {what} has {count} cells instead of {cols}", number=number,
                                what=what, count=len(tokens), cols=grid.cols))
        cells += [_token(token, values, what, number, most) for token in tokens]
    return tuple(cells)


def _token(token: str, values: Mapping[str, int], what: str, row: int, most: int) -> int:
    if token in values:
        return values[token]
    try:
        number = whole(token)
    except ValueError:
        number = -1
    if not 0 <= number <= most:
        raise BadPuzzle(say("row {row} of its {what} holds {token!r}, which is no cell value", row=row, what=what,
                            token=token[:20]))
    return number


def _borders_in(rows: Any, grid: Grid) -> tuple[int, ...]:
    """Rows of digits: first the upright borders of every row, then the level ones below every row but the last."""
    if rows is None:
        return (0,) * grid.border_count
    lengths = [grid.cols - 1] * grid.rows + [grid.cols] * (grid.rows - 1)
    good = isinstance(rows, list) and [len(row) if isinstance(row, str) else -1 for row in rows] == lengths
    if not good or any(digit not in "0123456789" for row in rows for digit in row):
        raise BadPuzzle(say("its borders do not fit the board"))
    return tuple(int(digit) for row in rows for digit in row)


def _player_in(player: Any, grid: Grid, family: Family) -> dict[str, Any]:
    if player is None:
        return {}
    if not isinstance(player, dict):
        raise BadPuzzle(say("its player state is not a table"))
    state = {**player, **_layers_in(player, grid, family)}
    trials = player.get("trials", [])
    if not isinstance(trials, list) or len(trials) > MAX_TRIALS or not all(isinstance(level, dict) for level in trials):
        raise BadPuzzle(say("its player's trials are not a list of at most {max_trials} boards", max_trials=MAX_TRIALS))
    if trials:
        state["trials"] = [_layers_in(level, grid, family) for level in trials]
    return state


def _layers_in(player: Mapping[str, Any], grid: Grid, family: Family) -> dict[str, Any]:
    state = {}
    if "marks" in player:
        state["marks"] = list(_rows_in(player["marks"], grid, family.notation.marks, say("player's marks")))
    if "pencil" in player:
        state["pencil"] = list(_rows_in(player["pencil"], grid, {}, say("player's notes"), MOST_PENCIL))
    return state


# --- writing ----------------------------------------------------------------------------------------------------------
def save(path: str | Path, puzzle: Puzzle, player: Mapping[str, Any] | None = None) -> None:
    """Write the native file atomically: the old one stays whole until the new one is complete."""
    write_atomically(Path(path), dumps(puzzle, player))


def dumps(puzzle: Puzzle, player: Mapping[str, Any] | None = None) -> str:
    family = registry.family(puzzle.family)
    grid = puzzle.grid
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "family": puzzle.family, "title": puzzle.title,
                            "author": puzzle.author, "notes": puzzle.notes, "size": [grid.rows, grid.cols],
                            "params": dict(puzzle.params), "givens": _rows_out(puzzle.givens, grid, family.notation.givens)}
    if any(puzzle.borders):
        data["borders"] = _borders_out(puzzle.borders, grid)
    if puzzle.solution is not None:
        data["solution"] = _rows_out(puzzle.solution, grid, family.notation.marks)
    if player:
        data["player"] = _player_out(player, grid, family)
    return _pretty({**data, **puzzle.extra})


def _rows_out(values: Sequence[int], grid: Grid, symbols: Mapping[int, str]) -> list[str]:
    tokens = [symbols.get(value, str(value) if value else ".") for value in values]
    width = max(len(token) for token in tokens)
    starts = range(0, grid.size, grid.cols)
    return [" ".join(token.rjust(width) for token in tokens[start : start + grid.cols]) for start in starts]


def _borders_out(borders: Sequence[int], grid: Grid) -> list[str]:
    lengths = [grid.cols - 1] * grid.rows + [grid.cols] * (grid.rows - 1)
    rows, start = [], 0
    for length in lengths:
        rows.append("".join(map(str, borders[start : start + length])))
        start += length
    return rows


def _player_out(player: Mapping[str, Any], grid: Grid, family: Family) -> dict[str, Any]:
    state = {**player, **_layers_out(player, grid, family)}
    if player.get("trials"):
        state["trials"] = [_layers_out(level, grid, family) for level in player["trials"]]
    return state


def _layers_out(player: Mapping[str, Any], grid: Grid, family: Family) -> dict[str, Any]:
    state: dict[str, Any] = {}
    if "marks" in player:
        state["marks"] = _rows_out(player["marks"], grid, family.notation.marks)
    if "pencil" in player:
        state["pencil"] = _rows_out(player["pencil"], grid, {})
    return state


def _pretty(data: Mapping[str, Any]) -> str:
    """JSON with short values on one line and lists of strings (board rows) one per line."""
    parts = [f"  {json.dumps(key, ensure_ascii=False)}: {_pretty_value(value, 2)}" for key, value in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _pretty_value(value: Any, indent: int) -> str:
    pad = " " * indent
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        return "[\n" + ",\n".join(f"{pad}  {json.dumps(item, ensure_ascii=False)}" for item in value) + f"\n{pad}]"
    if isinstance(value, dict) and any(isinstance(item, list | dict) for item in value.values()):
        parts = [f"{pad}  {json.dumps(key)}: {_pretty_value(item, indent + 2)}" for key, item in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{pad}}}"
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return "[\n" + ",\n".join(f"{pad}  {json.dumps(item, ensure_ascii=False)}" for item in value) + f"\n{pad}]"
    return json.dumps(value, ensure_ascii=False)


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write beside the target, then rename over it; every failure is a BadPuzzle and leaves the old file alone."""
    with writing(path) as stream:
        stream.write(content.encode() if isinstance(content, str) else content)


@contextlib.contextmanager
def writing(path: str | Path) -> Iterator[BinaryIO]:
    """A stream beside the target that takes its place once all is written and on the disk. Whatever goes wrong before, the old
    file stays whole; what the system says against it is a BadPuzzle. A symbolic link is written through."""
    path = Path(path)
    target = Path(os.path.realpath(path)) if path.is_symlink() else path
    if target.is_dir():
        raise BadPuzzle(say("{path} is a folder, not a file to write to", path=path))
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:80]}.", suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, target)
        temporary = ""
    except OSError as fault:
        raise BadPuzzle(say("{path} cannot be written: {fault}", path=path, fault=fault.strerror or fault)) from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def check_writable(path: Path) -> None:
    """BadPuzzle if a file could not be written there: to be asked before long work whose result goes there."""
    folder = Path(os.path.realpath(path)).parent
    if path.is_dir():
        raise BadPuzzle(say("{path} is a folder, not a file to write to", path=path))
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{path.name[:80]}.", suffix=".part")
        os.close(handle)
        os.unlink(temporary)
    except OSError as fault:
        raise BadPuzzle(say("{path} cannot be written: {fault}", path=path, fault=fault.strerror or fault)) from None


def safe_name(title: str, otherwise: str = "puzzle") -> str:
    """A title as a file name."""
    kept = "".join(letter if letter.isalnum() or letter in " -_.," else "-" for letter in title).strip(" .")
    return kept[:80] or otherwise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


def expand(paths: Sequence[str | Path]) -> list[Path]:
    """Files, with folders replaced by the files in them (sorted, hidden ones left out)."""
    found: list[Path] = []
    for path in map(Path, paths):
        if path.is_dir():
            found += sorted(each for each in path.rglob("*") if each.is_file() and not each.name.startswith("."))
        else:
            found.append(path)
    if not found:
        raise BadPuzzle(say("there is no puzzle file in {places}", places=", ".join(str(path) for path in paths)))
    return found
