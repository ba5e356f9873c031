# make demo, make test: all their own set-up on a fresh Debian or Ubuntu with Python 3.11 or newer.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: install demo test lint bench prove servers clean

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed (PYTHON=/path/to/python3.x make ...)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --without-pip $(VENV) || \
	  { echo "no venv module: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip -q 2>/dev/null || sh tests/get-pip.sh $(BIN)/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@

demo: install
	$(BIN)/pbem demo

test: install lint servers
	$(BIN)/python -m pytest

lint: install
	$(BIN)/ruff check pbem tests
	$(BIN)/mypy
	$(BIN)/lint-imports

servers:
	@test ! -x tests/setup-servers.sh || tests/setup-servers.sh || true

bench: install
	$(BIN)/python -m tests.bench

prove: install
	$(BIN)/python -m tests.prove $(if $(QUICK),--quick) $(if $(SEED),--seed $(SEED))

clean:
	rm -rf $(VENV) demo
