# Latchkey's commands. `make` alone lists them.
#
# Each target installs the packages it needs when they are missing, with apt or Homebrew, and with sudo only when
# not root. Browsers and Python packages are installed for `test` alone.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.SUFFIXES:

# The folders with Swift to format; the others contain fixtures.
SWIFT_SOURCES := Package.swift Plugins Sources Tests/Fuzz $(wildcard Tests/*Tests)
# How `test` builds: see `isTested` in Package.swift; without information for debuggers, and a module at once, each of which saves a
# quarter of the compiler's work.
TESTED := --scratch-path .build/tested -Xswiftc -gnone -Xswiftc -disable-batch-mode -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2
# The options of `swift build` and `swift test` in `check`.
OPTIONS ?=
# So that Python keeps the compiled tests, which takes most of the time until the first one runs.
unexport PYTHONDONTWRITEBYTECODE
# The file with the numbers of tests and skipped tests, which are the last lines of `make test`.
SUMMARY := .build/test-summary
# Static, so that the programs need no Swift libraries, and with full RELRO: -z now resolves every symbol at start, and the
# table of addresses is read-only afterwards.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now)
VENV := .venv
DOCUMENTS := .build/documents
TRANSLATIONS := .build/translations
PREFIX ?= /usr/local
DESTDIR ?=

.PHONY: help
help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: preview
preview: packages ## Build the site in Site/ and show it on http://127.0.0.1:4000, reloading on every change
	@swift build --product latchkey
	@exec .build/debug/latchkey preview Site

.PHONY: build
build: packages ## Build the two programs for release, into .build/release
	swift build -c release $(STATIC) --product latchkey
	swift build -c release $(STATIC) --product latchkey-server

.PHONY: install
install: ## Install the programs of `make build`, with manual pages and completions, below PREFIX (default /usr/local), below DESTDIR
	@for program in latchkey latchkey-server; do Scripts/install-program .build/release/$$program "$(DESTDIR)$(PREFIX)"; done

.PHONY: uninstall
uninstall: ## Remove what `install` installed
	@for program in latchkey latchkey-server; do Scripts/install-program --remove $$program "$(DESTDIR)$(PREFIX)"; done

.PHONY: dist
dist: build ## Build the distribution into .build/dist: archive, wheel, npm and Debian packages, container, Homebrew formulas, checksums
	@Scripts/install-packages dist
	@Scripts/build-packages

.PHONY: packages-test
packages-test: ## Install the packages of `make dist` in clean systems and preview a site with each; as root on Debian
	@Scripts/install-packages packages-test
	@Tests/Packages/run

# Beside the Swift build, which leaves a core idle while it links: installs what the tests from outside need, compiles them once for
# all their processes, and fuzzes. The output of fuzzing follows that of `check`.
define check_and_fuzz
	@mkdir -p .build; \
	{ $(MAKE) --no-print-directory $(VENV)/installed && { $(VENV)/bin/pytest Tests/EndToEnd --collect-only --quiet >/dev/null 2>&1 || :; } && Tests/Fuzz/run 3000; } >.build/fuzz.log 2>&1 & beside=$$!; \
	status=0; LATCHKEY_TESTED=1 $(MAKE) --no-print-directory check OPTIONS="$(TESTED)" || status=$$?; \
	wait $$beside || status=$$?; \
	cat .build/fuzz.log; grep -E '^Fuzz|^[A-Za-z]+Fuzz: ' .build/fuzz.log >>$(SUMMARY); \
	exit $$status
endef

# Seven processes on two cores, since tests in browsers wait half of the time. $(1) selects the tests.
define test_from_outside
	@LATCHKEY_PROGRAMS=$(CURDIR)/.build/tested/debug LATCHKEY_TEST_SUMMARY=$(CURDIR)/$(SUMMARY) $(VENV)/bin/pytest Tests/EndToEnd --numprocesses 7 --quiet -m $(1)
	@echo; cat $(SUMMARY)
endef

.PHONY: test
test: packages browsers ## `check` and fuzzing, then both programs as processes, in real browsers
	$(check_and_fuzz)
	$(call test_from_outside,'not full')

.PHONY: test-all
test-all: packages browsers ## The same with the full matrix: every row and outcome in both engines, every window size, 200 killed builds
	$(check_and_fuzz)
	$(call test_from_outside,'')

.PHONY: mutations
mutations: packages browsers $(VENV)/installed ## Break Latchkey in thirty ways, one at a time, and name the test that notices each
	@$(VENV)/bin/python Tests/Mutations/run

.PHONY: fuzz
fuzz: packages ## Fuzz every parser of untrusted input, 100,000 inputs each
	@Tests/Fuzz/run 100000

.PHONY: check
check: packages lint ## Swift only: lint, a build without warnings, the Swift tests
	@Scripts/build-without-warnings --build-tests $(OPTIONS)
	@: >$(SUMMARY)
	@Scripts/test-swift $(SUMMARY) $(OPTIONS)

.PHONY: lint
lint: toolchain ## Check the formatting
	@swift format lint --strict --parallel --recursive $(SWIFT_SOURCES)

.PHONY: format
format: toolchain ## Format every Swift file
	@swift format --in-place --parallel --recursive $(SWIFT_SOURCES)

.PHONY: script
script: ## Minify the scripts and style sheets of pages and the function for CloudFront, after checking types
	@Scripts/install-packages script
	@Scripts/build-script

.PHONY: bench
bench: build browsers $(VENV)/installed ## Run the benchmarks: build time, page size, memory, first answer, requests a second, links decided
	@Scripts/install-packages bench
	@Benchmarks/run

.PHONY: docs
docs: packages $(DOCUMENTS)/installed ## Build the site of the documents into .build/docs, with search and the storyboard of the examples; fails on a broken link
	@Scripts/build-documents $(DOCUMENTS)/bin/mkdocs

.PHONY: translations
translations: $(TRANSLATIONS)/installed ## Judge the built-in translations; writes their states and the table in Documentation/Translations.md
	@# ckan, of which only the translations are used, has a pytest plugin that needs its whole server.
	@PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 $(TRANSLATIONS)/bin/pytest Tests/Translations --quiet
	@PYTHONPATH=Scripts $(TRANSLATIONS)/bin/python -m translations

.PHONY: toolchain
toolchain:
	@Scripts/require-swift

.PHONY: packages
packages: toolchain
	@Scripts/install-packages build

.PHONY: browsers
browsers:
	@Scripts/install-packages test

$(VENV)/installed: Tests/EndToEnd/requirements.txt | browsers
	@Scripts/install-python-packages $(VENV) $<
	@touch $@

$(DOCUMENTS)/installed: Scripts/documents/requirements.txt
	@Scripts/install-packages docs
	@Scripts/install-python-packages $(DOCUMENTS) $<
	@touch $@

$(TRANSLATIONS)/installed: Scripts/translations/requirements.txt Scripts/translations/corpora.txt
	@Scripts/install-packages docs
	@Scripts/install-python-packages $(TRANSLATIONS) $^
	@touch $@
