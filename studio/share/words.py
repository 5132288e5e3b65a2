"""Events in words: short for the log, a full sentence for the current step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from studio.core.events import CANDIDATE, MAKING, NARROWED, NO_CELL, PROOF, RELAXED, Event
from studio.core.family import Family
from studio.core.grid import Grid
from studio.core.language import told
from studio.core.trace import Kind, Reason
from studio.share.film import Film
from studio.share.film_frames import Settings

KIND_ROLES = {Kind.DEDUCE: "good", Kind.GUESS: "warn", Kind.CONFLICT: "bad", Kind.BACKTRACK: "muted", Kind.RESTART: "muted",
              Kind.CUT: "cut", Kind.SOLUTION: "primary", Kind.NOTE: "text",
              Kind.END: "primary", Kind.PHASE: "text", Kind.PUT: "primary", Kind.TAKE: "good", Kind.KEEP: "warn"}
"""The theme role in which each kind is written."""
MANY_CELLS = 6


def tr(text: str) -> str:
    return told(text)


def kind_name(kind: Kind) -> str:
    names = {Kind.DEDUCE: tr("deduction"), Kind.GUESS: tr("guess"), Kind.CONFLICT: tr("contradiction"),
             Kind.BACKTRACK: tr("step back"), Kind.RESTART: tr("restart"), Kind.CUT: tr("cut"), Kind.SOLUTION: tr("solution"),
             Kind.NOTE: tr("note"), Kind.END: tr("end"), Kind.PHASE: tr("phase"), Kind.PUT: tr("put"),
             Kind.TAKE: tr("taken away"), Kind.KEEP: tr("kept")}
    return names[kind]


def kind_plural(kind: Kind) -> str:
    names = {Kind.DEDUCE: tr("Deductions"), Kind.GUESS: tr("Guesses"), Kind.CONFLICT: tr("Contradictions"),
             Kind.BACKTRACK: tr("Steps back"), Kind.RESTART: tr("Restarts"), Kind.CUT: tr("Cuts"),
             Kind.SOLUTION: tr("Solutions"), Kind.NOTE: tr("Notes"), Kind.END: tr("The end"), Kind.PHASE: tr("Phases"),
             Kind.PUT: tr("Things put"), Kind.TAKE: tr("Things taken away"), Kind.KEEP: tr("Things kept")}
    return names[kind]


@dataclass(frozen=True)
class Step:
    """The current step for people: what happened (one line), and why (a sentence; may be empty)."""

    kind: Kind | None
    depth: int
    what: str
    why: str


def claim(film: Film, index: int) -> str:
    """What an event says about the board: "r3c4 = 5", "r3c4 is a square", "r1c1 is not 2", "places r1c1, r1c2"."""
    row = film.log.rows[index]
    cell, value = int(row[2]), int(row[3])
    return claim_words(film, cell, value) or (_told_decision(film, index) if cell == NO_CELL else "")


def claim_words(film: Film, cell: int, value: int) -> str:
    """The same of a cell (or move) and a value; nothing for no cell."""
    return fact_words(film.family, film.puzzle.grid, film.log.settings, cell, value)


def fact_words(family: Family, grid: Grid, settings: Settings, cell: int, value: int) -> str:
    """The same outside a film: `settings` tells the cells that a move stands for."""
    if cell <= -2:
        cells = [covered for covered, _ in settings(cell, value)]
        names = grid.cell_names(cells[:MANY_CELLS]) + (" …" if len(cells) > MANY_CELLS else "")
        if family.pieces is None:
            return names if value >= 0 else tr("not {cells}").format(cells=names)
        return tr("a piece on {cells}").format(cells=names) if value >= 0 else tr("no piece on {cells}").format(cells=names)
    if not 0 <= cell < grid.size:
        return ""
    name = grid.cell_name(cell)
    if value == 0:
        return name
    word = told(family.notation.word(abs(value)))
    if value > 0:
        return f"{name} = {word}" if word.isdecimal() else tr("{cell} is {value}").format(cell=name, value=word)
    return tr("{cell} is not {value}").format(cell=name, value=word)


def _told_decision(film: Film, index: int) -> str:
    """A guess that sets no cell but is about the puzzle ("r3c4 does not belong to the block of r1c4"): its own words."""
    event = film.log.event(index)
    return told(event.reason.text) if event.kind is Kind.GUESS and event.rule == "guess" and event.reason is not None else ""


def rule_title(film: Film, name: str) -> str:
    return told(film.rule_titles.get(name) or name.replace("_", " ").replace("-", " "))


def log_line(film: Film, index: int) -> str:
    """One event in a few words, for the log."""
    event = film.log.event(index)
    about = claim(film, index)
    if event.kind is Kind.DEDUCE:
        return f"{about}  ·  {rule_title(film, event.rule)}"
    if event.kind is Kind.GUESS:
        return about or _no_cell(event.reason)
    if event.kind is Kind.PHASE:
        why = event.reason.text if event.reason is not None else ""
        return ": ".join(dict.fromkeys(map(told, filter(None, (event.rule, why)))))
    if event.kind in (Kind.CONFLICT, Kind.CUT, Kind.NOTE, Kind.END):
        text = told(event.reason.text) if event.reason is not None and event.reason.text else _telling_rule(film, event.rule)
        if event.kind is Kind.CONFLICT and not text and not about:
            text = tr("no way on from here")
        return text if not about or event.kind is Kind.CUT or about in text else "  ·  ".join(filter(None, (about, text)))
    if event.kind is Kind.SOLUTION:
        return tr("a solution")
    if event.kind in MAKING:
        return told(event.reason.text) if event.reason is not None else about
    return tr("to depth {depth}").format(depth=event.depth)


def _telling_rule(film: Film, rule: str) -> str:
    """The rule behind a contradiction, where its name says more than that it is one."""
    return "" if rule in ("", "contradiction", "conflict") else rule_title(film, rule)


def step_words(film: Film | None, position: int, undone: int = 0, seen: str = "") -> Step:
    """The event before a position as a headline and a sentence; `seen`: what the family sees in a contradiction."""
    if film is None or not len(film.log):
        return Step(None, 0, "", "")
    if position <= 0:
        return Step(None, 0, tr("Before the first event"), tr("Press Space to play, or step with the arrow keys."))
    index = min(position, len(film.log)) - 1
    event = film.log.event(index)
    about = claim(film, index)
    own = event.reason is not None and event.reason.text != about
    why = told(event.reason.text) if event.reason is not None and own else told(seen)
    why = why or _usual_reason(event.kind, event.rule, event.depth)
    what = _headline(film, event.kind, event.depth, about, undone)
    if event.kind is Kind.NOTE and event.rule == PROOF:
        what = tr("The proof, step {number}").format(number=event.value)
    shown = film.log.glimpse_at(index + 1)
    if shown is not None and event.kind is Kind.NOTE:
        what = glimpse_title(shown.sort)
    if event.kind is Kind.DEDUCE or (event.kind is Kind.CONFLICT and event.rule not in ("", "contradiction", "conflict")):
        why = f"{rule_title(film, event.rule)}: {why}" if why else rule_title(film, event.rule)
    return Step(event.kind, event.depth, what, sentence(why))


def glimpse_title(sort: str) -> str:
    return {RELAXED: tr("The relaxed model"), CANDIDATE: tr("A candidate"), NARROWED: tr("Before the search")}[sort]


def trial_words(film: Film, event: Event) -> Step:
    """A step of a trial, told as what would be."""
    return supposed_words(claim_words(film, event.cell, event.value), event, lambda name: rule_title(film, name))


def supposed_words(about: str, event: Event, title_of: Callable[[str], str]) -> Step:
    """The same outside a film, of what `fact_words` says the event is about."""
    why = told(event.reason.text) if event.reason is not None else ""
    if event.kind is Kind.GUESS:
        return Step(event.kind, event.depth, tr("Suppose {what}").format(what=about), sentence(why))
    if event.kind is Kind.CONFLICT:
        return Step(event.kind, event.depth, tr("A clash: this cannot be"), sentence(why))
    title = title_of(event.rule)
    return Step(event.kind, event.depth, tr("Then {what}").format(what=about), sentence(f"{title}: {why}" if why else title))


def _headline(film: Film, kind: Kind, depth: int, about: str, undone: int) -> str:
    if kind is Kind.DEDUCE:
        return about
    if kind is Kind.GUESS:
        return tr("Guess {depth}: {what}").format(depth=depth, what=about or tr("a helper variable"))
    if kind is Kind.CONFLICT:
        return tr("Contradiction at {cell}").format(cell=about) if about else tr("Contradiction")
    if kind is Kind.BACKTRACK:
        words = tr("Back to depth {depth}: 1 cell undone") if undone == 1 else tr("Back to depth {depth}: {count} cells undone")
        return words.format(depth=depth, count=undone)
    if kind is Kind.RESTART:
        kept = tr("Restart, 1 guess kept") if depth == 1 else tr("Restart, {depth} guesses kept").format(depth=depth)
        return kept if depth else tr("Restart")
    if kind is Kind.CUT:
        return tr("A rule is broken here")
    if kind is Kind.SOLUTION:
        return tr("Solution found")
    if kind is Kind.END:
        return tr("The end")
    if kind is Kind.PHASE:
        return tr("A new board") if film.log.drafts else tr("Another search takes over")
    if kind in MAKING:
        return _making_headline(kind, about)
    return tr("Note")


def _making_headline(kind: Kind, about: str) -> str:
    words = {Kind.PUT: tr("Put: {what}"), Kind.TAKE: tr("Taken away: {what}"), Kind.KEEP: tr("Tried in vain: {what}")}
    return words[kind].format(what=about) if about else tr("The board so far")


def _no_cell(reason: Reason | None) -> str:
    """A decision that no cell shows: in its own words, else as what it is."""
    return told(reason.text) if reason is not None and reason.text else tr("a helper variable of the model")


def _usual_reason(kind: Kind, rule: str, depth: int = 0) -> str:
    """What can be said where the engine gave no reason of its own."""
    if kind is Kind.GUESS:
        return tr("The solver's own choice") if rule == "decision" else tr("The search tries this and sees where it leads")
    if kind is Kind.DEDUCE:
        return {"unit propagation": tr("all other ways to keep some clause are gone"),
                "clause": tr("all other ways to keep some given or learnt clause are gone"),
                "propagation": tr("it follows from the conditions of the model"),
                "fixed for good": tr("it holds in every answer that is left")}.get(rule, "")
    if kind is Kind.CONFLICT:
        return (tr("There is no way on from here: the guesses so far cannot all be right") if depth else
                tr("There is no way on and no guess to take back"))
    if kind is Kind.BACKTRACK:
        return tr("What was tried deeper than this is taken back")
    if kind is Kind.RESTART:
        return (tr("The solver goes back to its first guesses and goes on with what it has learnt") if depth else
                tr("The solver starts over with what it has learnt"))
    return tr("Every cell is decided") if kind is Kind.SOLUTION else ""


def sentence(text: str) -> str:
    """A remark of the solvers as a sentence."""
    text = told(text).strip()
    if not (text[:1] == "r" and text[1:2].isdecimal()):  # the name of a cell stays as it is
        text = text[:1].upper() + text[1:]
    return text if not text or text[-1] in ".!?…" else text + "."


def one_end(text: str) -> str:
    """Dots that say "and more" end a sentence as well."""
    return text.replace("….", "…").replace("…。", "…")
