# make setup | up | test | lint | soak | bench: see README.md
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.current

.PHONY: setup up test lint format lock soak bench clean

setup: $(STAMP)

# Current means: the lock, the project's own description and the contract have not changed since the last install.
$(STAMP): requirements.lock pyproject.toml build_contract.py $(shell find proto -name '*.proto')
	$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info < (3, 14) else "Ludarium needs Python 3.11 to 3.13; set PYTHON=…")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

up: setup
	$(BIN)/ludarium up

test: setup lint
	$(BIN)/pytest

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/buf lint proto

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Writes the lock anew: names, versions and hashes of every platform, no addresses.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv
	build/lock/bin/uv pip compile pyproject.toml --extra dev --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --quiet -o requirements.lock

soak: setup
	$(BIN)/pytest -m soak

bench: setup
	$(BIN)/ludarium bench

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
