package main

import (
	"fmt"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// other reports whether r is not a tafl ruleset. Its records list pieces by letter.
func other(r *rules.Rules) bool { return r.Board().Size() == 0 }

// sideLetters are the names of the sides in records of other rulesets.
var sideLetters = [game.Sides]string{"A", "B"}

// placeIn is a JSON position of a ruleset with lines, as input.
type placeIn struct {
	Pieces   map[string][]string       `json:"pieces"` // points by letter
	Turn     string                    `json:"turn"`
	Hand     map[string]map[string]int `json:"hand"`  // by side and letter
	Flags    map[string]string         `json:"flags"` // "retreated" by point
	Huff     []string                  `json:"huff"`
	Castling *string                   `json:"castling"`
}

// placeOut is a JSON position of a ruleset with lines, as output.
type placeOut struct {
	Turn   string                    `json:"turn"`
	Pieces map[string][]string       `json:"pieces"`
	Hand   map[string]map[string]int `json:"hand"`
}

// place converts a position. It omits kinds without pieces.
func place(p *rules.Position) *placeOut {
	o := &placeOut{Turn: sideLetters[p.Turn()], Pieces: map[string][]string{}, Hand: map[string]map[string]int{}}
	b, kinds := p.Rules().Board(), p.Rules().Kinds()
	for s := range game.Square(b.Squares()) {
		if q := p.At(s); q != game.Empty {
			letter := string(kinds[q].Letter)
			o.Pieces[letter] = append(o.Pieces[letter], b.Name(s))
		}
	}
	for q, k := range kinds {
		if n := p.Hand(game.Piece(q)); q > 0 && n > 0 {
			side := sideLetters[k.Side]
			if o.Hand[side] == nil {
				o.Hand[side] = map[string]int{}
			}
			o.Hand[side][string(k.Letter)] = n
		}
	}
	return o
}

// fill writes the input to a setup. If the input lists pieces, it must also list all pieces in
// hand.
func (in *placeIn) fill(r *rules.Rules, s *game.Setup) error {
	said := in.Pieces != nil || in.Turn != "" || in.Hand != nil || in.Flags != nil || in.Huff != nil ||
		in.Castling != nil
	switch {
	case !said:
		return nil
	case !other(r):
		return fmt.Errorf("the start of a tafl game needs board and to_move")
	}
	if in.Pieces != nil {
		*s = game.Setup{Pieces: make([]game.Piece, r.Board().Squares()), Turn: s.Turn,
			Hand: make([]int, len(r.Kinds()))}
	}
	if err := in.men(r, s); err != nil {
		return err
	}
	if in.Turn != "" {
		side, err := sideByLetter(in.Turn)
		if err != nil {
			return fmt.Errorf("turn: %w", err)
		}
		s.Turn = side
	}
	if in.Castling != nil {
		s.Castling = *in.Castling
	}
	return in.marks(r, s)
}

// men places the pieces on the board and in hand.
func (in *placeIn) men(r *rules.Rules, s *game.Setup) error {
	for letter, points := range in.Pieces {
		q, ok := r.PieceOf(letter)
		if !ok {
			return fmt.Errorf("pieces: unknown kind %q", letter)
		}
		for _, name := range points {
			at, ok := r.Board().Named(name)
			switch {
			case !ok:
				return fmt.Errorf("pieces: %s: %q is not a point of the board", letter, name)
			case s.Pieces[at] != game.Empty:
				return fmt.Errorf("pieces: %s: two pieces on %s", letter, name)
			}
			s.Pieces[at] = q
		}
	}
	for side, kinds := range in.Hand {
		owner, err := sideByLetter(side)
		if err != nil {
			return fmt.Errorf("hand: %w", err)
		}
		for letter, n := range kinds {
			q, ok := r.PieceOf(letter)
			if !ok || r.Kinds()[q].Side != owner {
				return fmt.Errorf("hand: side %s has no pieces of kind %q", side, letter)
			}
			s.Hand[q] = n
		}
	}
	return nil
}

// marks sets the flags of a position.
func (in *placeIn) marks(r *rules.Rules, s *game.Setup) error {
	for name, flag := range in.Flags {
		at, ok := r.Board().Named(name)
		if !ok || flag != "retreated" {
			return fmt.Errorf("flags: %q: %q: use a point and \"retreated\"", name, flag)
		}
		s.Flagged = append(s.Flagged, at)
	}
	for _, name := range in.Huff {
		at, ok := r.Board().Named(name)
		if !ok {
			return fmt.Errorf("huff: %q is not a point of the board", name)
		}
		s.Huff = append(s.Huff, at)
	}
	return nil
}

func sideByLetter(letter string) (game.Side, error) {
	for side, l := range sideLetters {
		if l == letter {
			return game.Side(side), nil
		}
	}
	return 0, fmt.Errorf("%q is neither A nor B", letter)
}
