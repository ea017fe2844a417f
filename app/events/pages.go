package events

import (
	"time"

	"tafl3d/app/board"
	"tafl3d/app/online"
	"tafl3d/app/remote"
	"tafl3d/app/shell"
	"tafl3d/game/table"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// Pages is the pages of events: of the one that is held here, and of those elsewhere.
type Pages struct {
	*shell.Shell
	*board.Board
	*Room     // the event that is held here
	opt       PagesOptions
	host      Client
	online    *online.Room
	gate      *gate // that event opened to the local network, nil while it is not
	FarEvents FarEvents
}

// Client is what the pages of events ask of the rest of the program.
type Client interface {
	Usual() string // the variant that was played last
	Games() Chooser
	Title() shell.Page
	Elsewhere() online.Elsewhere
	Go(h remote.Host, id string)
	Join(h remote.Host, id string)
	StopJoining(h remote.Host)
}

// Chooser are the fields that choose a game.
type Chooser interface {
	Games() []panel.Field
	Aside() []panel.Part
	// Do carries out a command of the fields and reports whether it is one of theirs.
	Do(c panel.Command) bool
	Chosen() *variant.Variant
}

// PagesOptions are what events work with.
type PagesOptions struct {
	Hall    *Options
	Network remote.Network // nil: there is none
	Engines board.Engines
	Ear     board.Ear
	Clock   table.Clock
	Pace    time.Duration
}

func NewPages(b *board.Board, opt PagesOptions, far *online.Room, host Client) *Pages {
	r := &Pages{Shell: b.Shell, Board: b, opt: opt, host: host, online: far}
	r.Room = New(b.Shell, opt.Hall, opt.Clock, eventHost{r})
	return r
}

// Over shows that a game of the event at the board has come to its end.
func (r *Pages) Over() { r.Open(boutPage{r}) }
