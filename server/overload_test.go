package server

import (
	"testing"

	"tafl3d/internal/await"
)

// TestLateIsNotBroken tells a log that is written, however late, from one that takes
// nothing any more.
func TestLateIsNotBroken(t *testing.T) {
	t.Parallel()
	s, err := Start(t.Context(), Options{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	// its pulse is written again and again
	defer s.journal.Use("g")()
	// a busy machine may write late now and then
	await.Until(t, "a log that is written counts as broken", func() bool { return s.logAccepts(t.Context()) })
	s.broker.Shutdown()
	s.broker.WaitForShutdown()
	seen := make(chan bool, 1)
	go func() { seen <- s.logAccepts(t.Context()) }()
	if await.Next(t, seen, "a log without a broker is waited for") {
		t.Error("a log without a broker counts as written")
	}
}
