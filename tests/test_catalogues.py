"""The catalogues: every message of the source is there in every language, with the same values."""

from __future__ import annotations

import pytest

from docs.tools.make_catalogues import LANGUAGES, messages, path_of
from studio.core import catalogue, registry
from studio.core.catalogue import values_of
from studio.core.engine import Status
from studio.core.turn import SYMMETRIES
from studio.setter.generate import DIFFICULTIES


def test_words_that_stand_in_tables_are_messages() -> None:
    """Difficulties, symmetries, answers and formats are shown by name, in the user's language."""
    known = {one for one, _ in messages()}
    formats = {codec.name for family in registry.families() for codec in family.codecs()
               if type(family).__module__.startswith("studio.")}
    assert not {*DIFFICULTIES, *SYMMETRIES, *map(str, Status), *formats} - known


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_missing_and_values_are_equal(language: str) -> None:
    known = catalogue.read(path_of(language)).messages
    wanted = messages()
    missing = [one for one, many in wanted if one not in known or known[one].many != many or not all(known[one].forms)]
    assert not missing, f"translate these and run docs/tools/make_catalogues.py --merge {language}: {missing[:5]}"
    assert len(known) == len(wanted), "run docs/tools/make_catalogues.py"
    for one, many in wanted:
        forms = known[one].forms
        assert len(forms) == (LANGUAGES[language][1] if many else 1), one
        most = set(values_of(one)) | set(values_of(many))
        assert all(set(values_of(form)) <= most for form in forms), one
        assert set(values_of(forms[-1])) >= set(values_of(many or one)), one
