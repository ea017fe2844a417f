//go:build unix

package main

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
)

// TestPrivateAuthority lets bots in at a service whose certificate only a file vouches for, and
// reads its figures as Prometheus does.
func TestPrivateAuthority(t *testing.T) {
	share(t)
	dir := t.TempDir()
	cert, key, figures := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), free(t)
	writePair(t, "tafl.example", cert, key)
	d := &daemon{t: t, bin: binary(t), dir: filepath.Join(dir, "data"), addr: free(t),
		args: []string{"-cert", cert, "-key", key, "-metrics", figures}}
	d.launch()
	t.Cleanup(d.kill)
	await.Until(t, "the service does not come",
		func() bool { _, err := whose(t, d.addr, "tafl.example"); return err == nil })
	args := []string{"bots", "-data", d.dir, "-service", "https://" + d.addr, "-keys", filepath.Join(dir, "keys"),
		"-levels", "1"}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if err := do(ctx, io.Discard, args...); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("nobody vouches for the service: %v", err)
	}
	come, say := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- do(ctx, say, append(args, "-ca", cert)...); _ = say.Close() }()
	line := make([]byte, 200)
	n, _ := come.Read(line)
	if cancel(); !strings.Contains(string(line[:n]), "plays at level 1") {
		t.Errorf("%s: %v", line[:n], <-ended)
	}
	answer, err := http.Get("http://" + figures + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if _ = answer.Body.Close(); err != nil || !strings.Contains(string(text), "tafl_connections 0") {
		t.Errorf("%s %v", text, err)
	}
}
