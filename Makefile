# The table companion. `make run` and `make test` need git, make and python3, and get the rest.

PYTHON ?= python3
VENV   ?= .venv
ARGS   ?=
BIN    := $(VENV)/bin
export PYTHON VENV

.DEFAULT_GOAL := help
.PHONY: help run test lint format soak bench lock clean prepare-run prepare-test \
	install uninstall rig-camera rig-gpio rig-service

help:  ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' Makefile

run: prepare-run  ## Start the companion: the real table where found, the simulated one where not
	$(BIN)/python -m companion run $(ARGS)

test: prepare-test  ## Everything that must hold before a change is kept
	$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest -n auto $(ARGS)

lint: prepare-test  ## Format, style, dependency direction, types
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/lint-imports
	$(BIN)/mypy

format: prepare-test  ## Put the code into its format
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

soak: prepare-test  ## Long random play, ten thousand power cuts: minutes
	$(BIN)/python -m pytest -n auto -m "slow and not pi" --timeout 3600 $(ARGS)

rig-gpio: prepare-test  ## The button back ends on a kernel's GPIO chip, in an emulator (no Pi needed)
	tools/rigs/gpio/run $(ARGS)

rig-camera:  ## The Pi's camera adapter on libcamera and a simulated sensor, in an emulator (root)
	tools/rigs/camera/run $(ARGS)

rig-service: prepare-test  ## Install, run, hang, kill, upgrade, remove: in a container with systemd (root)
	tools/rigs/service/run

install:  ## Install as a service of this Pi, or bring it up to date (sudo)
	@tools/install

uninstall:  ## Remove the service; games stay (sudo)
	@tools/uninstall

bench: prepare-test  ## Measure on this machine, peers in the same run
	for subject in rules referee journal amend vision voice presses web idle; do \
		$(BIN)/python -m companion bench $$subject || exit 1; done

lock: prepare-test  ## Write down the versions of the present environment
	tools/lock

clean:  ## Remove what was made here; games in data/ stay
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache \
		.import_linter_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +

prepare-run:
	@tools/prepare run

prepare-test:
	@tools/prepare test
