"""Printing: this puzzle on paper, and many of them as a book."""

from __future__ import annotations

from studio.ui.controllers.controller import Controller


class Printing(Controller):
    def act_print(self) -> None:
        """This puzzle on paper: what it will look like, on which paper, with or without its rules and its solution."""
        from studio.ui.dialogs.printing import PrintDialog

        page = self.page()
        if page is not None:
            verdict = page.live.latest
            answer = page.document.puzzle.solution or (verdict.solution if verdict is not None else None)
            PrintDialog(page.document.puzzle, page.document.title, answer, self.desk.window).exec()

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
