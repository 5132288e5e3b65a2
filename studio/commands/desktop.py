"""`puzzle-studio --install-desktop`: menu entry, icon and the file types `.puzzle`, `.film` for this user (freedesktop)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from studio.commands.common import ANSWERED, note
from studio.core.files import resource_folder, write_atomically
from studio.core.puzzle import BadPuzzle
from studio.core.say import say

APP_ID = "puzzle-studio"
MIME = "application/x-puzzle-studio"
FILM_MIME = f"{MIME}-film"
METAINFO = f"{APP_ID}.metainfo.xml"

MIME_XML = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{MIME}">
    <comment>Puzzle Studio puzzle</comment>
    <sub-class-of type="application/json"/>
    <glob pattern="*.puzzle"/>
  </mime-type>
  <mime-type type="{FILM_MIME}">
    <comment>Puzzle Studio film of a search</comment>
    <magic><match type="string" value="puzzle-studio film" offset="0"/></magic>
    <glob pattern="*.film"/>
  </mime-type>
</mime-info>
"""  # not for people


def data_home() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def desktop_entry(command: str) -> str:
    return "\n".join([
        "[Desktop Entry]", "Type=Application", "Name=Puzzle Studio", "GenericName=Logic puzzles",  # not for people
        "Comment=Draw, solve and study logic puzzles",  # not for people
        f"Exec={command} %F", f"Icon={APP_ID}", "Terminal=false",
        "Categories=Game;LogicGame;Education;", f"MimeType={MIME};{FILM_MIME};",
        "Keywords=puzzle;logic;fillomino;polyomino;solver;", "",
    ])


def launch_command() -> str:
    """How a menu starts this studio: the installed script, else this very interpreter."""
    script = Path(sys.executable).with_name(APP_ID)
    found = str(script) if script.exists() else shutil.which(APP_ID)
    return f'"{found}"' if found else f'"{sys.executable}" -m studio'


def install_desktop() -> int:
    if sys.platform in ("win32", "darwin"):
        raise BadPuzzle(say("--install-desktop is for Linux and other freedesktop systems"))
    home = data_home()
    icon = resource_folder() / "icons" / f"{APP_ID}.svg"
    written = {
        home / "applications" / f"{APP_ID}.desktop": desktop_entry(launch_command()).encode(),
        home / "mime" / "packages" / f"{APP_ID}.xml": MIME_XML.encode(),
    }
    metainfo = resource_folder() / METAINFO
    if metainfo.exists():
        written[home / "metainfo" / METAINFO] = metainfo.read_bytes()
    if icon.exists():
        written[home / "icons" / "hicolor" / "scalable" / "apps" / f"{APP_ID}.svg"] = icon.read_bytes()
        written[home / "icons" / "hicolor" / "scalable" / "mimetypes" / f"{MIME.replace('/', '-')}.svg"] = icon.read_bytes()
    for path, content in written.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, content)
        note(say("wrote {path}", path=path))
    _refresh("update-desktop-database", home / "applications")
    _refresh("update-mime-database", home / "mime")
    return ANSWERED


def _refresh(tool: str, folder: Path) -> None:
    """Tell the desktop about the new files where its tools exist; without them it notices at the next login."""
    if shutil.which(tool):
        subprocess.run([tool, str(folder)], capture_output=True, check=False)
