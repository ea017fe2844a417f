package host

import (
	"errors"
	"fmt"
	"testing"
)

// TestOutbox: frames come out unchanged and in order, even if the caller reuses its buffer, and a slow reader gets no
// more than fits.
func TestOutbox(t *testing.T) {
	o := outbox{ready: make(chan struct{}, 1)}
	if o.take() != nil {
		t.Fatal("something waits at first")
	}
	for round := range 3 {
		room := []byte("first")
		o.put(room, []byte("second"))
		copy(room, "wrong")
		o.put([]byte("third"))
		var got []string
		b := o.take()
		err := b.each(func(frame []byte) error { got = append(got, string(frame)); return nil })
		if fmt.Sprint(got) != "[first second third]" || err != nil {
			t.Errorf("round %d: %q, %v", round, got, err)
		}
		b.release()
	}
	full := errors.New("full")
	o.put([]byte("a"), []byte("b"))
	b := o.take()
	if err := b.each(func([]byte) error { return full }); err != full {
		t.Errorf("%v", err)
	}
	for n := range maxQueued {
		if !o.put([]byte{byte(n)}) {
			t.Fatalf("full at %d", n)
		}
	}
	if o.put([]byte("more")) {
		t.Error("more is kept than fits")
	}
	if n := len(o.take().ends); n != maxQueued {
		t.Errorf("%d frames are kept", n)
	}
}
