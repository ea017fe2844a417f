package app

import (
	"tafl3d/app/words"
	"tafl3d/panel"
)

// legend lists the signs of the notation with their meanings.
type legend struct {
	tafl  bool // for the tafl family; otherwise for games on lines
	both  bool
	sign  string
	means string
}

var legends = []legend{
	{both: true, sign: "d1-d4",
		means: "The piece on d1 moves to d4. Letters are files, from the left; numbers are ranks, from the bottom."},
	{tafl: true, sign: "d1-d4xe4", means: "It captures the piece on e4. Each captured square follows an x."},
	{tafl: true, sign: "K" + "d4-d7", means: "K is the king, C a commander, N a knight. Ordinary men have no letter."},
	{tafl: true, sign: "f6^f4", means: "A leap over what is in between."},
	{tafl: true, sign: "d4-d6xd7" + "\u00a0" + "d6-a6", means: "A move of several steps by the same piece."},
	{tafl: true, sign: "(c5)", means: "The moving piece was itself captured on c5."},
	{sign: "d4xd6xf6",
		means: "A piece leaps from d4 over an enemy to d6 and on to f6, and captures what it leaps over."},
	{sign: "d4^d6", means: "A leap without a capture."},
	{sign: "@c3", means: "A piece in hand is placed on c3."},
	{sign: "@a7*g7", means: "A piece placed on a7 closes a mill, so the man on g7 is removed."},
	{sign: "e1-e3,g3-g4", means: "Two actions in one move."},
	{sign: "c3^e5&c5^e3*d4", means: "An ambush: two pieces leap and capture the man on d4."},
	{sign: "!e6,d4-d5",
		means: "The piece on e6 is huffed because it could have captured but did not; the move follows."},
	{sign: "c7-c9=O", means: "The piece is promoted, here to O."},
	{sign: "O-O", means: "Castling on the short side; O-O-O is the long side."},
}

// legendPage explains the notation of the game at the board, or all.
type legendPage struct{ a *App }

func (p legendPage) Show() panel.Dialog {
	d := panel.Dialog{ID: "legend", Kind: panel.Reference, Title: textNotation, Cancel: "close",
		Buttons: []panel.Button{{ID: "close", Label: words.Done, Primary: true}}}
	for _, l := range legends {
		if g := p.a.board.Game(); g == nil || l.both || l.tafl == (g.Variant.Rules.Ruleset().Lines == nil) {
			d.Keys = append(d.Keys, panel.KeyLine{Keys: l.sign, Does: l.means})
		}
	}
	return d
}

const textNotation = "Move notation"
