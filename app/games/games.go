// Package games shows the games there are, in a gallery from which one is chosen,
// and the player's own: those that were left unfinished, each of which can be gone
// on with or deleted. Their files are those of app/board.
package games

import (
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/rulebook"
	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Host is what the gallery asks of the rest of the program.
type Host interface {
	Favourites() []string // ids
	Favour(id string)     // makes a game a favourite, or no longer
	Lately() []string     // ids of the games played lately, the last one first
	Rules(v *variant.Variant)
	About(v *variant.Variant) string // a paragraph
	Families(families []string) []string
}

// Room shows games. Its methods belong to the main thread.
type Room struct {
	shell *shell.Shell
	board *board.Board
	host  Host
}

// New returns the room of the games that a board keeps.
func New(s *shell.Shell, b *board.Board, h Host) *Room { return &Room{s, b, h} }

// columns is how many cards stand beside each other.
const columns = 3

// OpenUnfinished lists the games that were left.
func (r *Room) OpenUnfinished() { r.shell.Open(&unfinishedPage{r: r}) }

// unfinishedPage lists the games that were left.
type unfinishedPage struct {
	r  *Room
	at int // the card that the keyboard holds
}

func (p *unfinishedPage) Show() panel.Dialog {
	list := p.r.board.Unfinished.All()
	p.at = max(min(p.at, len(list)-1), 0)
	d := panel.Dialog{ID: "unfinished", Kind: panel.Wide, Title: textUnfinished, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: len(list) == 0}}}
	if len(list) == 0 {
		d.Lines = []string{"You have no unfinished games."}
		return d
	}
	f := panel.Field{ID: "game", Pick: "open", Columns: columns, Chosen: p.at}
	for _, k := range list {
		at := k.Match.State().Position
		f.Cards = append(f.Cards, panel.Card{Board: rulebook.Diagram(k.Variant.Rules, at.Setup().Pieces),
			Head: p.r.board.Lib.Name(k.Variant), Lines: describe(k)})
	}
	d.Fields = []panel.Field{f}
	return d
}

func (p *unfinishedPage) Do(c panel.Command) {
	p.r.shell.Touch()
	list := p.r.board.Unfinished.All()
	if c.Arg < 0 || c.Arg >= len(list) {
		return
	}
	p.at = c.Arg
	if c.ID == "open" {
		p.r.shell.Open(leftPage{p.r, list[c.Arg]})
	}
}

// describe says who plays, how far the game has come, and when it began.
func describe(k *board.Kept) []string {
	at := k.Match.State().Position
	lines := []string{
		tongue.UpperFirst(board.TextWho(k)),
		words.Moves(k.Match.Ply()) + ", " + words.ToMove(words.Side(k.Variant.Rules, at.Turn())),
	}
	if t, ok := k.Began(); ok {
		lines = append(lines, tongue.Now().Time(t))
	}
	return lines
}

// leftPage is a game that was left.
type leftPage struct {
	r    *Room
	kept *board.Kept
}

func (p leftPage) Show() panel.Dialog {
	k := p.kept
	at := k.Match.State().Position
	return panel.Dialog{ID: "left", Title: p.r.board.Lib.Name(k.Variant), Cancel: "close",
		Parts: []panel.Part{{Text: strings.Join(describe(k), ". ") + "."}},
		Aside: []panel.Part{{Board: rulebook.Diagram(k.Variant.Rules, at.Setup().Pieces)}},
		Buttons: []panel.Button{
			{ID: "resume", Label: words.GoOn, Icon: "play", Primary: true},
			{ID: "delete", Label: "Delete", Icon: "no"},
			{ID: "close", Label: words.Cancel},
		}}
}

func (p leftPage) Do(c panel.Command) {
	switch c.ID {
	case "resume":
		p.r.board.Resume(p.kept)
	case "delete":
		p.r.shell.Ask(textDelete, textDeleteLine, "Delete", func() {
			p.r.board.Unfinished.Delete(p.kept)
			p.r.shell.CloseTop()
		})
	}
}

const (
	textUnfinished = "Unfinished games"
	textDelete     = "Delete this game?"
	textDeleteLine = "This cannot be undone."
)

// TextUnfinished is the label of the button that lists so many games.
func TextUnfinished(n int) string { return tongue.Textf("Unfinished games (%d)", n) }
