package library

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/library/ask"
)

// sqliteError is an error of SQLite with a code that may be extended.
type sqliteError int

func (e sqliteError) Error() string { return fmt.Sprintf("some text (%d)", int(e)) }
func (e sqliteError) Code() int     { return int(e) }

// TestWords: errors of the database have a message of ours, by their codes; texts that look like one do not count.
func TestWords(t *testing.T) {
	for code, want := range map[sqliteError]error{
		13: ask.ErrFull, 5: ask.ErrBusy, 5 | 2<<8: ask.ErrBusy, 8: ask.ErrLocked, 8 | 4<<8: ask.ErrLocked,
		14: ask.ErrLocked, 11: ask.ErrDamaged, 11 | 1<<8: ask.ErrDamaged, 26: ask.ErrDamaged,
	} {
		err := toUserError(fmt.Errorf("game 3: %w", code))
		if !errors.Is(err, want) || err.Error() != want.Error() {
			t.Errorf("%d: %v", code, err)
		}
	}
	for _, other := range []error{sqliteError(1), errors.New("the hall is full"), errors.New("a malformed move"),
		errors.New("SQLITE_BUSY")} {
		if err := toUserError(other); err != other {
			t.Errorf("%v became %v", other, err)
		}
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, fileName), 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); !errors.Is(err, ask.ErrLocked) || strings.Contains(err.Error(), "(14)") {
		t.Error(err)
	}
	full, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "full.db")+"?_pragma=max_page_count(2)")
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	_, err = full.Exec("CREATE TABLE a (b); CREATE TABLE c (d); CREATE TABLE e (f)")
	if !errors.Is(toUserError(err), ask.ErrFull) {
		t.Error(err)
	}
}
