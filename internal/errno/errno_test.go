package errno

import (
	"fmt"
	"net"
	"os"
	"syscall"
	"testing"
)

// TestIs: a refused connection is told on every system, also by the number that Windows has for it.
func TestIs(t *testing.T) {
	wrapped := func(n syscall.Errno) error {
		return fmt.Errorf("x: %w", &net.OpError{Op: "dial", Err: os.NewSyscallError("connectex", n)})
	}
	for _, c := range []struct {
		err    error
		kind   syscall.Errno
		system string
		want   bool
	}{
		{wrapped(syscall.ECONNREFUSED), syscall.ECONNREFUSED, "linux", true},
		{wrapped(10061), syscall.ECONNREFUSED, "linux", false},
		{wrapped(10061), syscall.ECONNREFUSED, "windows", true},
		{wrapped(10061), syscall.ECONNRESET, "windows", false},
		{&os.PathError{Op: "write", Path: "x", Err: syscall.Errno(112)}, syscall.ENOSPC, "windows", true},
		{nil, syscall.ENOSPC, "windows", false},
	} {
		if got := is(c.err, c.kind, c.system); got != c.want {
			t.Errorf("%v is %v on %s: %v", c.err, c.kind, c.system, got)
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	_ = l.Close()
	if _, err := net.Dial("tcp", at); !Is(err, syscall.ECONNREFUSED) {
		t.Errorf("nobody listens: %v", err)
	}
}
