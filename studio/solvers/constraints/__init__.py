"""The constraint kit: what families build their clause kernels from.

kit.py          Constraints: variables with meanings, clauses with names, counting, patterns; it is itself a clause kernel
names.py        Name: the rule behind clauses and cuts, in words, found again when somebody asks
cardinality.py  at most / at least / exactly k, several encodings
connected.py    connected and rooted sets: cuts on what an answer leaves apart     graph.py  on boards or any graph
levels.py       reachability written out: connectivity on partial assignments
region.py       regions of given sizes round given cells
patterns.py     windows and runs ("no 2x2", "no four in a row")
repair.py       large boards with many solutions: change a model only where it is wrong
units.py        which clause made a literal true
"""

from studio.solvers.constraints.connected import Connected, Members, Rooted
from studio.solvers.constraints.graph import BitGraph, Graph
from studio.solvers.constraints.kit import Constraints
from studio.solvers.constraints.names import Name, NamedClauses
from studio.solvers.constraints.region import Regions, regions
from studio.solvers.constraints.units import UnitFinder

__all__ = ["BitGraph", "Connected", "Constraints", "Graph", "Members", "Name", "NamedClauses", "Regions", "Rooted",
           "UnitFinder", "regions"]
