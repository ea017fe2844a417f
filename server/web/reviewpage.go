package web

import (
	"encoding/json"
	"net/http"
	"strings"

	"tafl3d/game"
	"tafl3d/net/ledger"
)

// reviewGame is a game as the review in the browser reads it, in the format of cmd/taflwasm.
type reviewGame struct {
	Rules   string `json:"rules"`
	At      string `json:"at"`
	Variant string `json:"variant"`
	Moves   string `json:"moves"` // a line for each
}

// Reviewable reports whether the browser can review the game: it is over, and its start can be told to cmd/taflwasm.
func (p *gamePage) Reviewable() bool {
	s := p.Film.Tree.Start.Setup()
	return p.Film.Over && p.Film.last() > 0 && built("review.wasm") && !p.Aside && placeable(s)
}

// placeable reports whether placement tells all of a position.
func placeable(s game.Setup) bool { return len(s.Flagged)+len(s.Huff) == 0 && s.Castling == "" }

// reviewed sends a finished game to the script that reviews it.
func (s *Site) reviewed(w http.ResponseWriter, r *http.Request) {
	f, err := s.film(r.Context(), r.PathValue("id"), 0)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	start := f.Tree.Start.Setup()
	if !f.Over || !placeable(start) {
		s.fail(w, r, ErrNone)
		return
	}
	g := reviewGame{Rules: rulesText(f.Variant.Rules), At: placement(f.Variant, start), Variant: f.Variant.ID}
	var moves strings.Builder
	for n := range f.Tree.Root.Line() {
		for i, m := range n.Turn {
			step := ledger.Move(f.Variant.Rules, m)
			if i > 0 {
				moves.WriteByte(' ')
			}
			moves.WriteString(strings.Join([]string{step.Op, step.Piece, step.From, step.To}, ","))
		}
		moves.WriteByte('\n')
	}
	g.Moves = moves.String()
	body, _ := json.Marshal(g) // it can always be encoded
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	send(w, r, http.StatusOK, body, "no-cache")
}
