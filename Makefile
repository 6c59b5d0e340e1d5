# make demo            solve a deal and show the result
# make test            everything that must hold before a commit
# make verify          every composition on thousands of trees and deals (an hour; stop and go on at will)
# make verify-engines  the kernel against the reference on 20,000 deals (stop and go on at will)
# make verify-backups  back-up rules against plain recursion on 10,000 trees (stop and go on at will)
# make verify-stops    1,000 stops at random of each anytime search (stop and go on at will)
# make verify-tables   10,000 searches with tables that overflow (a quarter of an hour)
# make verify-limits   10,000 calls with limits of 1 to 200 ms (minutes; stop and go on at will)
# make verify-advise   10,000 choices of players with clocks of 5 to 200 ms (minutes; stop and go on at will)
# make verify-own      30,000 positions of random own games against plain max^n (stop and go on at will)
# make verify-rules    small deals of every game of rules, and random files of rules, against plain max^n (stop and go on at will)
# make verify-bridge   every lead of 200 whole deals of bridge against DDS (a minute or two)
# make verify-page     whole games in the browser, reloaded and left on the way (some ten minutes)
# make bench           nodes of a fixed set of searches; ratios to DDS, of engines, workers and threads, and start-up (docs/speed.md)
# make load            fifty visitors of the page for two minutes
# make sanitize        the tests of the kernel under the address, undefined-behaviour and thread sanitizers
# make fuzz            mangled texts of games, positions and algorithms, for a minute
# make docs            write what the commands and docstrings in the docs say now
# make site            the docs as a site with search in build/site; a broken link is an error
# make ladder          the players against each other, into docs/ladder.md (an hour; stop and go on at will)
# make figures         draw the figures in the docs
# make pictures        take the pictures of the page (needs chromium)
# make dist            a source archive and wheels for the Pythons found here in dist/, each tried in an environment of its own
# make reproduce       every table of the papers and its page in the docs (hours; stop and go on at will)

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
BUILD  := pyproject.toml CMakeLists.txt $(wildcard kernel/*.* kernel/games/*)
HAND   := "7..K.4 .2..K7 J...A3"
DEAL   := "W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K W"
TREE   := "0[(5,4,1) 1[(0,6,4) (9,1,0)] 1[(3,3,4) 2[(3,4,3) (9,0,1)]]]"
SPADES := "spades(players=3,bids=1/1/2,utility=mot,breaking=false)"

# With what builds it in $(VENV) too, a second install does not compile all again.
INSTALL := $(BIN)/pip install --disable-pip-version-check --no-build-isolation --editable
# Where a sanitizer writes what it finds: pytest swallows what a process says as it dies.
REPORT := $(CURDIR)/build/sanitized/report
IN_KERNEL := --ignore tests/engines/reference/test_definition.py -k "not [reference and not reference]"

CHROMIUM := { [ "$$(id -u)" = 0 ] && apt-get -qq update && apt-get -qq install --yes chromium > /dev/null; }

LONG_RUNS := $(addprefix verify-, engines backups stops tables limits advise own rules bridge page)

.PHONY: demo test verify $(LONG_RUNS) \
    bench load sanitize sanitize-threads \
    fuzz docs site ladder figures pictures dist reproduce format clean

demo: $(VENV)/installed
	$(BIN)/kibitz show $(SPADES) $(HAND)
	@echo
	$(BIN)/kibitz solve $(SPADES) $(HAND)

test: $(VENV)/tested
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses auto

verify: $(VENV)/tested
	$(BIN)/python tests/verify.py

$(LONG_RUNS): verify-%: $(VENV)/tested
	$(BIN)/python tests/verify_$*.py

bench: $(VENV)/tested
	$(BIN)/kibitz bench
	$(BIN)/python bench/ratios.py
	$(BIN)/python bench/native.py

load: $(VENV)/tested
	$(BIN)/python bench/visitors.py

sanitize: build/sanitized/address/installed sanitize-threads
	@rm -f $(REPORT).*
	LD_PRELOAD="$$($(CXX) -print-file-name=libasan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	    ASAN_OPTIONS=detect_leaks=0:log_path=$(REPORT) build/sanitized/address/bin/pytest --numprocesses auto \
	    tests/engines tests/players/test_worlds.py tests/test_solve.py tests/test_bench.py $(IN_KERNEL) \
	    || { cat $(REPORT).* 2> /dev/null; exit 1; }

sanitize-threads: build/sanitized/thread/installed
	@rm -f $(REPORT).*
	LD_PRELOAD="$$($(CXX) -print-file-name=libtsan.so) $$($(CXX) -print-file-name=libstdc++.so)" \
	    TSAN_OPTIONS=halt_on_error=1:log_path=$(REPORT) build/sanitized/thread/bin/pytest tests/engines -k thread \
	    || { cat $(REPORT).* 2> /dev/null; exit 1; }

build/sanitized/%/installed: $(BUILD) $(shell find src -name "*.py")
	$(PYTHON) -m venv build/sanitized/$*
	build/sanitized/$*/bin/pip install --quiet --disable-pip-version-check ".[test]" \
	    --config-settings=cmake.define.KIBITZ_SANITIZE=$* --config-settings=build-dir=build/sanitize/$*
	@touch $@

fuzz: $(VENV)/tested
	$(BIN)/python tests/fuzz_texts.py

docs: $(VENV)/tested
	$(BIN)/python docs/write_algorithm_pages.py
	$(BIN)/python docs/write_horizon_page.py
	$(BIN)/python docs/write_api_page.py
	$(BIN)/python docs/write_architecture_page.py
	$(BIN)/python tests/refresh_docs.py

site: $(VENV)/documented
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --conf-dir docs --doctree-dir build/site-cache . build/site
	@cp build/site/README.html build/site/index.html
	@echo "open build/site/index.html"

ladder: $(VENV)/tested
	$(BIN)/python docs/write_ladder_page.py

figures: $(VENV)/tested
	$(BIN)/kibitz leaf-table "spades(players=3,cards=10)" --json > /dev/null \
	    --scale payoff --bounds 5,6,- --plot docs/images/figure-5.svg
	$(BIN)/kibitz leaf-table "spades(players=3,cards=10)" --json > /dev/null \
	    --scale payoff --bounds 5,3,3 --players 0,1,2 --plot docs/images/figure-7.svg
	$(BIN)/kibitz leaf-table "spades(players=3,cards=3,bids=1/1/2,utility=mot)" --json > /dev/null \
	    --plot docs/images/figure-8.svg
	$(BIN)/kibitz show "chinese_checkers(players=6)" start > /dev/null --svg docs/images/star.svg
	$(BIN)/kibitz show bridge $(DEAL) > /dev/null --svg docs/images/compass.svg
	$(BIN)/kibitz trace tree $(TREE) --algorithm last-branch > /dev/null --svg docs/images/search-tree.svg

pictures: $(VENV)/tested
	$(BIN)/python docs/make_pictures.py

dist: $(VENV)/tested
	rm -rf dist
	$(BIN)/python tests/make_dist.py dist
	$(BIN)/python tests/try_dist.py dist

reproduce: $(VENV)/tested
	$(BIN)/kibitz reproduce --all --store build/reproduction.sqlite --docs docs/reproduction

format: $(VENV)/tested
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/bin/python:
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/builds: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/pip install --quiet --disable-pip-version-check cmake ninja "nanobind>=2.0" "scikit-build-core>=0.11"
	@touch $@

$(VENV)/installed: $(BUILD) $(VENV)/builds
	@echo "Building Kibitz into $(VENV): with a C++ compiler this takes a minute or so ..."
	@$(INSTALL) ".[serve]"
	@touch $@

$(VENV)/tested: $(BUILD) $(VENV)/builds
	@echo "Building Kibitz into $(VENV) with what its tests need: a few minutes ..."
	@$(INSTALL) ".[test]"
	@command -v chromium > /dev/null || $(CHROMIUM) || echo "no chromium: tests of the page in a browser are skipped"
	@touch $@ $(VENV)/installed

$(VENV)/documented: $(BUILD) $(VENV)/builds
	@$(INSTALL) ".[test,docs]" --quiet
	@touch $@ $(VENV)/installed $(VENV)/tested

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
