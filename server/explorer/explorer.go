// Package explorer returns the moves played from a position in the archived games. It has a separate library of them,
// without names, which it builds from the archive and rebuilds if it is lost. Each service has one. It never writes to
// the archive.
package explorer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/library"
	"tafl3d/library/ask"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/server/store"
)

// ErrNotYet says that the library is not open yet.
var ErrNotYet = errors.New("the opening explorer is not ready yet")

// Options configures an Explorer.
type Options struct {
	Store *store.Store
	Data  string // data folder of the service; empty: a temporary folder
	Now   func() time.Time
	Log   *slog.Logger
}

// Explorer is the opening explorer. It is safe for concurrent use.
type Explorer struct {
	Options
	ended chan store.Game
	known map[string]int64 // ends of the latest games that need no second look; used by Run only
	mu    sync.RWMutex
	lib   *library.Library // nil: not open
}

// New returns an explorer that has no games until Run has begun.
func New(opt Options) *Explorer {
	return &Explorer{Options: opt, ended: make(chan store.Game, batch), known: map[string]int64{}}
}

// Ended reports that a game was archived, with its entries. It does not block: if the queue is full, the game is found
// later.
func (x *Explorer) Ended(g store.Game) {
	select {
	case x.ended <- g:
	default:
	}
}

// often is how often games of other services are looked for, rests how long games that end in succession are collected.
const (
	often = time.Minute
	rests = time.Second
)

// Run follows the archive until ctx ends.
func (x *Explorer) Run(ctx context.Context) {
	dir := filepath.Join(x.Data, "explorer")
	if x.Data == "" {
		var err error
		if dir, err = os.MkdirTemp("", "tafl3d-explorer-*"); err != nil {
			x.Log.Error("cannot make a folder for the opening explorer", "error", err)
			return
		}
		defer func() { _ = os.RemoveAll(dir) }()
	}
	lib, err := library.Open(dir)
	if err != nil {
		x.Log.Error("cannot open the opening explorer", "error", err)
		return
	}
	x.put(lib)
	defer func() {
		x.put(nil)
		if err := lib.Close(); err != nil {
			x.Log.Warn("cannot close the opening explorer", "error", err)
		}
	}()
	look := time.NewTicker(often)
	defer look.Stop()
	for err := x.catchUp(ctx, lib); ; {
		if err != nil && ctx.Err() == nil {
			x.Log.Warn("cannot update the opening explorer from the archive", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case g := <-x.ended:
			list := x.collect(g)
			err = x.take(ctx, lib, list, list)
			select {
			case <-ctx.Done():
			case <-time.After(rests):
			}
		case <-look.C:
			err = x.catchUp(ctx, lib)
		}
	}
}

// collect returns a game and those that have ended since.
func (x *Explorer) collect(g store.Game) (list []store.Game) {
	for list = append(list, g); len(list) < batch; {
		select {
		case g := <-x.ended:
			list = append(list, g)
		default:
			return list
		}
	}
	return list
}

func (x *Explorer) put(l *library.Library) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lib = l
}

// batch is how many games are read together.
const batch = 200

// late is how long after its end a game may still be archived.
const late = time.Hour

// here is the name under which the library stores its progress.
const here = "archive"

// catchUp adds the games that were archived since the last call.
func (x *Explorer) catchUp(ctx context.Context, lib *library.Library) error {
	since, err := lib.Since(ctx, here, "")
	if err != nil {
		return err
	}
	for at := since; ; {
		from, id, _ := strings.Cut(at, "-")
		ended, _ := strconv.ParseInt(from, 10, 64) // 0 on the first call
		list, err := x.Store.Archive.After(ctx, ended, id, batch)
		if err != nil {
			return err
		}
		if err := x.fetch(ctx, lib, list); err != nil {
			return err
		}
		if n := len(list); n > 0 {
			at = fmt.Sprintf("%d-%s", list[n-1].Ended, list[n-1].ID)
			ended = list[n-1].Ended
		}
		if settled := x.Now().Add(-late).UnixMicro(); len(list) < batch && ended > settled {
			at = strconv.FormatInt(settled, 10) // late games are seen in the next call
		}
		if at != since {
			if err := lib.Fetched(ctx, here, "", at); err != nil {
				return err
			}
		}
		if len(list) < batch {
			settled := x.Now().Add(-late).UnixMicro()
			maps.DeleteFunc(x.known, func(_ string, ended int64) bool { return ended < settled })
			return nil
		}
		since = at
	}
}

// fetch adds the games of a list without entries that the library never had.
func (x *Explorer) fetch(ctx context.Context, lib *library.Library, list []store.Game) error {
	var ids []string
	for _, g := range list {
		if _, known := x.known[g.ID]; !known && told(g) {
			ids = append(ids, g.ID)
		}
	}
	ids, err := lib.Missing(ctx, "", ids)
	if err != nil {
		return err
	}
	whole, err := x.Store.Archive.Whole(ctx, ids)
	if err != nil {
		return err
	}
	return x.take(ctx, lib, whole, list)
}

// told reports whether a game is included: aborted games are not.
func told(g store.Game) bool { return g.Result != "" && g.Plies > 0 }

// take adds games in the order of their ends, since a library treats the game added last as the newest. A game that it
// has stays as it is. Games with custom rules and aborted games are left out. The games in seen need no second look.
func (x *Explorer) take(ctx context.Context, lib *library.Library, list, seen []store.Game) error {
	slices.SortStableFunc(list, func(a, b store.Game) int { return cmp.Compare(a.Ended, b.Ended) })
	var fresh []*tree.Game
	for _, row := range list {
		if !told(row) || row.MovesGone() {
			continue
		}
		g, err := read(row.Entries)
		if err != nil {
			x.Log.Warn("cannot read a game for the opening explorer", "game", row.ID, "error", err)
			continue
		}
		if g.Own == "" {
			fresh = append(fresh, g)
		}
	}
	if len(fresh) > 0 {
		if err := lib.AddAll(ctx, fresh, here); err != nil {
			return err
		}
	}
	for _, g := range seen {
		x.known[g.ID] = g.Ended
	}
	return nil
}

func read(text string) (*tree.Game, error) {
	var entries []wire.Entry
	if err := json.Unmarshal([]byte(text), &entries); err != nil {
		return nil, err
	}
	g, err := ledger.Fold(entries)
	if err != nil {
		return nil, err
	}
	return g.Tree(), nil
}

// Explore returns the moves played at a position of a variant, the most played first. Each has its latest game as Game.
func (x *Explorer) Explore(ctx context.Context, variant string, p *rules.Position) ([]ask.Move, error) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if x.lib == nil {
		return nil, ErrNotYet
	}
	return x.lib.Explore(ctx, variant, p, "")
}
