"""Sentences that remember how they were made."""

import copy
import pickle

from studio.core.say import say, say_n


def test_a_said_sentence_is_an_ordinary_string():
    assert say("this {n} needs a neighbour", n=3) == "this 3 needs a neighbour"
    assert [say_n("{n} cell", "{n} cells", n=n) for n in (0, 1, 2)] == ["0 cells", "1 cell", "2 cells"]


def test_it_remembers_its_template_and_values_when_it_travels():
    said = say("{what} at {cell}", what=say_n("{n} group", "{n} groups", n=2), cell="r1c2")
    for twin in (pickle.loads(pickle.dumps(said)), copy.deepcopy(said)):
        assert twin == said == "2 groups at r1c2"
        assert twin.template == "{what} at {cell}"
        assert twin.values["what"].plural == "{n} groups" and twin.values["what"].values == {"n": 2}
