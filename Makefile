# The two commands of the README are `make demo` and `make test`; CONTRIBUTING.md says what the others are for.
# Each sets up the virtual environment it needs first.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
FOR_TESTS := $(VENV)/installed-for-tests
WITH_SITE := $(VENV)/installed-with-site
# Share of the blocks of a full pass that `make findings` plays.
FINDINGS_SCALE ?= 0.1
# The lowest versions that pyproject.toml allows, and the newest there are.
LOWEST := $(VENV)-lowest
NEWEST := $(VENV)-newest
# One process a core, four at most: each may need a gigabyte while it compiles.
PYTEST := -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile
RULES := tests/core tests/every_game tests/ganges tests/charmers
UNCOMPILED := $(BIN)/python $(PYTEST) $(RULES) -m "not slow and not long" --hypothesis-profile few
# What builds the package is constrained as well; pip 25.3 and later want the second variable for that.
CONSTRAINED := PIP_CONSTRAINT=constraints.txt PIP_BUILD_CONSTRAINT=constraints.txt

# As the command line does (rajas_sim/cli/__init__.py).
export OPENBLAS_NUM_THREADS ?= 1
# Containers often set it. Every process would then compile the sources again, and every worker the tests: pytest rewrites asserts.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-long test-lowest check constraints docs findings bench example calibrate clean

# The start-player question for 2, 3 and 4 players of three strengths; prints where the report is.
demo: $(INSTALLED)
	$(BIN)/rajas run experiments/demo.toml

# Style, types, and the tests: those of the rules with kernels as plain Python, then all of them compiled. The games are compiled
# in the meantime, since one of them takes longer than the other.
test: $(FOR_TESTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tests/compile_games.py & compiling=$$!; \
		{ $(BIN)/mypy && NUMBA_DISABLE_JIT=1 nice $(UNCOMPILED); } || { kill $$compiling; exit 1; }; wait $$compiling
	$(BIN)/python $(PYTEST)

# Before a release: tests too long for every change, the site, and the rules and strategies compiled with bounds checks.
test-long: $(FOR_TESTS) $(WITH_SITE)
	$(BIN)/python $(PYTEST) -m long
	NUMBA_BOUNDSCHECK=1 $(BIN)/python tests/compile_games.py
	NUMBA_BOUNDSCHECK=1 $(BIN)/python $(PYTEST) $(RULES) tests/strategies --hypothesis-profile thorough

# The compiled tests with the lowest versions that pyproject.toml allows, in an environment of its own.
test-lowest: $(LOWEST)/installed
	$(LOWEST)/bin/python tests/compile_games.py
	$(LOWEST)/bin/python $(PYTEST)

check: $(FOR_TESTS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Writes constraints.txt: the newest version of everything that pyproject.toml allows. Then run `make test`.
constraints:
	$(PYTHON) -m venv --clear $(NEWEST)
	$(NEWEST)/bin/python -m pip install --quiet --editable ".[dev,docs]"
	$(NEWEST)/bin/python -m pip list --format freeze --exclude-editable --exclude pip --exclude setuptools > constraints.txt
	rm -rf $(NEWEST)

# The documentation as a site that needs no server and no network: open site/index.html.
docs: $(WITH_SITE)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "site/index.html"

# Asks the questions of docs/findings.md and writes that page; questions that are answered in reports/findings are not asked again.
findings: $(INSTALLED)
	$(BIN)/python benchmarks/findings.py --scale $(FINDINGS_SCALE) --without adept

bench: $(INSTALLED)
	$(BIN)/rajas bench

# What the documentation shows: a report and the page of a game for either game.
FEWER := --set players=[2,3]
define EXAMPLE
	rm -rf reports/$(2) reports/new
	$(BIN)/rajas run $(1) --blocks 200 --no-report --out reports/new $(3)
	mv reports/new/$(1)-* reports/$(2)
	rm -rf reports/new reports/$(2)/.lock
	$(BIN)/rajas report reports/$(2)
	$(BIN)/rajas replay reports/$(2) 0 --html reports/$(2)/replay.html >/dev/null
endef
example: $(INSTALLED)
	$(call EXAMPLE,start_player,example)
	$(call EXAMPLE,charmers_start_player,example_charmers,$(FEWER))

# Compares the reference components with the targets in docs/components.md, one assumed group of values at a time.
calibrate: $(INSTALLED)
	$(BIN)/python benchmarks/calibrate.py
	$(BIN)/python benchmarks/calibrate.py --game charmers

# The demo installs what the program needs; what its tests need as well waits for `make test`. Without --no-compile, pip would
# compile some ten thousand modules that the demo never imports. Before tests all are compiled: libraries may warn when they
# are, and in tests a warning is an error.
$(INSTALLED): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(CONSTRAINED) $(BIN)/python -m pip install --quiet --no-compile --editable .
	touch $@

$(FOR_TESTS): $(INSTALLED)
	$(CONSTRAINED) $(BIN)/python -m pip install --quiet --no-compile --editable ".[dev]"
	$(BIN)/python -m compileall -qq --workers 0 -x '/tests/' $(VENV)/lib || true
	touch $@

$(WITH_SITE): $(INSTALLED)
	$(CONSTRAINED) $(BIN)/python -m pip install --quiet --editable ".[docs]"
	touch $@

$(LOWEST)/installed: pyproject.toml
	$(PYTHON) -m venv --clear $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet uv
	$(LOWEST)/bin/uv pip install --quiet --python $(LOWEST)/bin/python --resolution lowest-direct --editable ".[dev]"
	touch $@

clean:
	rm -rf $(VENV) $(LOWEST) $(NEWEST) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis
