"""What the search kernel keeps, by name: one record (`studio/solvers/kernels`), and the words for what stands in it.

A literal is 2*v (variable v is true) or 2*v + 1 (it is false). Four kinds of variables:

  SQUARE_VAR  x(i)        cell i holds a square;
  OWNER_VAR   o(i, a)     cell i belongs to the block whose arrow square is anchor a (at its own cell that is x);
  NEXT_VAR    s(p, q)     the blocks at anchors p and q of one arrow are consecutive: made when a search first needs it;
  SHIFT_VAR   z(p, q, u)  the block of p, shifted so that p lands on u, lies inside the block of q: made together with s.

Anchors are the cells of arrows, numbered arrow by arrow. A pair is two anchors whose blocks were consecutive at some time.
"""

from __future__ import annotations

from studio.solvers.kernels import F64, I32, Fixed, Record

# kinds of variables
SQUARE_VAR, OWNER_VAR, NEXT_VAR, SHIFT_VAR = range(4)

# kinds of reasons; what their two numbers are stands beside them (see `explain.py`)
DECIDED = 0
CLAUSE = 1  # the number of a clause; none
ONE = 2  # a literal that implies it (itself: a fact that rests on nothing); then where the fact comes from
TWO = 3  # two literals that imply it together
UNREACHED = 4  # the anchor that cannot reach the cell; none
BRIDGE = 5  # the anchor; a cell of its block that would be cut off
TWO_EXTRAS = 6  # two cells that would both be added
NO_EXTRA = 7  # none, none
SAME_SHAPE = 8  # the pair; the added cell
ONLY_EXTRA = 9  # the pair; the only cell that can be added
TOO_SHORT = 10  # (of a conflict) an arrow without room for two blocks
NO_PLACE = 11  # (of a conflict) a cell that cannot hold the square that it has to

# where a fact that rests on nothing else comes from
FROM_RULES, FROM_CONFLICT, FROM_ANSWER, FROM_GIVEN, FROM_WIDER_SEARCH = range(5)

# what a clause says: of a learnt one how many levels it spans (its LBD, 1 or more), of the others which rule it is
HAS_OWNER, TWO_BLOCKS, HAS_SHIFT, ARE_NEXT, NEW_ANSWER = 0, -1, -2, -3, -4

# how a search ends
UNKNOWN, FOUND, REFUTED, NO_ROOM = range(4)

LUBY_UNIT = 64  # conflicts before the first restart

# rows of the film: kind, literal, reason and its two numbers, depth; of a clause the second number is what it says
FILM_COLUMNS = 6
FILM_GUESS, FILM_DEDUCE, FILM_AGAINST, FILM_CONFLICT, FILM_BACK, FILM_RESTART = range(1, 7)
# (AGAINST: why the opposite of a conflict's literal holds; the conflict itself comes right after it)


class Memory(Record):
    """One search. Arrays are indexed by what their heading says; `a * cells + i` stands for anchor a and cell i."""

    cells: Fixed
    rows: Fixed
    cols: Fixed
    anchors: Fixed

    # --- how much there is, and how much room for it ---------------------------------------------------------------------
    variable_count: int
    clause_count: int
    pair_count: int
    arena_length: int
    learnt_count: int
    variable_room: int
    clause_room: int
    pair_room: int
    arena_room: int
    out_of_room: int

    # --- where the search stands -----------------------------------------------------------------------------------------
    depth: int  # decisions that hold now
    trail_length: int
    propagated: int  # how much of the trail has been looked at
    heap_length: int
    cause_length: int
    stamp: int  # marks of walks: a new number for every walk
    until_restart: int  # conflicts
    wide: int  # 1: blocks may reach as far as they like
    contrary: int  # 1: there was an answer, and phases are what the last one is not

    # --- statistics ------------------------------------------------------------------------------------------------------
    decisions: int
    conflicts: int
    steps_back: int
    restarts: int  # by plan
    interruptions: int  # restarts to get more room
    reductions: int  # of the learnt clauses
    deepest: int

    # --- what begins as zeros; all other arrays are written before they are read -----------------------------------------
    scratch: I32  # by variable, and by level
    owners_to: I32  # by cell: where its part of `owners` ends
    mark: I32  # by cell: stamps of walks
    owned_count: I32  # by anchor: how many cells it owns
    anchor_waits: I32  # by anchor; 1: it waits for a walk
    arrow_waits: I32  # by arrow

    # --- by variable -----------------------------------------------------------------------------------------------------
    kind: I32
    first: I32  # the cell of x and o, the pair of s and z
    second: I32  # the anchor of o, the landing cell u of z
    level: I32  # how deep the search was when it got its value
    position: I32  # its place on the trail
    reason: I32  # why it has its value: the kind of reason ...
    reason_a: I32  # ... and its two numbers
    reason_b: I32
    phase: I32  # the value to try first, as the last bit of a literal: the one it had last (phase saving), but see `contrary`
    activity: F64  # how often it took part in conflicts lately (VSIDS)
    activity_step: float  # what taking part is worth now; it grows
    heap: I32  # open variables, the most active one first
    heap_place: I32  # where a variable stands in the heap, -1: not there
    seen: I32  # marks of the conflict analysis
    trail: I32  # literals in the order in which they became true
    level_start: I32  # by depth: where on the trail it begins
    cause: I32  # false literals: a conflict, or what forced a literal
    learnt: I32  # literals of a clause in the making

    # --- by literal ------------------------------------------------------------------------------------------------------
    value: I32  # 1 true, -1 false, 0 open
    watch: I32  # the first watch of a clause on this literal, -1: none

    # --- by cell ---------------------------------------------------------------------------------------------------------
    beside: I32  # 4 * cell + side: the white cell there, -1: none
    row: I32
    col: I32
    anchor_at: I32  # -1: not on an arrow
    square_var: I32  # -1: blocked
    owner: I32  # the anchor that owns it, -1: unknown
    owners_from: I32  # which part of `owners` are the anchors that may own it
    flood: I32  # the stack of a walk
    found_at: I32  # of a depth-first walk: when a cell was met,
    low: I32  # the earliest cell that it and those after it touch,
    parent: I32  # the cell before it,
    step: I32  # the sides that were tried,
    below: I32  # and an owned cell that is reached through it, -1: none

    # --- by anchor, by arrow ---------------------------------------------------------------------------------------------
    anchor_cell: I32
    arrow_of: I32
    domain_from: I32  # which part of `domain` are the cells that it may own
    domain_to: I32
    pair_after: I32  # the pair that it begins, -1: none
    pair_before: I32  # the pair that it ends
    anchor_queue: I32
    anchors_waiting: int
    arrow_from: I32  # its first anchor
    arrow_to: I32
    arrow_queue: I32
    arrows_waiting: int

    # --- by pair ---------------------------------------------------------------------------------------------------------
    earlier: I32  # its two anchors
    later: I32
    next_var: I32  # s
    shift_vars: I32  # the first z; one for each cell of the later anchor's domain, in that order
    shift_var: I32  # the z that is true, -1: none yet
    pair_waits: I32
    pair_queue: I32
    pairs_waiting: int

    # --- by clause, by watch (2 * clause + 0 or 1) ---------------------------------------------------------------------------
    clause_from: I32  # its place in the arena
    clause_size: I32
    clause_says: I32
    watch_next: I32
    arena: I32  # the literals of all clauses

    # --- tables ----------------------------------------------------------------------------------------------------------
    own_var: I32  # a * cells + i: o(i, a), -1: cannot be
    owned: I32  # a * cells + k: the cells that a owns, in the order in which it got them
    pair_of: I32  # p * anchors + q, -1: none yet
    domain: I32  # cells that each anchor may own, its own first, the nearest before the others
    owners: I32  # anchors that may own each cell
    film: I32
    film_room: int  # rows; 0: nobody watches
    film_length: int
