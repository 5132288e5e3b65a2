"""Where to write: the name gets its ending first, and only then is it asked whether a file of that name may be replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from studio.core import files
from studio.core.files import safe_name


def completed(path: Path, endings: Sequence[str]) -> Path:
    """The path with one of the endings; the first of them where it has none."""
    return path if path.suffix.lower() in endings else path.with_name(path.name + endings[0])


def may_replace(parent: QWidget | None, path: Path) -> bool:
    standard = QMessageBox.StandardButton
    text = QCoreApplication.translate("ask_path", "There is a file {0} already. Replace it?").format(path)
    box = QMessageBox(QMessageBox.Icon.Warning, QCoreApplication.translate("ask_path", "Replace?"), text,
                      standard.Yes | standard.No, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setDefaultButton(standard.No)
    return bool(box.exec() == standard.Yes)


def save_path(parent: QWidget | None, title: str, start: Path | str,
              kinds: Mapping[str, Sequence[str]]) -> tuple[Path, str] | None:
    """Ask where to write. `kinds`: what a kind of file is called, without pattern -> its endings, the usual one first."""
    labels = {f"{name} ({' '.join('*' + ending for ending in endings[:1])})": name for name, endings in kinds.items()}
    known, first = list(labels), next(iter(kinds))
    while True:
        chosen, label = QFileDialog.getSaveFileName(parent, title, str(start), ";;".join(known), known[0],
                                                    QFileDialog.Option.DontConfirmOverwrite)
        if not chosen:
            return None
        kind = labels.get(label, first)
        path = completed(Path(chosen), kinds[kind])
        if not path.exists() or may_replace(parent, path):
            return path, kind
        start = path


def free_path(folder: Path, title: str) -> Path:
    """A file name that is not taken."""
    name, number = safe_name(title), 1
    path = folder / (name + files.EXTENSION)
    while path.exists():
        number += 1
        path = folder / f"{name} ({number}){files.EXTENSION}"
    return path


__all__ = ["completed", "free_path", "may_replace", "safe_name", "save_path"]
