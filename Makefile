# tools/setup.sh installs everything in .venv; `make` without a target lists the targets.

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

setup:  ## install the runtime requirements: .venv, packages, a browser (idempotent)
	@tools/setup.sh run

setup-dev:  ## also install the requirements of tests and documentation
	@tools/setup.sh dev

test: setup-dev  ## run all checks: format, lint, types, layers, house rules, all tests
	@tools/check.sh all

lint: setup-dev  ## run the checks without the tests
	@tools/check.sh static

unit: setup-dev  ## run the tests that need no browser
	@$(BIN)/python -m pytest -q -m "not browser"

coverage: setup-dev  ## run the tests with coverage
	@$(BIN)/coverage run -m pytest -q
	@$(BIN)/coverage report

format: setup-dev  ## format the code and apply automatic fixes
	@$(BIN)/ruff format $(FILES)
	@$(BIN)/ruff check --fix $(FILES)

demo: setup  ## run the default agent with the embedded net in real web applications and write a report
	@tools/demo.sh "$(OUT)/demo-$$(date +%Y%m%d-%H%M%S)"

bench: setup-dev  ## play all tasks of the suites, and run all benchmarks of the README (hours)
	@ONSCREEN_ALL_TASKS=1 $(BIN)/python -m pytest -q -n 2 --dist loadfile tests/device/bench tests/unit/bench tests/device/web/test_count_cache.py
	@for script in $(sort $(wildcard benchmarks/[!_]*.py)); do \
		echo "== $$script"; $(BIN)/python "$$script"; \
	done

train-reflex:  ## train the embedded net from scratch in runs/reflex (RECIPE=full or open; hours, see docs/guide/reflex.md)
	@tools/setup.sh train
	@tools/train_reflex.sh "$(or $(RECIPE),full)" "$(OUT)/reflex"

docs: setup-dev  ## build the documentation in site/ (strict mode)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "see site/index.html"

clean:  ## remove all build products except runs/
	@rm -rf .venv site dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	@find packages tests -name __pycache__ -type d -prune -exec rm -rf {} +
