"""The command line. Commands live in `studio/commands`, one module each; Qt is imported only for windows and pictures."""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import pkgutil
import sys
from pathlib import Path

from studio import __version__
from studio.commands.common import BAD_INPUT, BROKEN, STOPPED, Command, tell
from studio.commands.parser import Parser
from studio.core import language, log
from studio.core.language import NAMES, PSEUDO
from studio.core.plain import plain_terminal
from studio.core.puzzle import BadPuzzle
from studio.core.say import say
from studio.solvers.kernels.policy import VARIABLE, Kernels, choose


def commands() -> dict[str, Command]:
    """The command table: every module in `studio/commands` that has a COMMAND."""
    package = importlib.import_module("studio.commands")
    found = (command_named(module.name) for module in pkgutil.iter_modules(package.__path__))
    return {command.name: command for command in found if command is not None}


def command_named(word: str) -> Command | None:
    """The command of that name: it stands in the module of that name, and no other is imported for it."""
    if not word.isidentifier() or importlib.util.find_spec(f"studio.commands.{word}") is None:
        return None
    command = getattr(importlib.import_module(f"studio.commands.{word}"), "COMMAND", None)
    return command if isinstance(command, Command) else None


def build_parser(only: Command | None = None) -> argparse.ArgumentParser:
    """The parser of all commands, or of the one that was named: nobody waits for the others to be imported."""
    parser = Parser(
        prog="puzzle-studio", description="Draw, solve and study logic puzzles. Without a command it opens the window.",
        epilog="puzzle-studio [FILE…] opens the window.")
    parser.add_argument("--install-desktop", action="store_true", help="add a menu entry, an icon and the .puzzle file type")
    parser.add_argument("--version", action="version", version=f"Puzzle Studio {__version__}")
    parser.add_argument("--kernels", choices=[each.value for each in Kernels],
                        help="run the fast kernels compiled, or as plain Python: same answers (the rule: plain at first, then "
                             "compiled where that takes long)")
    parser.add_argument("--lang", metavar="CODE", choices=[*NAMES, PSEUDO],
                        help="the language to speak: en, nl, de or ja (the rule: the system's)")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in sorted(commands().items()) if only is None else [(only.name, only)]:
        sub = subparsers.add_parser(name, help=command.help, description=command.help)
        command.configure(sub)
        sub.set_defaults(run=command.run)
    return parser


def run(argv: list[str], own_process: bool = False) -> int:
    """Run one command line; returns the exit code. Bad input is one sentence on standard error and exit code 2.

    `own_process`: this process was started for it and does nothing else.
    """
    with plain_terminal():
        before = os.environ.get(language.VARIABLE)
        wanted = asked_language(argv)
        try:
            if wanted in (*NAMES, PSEUDO):
                language.use(wanted)
                return _run(without_language(argv), own_process, wanted)
            if own_process and before is None:
                language.use("")
            return _run(argv, own_process)
        finally:
            if not own_process and wanted:
                language.go_back(before)


def _run(argv: list[str], own_process: bool, wanted: str = "") -> int:
    try:
        if _wants_window(argv):
            return open_window(argv, wanted)
        command = _named_command(argv)
        parser = build_parser(command)
        arguments = parser.parse_args(argv)
        if arguments.kernels is not None:
            os.environ[VARIABLE] = arguments.kernels  # for this process and all that it starts
        if own_process and command is not None and command.asks_workers:
            choose(Kernels.PLAIN, forks_may_differ=arguments.kernels is None)
        if arguments.install_desktop:
            from studio.commands.desktop import install_desktop

            return install_desktop()
        if arguments.command is None:
            parser.print_help()
            return BAD_INPUT
        code: int = arguments.run(arguments)
        return code
    except BadPuzzle as fault:
        tell(str(fault))
        return BAD_INPUT
    except KeyboardInterrupt:
        tell(say("stopped"))
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as fault:
        log.to_terminal(log.details_of(fault))
        tell(say("something went wrong ({brief}); details are in {log_file}", brief=log.brief(fault),
                 log_file=log.log_file()))
        return BROKEN


def asked_language(argv: list[str]) -> str:
    """The language that is asked for before the command; "" if none is."""
    for at, word in enumerate(argv):
        if word == "--lang":
            return argv[at + 1] if at + 1 < len(argv) else ""
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if not word.startswith("-") and argv[at - 1 : at] != ["--kernels"]:
            break
    return ""


def without_language(argv: list[str]) -> list[str]:
    at = next(at for at, word in enumerate(argv) if word.startswith("--lang"))
    return argv[:at] + argv[at + (2 if argv[at] == "--lang" else 1) :]


def _named_command(argv: list[str]) -> Command | None:
    """The command in a command line; None if the parser has to look at all of it (help, a word that is no command)."""
    words = iter(argv)
    for word in words:
        if word in ("--kernels", "--lang"):
            next(words, None)
        elif not word.startswith("--kernels="):
            return command_named(word)
    return None


def _wants_window(argv: list[str]) -> bool:
    if not argv:
        return True
    word = argv[0]
    return not word.startswith("-") and command_named(word) is None and (Path(word).exists() or _looks_like_file(word))


def _looks_like_file(word: str) -> bool:
    return "/" in word or "." in word


def has_display() -> bool:
    """True where a window can be shown; the off-screen platform of the tests counts."""
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_window(paths: list[str], wanted: str = "") -> int:
    """`wanted`: the language that this window speaks; "" is that of its Preferences."""
    if not has_display():
        from studio.commands.demo import play_demo

        tell(say("there is no display here, so no window can open; playing the demo off-screen instead."))
        return play_demo(Path("demo"))
    from studio.ui.app import main as window_main

    return window_main(paths, wanted)
