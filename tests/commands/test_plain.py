"""No escape code from a name or title reaches the terminal, and no markup a label."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from studio.core import files, registry
from studio.core.plain import visible

ROOT = Path(__file__).resolve().parents[2]
EVIL = "\x1b]0;owned\x07\x1b[31mred\x9b2J\u202eslt"


def test_control_characters_are_spelled_out() -> None:
    shown = visible(f"a{EVIL}\nb\tc")
    assert not any(letter in shown for letter in "\x1b\x07\x9b\u202e") and "\\x1b" in shown and shown.endswith("\nb\tc")
    assert visible("Zürich – 謎 🙂") == "Zürich – 謎 🙂"


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs a pseudo terminal")
@pytest.mark.parametrize("command", [["solve"], ["check"], ["convert", "--to", "nonsense"], ["analyze"], ["engines"]])
def test_names_on_a_terminal(tmp_path: Path, command: list[str]) -> None:
    path = tmp_path / f"a{EVIL.replace('/', '')}.puzzle"
    files.save(path, replace(registry.family("_template").samples()[0], title=EVIL, author=EVIL))
    leader, follower = os.openpty()
    done = subprocess.Popen([sys.executable, "-m", "studio", *command, str(path)], cwd=ROOT, stdout=follower, stderr=follower)
    os.close(follower)
    told = b""
    while True:
        try:
            part = os.read(leader, 4096)
        except OSError:
            break
        if not part:
            break
        told += part
    done.wait()
    os.close(leader)
    assert told and b"\x1b" not in told and b"\x07" not in told and b"\xc2\x9b" not in told
