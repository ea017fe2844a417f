// Package library is the room of one's games: those that were played here come in by
// themselves, others by import. It lists them, opens them as studies, and tells what was
// played and how one has done. It knows no database: cmd/tafl3d hands it one.
package library

import (
	"cmp"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"

	"tafl3d/app/board"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Library is one's games. Its methods may wait and are called from any goroutine.
type Library interface {
	Find(ctx context.Context, q ask.Query) ([]ask.Entry, error)
	Count(ctx context.Context, q ask.Query) (int, error)
	Kinds(ctx context.Context) (variants, collections []string, err error)
	Explore(ctx context.Context, id string, p *rules.Position, collection string) ([]ask.Move, error)
	Record(ctx context.Context, q ask.Query) (ask.Stats, error)
	// Reached returns behind how many moves what a query asks for stands on the board first.
	Reached(g *tree.Game, q ask.Query) int
	Game(id int64) (*tree.Game, error)
	Delete(id int64) error
	// Update puts a game in the place of another, Put in the place of the same one or anew.
	Update(id int64, g *tree.Game) error
	Put(ctx context.Context, g *tree.Game, collection string) (id int64, err error)
	// Keep takes a game that was played here in, once.
	Keep(ctx context.Context, g *tree.Game, collection string) error
	// Missing returns those of the IDs of games at a site, empty for here, that it never had.
	Missing(ctx context.Context, site string, ids []string) ([]string, error)
	// Since returns how far the games of a player at a service were fetched, and Fetched
	// notes it.
	Since(ctx context.Context, address, player string) (next string, err error)
	Fetched(ctx context.Context, address, player, next string) error
	// Rated notes how the ratings of a player at a site went.
	Rated(ctx context.Context, site, player string, steps []ask.Step) error
	// RequestIntegrityCheck has it checked as a whole, and put aside if it is damaged, at the next start.
	RequestIntegrityCheck() error
	Import(ctx context.Context, in io.Reader, opt record.Options, collection string,
		progress func(ask.Progress)) (ask.Report, error)
}

// Opened is a library that was opened.
type Opened struct {
	Library
	Aside    string // where a damaged file was put; empty: it was whole
	ReadOnly bool   // nothing can be written
}

// Host is what the room asks of the rest of the client.
type Host interface {
	// Study opens a game as a study, behind so many moves.
	Study(g *tree.Game, ply int)
	// Studied is the game that is studied at the board, and the position that it shows.
	Studied() (*tree.Game, rules.Position, bool)
	// Marked are the squares that are coloured there.
	Marked() []game.Square
	// Copy puts a text on the clipboard; false: there is none.
	Copy(text string) bool
	// Chosen is the variant that was chosen last.
	Chosen() *variant.Variant
	// Event is the event that the game at the board belongs to: its name, and the game's ID
	// in it; empty if none.
	Event() (name, id string)
	// Pool names a pool of ratings, or a family of games.
	Pool(pool string) string
	// Today is the date, as tags write it.
	Today() string
}

// store keeps files, as shell.Store.
type store interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// Room is the room of the library. It belongs to the main thread.
type Room struct {
	shell  *shell.Shell
	board  *board.Board
	open   func() (Opened, error) // once; nil: there is no library
	host   Host
	store  store
	study  *tree.Game // that was opened from here or kept here, with its id
	id     int64
	newest *listPage      // that was opened
	kept   map[string]int // games taken in, by site and ID, with how many turns
	fetch  func()         // ends the fetching that goes on; nil: none was begun
	fault  string         // why the library cannot be read, or only be read; empty: it is all right
	notice string         // what became of a damaged file
}

// New returns the room, and begins to take in what was played before.
func New(b *board.Board, open func() (Opened, error), s store, h Host) *Room {
	r := &Room{shell: b.Shell(), board: b, host: h, store: s, kept: map[string]int{}}
	if open != nil {
		r.open = sync.OnceValues(open)
		r.shell.Go(r.scan)
	}
	return r
}

// Has reports whether there is a library.
func (r *Room) Has() bool { return r.open != nil }

// beside asks the library beside the main thread, and does on it what f returns.
func (r *Room) beside(ctx context.Context, f func(ctx context.Context, l Library) (then func(), err error)) {
	r.shell.Go(func() {
		l, err := r.open()
		var then func()
		if err == nil {
			then, err = f(ctx, l)
		}
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, ask.ErrDamaged) && l.Library != nil {
			err = errors.Join(err, l.RequestIntegrityCheck())
		}
		r.shell.Later(func() {
			switch {
			case err != nil:
				r.failed(err)
			case then != nil:
				then()
			}
			r.shell.Touch()
		})
	})
}

// failed says why something could not be done. Pages show it for as long as it lasts.
func (r *Room) failed(err error) {
	r.fault = textError(err)
	r.shell.Refuse(r.fault)
}

// asked says that the library has answered.
func (r *Room) asked() {
	if l, err := r.open(); err == nil && !l.ReadOnly {
		r.fault = ""
	}
}

// standing are the lines that say what is wrong with the library.
func (r *Room) standing() (lines []string) {
	for _, line := range []string{r.notice, r.fault} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// reading says that the library is being read, or why it cannot be.
func (r *Room) reading() string {
	return cmp.Or(r.fault, tongue.Text("Loading the library."))
}

// scan takes in the games of the folder that the library does not have, the oldest first,
// and says what became of a damaged file.
func (r *Room) scan() {
	l, err := r.open()
	if err != nil {
		r.shell.Later(func() { r.failed(err) })
		return
	}
	if l.Aside != "" {
		defer r.replaced(l)
	}
	if l.ReadOnly {
		r.shell.Later(func() { r.failed(ask.ErrLocked) })
		return
	}
	if r.store == nil {
		return
	}
	files, err := r.store.Names(board.FinishedFolder)
	if err != nil {
		return // there is nothing to take in
	}
	var ids []string
	for _, f := range slices.Backward(files) {
		if id, is := strings.CutSuffix(f, ".json"); is && !strings.Contains(id, ".damaged-") {
			ids = append(ids, id)
		}
	}
	ids, err = l.Missing(r.shell.Ctx(), "", ids)
	for _, id := range ids {
		if err != nil || r.shell.Ctx().Err() != nil {
			break
		}
		err = r.take(l, id)
	}
	if r.shell.Ctx().Err() != nil {
		return
	}
	r.shell.Later(func() {
		if err != nil {
			r.failed(err)
		}
		r.renew() // the list may have been opened meanwhile
		r.shell.Touch()
	})
}

// replaced says what became of a damaged file: how many games the new one has, those of the folder
// among them.
func (r *Room) replaced(l Opened) {
	n, err := l.Count(r.shell.Ctx(), ask.Query{})
	if r.shell.Ctx().Err() != nil {
		return
	}
	r.shell.Later(func() {
		if err != nil {
			r.failed(err)
			return
		}
		r.notice = tongue.Textf("The library was damaged and is kept as %s. Games in the new library: %d.", l.Aside, n)
		r.shell.Say(r.notice, panel.Bad)
	})
}

// take takes a game of the folder in. One that cannot be read is put aside. The error is
// that of the library.
func (r *Room) take(l Library, id string) error {
	file := board.FinishedFolder + "/" + id
	data, err := r.store.Load(file + ".json")
	if err != nil {
		return nil // it went away
	}
	var v *variant.Variant
	own := ""
	h, m, err := match.Decode(data, func(name string) (*rules.Rules, error) {
		text, err := r.store.Load(file + ".toml")
		if err == nil {
			if v, err = variant.Parse(file+".toml", text, variant.All()...); err == nil {
				own = string(variant.Encode(v, nil))
			}
		} else {
			v, err = variant.Get(name)
		}
		if err != nil {
			return nil, err
		}
		return v.Rules, nil
	})
	if err != nil {
		r.shell.Later(func() { r.shell.PutAside(file+".json", words.BadGame, err) })
		return nil
	}
	g := tree.Of(h, m.State())
	g.Own = own
	g.SetTag(tree.TagDate, id[:min(len(id), len("2026-11-23"))])
	g.SetTag(tree.TagID, id)
	return l.Keep(r.shell.Ctx(), g, belongs(g, hereSides(h)))
}

// hereSides says at which sides people sit.
func hereSides(h match.Header) (here [game.Sides]bool) {
	for side, seat := range h.Seats {
		here[side] = seat.Player != "computer"
	}
	return here
}

// belongs tells a game which sides were played here, and returns its collection.
func belongs(g *tree.Game, here [game.Sides]bool) string {
	switch {
	case here[0] && here[1]:
		g.SetTag(tree.TagOwn, "both")
	case here[0]:
		g.SetTag(tree.TagOwn, game.Attackers.String())
	case here[1]:
		g.SetTag(tree.TagOwn, game.Defenders.String())
	default:
		return ask.Watched
	}
	return ask.Mine
}

// Finished takes in the game at the board, which is over.
func (r *Room) Finished(g *board.Game) {
	if r.open == nil || !g.State.Outcome.Over() || g.State.Record.Ply() == 0 {
		return
	}
	site, id := "", g.File
	if g.Remote != nil {
		site, id = "network", g.Remote.ID
		if s, is := g.Remote.Host.(interface{ Name() string }); is {
			site = s.Name()
		}
	}
	event, bout := r.host.Event()
	if bout != "" {
		site, id = event, bout
	}
	h := g.Header()
	here := [game.Sides]bool{g.Setup.Here(0), g.Setup.Here(1)}
	if id == "" || r.kept[site+"\n"+id] == g.State.Record.Ply() || (g.Remote != nil || g.Contest != nil) &&
		!here[0] && !here[1] {
		return
	}
	r.kept[site+"\n"+id] = g.State.Record.Ply()
	for side, name := range g.Setup.Remote {
		if name != "" {
			h.Seats[side].Name = name
		}
	}
	t := tree.Of(h, g.State)
	if r.board.Lib.Mine(g.Variant) {
		t.Own = string(variant.Encode(g.Variant, nil))
	}
	t.SetTag(tree.TagDate, r.host.Today())
	t.SetTag(tree.TagEvent, event)
	t.SetTag(tree.TagSite, site)
	t.SetTag(tree.TagID, id)
	collection := belongs(t, here)
	r.beside(context.WithoutCancel(r.shell.Ctx()), func(ctx context.Context, l Library) (func(), error) {
		return r.renew, l.Keep(ctx, t, collection)
	})
}

// Store puts a game that is studied into the library: in the place of the one from which
// the study began, or anew.
func (r *Room) Store(g *tree.Game) {
	if r.open == nil {
		r.shell.Refuse("The library is not available")
		return
	}
	id := int64(0)
	if r.study == g {
		id = r.id
	}
	text, find := record.Text(g), r.board.Lib.Get // the study goes on meanwhile
	r.beside(context.WithoutCancel(r.shell.Ctx()), func(ctx context.Context, l Library) (func(), error) {
		games, err := record.Read(text, record.Options{Find: find})
		switch {
		case err != nil:
		case id != 0:
			if err = l.Update(id, games[0]); !errors.Is(err, ask.ErrNoGame) {
				break
			}
			fallthrough // it was deleted meanwhile
		default:
			id, err = l.Put(ctx, games[0], ask.Studies)
		}
		return func() {
			r.study, r.id = g, id
			r.shell.Say(tongue.Text("Study saved to the library"), panel.Good)
			r.renew()
		}, err
	})
}

// renew reads the list in front anew.
func (r *Room) renew() {
	if r.newest != nil && r.shell.Front() == shell.Page(r.newest) {
		r.newest.load()
	}
}

// textError says what is wrong with the library.
func textError(err error) string {
	for is, text := range map[error]string{
		ask.ErrNoGame:  "This game is no longer in the library.",
		ask.ErrSame:    "The library already has this game: same players, date and moves. Change the date.",
		ask.ErrFull:    "The disk is full. The library was not changed.",
		ask.ErrBusy:    "Another program is writing to the library. Try again.",
		ask.ErrLocked:  "Cannot write to the library folder.",
		ask.ErrDamaged: "The library file is damaged. The next start sets it aside and saves what can be read.",
		ask.ErrNewer:   "The library was saved by a newer version of the program.",
	} {
		if errors.Is(err, is) {
			return tongue.Text(text)
		}
	}
	return tongue.Textf("Library: %s", words.Error(err))
}
