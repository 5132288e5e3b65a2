"""The kernel's functions for the ladder, whose state is of lists: plain Python in any process."""

from __future__ import annotations

from studio.families.fillomino.kernel import area, propagate
from studio.solvers.kernels import plain

decide = plain(propagate.decide)
entry_cost = plain(propagate.entry_cost)
find = plain(propagate.find)
load = plain(propagate.load)
reach = plain(propagate.reach)
remove = plain(propagate.remove)
separate_groups = plain(area.separate_groups)
surroundings = plain(propagate.surroundings)
undo = plain(propagate.undo)
