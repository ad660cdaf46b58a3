# labrbf: a thin front. It makes sure that the packages are there (tools/setup), then calls cmake.
# `make help` lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60

BIN := build/release/bin

# A first build without the tests needs none of their packages. `make test` switches them on, for good.
RELEASE := tools/build release $(if $(wildcard build/release/CMakeCache.txt),,-DLABRBF_TESTS=OFF)

.NOTPARALLEL:
.PHONY: build demo test test-all bench lint install wheel san tsan coverage fuzz clean help

build: ## compile the programs and the library (the default)
	@tools/setup build
	@$(RELEASE)
	@echo "built: $(BIN)/labrbf"

demo: ## fit the paper's toy signal three ways; figures and files go to demo/
	@tools/setup build demo
	@$(RELEASE)
	@examples/demo.sh $(BIN) demo

test: ## the tests: release, address and undefined-behaviour sanitizers, thread sanitizer
	@tools/setup build test
	@tools/test

test-all: ## the long tests that `make test` leaves out: valgrind, wheel, fuzzing, all settings on 1 and 2 threads
	@tools/setup build test wheel fuzz
	@tools/test --long

bench: ## measure accuracy and speed (needs LABRBF_DATA for the real data sets)
	@tools/setup build bench
	@$(RELEASE)
	@cmake --build build/release --target bench >/dev/null
	@LABRBF_BIN="$(CURDIR)/$(BIN)" bench/run

lint: ## formatting, static checks, warnings of two compilers, layers
	@tools/setup build test lint
	@tools/lint

install: build ## install under PREFIX (default /usr/local), honouring DESTDIR
	@DESTDIR="$(DESTDIR)" cmake --install build/release --prefix "$(PREFIX)" >/dev/null
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" -eq 0 ]; then ldconfig; fi
	@echo "installed: $(DESTDIR)$(PREFIX)/bin/labrbf"

wheel: ## a self-contained wheel of the Python package, tried in a clean environment: build/wheel
	@tools/setup build wheel
	@tools/wheel

san: ## only the address and undefined-behaviour sanitizer tests
	@tools/setup build test
	@tools/test debug-san

tsan: ## only the thread sanitizer tests
	@tools/setup build test
	@tools/test tsan

coverage: ## run the tests and print the share of lines they reach, per file
	@tools/setup build test
	@tools/test coverage
	@tools/coverage

fuzz: ## fuzz every reader for FUZZ_SECONDS (default 60) each
	@tools/setup build test fuzz
	@tools/fuzz $(FUZZ_SECONDS)

clean: ## remove build/ and demo/
	rm -rf build demo

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
