# tafl3d: what a person types. `make help` lists the targets.

GO ?= go
OUT ?= out
BIN := bin

# Packages that need C: the window and what links it.
NATIVE := tafl3d/render tafl3d/cmd/tafl3d
# Packages worth running under the race detector.
RACY := ./game/... ./ai/... ./app/... ./scene/...

.PHONY: help play test build lint race bench screenshot setup setup-test clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: setup build ## install what is missing, build, and open the game
	$(BIN)/tafl3d

test: setup-test ## install what is missing and pass every test
	TAFL3D_OUT="$(abspath $(OUT))" $(GO) test -timeout 15m ./...

build: ## build the programs into bin/
	@mkdir -p $(BIN)
	$(GO) build -o $(BIN)/ ./cmd/...

lint: ## check format, vet, staticcheck and the builds without C
	@bad=$$(gofmt -l .); test -z "$$bad" || { echo "not formatted (run gofmt -w):"; echo "$$bad"; exit 1; }
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	pure=$$($(GO) list ./... | grep -vxF $(NATIVE:%=-e %)) && CGO_ENABLED=0 $(GO) build $$pure && CGO_ENABLED=0 $(GO) vet $$pure

race: ## run a short round of tests under the race detector
	$(GO) test -race -short -timeout 10m $(RACY)

bench: build ## measure rules, search and frame times
	$(GO) test -run '^$$' -bench . -benchtime 300ms ./game/... ./ai/...
	scripts/with-display $(BIN)/tafl3d bench

screenshot: build ## take the picture of the README
	scripts/with-display $(BIN)/tafl3d shot -variant copenhagen-11x11-tdiamond -hud -size 1280x720 -o docs/screenshot.png

setup: ## install what the build needs
	@scripts/setup build

setup-test: ## install what the tests need
	@scripts/setup build test

clean: ## remove what was built
	rm -rf $(BIN) $(OUT)
