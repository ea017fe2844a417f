// Package openings holds the moves that people usually play at the start of a game.
package openings

import (
	"embed"
	"slices"
	"sync"

	"tafl3d/ai/book"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Share is the least share, from 0 to 1, of the games through a position that makes a move usual
// there.
const Share = 0.05

// Least is the number of games through a position from which on moves count as usual, and Twice is
// the number of those that must contain the move.
const (
	Least = 10
	Twice = 2
)

// files hold the usual moves by variant, in the format of package book, with the share in
// thousandths instead of the score. tafllab usual writes them.
//
//go:embed usual/*.book
var files embed.FS

var (
	reading sync.Mutex
	known   = map[string]*book.Book{}
)

// Usual reports whether people usually play this turn in p: in at least Share of the games in the
// bundled collection.
func Usual(variant string, p *rules.Position, turn []game.Move) bool {
	b := of(variant, p.Rules())
	return len(turn) == 1 && slices.ContainsFunc(b.Choices(p), func(c book.Choice) bool {
		return c.Move == turn[0] && float64(c.Score) >= 1000*Share
	})
}

// of returns the usual moves of a variant, nil if there are none.
func of(variant string, r *rules.Rules) *book.Book {
	reading.Lock()
	defer reading.Unlock()
	b, read := known[variant]
	if read {
		return b
	}
	text, err := files.ReadFile("usual/" + variant + ".book")
	if err == nil {
		if b, err = book.Read(r, string(text)); err != nil {
			panic("openings: " + variant + ": " + err.Error())
		}
	}
	known[variant] = b
	return b
}
