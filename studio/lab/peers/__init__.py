"""Our engines beside other people's solvers on the same boards, in one run: `make bench-peers`.

`programs` says how each peer is asked (clingo, exact-cover packages: optional packages of the extra `peers`), `race` runs all
of them in child processes and counts CPU seconds, `page` makes tables and growth curves of it.
"""
