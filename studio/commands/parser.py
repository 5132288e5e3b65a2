"""A parser of command lines that speaks the user's language: its own words, helps and complaints."""

from __future__ import annotations

import argparse
from typing import Any

from studio.core.language import told
from studio.core.say import marked

WORDS = (
    marked("usage: "), marked("positional arguments"), marked("options"), marked("show this help message and exit"),
    marked("show program's version number and exit"), marked("%(prog)s: error: %(message)s\n"),
    marked("argument %(argument_name)s: %(message)s"), marked("the following arguments are required: %s"),
    marked("one of the arguments %s is required"), marked("unrecognized arguments: %s"), marked("not allowed with argument %s"),
    marked("expected one argument"), marked("expected at most one argument"), marked("expected at least one argument"),
    marked("expected %s argument"), marked("expected %s arguments"), marked("ignored explicit argument %r"),
    marked("ambiguous option: %(option)s could match %(matches)s"), marked("invalid %(type)s value: %(value)r"),
    marked("invalid choice: %(value)r (choose from %(choices)s)"),
    marked("unknown parser %(parser_name)r (choices: %(choices)s)"), marked(" (default: %(default)s)"),
)
"""what `argparse` itself says"""


class Helps(argparse.HelpFormatter):
    """Helps are told when they are asked for."""

    def _expand_help(self, action: argparse.Action) -> str:
        english = action.help
        action.help = told(english or "")
        try:
            return super()._expand_help(action)
        finally:
            action.help = english

    def _format_text(self, text: str) -> str:
        return super()._format_text(told(text))


class Parser(argparse.ArgumentParser):
    def __init__(self, **wishes: Any) -> None:
        speak()
        super().__init__(**{"formatter_class": Helps, **wishes})


def speak() -> None:
    """`argparse` asks gettext, which knows other places than ours."""
    vars(argparse).update(_=told, ngettext=lambda one, many, n: told(one if n == 1 else many))
