"""A random walk over divisions of the board: from one solution to many others near it.

    state.py   the working state: regions as rings of cells, and what a division costs
    steps.py   one step: a cell passes from its region to a neighbouring one, or becomes a region of its own
    nearby.py  the walk as Python asks for it: further solutions, each with a number in some cell that none before had there
    survey.py  which cells all solutions share: the walk shows what differs, the clause kernel proves what does not
    inventory.py  every number that each cell can hold; stock.py what is known of that; hidden.py the sizes of hidden regions;
                  divide.py parts of a known hidden region
"""
