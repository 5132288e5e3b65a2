"""The kernel's functions for the ladder, whose state is of lists: plain Python in any process."""

from __future__ import annotations

from studio.families.fillomino.kernel import area, basics, propagate
from studio.families.fillomino.kernel import reach as reaching
from studio.solvers.kernels import plain

decide = plain(basics.decide)
entry_cost = plain(reaching.entry_cost)
find = plain(basics.find)
load = plain(basics.load)
raise_event = plain(basics.raise_event)
reach = plain(reaching.reach)
remove = plain(basics.remove)
separate_groups = plain(area.separate_groups)
surroundings = plain(propagate.surroundings)
undo = plain(basics.undo)
walled = plain(basics.walled)
