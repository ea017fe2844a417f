package main

import (
	"context"
	"strings"
	"testing"

	"tafl3d/internal/await"
)

// TestServeLeavesNothing starts and ends the service in this process: when serve returns, nothing that it started runs.
func TestServeLeavesNothing(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var out await.Text
	ended := make(chan error, 1)
	go func() {
		ended <- do(ctx, &out, "serve", "-addr", "127.0.0.1:0", "-data", t.TempDir(), "-metrics", "127.0.0.1:0")
	}()
	await.Until(t, "the service is not ready",
		func() bool { return strings.Contains(out.String(), "taflmatch serves") })
	end()
	if err := await.Next(t, ended, "the service does not end"); err != nil {
		t.Error(err)
	}
	const here = "tafl3d/cmd/taflmatch."
	if left := await.Running(here+"(*port)", here+"once", here+"serve", here+"options.serveMetrics",
		here+"(*keyPair)"); left != "" {
		t.Errorf("runs after serve returned:\n%s", left)
	}
}
