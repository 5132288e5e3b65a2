"""The Fillomino thesis to the letter, beside our own ladder: its board (chapter 5.1), its strategies (5.2 to 5.4), its
backtracking (chapter 6). Deliberately plain: nothing here knows candidates, and nothing is cleverer than the text."""
