# Puzzle Studio: `make run` opens the studio, `make test` runs the tests. Both install what they need into .venv first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: run venv warm test test-slow test-all lint types contracts check example bench clean qt-libs

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

test: $(STAMP) qt-libs warm
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist loadgroup

# A family from outside, installed as a package into a folder of its own: its tests, and ours with it among the families.
EXAMPLE := $(CURDIR)/build/example
example: $(STAMP) qt-libs
	rm -rf $(EXAMPLE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation --target $(EXAMPLE) docs/examples/nurikabe
	PYTHONPATH=$(EXAMPLE) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest docs/examples/nurikabe/tests tests/core/test_registry.py
	PYTHONPATH=$(EXAMPLE) QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest tests/families/test_every_family.py tests/families/test_conformance.py tests/families/test_films.py \
		tests/ui/test_every_family_in_the_window.py tests/ui/test_lab.py -k nurikabe

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
