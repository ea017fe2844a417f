package lan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"time"

	"tafl3d/net/host"
	"tafl3d/net/wire"
)

// Ledgers is a journal in a folder, with a file for each game and a line for each entry. Append returns after the
// line is on the disk. It is also the clock of the games: game time does not run while no program has the folder
// open.
type Ledgers struct {
	dir string

	mu     sync.Mutex
	memory host.Memory
	size   map[string]int64     // bytes of complete lines, for files that were read
	lag    map[string]wire.Time // how far game time is behind the time of day
}

// OpenLedgers returns the journal in a folder, which is created when first needed.
func OpenLedgers(dir string) *Ledgers {
	return &Ledgers{dir: dir, size: map[string]int64{}, lag: map[string]wire.Time{}}
}

// validID matches the ids that may name a file: a guest may ask for any id.
var validID = regexp.MustCompile(`^[a-z0-9-]{1,64}$`)

func (l *Ledgers) file(game string) string { return filepath.Join(l.dir, game+".jsonl") }

// load reads the file of a game once. It ignores an incomplete last line, which was never acknowledged. l.mu must be
// held.
func (l *Ledgers) load(game string) error {
	if _, read := l.size[game]; read || !validID.MatchString(game) {
		return nil
	}
	data, err := os.ReadFile(l.file(game))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	size, last := int64(0), wire.Time(0)
	for n := 1; ; n++ {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if !whole {
			break
		}
		var e wire.Entry
		err := json.Unmarshal(line, &e)
		if err == nil {
			err = l.memory.Append(context.Background(), game, e)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d: %w", l.file(game), n, err)
		}
		data, size, last = rest, size+int64(len(line))+1, e.At
	}
	if size > 0 {
		l.size[game], l.lag[game] = size, wire.At(time.Now())-last
	}
	return nil
}

// Append implements host.Journal.
func (l *Ledgers) Append(ctx context.Context, game string, e wire.Entry) error {
	if !validID.MatchString(game) {
		return fmt.Errorf("%.70q: %w", game, host.ErrNoGame)
	}
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.load(game); err != nil {
		return err
	}
	if there, _ := l.memory.Read(ctx, game, 1); e.Seq != uint64(len(there))+1 {
		return fmt.Errorf("entry %d of %s: %w", e.Seq, game, host.ErrConflict)
	}
	line = append(line, '\n')
	if err := write(l.dir, l.file(game), l.size[game], line); err != nil {
		return err
	}
	l.size[game] += int64(len(line))
	return l.memory.Append(context.WithoutCancel(ctx), game, e)
}

// write writes a line at an offset of a file, truncates the rest and syncs the file.
func write(dir, name string, at int64, line []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err = f.Truncate(at); err == nil {
		_, err = f.WriteAt(line, at)
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Read implements host.Journal.
func (l *Ledgers) Read(ctx context.Context, game string, from uint64) ([]wire.Entry, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.load(game); err != nil {
		return nil, err
	}
	return l.memory.Read(ctx, game, from)
}

// Follow implements host.Journal.
func (l *Ledgers) Follow(game string, f func(wire.Entry)) (stop func(), err error) {
	return l.memory.Follow(game, f)
}

// Now implements host.Clock. The time of a game that was read continues from its newest entry.
func (l *Ledgers) Now(game string) wire.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.load(game) // Read and Append return the error
	return wire.At(time.Now()) - l.lag[game]
}

// Mark implements host.Clock.
func (l *Ledgers) Mark(game string) (then func() wire.Time) {
	t := l.Now(game)
	return func() wire.Time { return t }
}

// Use implements host.Clock.
func (l *Ledgers) Use(string) (release func()) { return func() {} }
