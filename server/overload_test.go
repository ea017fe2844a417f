package server

import (
	"testing"
	"time"
)

// TestLateIsNotBroken tells a log that is written, however late, from one that takes
// nothing any more.
func TestLateIsNotBroken(t *testing.T) {
	s, err := Start(t.Context(), Options{Data: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	defer s.journal.Use("g")() // its pulse is written again and again
	if !s.moves(t.Context()) {
		t.Error("a log that is written counts as broken")
	}
	s.broker.Shutdown()
	s.broker.WaitForShutdown()
	began := time.Now()
	if s.moves(t.Context()) {
		t.Error("a log without a broker counts as written")
	}
	if took := time.Since(began); took > 3*stillness {
		t.Errorf("that was seen after %v", took)
	}
}
