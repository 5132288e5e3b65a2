# Puzzle Studio: `make run` opens the studio, `make test` runs the tests. Both install what they need into .venv first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: matrix run venv warm first-second test test-slow test-all lint types contracts check example test-example bench-peers app test-app sizes clean qt-libs

run: $(STAMP) qt-libs
	@$(BIN)/python -m studio

venv: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) 2>/dev/null || sh .ci/system-packages venv $(PYTHON) $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $(STAMP)

# Qt needs a few system libraries that a bare machine lacks: installed as root, otherwise the one command is printed.
qt-libs: $(STAMP)
	@sh .ci/system-packages qt $(BIN)/python

# Compiled once before the tests, so that their worker processes do not all do it at the same time.
warm: $(STAMP)
	@$(BIN)/python -m studio warm

# CPU seconds to the first answer in a fresh clone without caches, of compiling everything, and of the same answers then.
first-second: $(STAMP) qt-libs
	@$(BIN)/python tests/bench_first_second.py --all

# Our engines beside clingo, CP-SAT and exact-cover packages on the same boards in one run: ratios and CPU seconds.
# `make bench-peers PAGE=docs/performance.md` writes the page with tables and growth curves, too.
bench-peers: $(STAMP) qt-libs warm
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,peers]'
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m studio peers $(if $(PAGE),--page $(PAGE))

test: $(STAMP) qt-libs warm
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadgroup

# A family from outside, installed as a package into a folder of its own: its tests (in a process of their own, as outside:
# ours want an application with widgets from the start), and ours with it among the families.
EXAMPLE := $(CURDIR)/build/example
example: $(STAMP) qt-libs
	rm -rf $(EXAMPLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --target $(EXAMPLE) docs/examples/nurikabe
	PYTHONPATH=$(EXAMPLE) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest docs/examples/nurikabe/tests
	PYTHONPATH=$(EXAMPLE) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest tests/core/test_registry.py tests/ui/test_guide.py
	PYTHONPATH=$(EXAMPLE) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 tests -k nurikabe

# All of our tests with the family from outside among the others.
test-example: $(STAMP) qt-libs warm
	rm -rf $(EXAMPLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --target $(EXAMPLE) docs/examples/nurikabe
	PYTHONPATH=$(EXAMPLE) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadgroup

# A stand-alone folder, dist/puzzle-studio, that needs no Python; with what the packages take in it.
app: $(STAMP) qt-libs
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,app]'
	$(BIN)/python -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/app packaging/app.spec
	@du -sh dist/puzzle-studio

# The stand-alone folder, the wheel and the source distribution, each in an empty place with an empty home.
test-app: app
	$(BIN)/python -m pytest -m slow tests/installed

# The window at 10, 16 and 20 pt, at scales 1, 1.5 and 2, in all languages and themes: contact sheets, and what is cut off there.
matrix: $(STAMP) qt-libs
	$(BIN)/python -m tests.ui.shoot --every --out build/matrix

# What an installation takes, piece by piece, and who wants it (docs/installing.md).
sizes: $(STAMP)
	@$(BIN)/python packaging/sizes.py

test-slow: $(STAMP) qt-libs
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -m slow

test-all: test test-slow

lint: $(STAMP)
	$(BIN)/ruff check .

types: $(STAMP)
	$(BIN)/mypy

contracts: $(STAMP)
	$(BIN)/lint-imports

check: lint types contracts test

clean:
	rm -rf $(VENV) build dist demo *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

generator-table:  ## how often and how fast the tiling generator hits a difficulty
	$(BIN)/python -m tests.setter.generator_table
