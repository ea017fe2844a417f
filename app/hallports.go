package app

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"

	"tafl3d/app/shell"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tournament"
)

// Hall is what tournaments need beside the rest of the Options.
type Hall struct {
	Events   Events
	Entrants Contenders // nil: only people can enter
	// Picture draws a dialog as a PNG of its own; nil: nobody can. It is called
	// beside the main thread.
	Picture func(d *panel.Dialog) ([]byte, error)
}

// Contenders are the engines that can enter an event. An engine is named by a
// ref: "level:3", or "cmd:PROGRAM" for another program.
type Contenders interface {
	// Contender returns an engine for one game, and what ends it.
	Contender(ref, variant string, seed uint64) (p table.Player, end func(), err error)
	// Jobs is how many games may be played beside the one on the screen.
	Jobs() int
}

// Venue is an event of ours that is open to the local network, and our own end of it: a
// Club for the people who sit here. Begin, BreakOff, Seat and Close may wait.
type Venue interface {
	Club
	Code() string        // that guests see too
	Addresses() []string // that they can type
	// Door is the entrance, to be opened again another day under the same code.
	Door() ([]byte, error)
	// Here reports whether a guest is connected.
	Here(guest string) bool
	// Show hangs out how the event stands. place tells of a game whether it has begun, and
	// its id unless it is played where nobody else can look on.
	Show(t *tournament.Tournament, place func(at EventSeat) (id string, begun bool)) error
	// Begin begins a game, or goes on with it where it was left.
	Begin(ctx context.Context, g VenueGame) error
	// BreakOff ends a game that was decided without it.
	BreakOff(ctx context.Context, at EventSeat) error
	// Seat lets an engine play a side of a game to its end.
	Seat(ctx context.Context, at EventSeat, side game.Side, p table.Player) error
	// Table is the id of a game, for Join.
	Table(at EventSeat) string
}

// VenueOffer is an event that is to be opened to the local network. The functions
// are called from any goroutine, and give up when their ctx ends.
type VenueOffer struct {
	ID, Host string
	State    *tournament.Tournament // to be looked at before OpenVenue returns
	Door     []byte                 // that of the last time, nil: it is opened for the first time
	Visit    func(ctx context.Context, v Visit) error
	// Over is told of every game that has ended, perhaps more than once, until it returns
	// nil.
	Over func(ctx context.Context, at EventSeat, s match.State) error
	// Record returns the saved record of a game.
	Record func(at EventSeat) ([]byte, error)
}

// ErrBadDoor says that a saved entrance cannot be read.
var ErrBadDoor = errors.New("the entrance of the event is damaged: with a new one earlier guests come in as strangers")

// Visit is a guest who wants to enter an event or to leave it.
type Visit struct {
	Guest string // who he is, by his device: the ref of an entrant
	Name  string
	In    bool
}

// VenueGame is a game of an event between people at several machines.
type VenueGame struct {
	At      EventSeat
	Variant *variant.Variant
	Own     bool // the variant is in no catalogue
	Clock   string
	Names   [game.Sides]string
	Who     [game.Sides]string // guests by their refs; empty is who sits here
	Engine  [game.Sides]bool
}

// Events is where tournaments are kept, each in a folder of its own. The names
// of its files are paths with slashes: "summer-cup/event.json".
type Events interface {
	shell.Store
	// List returns the folders, the one that changed last first.
	List() ([]string, error)
	// Where names a file or folder to the player.
	Where(name string) string
}

// cupboard is Events on the disk.
type cupboard struct{ dir string }

// NewEvents returns the events in dir, which is made when first needed.
func NewEvents(dir string) Events { return cupboard{dir} }

// of returns the folder of a file, and its name there.
func (c cupboard) of(name string) (*shell.Files, string) {
	return shell.NewFiles(filepath.Join(c.dir, filepath.FromSlash(path.Dir(name)))), path.Base(name)
}

// Load implements Store.
func (c cupboard) Load(name string) ([]byte, error) {
	f, base := c.of(name)
	return f.Load(base)
}

// Save implements Store.
func (c cupboard) Save(name string, data []byte) error {
	f, base := c.of(name)
	return f.Save(base, data)
}

// Aside implements Store.
func (c cupboard) Aside(name string) (string, error) {
	f, base := c.of(name)
	to, err := f.Aside(base)
	return path.Join(path.Dir(name), to), err
}

// List implements Events.
func (c cupboard) List() ([]string, error) {
	found, err := fs.Glob(os.DirFS(c.dir), "*/"+eventFile)
	if err != nil {
		return nil, err
	}
	at := map[string]int64{}
	for i, name := range found {
		found[i] = path.Dir(name)
		if info, err := os.Stat(c.Where(name)); err == nil {
			at[found[i]] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(found, func(a, b string) int { return cmp.Or(cmp.Compare(at[b], at[a]), cmp.Compare(a, b)) })
	return found, nil
}

// Where implements Events.
func (c cupboard) Where(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }
