# make run    start the server            make check   format, lint, types and layers
# make test   everything that is checked  make fix     repair format and lint where possible
# make soak   many random sessions        make lock    choose the newest packages and pin them
# make bench  measure
#
# Each target sets up what it needs in .venv first. Nothing but Python 3.11 or newer and make has to be there.

VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=
# How many tests run side by side: two more than there are cores, at most four, for those in a browser mostly wait. 0 runs
# them in one process, as a debugger wants.
WORKERS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 2)

# A test run starts Python some hundred times; each start would compile the application anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test soak check fix bench lock clean

help:
	@sed -n '/^#/!q; s/^# \{0,1\}//p' Makefile

# Arguments go through ARGS: make run ARGS="--local --port 9000"
run: $(VENV)/.ready-to-run
	@$(BIN)/python -m app.cli serve $(ARGS)

# A part of the tests: make test ARGS="tests/rules -k terrain"
# Installing what the tests need and compiling the tests (which each worker would do for itself) go on beside the checks.
test: $(VENV)/.ready-to-test
	@sh scripts/test_services.sh $(BIN)/python & services=$$!; \
	$(BIN)/python -m pytest --collect-only -qq $(ARGS) >/dev/null 2>&1 & compiling=$$!; \
	$(MAKE) --no-print-directory check; checked=$$?; \
	wait $$services; there=$$?; wait $$compiling; [ $$checked = 0 ] && [ $$there = 0 ]
	$(BIN)/python scripts/with_postgres.py $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses=4 --dist=worksteal $(ARGS)

# A thousand sessions of random players: make soak ARGS="--sessions 100 --first 5000", one alone: ARGS="--seed 7"
soak: $(VENV)/.ready-to-test
	$(BIN)/python -m tests.soak $(ARGS)

check: $(VENV)/.ready-to-test
	$(BIN)/python -m ruff format --check --quiet .
	$(BIN)/python -m ruff check --quiet .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-cache

fix: $(VENV)/.ready-to-test
	$(BIN)/python -m ruff check --fix --quiet . || true
	$(BIN)/python -m ruff format .

bench: $(VENV)/.ready-to-bench
	$(BIN)/python -m bench $(ARGS)

# The locks hold hashes and no address, so that they are good for any mirror.
LOCK = $(VENV)-lock/bin/uv pip compile pyproject.toml --group build --upgrade --python-version 3.11 --universal --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header --quiet
lock:
	@test -x $(VENV)-lock/bin/uv || { python3 -m venv $(VENV)-lock && $(VENV)-lock/bin/pip install -qq 'uv>=0.13'; }
	$(LOCK) -o requirements.txt
	$(LOCK) --group dev -c requirements.txt -o requirements-dev.txt
	@echo chess | $(VENV)-lock/bin/uv pip compile - --upgrade --python-version 3.11 --universal --generate-hashes \
		--no-emit-index-url --no-emit-find-links --no-header --quiet -o requirements-bench.txt
	@! grep -n '://' requirements.txt requirements-dev.txt requirements-bench.txt

clean:
	rm -rf $(VENV) $(VENV)-lock .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache *.egg-info build

$(VENV)/.ready-to-run: requirements.txt pyproject.toml scripts/bootstrap.sh
	@sh scripts/bootstrap.sh $(VENV) requirements.txt
	@touch $@

$(VENV)/.ready-to-test: requirements-dev.txt requirements.txt pyproject.toml scripts/bootstrap.sh
	@sh scripts/bootstrap.sh $(VENV) requirements-dev.txt
	@touch $(VENV)/.ready-to-run $@

# The yardstick is built from source with the build tool that is pinned and there already, so nothing else is fetched.
$(VENV)/.ready-to-bench: $(VENV)/.ready-to-test requirements-bench.txt
	$(BIN)/python -m pip install -qq --no-input --disable-pip-version-check --no-deps --no-build-isolation \
		--require-hashes -r requirements-bench.txt
	@touch $@
