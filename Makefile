# tafl3d: what a person types. `make help` lists the targets.

GO ?= go
OUT ?= out
COUNT ?= 1
FOR ?= 1m
BIN := bin
# What is built holds no paths of this machine and, as it is shipped, no tables for debuggers.
# All targets have the same flags, so that they share what is compiled.
export GOFLAGS := -trimpath $(GOFLAGS)
BUILD = $(GO) build -ldflags '-s -w' -o $(BIN)/

# Packages that need C: the window and what links it.
NATIVE := tafl3d/render tafl3d/render/gl tafl3d/cmd/tafl3d
# Packages worth running under the race detector: those whose goroutines meet. What
# goroutines share of the rules is compiled before; the search's threads meet there, too.
RACY := ./game/match/... ./game/table/... ./game/variant/... ./game/notation/... ./ai/... ./app/... ./scene/... ./rating/... ./matching/... ./tournament/... ./net/... ./server/...

# The game on the picture of the README.
SCENE := h11-h10 f4-e4 f2-f3 f5-f4 j6-j7 f8-i8 a8-c8 g7-g10 c8-g8 e7-b7 f3-f2 i8-i10xh10 f10-a10 e5-b5xb6 g8-g9xg10 e6-e7 j7-j8 \
	d6-d9 f2-c2 b5-c5 a6-b6 e7-e8 b6-e6 d9-d6xe6 k7-i7 d6-d7 a10-d10 f4-f2 g9-b9 g5-g2 j8-j3 g6-g3 g11-g6 Kf6-b6

.NOTPARALLEL:
.PHONY: help play test test-all build lab lint race bench profile load engine screenshot gallery pages-art packages check-packages test-windows translations icon setup setup-test clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: setup ## install what is missing, build the game, and open it
	@mkdir -p $(BIN)
	$(BUILD) ./cmd/tafl3d
	$(BIN)/tafl3d

# The profile of cmd/tafl is for what is shipped: with it all that it needs is compiled a second time.
test test-all lint race: GOFLAGS += -pgo=off

# Packages whose tests run on both databases. Their tests with a browser run once: -short leaves them out.
DATABASE := ./server ./server/store ./server/lobby ./server/explorer
# go test, whose tests are counted and whose skips are listed at the end. vet is a part of lint.
# RERUN is how many failed tests run once more; .ci/run sets it.
RERUN ?= 0
TESTSUM = TAFL3D_OUT="$(abspath $(OUT))" $(GO) run ./internal/testsum -rerun $(RERUN)
GOTEST = $(GO) test -json -vet=off
# The lab is a module of its own.
GOLAB = $(GO) -C lab

# More packages at once than two cores, since the longest mostly wait; they begin first, or the last minutes
# would be theirs alone.
test: setup-test engine ## install what is missing and pass the tests, those of the service on both databases
	$(TESTSUM) $(GOTEST) -timeout 25m -p 3 ./server ./e2e ./... + \
		scripts/with-postgres $(GOTEST) -timeout 25m -p 3 -short $(DATABASE)

# They mostly wait; the time limit is for a busy machine.
test-all: setup-test ## pass the tests that take minutes: clusters, full disk, idle games, whole games in windows, the lab
	TAFL3D_LONG=1 $(TESTSUM) $(GOTEST) -count 1 -timeout 40m -p 3 -run '^TestLong' \
		$$(grep -rl --include='*_test.go' --exclude-dir=lab 'longtest\.Only(' . | xargs -n 1 dirname | sort -u) + \
		$(GOLAB) test -json -vet=off -timeout 25m -p 3 ./...

build: engine ## build the programs into bin/
	@mkdir -p $(BIN)
	$(BUILD) ./cmd/...

engine: ## make the computer for browsers, which the service serves (nothing to do while it is newer)
	@$(GO) run server/web/engine/pack.go

LABBUILD = $(GOLAB) build -ldflags '-s -w' -o $(abspath $(BIN))/
lab: ## build the programs of the lab into bin/
	@mkdir -p $(BIN)
	$(LABBUILD) ./tafllab ./taflart

lint: ## check format, vet, staticcheck and the builds without C
	@bad=$$(gofmt -l .); test -z "$$bad" || { echo "not formatted (run gofmt -w):"; echo "$$bad"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	$(GOLAB) vet ./...
	$(GOLAB) tool staticcheck ./...
	pure=$$($(GO) list -f '{{if .GoFiles}}{{.ImportPath}}{{end}}' ./... | grep -vxF $(NATIVE:%=-e %)) && CGO_ENABLED=0 $(GO) build $$pure && CGO_ENABLED=0 $(GO) vet $$pure

race: ## run a short round of tests under the race detector
	$(TESTSUM) -skips $(GOTEST) -race -short -timeout 15m $(RACY)

bench: lab ## measure rules, search and frame times (COUNT=6 for benchstat)
	$(GO) test -pgo $(abspath cmd/tafl/default.pgo) -run '^$$' -bench . -benchtime 300ms -count $(COUNT) ./game/... ./ai/...
	scripts/with-display $(BIN)/taflart bench

profile: ## measure anew what cmd/tafl is compiled by
	scripts/profile

load: ## measure the service under 500 to 4 000 games at once (FOR=5m)
	@mkdir -p $(BIN)
	CGO_ENABLED=0 $(BUILD) ./cmd/taflmatch
	CGO_ENABLED=0 $(LABBUILD) ./tafllab
	$(BIN)/tafllab load -for $(FOR)

screenshot: build ## take the picture of the README
	scripts/with-display $(BIN)/tafl3d shot -quality high -variant copenhagen-11x11-tdiamond -moves "$(SCENE)" -hud -size 1920x1080 -force -o docs/screenshot.png

gallery: lab ## take the photographs of docs/gallery
	scripts/with-display $(BIN)/taflart gallery -force -o docs/gallery

# Boards by pattern, or "pieces"; all is "*".
ART := *
pages-art: lab ## render the boards and pieces of the pages anew (ART=pieces after a change of pieces)
	@scripts/setup build art
	@rm -rf $(OUT)/pages-art
	scripts/with-display $(BIN)/taflart webart -o $(OUT)/pages-art -only '$(ART)'
	@cd $(OUT)/pages-art && for f in board/*.png piece/*.png; do \
		test -e $$f || continue; to="$(CURDIR)/server/web/art"; name=$$(basename $$f .png); \
		case $$f in \
		board/*) cwebp -quiet -m 6 -q 65 -resize 1000 1000 $$f -o "$$to/board/$$name.webp" && \
			cwebp -quiet -m 6 -q 60 -resize 320 320 $$f -o "$$to/small/$$name.webp";; \
		piece/*) cwebp -quiet -m 6 -q 75 -alpha_q 80 $$f -o "$$to/piece/$$name.webp";; \
		esac || exit 1; \
	done

# A release needs this percentage of the texts translated into each language.
TRANSLATED := 98
packages: ## make the packages for players in dist/ (installs Debian's packagers)
	$(GO) test -pgo=off -count 1 -run '^TestTranslations$$' ./tongue -least=$(TRANSLATED)
	@scripts/setup build package
	$(GO) -C packaging run .

check-packages: ## check what makes the packages, without making them
	$(GO) -C packaging vet ./...
	$(GO) -C packaging test ./...

test-windows: ## install the Windows program under Wine and play a whole game there
	@scripts/setup build test package windows
	@rm -rf $(OUT)/windows
	$(GO) -C packaging run . -only windows -out $(abspath $(OUT))/windows
	packaging/windows/try $(OUT)/windows/*-setup.exe $(OUT)/windows.png

translations: ## list the texts that a language has no translation of: language, file, text
	@mkdir -p $(OUT)
	@$(GO) test -pgo=off -count 1 -run '^TestTranslations$$' -v ./tongue -missing='$(abspath $(OUT))/translations.txt' >$(OUT)/translations.log || \
		{ cat $(OUT)/translations.log; exit 1; }
	@cat $(OUT)/translations.txt
	@sed -n 's|^ *translations_test.go:[0-9]*: \(.*are translated\)$$|\1|p' $(OUT)/translations.log

icon: build ## draw the icon of the desktop anew
	@mkdir -p $(OUT)
	scripts/with-display $(BIN)/tafl3d shot -quality high -zoom 3.2 -board bergen -variant brandubh-gorrion -position "t6/7/7/3K3/7/7/7 a" -size 1600x1600 -force -o $(OUT)/king.png
	$(GO) -C packaging run . -icon $(abspath $(OUT))/king.png

setup: ## install what the build needs
	@scripts/setup build

setup-test: ## install what the tests need
	@scripts/setup build test

clean: ## remove what was built
	rm -rf $(BIN) $(OUT) dist
