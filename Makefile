# make demo    solve a deal and show the result
# make test    everything that must hold before a commit
# make verify  every composition on thousands of trees and deals (about an hour; stop and go on at will)
# make docs    write what the commands in the docs print now
# make figures draw the figures in the docs

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUILD  := pyproject.toml CMakeLists.txt $(wildcard kernel/*)
HAND   := "7..K.4 .2..K7 J...A3"
SPADES := "spades(players=3,bids=1/1/2,utility=mot,breaking=false)"

.PHONY: demo test verify docs figures format clean

demo: $(VENV)/installed
	$(BIN)/kibitz show $(SPADES) $(HAND)
	@echo
	$(BIN)/kibitz solve $(SPADES) $(HAND)

test: $(VENV)/tested
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest

verify: $(VENV)/tested
	$(BIN)/python tests/verify.py

docs: $(VENV)/tested
	$(BIN)/python docs/write_algorithm_pages.py
	$(BIN)/python tests/refresh_docs.py

figures: $(VENV)/tested
	$(BIN)/kibitz leaf-table "spades(players=3,cards=10)" --json > /dev/null \
	    --scale payoff --bounds 5,6,- --plot docs/images/figure-5.svg
	$(BIN)/kibitz leaf-table "spades(players=3,cards=10)" --json > /dev/null \
	    --scale payoff --bounds 5,3,3 --players 0,1,2 --plot docs/images/figure-7.svg
	$(BIN)/kibitz leaf-table "spades(players=3,cards=3,bids=1/1/2,utility=mot)" --json > /dev/null \
	    --plot docs/images/figure-8.svg

format: $(VENV)/tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BUILD) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/tested: $(BUILD) | $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[test]"
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
