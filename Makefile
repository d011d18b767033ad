# Polka. `make help` lists the targets.
#
# Everything is set up on first use: the program in bin/, a Python environment with pinned JupyterLab in
# .venv/, other files in build/. Nothing is installed outside this folder, except that `make test` asks
# the system's package manager for Chromium, Firefox, Node.js, QEMU, a C compiler and Python's venv module where they
# are missing.

SHELL   := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
PYTHON  ?= python3
VENV    := .venv
POLKA   := bin/polka
TOUR    := notebooks/00-tour.ipynb
GALLERY := notebooks/gallery.ipynb
DOCS    := build/docs
VERSION := $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)

# The tests and the stored outputs of notebooks expect English messages.
export POLKA_LANG := en

# The programs, the tests, go vet and go run compile packages in the same way, so that each is compiled once.
export GOFLAGS      ?= -buildvcs=false -trimpath
export CGO_ENABLED  ?= 0

.DEFAULT_GOAL := help
.PHONY: help build polka campaign lab demo gallery check test test-go test-race test-wasm test-arm64 tour-arm64 test-python test-notebooks docs site wheels release release-check version data lite long container bench lint generate rename fuzz cross clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 20

LINK := -s -w -X main.version=$(VERSION)
COLD := $(patsubst %,-gcflags=%=-l,$(shell cat internal/cold/packages.txt)) # makes bin/polka smaller; see internal/cold

build: polka campaign ## build the programs bin/polka and bin/polka-campaign (needs only Go)

polka: ## build only bin/polka, which can do everything but campaigns (needs only Go)
	go build -trimpath $(COLD) -ldflags "$(LINK) -X 'main.sourceDir=$(CURDIR)'" -o build/polka ./cmd/polka
	@mkdir -p $(dir $(POLKA)) && install -m 755 build/polka $(dir $(POLKA)) # see "The start of the program" in docs/benchmarks.md

campaign:
	go build -trimpath -ldflags "$(LINK)" -o build/polka-campaign ./cmd/polka-campaign
	@mkdir -p $(dir $(POLKA)) && install -m 755 build/polka-campaign $(dir $(POLKA))

lab: polka $(VENV)/.lab ## open the notebooks in JupyterLab with the Polka kernel
	$(POLKA) install --prefix $(VENV) --replace
	$(VENV)/bin/jupyter trust notebooks/*.ipynb >/dev/null # otherwise stored recordings and animations have no buttons
	$(VENV)/bin/jupyter lab $$([ "$$(id -u)" != 0 ] || echo --allow-root) $(LAB_ARGS) --notebook-dir notebooks

demo: polka ## run the tour without Jupyter and write it as an HTML page (needs only Go)
	@mkdir -p build/demo
	$(POLKA) nb run $(TOUR) --output build/demo
	$(POLKA) nb export build/demo/$(notdir $(TOUR)) --to html
	@echo "$(CURDIR)/build/demo/$(basename $(notdir $(TOUR))).html"

gallery: polka ## draw every kind of picture, light and dark, as a page, a notebook and text (needs only Go)
	@mkdir -p build/gallery
	$(POLKA) nb run $(GALLERY) --output build/gallery
	$(POLKA) nb export build/gallery/$(notdir $(GALLERY)) --to html
	$(POLKA) nb export $(GALLERY) --to go --output build/gallery/gallery.go
	$(POLKA) run build/gallery/gallery.go >build/gallery/gallery.txt
	@echo "$(CURDIR)/build/gallery/$(basename $(notdir $(GALLERY))).html and gallery.txt"

check: ## the checks for every commit, in two minutes: formatting, vet, staticcheck, the quick part of the Go tests
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "gofmt would change: $$bad"; exit 1; }
	go vet ./...
	go tool staticcheck ./...
	go test -short -vet=off -p 4 ./...

# What leaves a processor idle at times runs beside something else: pip, the linker of the race detector, the emulator, Sphinx.
test: .gcc .node .qemu .chromium .firefox ## run all tests: unit, race, wasm, arm64, conformance, notebooks, browser, documentation
	@$(MAKE) --no-print-directory -j 2 --output-sync=target lint $(VENV)/.test $(VENV)/.lite $(VENV)/.docs
	@$(MAKE) --no-print-directory test-go
	@$(MAKE) --no-print-directory -j 2 --output-sync=target test-race test-wasm test-arm64 test-notebooks docs
	@$(MAKE) --no-print-directory test-python

# Go ends the tests of a package after ten minutes by itself, which a busy machine may need. Lint has vetted everything.
GOTEST := go test -vet=off -timeout 80m

test-go: $(VENV)/.test
	$(GOTEST) -p 4 ./...

# The packages in which goroutines share something.
RACE := ./kernel ./script $(addprefix ./kernel/,cell debug display engine exercise/live lsp machine nb session widget wire worker zmq/...)

test-race: .gcc # without tests of one goroutine that compile large programs
	CGO_ENABLED=1 $(GOTEST) -race -short -skip '^TestNative(Operations|Smith|Loops)$$' $(RACE)

test-wasm: .node
	GOOS=js GOARCH=wasm go test -timeout 80m -exec "$$(go env GOROOT)/lib/wasm/go_js_wasm_exec" ./kernel/machine

QEMU  = $(if $(filter arm64,$(shell go env GOHOSTARCH)),,qemu-aarch64)
ARM64 = POLKA_EMULATOR=$(QEMU) GOARCH=arm64 go test -timeout 80m $(if $(QEMU),-exec $(QEMU))

test-arm64: .qemu
	$(ARM64) ./kernel/machine/internal/arm64 ./kernel/machine/internal/code
	$(ARM64) -short -run Native ./kernel/machine
	$(ARM64) -run '^Test(Steps|Gather|Machines|MachinesAtLimit)$$' ./dlx/internal/bits

tour-arm64: polka .qemu ## run the tour on arm64 in an emulator, and compare its output
	GOARCH=arm64 go build -o build/arm64/polka ./cmd/polka
	$(POLKA) nb export $(TOUR) --to go --output build/arm64/tour.txt
	$(POLKA) run build/arm64/tour.txt >build/arm64/want.txt
	$(QEMU) build/arm64/polka run build/arm64/tour.txt >build/arm64/got.txt
	diff build/arm64/want.txt build/arm64/got.txt

test-python: build $(VENV)/.test $(VENV)/.lite $(VENV)/.docs .chromium .firefox
	$(POLKA) install --prefix $(VENV) --replace
	$(VENV)/bin/python -m pytest kernel/conformance

test-notebooks: polka
	$(POLKA) nb run --check notebooks/*.ipynb

docs: $(VENV)/.docs ## build the documentation site in build/docs/html and check its links
	go run ./internal/site -links
	go run ./internal/site -source $(DOCS)/source
	rm -rf $(DOCS)/html # which may have pages that there are no longer, and the files of make site
	PYTHONPATH=$(CURDIR)/$(VENV)/docs POLKA_VERSION=$(VERSION) $(VENV)/bin/python -m sphinx -q -j auto -W --keep-going \
	  -c internal/site -d $(DOCS)/cache $(DOCS)/source $(DOCS)/html
	go run ./internal/site -built $(DOCS)/html
	@echo "$(CURDIR)/$(DOCS)/html/index.html"

site: docs lite ## build the documentation with the course in the browser beside it, for a web server, in build/docs/html
	cp -R dist/lite $(DOCS)/html/lite

wheels: ## build the Python packages for this system in dist/, for others in dist/other/ (needs only Go)
	go run ./internal/wheel -output dist
	go run ./internal/wheel -output dist -campaign

release: $(VENV)/.release ## build all packages of a version in dist/release, without publishing: make release VERSION=1.0.0
	go run ./internal/release -version "$(VERSION)" -python $(VENV)/release/bin/python $(RELEASE_ARGS)

release-check: $(VENV)/.release ## check what make release has built with the linters of the channels
	PATH="$(CURDIR)/$(VENV)/release/bin:$$PATH" internal/release/check.sh dist/release

version: ## write a version into the files that have it: make version VERSION=1.0.0
	go run ./internal/release -set -version "$(VERSION)"

data: ## build the Python package with prebuilt modules for this system in dist/ (needs only Go and a network)
	go run ./internal/wheel -output dist -data -host

lite: $(VENV)/.lite ## build the kernel for the browser: packages in dist/, and in dist/lite a site with the course
	go run ./internal/lite -output dist -python $(VENV)/bin/python -modules $(VENV)/lite

cross: ## check that everything builds for other systems, including 32-bit ones
	GOOS=linux GOARCH=386 go vet ./...
	GOOS=windows GOARCH=amd64 go vet ./...
	GOOS=darwin GOARCH=arm64 go vet ./...

long: build $(VENV)/.test $(VENV)/.lite .chromium .firefox .qemu cross ## run the slow tests, the soak test, and the course in the browser too (an hour or more)
	POLKA_LONG=1 go test -timeout 6h ./...
	$(ARM64) -timeout 3h ./kernel/machine/...
	POLKA_LONG=1 $(VENV)/bin/python -m pytest $(addprefix kernel/conformance/test_,soak.py lite.py notebooks.py pages.py wheel.py)

container: ## run the steps of the Dockerfile in a new Debian in build/container (needs root, debootstrap and a network)
	rm -rf --one-file-system build/container
	internal/setup/container.sh build/container

bench: build ## run the benchmarks (docs/benchmarks.md has the figures)
	go test -run '^$$' -bench . ./shapes/... ./dlx/... ./cover/... ./plane/... ./render/... ./kernel/...
	go run ./internal/race -polka $(POLKA) -closures -yaegi
	go run ./internal/race -polka $(POLKA) -closures -dir kernel/machine/testdata/pairs

lint: ## check formatting, generated files, go.mod, go vet, staticcheck
	@bad=$$(gofmt -l $$(git ls-files '*.go')); [ -z "$$bad" ] || { echo "gofmt would change: $$bad"; exit 1; }
	go mod tidy -diff
	@before=$$(git diff | git hash-object --stdin); go generate ./...; \
	  [ "$$before" = "$$(git diff | git hash-object --stdin)" ] || { git diff --stat; echo "go generate has changed these files; commit them"; exit 1; }
	go vet ./...
	go tool staticcheck ./...

rename: ## change the path of the module: make rename MODULE=example.org/you/polka
	@[ -n "$(MODULE)" ] || { echo "expected MODULE=example.org/you/polka"; exit 2; }
	go run ./internal/rename "$(MODULE)"

generate: ## regenerate the generated files
	go generate ./...

fuzz: ## run every fuzz target for FUZZTIME (default 30s)
	@for f in $$(grep -lr --include='*_test.go' '^func Fuzz' .); do \
	  for t in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9_]*)\(.*/\1/p' $$f); do \
	    echo "$$(dirname $$f) $$t"; go test -run '^$$' -fuzz "^$$t$$" -fuzzminimizetime 1s -fuzztime $${FUZZTIME:-30s} $$(dirname $$f); done; done

clean: ## remove everything that make has created
	rm -rf bin build dist $(VENV)

$(VENV)/bin/python:
	internal/setup/setup.sh venv $(PYTHON) $(VENV)

$(VENV)/.lab: requirements.txt | $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.test: requirements-test.txt requirements-tools.txt $(wildcard python/*.toml python/*/*.py) $(VENV)/.lab
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile -r requirements-test.txt
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall ./python
	rm -rf $(VENV)/tools
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --target $(VENV)/tools -r requirements-tools.txt
	@touch $@

$(VENV)/.docs: requirements-docs.txt | $(VENV)/bin/python
	rm -rf $(VENV)/docs
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --target $(VENV)/docs -r requirements-docs.txt
	@touch $@

$(VENV)/.lite: requirements-lite.txt $(VENV)/.lab
	rm -rf $(VENV)/lite
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --target $(VENV)/lite -r requirements-lite.txt
	@touch $@

$(VENV)/.release: requirements-release.txt | $(VENV)/bin/python
	rm -rf $(VENV)/release
	$(PYTHON) -m venv $(VENV)/release
	$(VENV)/release/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-release.txt
	@touch $@

.PHONY: .gcc .node .qemu .chromium .firefox
.gcc:
	@internal/setup/setup.sh need gcc gcc libc6-dev

.node:
	@internal/setup/setup.sh need node nodejs

.qemu:
	@[ -z "$(QEMU)" ] || internal/setup/setup.sh need $(QEMU) qemu-user

.chromium:
	@internal/setup/setup.sh browser

.firefox:
	@internal/setup/setup.sh need firefox firefox-esr
