"""Beside the board: the search tree above, log, charts and statistics in tabs below. Shows one film; the table shows both."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QScrollArea, QSplitter, QTabWidget, QToolButton, QVBoxLayout, QWidget

from studio.share.film import Film
from studio.ui.fields import ChoiceField
from studio.ui.icons import put_icon
from studio.ui.look import scaled, share_of_screen
from studio.ui.tight import ElidedButton
from studio.ui.watch.bookmark_panel import BookmarkPanel
from studio.ui.watch.chart_text import ChartsPanel
from studio.ui.watch.charts import DepthChart, FilmChart, Histogram, RateChart, RuleBars
from studio.ui.watch.course_chart import CourseChart
from studio.ui.watch.log_panel import LogPanel
from studio.ui.watch.solution_panel import SolutionPanel
from studio.ui.watch.stats_panel import StatsPanel
from studio.ui.watch.tree_view import TreeView
from studio.ui.widgets import Folding, label, row, section

FOLDS = (0, 10, 100, 1000, 10_000)
"""sizes by which subtrees can be folded"""


class SidePanel(QWidget):
    """`jumped(position)` in the film shown; `chosen(number)` when the user asks for the other film."""

    jumped = Signal(int)
    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.film: Film | None = None
        self.tree = TreeView()
        self.log = LogPanel()
        self.depth_chart, self.histogram, self.rate, self.rules = DepthChart(), Histogram(), RateChart(), RuleBars()
        self.course = CourseChart()
        self.stats = StatsPanel()
        fold_tip = self.tr("Show every failed branch as one triangle")
        self.fold = self._tool("tree", self.tr("Fold failed"), fold_tip, True)
        self.fold.toggled.connect(self.tree.set_fold_failed)
        self.fold_size = ChoiceField()
        for nodes in FOLDS:
            text = self.tr("Fold up to {0:,}").format(nodes) if nodes else self.tr("Fold no size")
            self.fold_size.addItem(text, nodes)
        self.fold_size.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToContents)
        self.fold_size.setAccessibleName(self.tr("Fold subtrees by their size"))
        self.fold_size.setToolTip(self.tr("Show every subtree with at most so many nodes as one triangle"))
        self.fold_size.currentIndexChanged.connect(lambda _i: self.tree.set_fold_up_to(int(self.fold_size.currentData())))
        self.fit = self._tool("fit", self.tr("Fit"), self.tr("Show the whole tree (F)"))
        self.fit.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.fit.clicked.connect(lambda _checked=False: self.tree.fit())
        self.tree_size = label("", "muted")
        self.which = QButtonGroup(self)
        self.which.setExclusive(True)
        self.which_bar = self._which_bar()
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(self.tr("Log, charts and statistics"))
        self.tabs.addTab(self.log, self.tr("Log"))
        self.charts_panel = ChartsPanel(self.charts(), self._charts())
        self.tabs.addTab(self.charts_panel, self.tr("Charts"))
        self.tabs.addTab(self.stats, self.tr("Statistics"))
        self.bookmarks = BookmarkPanel()
        self.solutions = SolutionPanel()
        self.tabs.addTab(self.solutions, self.tr("Solutions"))
        self.tabs.addTab(self.bookmarks, self.tr("Notes"))
        self._lay_out()
        self.tree.jumped.connect(self.jumped)
        self.log.view.jumped.connect(self.jumped)
        self.bookmarks.jumped.connect(self.jumped)
        self.solutions.jumped.connect(self.jumped)
        self.depth_chart.jumped.connect(self.jumped)

    def _tool(self, icon: str, name: str, tip: str, checkable: bool = False) -> QToolButton:
        made = ElidedButton()
        put_icon(made, icon)
        made.setText(name)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        made.setCheckable(checkable)
        made.setToolTip(tip)
        made.setAccessibleName(name)
        return made

    def _which_bar(self) -> QWidget:
        holder = QWidget()
        across = row(spacing=0)
        for number, name in enumerate((self.tr("Left film"), self.tr("Right film"))):
            made = ElidedButton()
            made.setText(name)
            made.setCheckable(True)
            made.setChecked(number == 0)
            made.setToolTip(self.tr("Show the tree, log and charts of this film"))
            made.setAccessibleName(name)
            self.which.addButton(made, number)
            across.addWidget(made)
        across.addStretch(1)
        self.difference = self._tool("compare", self.tr("First difference"),
                                     self.tr("Go to the first event in which the two films differ (D)"))
        across.addWidget(self.difference)
        across.setContentsMargins(8, 6, 8, 0)
        holder.setLayout(across)
        self.which.idClicked.connect(self.chosen)
        holder.hide()
        return holder

    def _charts(self) -> QWidget:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(6, 8, 6, 8)
        column.setSpacing(10)
        column.addWidget(self.course)
        column.addWidget(self.depth_chart)
        column.addLayout(row(self.histogram, self.rate))
        column.addWidget(self.rules)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        return scroll

    def charts(self) -> tuple[FilmChart, ...]:
        return self.depth_chart, self.histogram, self.rate, self.rules, self.course

    def _lay_out(self) -> None:
        upper = QWidget()
        above = QVBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        above.setSpacing(4)
        self.heading = section(self.tr("Search tree"))
        name, tools = QWidget(), QWidget()
        name.setLayout(row(self.heading, self.tree_size, stretch=True))
        beside = QWidget()
        beside.setLayout(row(self.fold, self.fit))
        buttons = row(Folding(self.fold_size, beside))
        buttons.insertStretch(0, 1)
        tools.setLayout(buttons)
        head = QVBoxLayout()
        head.setContentsMargins(12, 8, 8, 0)
        head.addWidget(Folding(name, tools))
        above.addLayout(head)
        above.addWidget(self.tree, 1)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(upper)
        self.splitter.addWidget(self.tabs)
        self.splitter.setSizes([300, 380])
        self.splitter.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.which_bar)
        column.addWidget(self.splitter, 1)

    # --- what is shown ------------------------------------------------------------------------------------------------
    def set_two(self, two: bool) -> None:
        self.which_bar.setVisible(two)

    def set_narrow(self, narrow: bool) -> None:
        """Two of them side by side have less room."""
        style = Qt.ToolButtonStyle
        for tool in (self.fold, self.difference):
            tool.setToolButtonStyle(style.ToolButtonIconOnly if narrow else style.ToolButtonTextBesideIcon)
        for words in (self.heading, self.tree_size):
            words.setVisible(not narrow)
        room = share_of_screen(0.24) - 24
        self.fold_size.setVisible(not narrow or self.fold_size.sizeHint().width() <= room)  # no room for very large words
        self.setMinimumWidth(min(scaled(260 if narrow else 300), share_of_screen(0.24 if narrow else 0.36)))

    def set_which(self, number: int) -> None:
        button = self.which.button(number)
        if button is not None:
            button.setChecked(True)

    def show_film(self, film: Film | None) -> None:
        """Another film: everything at once."""
        self.film = film
        self.show_tree(film)
        self.show_log(film)
        self.show_charts(film)
        self.bookmarks.show_film(film)
        self.solutions.show_film(film)

    def show_tree(self, film: Film | None) -> bool:
        """False while the tree has more of the film to take in."""
        complete = self.tree.show_film(film)
        guesses = film.tree.size - 1 if film is not None else 0
        self.tree_size.setText(self.tr("{count:,} guesses").format(count=guesses) if film is not None else "")
        return complete

    def show_log(self, film: Film | None) -> None:
        self.log.view.show_film(film)
        self.log.refresh_count()

    def show_charts(self, film: Film | None) -> None:
        self.charts_panel.show_film(film)
