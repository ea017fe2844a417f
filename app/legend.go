package app

import (
	"tafl3d/app/words"
	"tafl3d/panel"
)

// legend is how the list of moves is written: signs, and what they mean.
type legend struct {
	tafl  bool // of the tafl family, else of the games on lines
	both  bool
	sign  string
	means string
}

var legends = []legend{
	{both: true, sign: "d1-d4",
		means: "The piece on d1 goes to d4. Letters name the files from the left, numbers the ranks from below."},
	{tafl: true, sign: "d1-d4xe4", means: "It takes the piece on e4. What is taken stands behind an x each."},
	{tafl: true, sign: "K" + "d4-d7", means: "K is the king, C a commander, N a knight. Ordinary men have no letter."},
	{tafl: true, sign: "f6^f4", means: "A leap, over what stands between."},
	{tafl: true, sign: "d4-d6xd7" + "\u00a0" + "d6-a6", means: "A turn of several steps by the same piece."},
	{tafl: true, sign: "(c5)", means: "The piece that moved was lost on c5 itself."},
	{sign: "d4xd6xf6", means: "A piece leaps from d4 over an enemy to d6, and on to f6, and takes what it leaps over."},
	{sign: "d4^d6", means: "A leap that takes nothing."},
	{sign: "@c3", means: "A piece from the hand is put on c3."},
	{sign: "@a7*g7", means: "A piece is put on a7, which closes a mill, and the man on g7 is taken off for it."},
	{sign: "e1-e3,g3-g4", means: "Two actions in one turn."},
	{sign: "c3^e5&c5^e3*d4", means: "An ambush: two pieces leap, and the man on d4 is taken."},
	{sign: "!e6,d4-d5",
		means: "The piece on e6 is huffed, since it could have taken and did not; then comes the move."},
	{sign: "c7-c9=O", means: "The piece becomes another one, here O."},
	{sign: "O-O", means: "Castling on the short side; O-O-O on the long one."},
}

// legendPage explains how moves are written, those of the game at the board or all.
type legendPage struct{ a *App }

func (p legendPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "legend", Title: textNotation, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	for _, l := range legends {
		if g := p.a.board.Game; g == nil || l.both || l.tafl == (g.Variant.Rules.Ruleset().Lines == nil) {
			d.Keys = append(d.Keys, panel.KeyLine{Keys: l.sign, Does: l.means})
		}
	}
	return d
}

func (p legendPage) Do(panel.Command) {}

const textNotation = "How moves are written"
