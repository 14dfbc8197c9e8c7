# make setup | up | test | lint | format | lock | soak | audit | bench | bench-gate | clean: see README.md
VENV := .venv
BIN := $(VENV)/bin
# An existing .venv keeps its Python unless another is asked for: make setup PYTHON=python3.12
PYTHON ?= $(or $(wildcard $(BIN)/python),python3)
RELEASE := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
STAMP := $(VENV)/.current-$(RELEASE)
PIP_INSTALL := $(BIN)/python -m pip --disable-pip-version-check install --quiet
UV_COMPILE := build/lock/bin/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --no-header

.PHONY: setup up test test-redis lint breaking format lock soak audit bench bench-gate clean

setup: $(STAMP)
	$(if $(INSTALLED),@:,@echo "setup: $(VENV) is current (Python $(RELEASE))")

# Current means: the Python, the lock, the project's own description and the contract are those of the last install.
# The folders of proto are listed with its files, so that a file taken away is noticed as well.
$(STAMP): requirements.lock pyproject.toml build_contract.py $(shell find proto)
	$(eval INSTALLED := yes)
	@case "$(RELEASE)" in 3.11|3.12|3.13) ;; *) \
		echo "setup: Ludarium needs Python 3.11 to 3.13, but $(PYTHON) is '$(RELEASE)': make setup PYTHON=..." >&2; exit 1;; esac
	@echo "setup: installing the locked libraries and the contract into $(VENV) (Python $(RELEASE))"
	@test "$$($(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$(RELEASE)" \
		|| $(PYTHON) -m venv --clear $(VENV)
	@$(PIP_INSTALL) --require-hashes --requirement requirements.lock
	@$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

up: setup
	$(BIN)/ludarium up

test: lint
	$(BIN)/pytest --numprocesses auto --reruns 1

# The tests that promise something of any store, on the Redis that LUDARIUM_TEST_REDIS_IMAGE names: see .ci/docker-redis.
test-redis: setup
	$(BIN)/pytest -m any_store

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/buf lint proto
	@$(MAKE) --no-print-directory --silent breaking

# Compares the contract with that of the last release, which is the last tag v* below this commit.
breaking: $(STAMP)
	@release=$$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null); \
	if [ -z "$$release" ]; then echo "buf breaking: no release yet"; exit 0; fi; \
	echo "buf breaking: against $$release"; \
	$(BIN)/buf breaking proto --against "$$(git rev-parse --git-common-dir)#format=git,tag=$$release,subdir=proto"

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Writes both locks anew: names, versions and hashes for every platform, no addresses. The image's is a part of the other.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip --disable-pip-version-check install --quiet uv
	$(UV_COMPILE) --extra dev --upgrade --output-file requirements.lock
	$(UV_COMPILE) --constraint requirements.lock --output-file deploy/requirements.lock

# Writes docs/soak.md and .json; make soak ONLY=kill_9 runs those that pytest -k selects, and replaces their lines.
soak: setup
	$(BIN)/pytest -m soak --sheet docs -k "$(ONLY)"

# Known faults of the image's libraries. What can't be asked from here is said, and is no failure.
audit:
	@.ci/audit deploy/requirements.lock

# The full sheet: some minutes, on a machine with nothing else to do. The gate compares a short run with it, by ratios.
bench: setup
	$(BIN)/ludarium bench --sheet docs/benchmark

bench-gate: setup
	$(BIN)/ludarium bench --quick --gate docs/benchmark.json

clean:
	rm -rf $(VENV) build .mypy_cache .ruff_cache .import_linter_cache .pytest_cache .hypothesis
