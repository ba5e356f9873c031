# make demo, make test: all their own set-up on a fresh Debian or Ubuntu with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install demo test lint bench prove servers clean

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Python 3.11 or newer is needed: apt-get install python3, or PYTHON=/path/to/python3.x make ..." >&2; exit 1; }
	@echo "setting up $(VENV) (once; a minute or two)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || $(PYTHON) -m venv --without-pip $(VENV) || \
	  { echo "Python has no venv module: apt-get install python3-venv" >&2; exit 1; }
	@$(BIN)/python tests/get_pip.py
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: install
	@$(BIN)/pbem demo

test: install lint servers
	$(BIN)/python -m pytest -n 2

lint: install
	$(BIN)/ruff check pbem tests
	$(BIN)/mypy
	$(BIN)/lint-imports

servers:
	@sh tests/setup-servers.sh

bench: install
	@$(BIN)/python -c 'import diplomacy' 2>/dev/null || $(BIN)/python -m pip install -q --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m tests.bench

prove: install
	$(BIN)/python -m tests.prove $(if $(QUICK),--quick) $(if $(SEED),--seed $(SEED))

clean:
	rm -rf $(VENV) demo
