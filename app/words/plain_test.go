package words_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"tafl3d/app/words"
)

// TestPlain asserts that what libraries and the system say does not reach a player, and that
// what we say around it does.
func TestPlain(t *testing.T) {
	var v struct{ N int }
	_, numeral := strconv.Atoi("x")
	_, missing := os.Open(filepath.Join(t.TempDir(), "none"))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	_, refused := http.Get("http://" + l.Addr().String())
	strict := json.NewDecoder(strings.NewReader(`{"m":1}`))
	strict.DisallowUnknownFields()
	for want, err := range map[string]error{
		"settings.json, line 3: the file is damaged":      fmt.Errorf("settings.json, line 3: %w", json.Unmarshal([]byte("\x13"), &v)),
		"a: the file is damaged":                          fmt.Errorf("a: %w", json.Unmarshal([]byte(`{"N":"x"}`), &v)),
		"b: the file is damaged":                          fmt.Errorf("b: %w", strict.Decode(&v)),
		"turn 3: a number in it is none":                  fmt.Errorf("turn 3: %w", numeral),
		"the picture: it is not there":                    fmt.Errorf("the picture: %w", missing),
		"nobody answers there":                            refused,
		"the hall: nobody answers there":                  fmt.Errorf("the hall: %w", context.DeadlineExceeded),
		"it was cut: the line was cut":                    fmt.Errorf("it was cut: %w", io.ErrUnexpectedEOF),
		"one\nthe file is damaged":                        errors.Join(errors.New("one"), json.Unmarshal(nil, &v)),
		"a man may not stop on a1, a corner of the board": errors.New("a man may not stop on a1, a corner of the board"),
	} {
		if got := words.Plain(err); got != want {
			t.Errorf("%v is said as %q, want %q", err, got, want)
		}
	}
}
