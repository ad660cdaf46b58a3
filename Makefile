# labrbf: a thin front. It makes sure that the packages are there (tools/setup), then calls cmake.
# `make help` lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
COMPARE ?=

BIN := build/release/bin

# A first build without the tests and labrbf-compare needs none of their packages. `make test` switches both on, for good,
# and `make compare` the latter.
RELEASE := tools/build release $(if $(wildcard build/release/CMakeCache.txt),,-DLABRBF_TESTS=OFF)

.NOTPARALLEL:
.PHONY: build compare demo test test-all bench lint install uninstall wheel san tsan coverage fuzz clean help

build: ## compile the programs and the library (the default)
	@tools/setup build
	@$(RELEASE)
	@echo "built: $(BIN)/labrbf"

compare: ## compile labrbf-compare, too
	@tools/setup build compare
	@$(RELEASE) -DLABRBF_COMPARE=ON
	@echo "built: $(BIN)/labrbf-compare"

demo: ## fit the paper's toy signal three ways; figures and files go to demo/
	@tools/setup build demo
	@$(RELEASE)
	@examples/demo.sh $(BIN) demo

test: ## the tests: release, address and undefined-behaviour sanitizers, thread sanitizer
	@tools/setup build compare test
	@tools/test

test-all: ## the long tests that `make test` leaves out: valgrind, wheel, fuzzing, all settings on 1 and 2 threads
	@tools/setup build compare test wheel fuzz
	@tools/test --long

bench: ## measure accuracy and speed (needs LABRBF_DATA for the real data sets)
	@tools/setup build compare bench
	@$(RELEASE) -DLABRBF_COMPARE=ON
	@cmake --build build/release --target bench >/dev/null
	@LABRBF_BIN="$(CURDIR)/$(BIN)" bench/run

lint: ## formatting, static checks, warnings of two compilers, layers
	@tools/setup build compare test lint
	@tools/lint

install: $(if $(COMPARE),compare,build) ## install under PREFIX (default /usr/local), honouring DESTDIR; COMPARE=1: labrbf-compare, too
	@DESTDIR="$(DESTDIR)" tools/install build/release "$(PREFIX)" $(if $(COMPARE),compare)
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ]; then ldconfig; fi
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/labrbf"

uninstall: ## remove what `make install` has put under PREFIX, honouring DESTDIR
	@DESTDIR="$(DESTDIR)" tools/uninstall "$(PREFIX)"
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ]; then ldconfig; fi

wheel: ## a self-contained wheel of the Python package, tried in a clean environment: build/wheel
	@tools/setup build wheel
	@tools/wheel

san: ## only the address and undefined-behaviour sanitizer tests
	@tools/setup build compare test
	@tools/test debug-san

tsan: ## only the thread sanitizer tests
	@tools/setup build compare test
	@tools/test tsan

coverage: ## run the tests and print the share of lines they reach, per file
	@tools/setup build compare test
	@tools/test coverage
	@tools/coverage

fuzz: ## fuzz every reader for FUZZ_SECONDS (default 60) each
	@tools/setup build compare test fuzz
	@tools/fuzz $(FUZZ_SECONDS)

clean: ## remove build/ and demo/
	rm -rf build demo

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
