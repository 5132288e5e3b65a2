"""Texts for solver programs, read as strictly as those programs do, so that what we write can be judged without them.

Judged themselves by the vectors of the formats: what Knuth's dlx1, cadical and CBC take or refuse, these do.
"""

from __future__ import annotations

from collections.abc import Iterator


class Refused(ValueError):
    pass


def exact_cover(text: str) -> tuple[list[str], list[str], list[list[str]]]:
    """Primary items, secondary items and options of a text for dlx1."""
    if not text.endswith("\n"):
        raise Refused("the last line has no newline")
    lines = [line.rstrip("\r") for line in text.split("\n")]
    lines = [line for line in lines if line.strip() and not line.startswith("|")]
    words = lines[0].split() if lines else []
    at = words.index("|") if "|" in words else len(words)
    primary, secondary = words[:at], words[at + 1 :]
    names = primary + secondary
    if not primary or len(set(names)) != len(names):
        raise Refused("no primary item, or one twice")
    if any(len(name.encode()) > 8 or set(name) & set(":|") for name in names):
        raise Refused("a name that is none")
    options = [line.split() for line in lines[1:]]
    for option in options:
        if len(set(option)) != len(option) or not set(option) <= set(names):
            raise Refused(f"an option with an item twice, or an unknown one: {option}")
    return primary, secondary, [option for option in options if set(option) & set(primary)]


def covers(text: str) -> Iterator[list[list[str]]]:
    """All solutions, by plain backtracking."""
    primary, _, options = exact_cover(text)
    holding: dict[str, list[int]] = {name: [] for name in primary}
    for number, option in enumerate(options):
        for name in option:
            holding.setdefault(name, []).append(number)

    def search(left: frozenset[str], used: frozenset[str], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not left:
            yield chosen
            return
        fitting = {name: [n for n in holding[name] if not used & set(options[n])] for name in left}
        name = min(left, key=lambda each: (len(fitting[each]), each))
        for number in fitting[name]:
            taken = set(options[number])
            yield from search(left - taken, used | taken, (*chosen, number))

    for chosen in search(frozenset(primary), frozenset(), ()):
        yield [options[number] for number in chosen]


def clauses(text: str) -> tuple[int, list[list[int]]]:
    """A DIMACS file as the strictest of its readers takes it: exact counts, a clause a line, no comment that is more."""
    top = count = -1
    found: list[list[int]] = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] == "c":
            if words[1:2] == ["ind"] and not all(word.lstrip("-").isdecimal() for word in words[2:]):
                raise Refused("c ind is read as a list of variables")
            continue
        if words[0] == "p":
            if words[1] != "cnf" or top >= 0:
                raise Refused("two headings")
            top, count = int(words[2]), int(words[3])
            continue
        numbers = [int(word) for word in words]
        if top < 0 or numbers[-1] != 0 or 0 in numbers[:-1] or any(abs(number) > top for number in numbers):
            raise Refused(f"no clause on a line of its own: {line}")
        found.append(numbers[:-1])
    if count != len(found):
        raise Refused("the heading counts wrongly")
    return top, found


def fixed_mps(text: str) -> dict[str, str]:
    """Row names and their kinds of an MPS text that keeps to the fixed columns and short names."""
    rows: dict[str, str] = {}
    section = ""
    for line in text.splitlines():
        if line.startswith("*") or not line.strip():
            continue
        if not line.startswith(" "):
            section = line.split()[0]
            continue
        fields = [line[1:3].strip(), line[4:12].strip(), line[14:22].strip(), line[24:36].strip()]
        if section == "ROWS":
            rows[fields[1]] = fields[0]
        elif section in ("COLUMNS", "RHS", "RANGES") and "'MARKER'" not in line:
            if fields[2] not in rows or " ".join(filter(None, fields)).split() != line.split():
                raise Refused(f"not in its columns: {line}")
            float(fields[3])
        elif section == "BOUNDS" and " ".join(filter(None, fields)).split() != line.split():
            raise Refused(f"not in its columns: {line}")
    return rows
