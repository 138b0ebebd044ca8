# Set-up, demo, checks and benchmarks of a checkout, on Linux and macOS.  For Windows see README.md.

BIN := .venv/bin
READY := .venv/.ready
PAGE_READY := node_modules/.ready
TESTS_READY := .venv/.tests-ready
# Some tests wait, for a browser, a sound or a process, so one worker more than there are cores; each
# worker more would only read and draw for itself what its neighbours have.
PYTEST := -m pytest --dist worksteal -n $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN))

# Each worker and each program that tests start finds every module compiled: 9 s of CPU a worker.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test tests types page cover journeys long fuzz faults bench bench-evening screenshots words lock clean

setup: $(READY)

# The stamp is younger than what it was made from, so set-up is not repeated.
$(READY): pyproject.toml requirements-dev.lock tools/need
	python=$$(tools/need python) && "$$python" -m venv .venv
	@echo "Installing what herald needs, some 75 packages: a few minutes the first time."
	$(BIN)/python -m pip install --disable-pip-version-check -r requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	tools/need opencv $(BIN)/python
	touch $@

# Each worker would compile all tests, at the same time as the others: one process does it before them.
$(TESTS_READY): $(READY)
	$(BIN)/python -m pytest --collect-only -qq > /dev/null || true  # the workers tell what is wrong
	touch $@

# What checks the page's modules; the page itself needs nothing of it.
$(PAGE_READY): $(READY) package.json package-lock.json .npmrc
	tools/node npm ci --silent
	touch $@

# ARGS="--seed 7 --fast" goes to the demo.
demo: $(READY)
	$(BIN)/herald demo $(ARGS)

test: $(READY)
	tools/need browser
	tools/need sound
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(MAKE) --no-print-directory -j 3 tests types page

types: $(READY)
	$(BIN)/mypy

tests: $(TESTS_READY)
	$(BIN)/python $(if $(COVER),-m slipcover) $(PYTEST)

# The page's modules: their faults, their form, their types, and what they reckon without a browser.
page: $(PAGE_READY)
	tools/node eslint --max-warnings 0 .
	tools/node prettier --check --log-level warn "companion/web/static/**/*.{js,mjs}" tests/page eslint.config.mjs
	tools/node tsc
	tools/node node --test --test-reporter=dot "tests/page/*.test.mjs"

# Which lines the tests reach; "make test COVER=1" counts them as well.
cover: $(READY)
	tools/need browser
	tools/need sound
	$(MAKE) --no-print-directory tests COVER=1

# Whole games and long ways through the browser, of which "make test" does a share.
journeys: $(READY)
	tools/need browser
	$(BIN)/python $(PYTEST) -m "journey and not long"

# What takes minutes: thousands of random games and the like.
long: $(READY)
	HERALD_FUZZ_SECONDS=$${HERALD_FUZZ_SECONDS:-30} $(BIN)/python $(PYTEST) -m long

# Every input of people, mangled for ten minutes each, or for HERALD_FUZZ_SECONDS.
fuzz: $(READY)
	$(BIN)/python $(PYTEST) -m long tests/fuzz

# Plants N small faults in rules, vision, companion and page, and tells which of them no test finds: hours.
SEED ?= 1
N ?= 24
faults: $(READY)
	set -e; for each in rules vision companion page; do \
		$(BIN)/python tools/plant_faults.py $$each --seed $(SEED) --count $(N); done

bench: $(READY)
	tools/need sound
	set -e; for each in $(filter-out benchmarks.evening,$(subst /,.,$(basename $(wildcard benchmarks/*.py benchmarks/voice/*.py)))); do \
		echo "== $$each"; $(BIN)/python -m "$$each"; done

# How often people must correct what the camera reads, over whole games of pictures; "GAMES=200" for the figure.
GAMES ?= 10
bench-evening: $(READY)
	$(BIN)/python -m benchmarks.evening --games $(GAMES)

# Every page at tablet and phone size, for the eye.
screenshots: $(READY)
	tools/need browser
	$(BIN)/python -m tests.companion.screenshots docs/screenshots

# What translators are still to say: every catalogue in config/words gets what the program says now.
words: $(READY)
	$(BIN)/python -m tools.words

# Pins the newest versions within pyproject.toml's bounds.  Speech on macOS brings some 150 pyobjc
# packages; pip chooses those itself.
lock:
	uv pip compile --upgrade --universal --python-version 3.11 --group dev --no-header --no-annotate \
		--no-emit-index-url --no-emit-find-links --quiet pyproject.toml | grep -v '^pyobjc' > requirements-dev.new
	{ echo '# Made by "make lock" (with uv) for Python 3.11 to 3.14; install with pip.'; \
		cat requirements-dev.new; } > requirements-dev.lock
	rm requirements-dev.new
	tools/node npm update --silent
	cp node_modules/preact/dist/preact.mjs node_modules/preact/LICENSE companion/web/static/vendor/

clean:
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage build dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
