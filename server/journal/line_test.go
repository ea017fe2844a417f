package journal

import (
	"errors"
	"fmt"
	"testing"
)

// TestLine: so many acts of a stream are written at a time, others wait, and not for ever; those
// of another stream do not wait for them.
func TestLine(t *testing.T) {
	t.Parallel()
	j := &Journal{shards: []*shard{{line: make(chan struct{}, atOnce)}, {line: make(chan struct{}, atOnce)}}}
	other := "a"
	for i := 0; j.number(other) == j.number("g"); i++ {
		other = fmt.Sprint("a", i)
	}
	var leave func()
	for range atOnce {
		var err error
		if leave, err = j.Enter(t.Context(), "g"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Enter(t.Context(), "g"); !errors.Is(err, ErrBusy) {
		t.Errorf("one more: %v", err)
	}
	if _, err := j.Enter(t.Context(), other); err != nil {
		t.Errorf("at another stream: %v", err)
	}
	entered := make(chan error, 1)
	go func() {
		_, err := j.Enter(t.Context(), "g")
		entered <- err
	}()
	leave()
	if err := <-entered; err != nil {
		t.Errorf("when one has left: %v", err)
	}
}
