"""The ladder of Fillomino: what is known (state.py), the thesis' rules, our own, and all of them in order."""

from __future__ import annotations

from studio.core.deduction import Rule
from studio.families.fillomino.rules.area import NoOtherRegion
from studio.families.fillomino.rules.own import CompleteRegion, GivenBorder, NoRoom, OneRegion, OnlyNumber, TooLarge
from studio.families.fillomino.rules.pocket import Pocket
from studio.families.fillomino.rules.thesis import ForcedCells, Reachability, SingleExit
from studio.families.fillomino.rules.tries import Trial, TriesWithinTries, WhatTriesShare, WhicheverExit

BELOW: tuple[Rule, ...] = (OnlyNumber(), GivenBorder(), CompleteRegion(), SingleExit(), TooLarge(), NoRoom(), Reachability(),
                           ForcedCells(), OneRegion(), Pocket(), NoOtherRegion())
TRIES: tuple[Rule, ...] = (Trial(BELOW), WhatTriesShare(BELOW), WhicheverExit(BELOW))
LADDER = (*BELOW, *TRIES, TriesWithinTries((*BELOW, *TRIES)))
THESIS = ("single-exit", "forced-cells", "reachability")
ALWAYS = ("only-number",)
OWN = tuple(rule.name for rule in LADDER if rule.name not in (*THESIS, *ALWAYS))
