// Package library manages the player's games. Finished games are added automatically, other games by import.
// It lists them, opens them as studies, and shows statistics and openings. It is independent of the database,
// which cmd/tafl3d provides.
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

// Library stores games. Its methods may block and are safe for concurrent use.
type Library interface {
	Find(ctx context.Context, q ask.Query) ([]ask.Entry, error)
	Count(ctx context.Context, q ask.Query) (int, error)
	Kinds(ctx context.Context) (variants, collections []string, err error)
	Explore(ctx context.Context, id string, p *rules.Position, collection string) ([]ask.Move, error)
	Record(ctx context.Context, q ask.Query) (ask.Stats, error)
	// Reached returns the number of moves after which the position of a query first occurs.
	Reached(g *tree.Game, q ask.Query) int
	Game(id int64) (*tree.Game, error)
	Delete(id int64) error
	// Update replaces a game. Put replaces the same game or adds it.
	Update(id int64, g *tree.Game) error
	Put(ctx context.Context, g *tree.Game, collection string) (id int64, err error)
	// Keep adds a locally played game, at most once.
	Keep(ctx context.Context, g *tree.Game, collection string) error
	// Missing returns the IDs of games at a site (empty: here) that the library never had.
	Missing(ctx context.Context, site string, ids []string) ([]string, error)
	// Since returns how far the games of a player at a service were downloaded; Fetched stores it.
	Since(ctx context.Context, address, player string) (next string, err error)
	Fetched(ctx context.Context, address, player, next string) error
	// Rated stores the rating history of a player at a site.
	Rated(ctx context.Context, site, player string, steps []ask.Step) error
	// RequestIntegrityCheck requests a full check at the next start; a damaged file is then renamed.
	RequestIntegrityCheck() error
	Import(ctx context.Context, in io.Reader, opt record.Options, collection string,
		progress func(ask.Progress)) (ask.Report, error)
}

// Opened is an open library.
type Opened struct {
	Library
	Aside    string // new name of a damaged file; empty: it was intact
	ReadOnly bool   // the library cannot be changed
}

// Host provides functions of the rest of the client.
type Host interface {
	// Study opens a game as a study at the position after ply moves.
	Study(g *tree.Game, ply int)
	// Studied returns the current study and the shown position.
	Studied() (*tree.Game, rules.Position, bool)
	// Marked returns its coloured squares.
	Marked() []game.Square
	// Copy copies a text; it returns false without a clipboard.
	Copy(text string) bool
	// Chosen returns the last selected variant.
	Chosen() *variant.Variant
	// Event returns the name of the tournament of the game at the board and the ID of the game; empty: none.
	Event() (name, id string)
	// Pool returns the name of a rating pool or a family of games.
	Pool(pool string) string
	// Today returns the date in the format of tags.
	Today() string
}

// store saves files, as shell.Store does.
type store interface {
	Load(name string) ([]byte, error)
	Names(folder string) ([]string, error)
}

// Manager manages the library. Use it on the main thread.
type Manager struct {
	shell  *shell.Shell
	board  *board.Board
	open   func() (Opened, error) // called once; nil: no library
	host   Host
	store  store
	study  *tree.Game // study opened from or saved to the library, with its id
	id     int64
	newest *listPage      // last opened list
	kept   map[string]int // added games by site and ID, with their numbers of moves
	fetch  func()         // stops the download; nil: none
	fault  string         // why the library is unreadable or read-only; empty: no problem
	notice string         // note about a damaged file
}

// New returns a Manager and starts to import previously played games.
func New(b *board.Board, open func() (Opened, error), s store, h Host) *Manager {
	r := &Manager{shell: b.Shell(), board: b, host: h, store: s, kept: map[string]int{}}
	if open != nil {
		r.open = sync.OnceValues(open)
		r.shell.Go(r.scan)
	}
	return r
}

// Has reports whether there is a library.
func (r *Manager) Has() bool { return r.open != nil }

// inBackground runs f with the library in the background, and then the returned function on the main thread.
func (r *Manager) inBackground(ctx context.Context, f func(ctx context.Context, l Library) (then func(), err error)) {
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

// failed records an error, which pages show while it lasts.
func (r *Manager) failed(err error) {
	r.fault = textError(err)
	r.shell.Refuse(r.fault)
}

// asked records a successful answer of the library.
func (r *Manager) asked() {
	if l, err := r.open(); err == nil && !l.ReadOnly {
		r.fault = ""
	}
}

// standing returns the lines about problems of the library.
func (r *Manager) standing() (lines []string) {
	for _, line := range []string{r.notice, r.fault} {
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

// reading returns that the library is being read, or why it cannot be.
func (r *Manager) reading() string {
	return cmp.Or(r.fault, tongue.Text("Loading the library."))
}

// scan imports missing games of the folder, the oldest first, and reports a damaged file.
func (r *Manager) scan() {
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
		return // nothing to import
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

// replaced describes the replacement of a damaged file, with the number of games in the new one, including
// those of the folder.
func (r *Manager) replaced(l Opened) {
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

// take imports a game of the folder. It renames an unreadable file. It returns only errors of the library.
func (r *Manager) take(l Library, id string) error {
	file := board.FinishedFolder + "/" + id
	data, err := r.store.Load(file + ".json")
	if err != nil {
		return nil // deleted meanwhile
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

// hereSides returns the sides of local humans.
func hereSides(h match.Header) (here [game.Sides]bool) {
	for side, seat := range h.Seats {
		here[side] = seat.Player != "computer"
	}
	return here
}

// belongs marks the locally played sides and returns the collection of a game.
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

// Finished adds the finished game at the board.
func (r *Manager) Finished(g *board.Game) {
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
	r.inBackground(context.WithoutCancel(r.shell.Ctx()), func(ctx context.Context, l Library) (func(), error) {
		return r.renew, l.Keep(ctx, t, collection)
	})
}

// Store saves a study to the library: it replaces the game from which the study started, or adds a new one.
func (r *Manager) Store(g *tree.Game) {
	if r.open == nil {
		r.shell.Refuse("The library is not available")
		return
	}
	id := int64(0)
	if r.study == g {
		id = r.id
	}
	text, find := record.Text(g), r.board.Lib.Get // the study may change meanwhile
	r.inBackground(context.WithoutCancel(r.shell.Ctx()), func(ctx context.Context, l Library) (func(), error) {
		games, err := record.Read(text, record.Options{Find: find})
		switch {
		case err != nil:
		case id != 0:
			if err = l.Update(id, games[0]); !errors.Is(err, ask.ErrNoGame) {
				break
			}
			fallthrough // deleted meanwhile
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

// renew reloads the open list.
func (r *Manager) renew() {
	if r.newest != nil && r.shell.Front() == shell.Page(r.newest) {
		r.newest.load()
	}
}

// textError describes an error of the library.
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
