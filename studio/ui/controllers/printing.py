"""Printing: this puzzle on paper or as a picture, and many of them as a book."""

from __future__ import annotations

from studio.ui.controllers.controller import Controller
from studio.ui.controllers.desk import Desk
from studio.ui.controllers.filing import Filing


class Printing(Controller):
    def __init__(self, desk: Desk, filing: Filing) -> None:
        super().__init__(desk)
        self._filing = filing

    def act_print(self) -> None:
        """This puzzle on paper: what it will look like, on which paper, with or without its rules and its solution."""
        from studio.ui.dialogs.printing import PrintDialog

        page = self.page()
        if page is not None:
            PrintDialog(page.document.puzzle, page.document.title, page.known_solution(), self.desk.window).exec()

    def act_picture(self) -> None:
        """This puzzle as a picture: what it will look like, how large, with what on it and beside it."""
        from studio.ui.dialogs.picture import PictureDialog

        page = self.page()
        if page is not None:
            PictureDialog(page.picture_board(), page.document.title, page.picture_wanted(), page.known_solution(),
                          self._filing.last_folder, self.desk.window).exec()

    def act_book(self) -> None:
        """What the library shows, if one looks at it; else the open puzzles."""
        from studio.ui.dialogs.book import BookDialog
        from studio.ui.library import LibraryPage

        shelf_page = self.desk.tabs.currentWidget()
        if isinstance(shelf_page, LibraryPage):
            puzzles = [entry.puzzle for entry in shelf_page.shown()]
        else:
            puzzles = [page.document.puzzle for _, page in self.desk.pages()]
        if puzzles:
            BookDialog(puzzles, self.desk.window).exec()
        else:
            self.desk.notice.tell(self.tr("Open a puzzle or the library first."))
