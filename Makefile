# Everything is made in .venv by tools/setup.sh; `make` alone lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
BIN := .venv/bin
CODE := packages tests examples benchmarks tools
FILES = $(wildcard $(CODE))
OUT ?= runs

.PHONY: help setup setup-dev test unit coverage demo bench train-reflex lint format docs clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "make %-10s %s\n", $$1, $$2}' Makefile

setup:  ## install what running needs: .venv, packages, a browser (does nothing twice)
	@tools/setup.sh run

setup-dev:  ## install what tests and documents need, too
	@tools/setup.sh dev

test: setup-dev  ## check everything: format, lint, types, layers, house rules, all tests
	@tools/check.sh all

lint: setup-dev  ## the checks without the tests
	@tools/check.sh static

unit: setup-dev  ## the tests that need no browser
	@$(BIN)/python -m pytest -q -m "not browser"

coverage: setup-dev  ## the tests once more, counting what they reach
	@$(BIN)/coverage run -m pytest -q
	@$(BIN)/coverage report

format: setup-dev  ## write the files the way the formatter wants them
	@$(BIN)/ruff format $(FILES)
	@$(BIN)/ruff check --fix $(FILES)

demo: setup  ## the default agent with the embedded brain at work on real Chromium; writes a report
	@out="$(OUT)/demo-$$(date +%Y%m%d-%H%M%S)"; \
		$(BIN)/onscreen bench demo --steps --out "$$out"; \
		tools/open_report.sh "$$out"

bench: setup-dev  ## the measurements of the README, all of MiniWoB++ among them (hours)
	@for script in $(sort $(wildcard benchmarks/[!_]*.py)); do \
		echo "== $$script"; $(BIN)/python "$$script"; \
	done

train-reflex:  ## train the embedded model from scratch in runs/reflex (RECIPE=full or open; hours, see docs/guide/reflex.md)
	@tools/setup.sh train
	@tools/train_reflex.sh "$(or $(RECIPE),full)" "$(OUT)/reflex"

docs: setup-dev  ## build the documentation in site/, strictly
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "see site/index.html"

clean:  ## remove what was made, but for runs/
	@rm -rf .venv site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	@find packages tests -name __pycache__ -type d -prune -exec rm -rf {} +
