// Package games shows the gallery of games, from which one can be selected, and the list of unfinished games,
// which can be continued or deleted. The files belong to app/board.
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

// Host provides functions of the rest of the program.
type Host interface {
	Favourites() []string // ids
	Favour(id string)     // toggles a favourite
	Lately() []string     // ids of recently played games, the latest first
	Rules(v *variant.Variant)
	Fairness(v *variant.Variant)     // opens the page that says how fair it is
	About(v *variant.Variant) string // a paragraph
	Families(families []string) []string
	SetMaker() SetMaker // nil: no sets can be made
}

// Browser shows games. Use it on the main thread.
type Browser struct {
	shell *shell.Shell
	board *board.Board
	host  Host
}

// New returns a Browser for the games of a board.
func New(s *shell.Shell, b *board.Board, h Host) *Browser { return &Browser{s, b, h} }

// columns is the number of cards per row.
const columns = 3

// OpenUnfinished lists the unfinished games.
func (r *Browser) OpenUnfinished() { r.shell.Open(&unfinishedPage{r: r}) }

// unfinishedPage lists the unfinished games.
type unfinishedPage struct {
	r  *Browser
	at int // index of the focused card
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
	f := panel.Field{ID: "game", Set: panel.Into(&p.at), Columns: columns, Chosen: p.at, Pick: "open",
		Open: func(n int) {
			p.at = n
			p.r.shell.Open(leftPage{p.r, list[n]})
		}}
	for _, k := range list {
		at := k.Match.State().Position
		f.Cards = append(f.Cards, panel.Card{Board: rulebook.Diagram(k.Variant.Rules, at.Setup().Pieces),
			Head: p.r.board.Lib.Name(k.Variant), Lines: describe(k)})
	}
	d.Fields = []panel.Field{f}
	return d
}

// describe returns players, progress and start time of a game.
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

// leftPage shows an unfinished game.
type leftPage struct {
	r    *Browser
	kept *board.Kept
}

func (p leftPage) Show() panel.Dialog {
	k := p.kept
	at := k.Match.State().Position
	return panel.Dialog{ID: "left", Kind: panel.Chooser, Title: p.r.board.Lib.Name(k.Variant), Cancel: "close",
		Parts: []panel.Part{{Text: strings.Join(describe(k), ". ") + "."}},
		Aside: []panel.Part{{Board: rulebook.Diagram(k.Variant.Rules, at.Setup().Pieces)}},
		Buttons: []panel.Button{
			{ID: "resume", Label: words.GoOn, Icon: "play", Primary: true, Press: func() { p.r.board.Resume(k) }},
			{ID: "delete", Label: "Delete", Icon: "no", Press: func() {
				p.r.shell.Ask(textDelete, textDeleteLine, "Delete", func() {
					p.r.board.Unfinished.Delete(k)
					p.r.shell.CloseTop()
				})
			}},
			{ID: "close", Label: words.Cancel},
		}}
}

const (
	textUnfinished = "Unfinished games"
	textDelete     = "Delete this game?"
	textDeleteLine = "This cannot be undone."
)

// TextUnfinished is the label of the button that lists n unfinished games.
func TextUnfinished(n int) string { return tongue.Textf("Unfinished games (%d)", n) }
