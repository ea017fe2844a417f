package board

import (
	"cmp"
	"maps"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/scene"
)

// Set shows the board of v with its start position.
func (b *Board) Set(v *variant.Variant) {
	r := v.Rules
	if carving := b.Carving(r); b.stage != r || b.carved != carving {
		b.opt.View.Stage(staged(v, carving))
		b.stage, b.carved = r, carving
	}
	start := r.Start()
	b.opt.View.Set(start.Setup())
}

// Stage returns the scene of a variant on a plain board.
func Stage(v *variant.Variant) scene.Stage { return staged(v, nil) }

// staged returns the scene of a variant on a board that copies a find; nil: plain.
func staged(v *variant.Variant, carving *variant.Board) scene.Stage {
	r := v.Rules
	st := scene.Stage{Variant: v.ID, Board: r.Board(), Kinds: r.Kinds(), Throne: r.Throne(), Corners: r.Corners(),
		Camps: r.Camps()}
	for _, area := range r.Areas() {
		st.Marks = append(st.Marks, scene.Region(area))
	}
	if carving != nil {
		st.Marks = append(st.Marks, signs(carving)...)
	}
	start := r.Start()
	for i, k := range r.Kinds() {
		if game.Piece(i) != game.Empty {
			st.Hands[k.Side] += start.Hand(game.Piece(i))
		}
	}
	return st
}

// signNames maps signs of finds to the names that the carver uses.
var signNames = map[variant.Sign]string{
	variant.Cross: "cross", variant.Centre: "centre", variant.Star: "star",
	variant.Plus: "plus", variant.Supplied: "supplied", variant.Doubtful: "doubtful",
}

// signs returns the marked squares of a find, by sign.
func signs(b *variant.Board) (marks []scene.Region) {
	at := map[variant.Sign][]game.Square{}
	for _, m := range b.Marks {
		at[m.Sign] = append(at[m.Sign], m.At)
	}
	for _, s := range slices.Sorted(maps.Keys(at)) {
		marks = append(marks, scene.Region{Name: signNames[s], Squares: at[s]})
	}
	return marks
}

// Finds returns the archaeological finds with the board size of a game.
func Finds(r *rules.Rules) []*variant.Board {
	if !r.Board().Grid() || r.Ruleset().Lines != nil {
		return nil
	}
	return variant.BoardsFor(r.Board().Size())
}

// Carving returns the find that the board of a game copies; nil: plain.
func (b *Board) Carving(r *rules.Rules) *variant.Board {
	for _, find := range Finds(r) {
		if find.ID == b.host.Wishes().Carvings[find.Size] {
			return find
		}
	}
	return nil
}

// Carve selects the find for all boards of the size of v's and updates the board in the scene; nil: plain.
// Without a game it shows v.
func (b *Board) Carve(v *variant.Variant, find *variant.Board) {
	carvings := maps.Clone(b.host.Wishes().Carvings)
	if size := v.Rules.Board().Size(); find == nil {
		delete(carvings, size)
	} else {
		if carvings == nil {
			carvings = map[int]string{}
		}
		carvings[size] = find.ID
	}
	b.host.Carve(carvings)
	switch {
	case b.game == nil:
		b.Set(v)
	case b.Carving(b.stage) != b.carved:
		b.Restage()
	}
}

// middlemost returns the square nearest to the middle.
func middlemost(b *game.Board) game.Square {
	squares := make([]game.Square, b.Squares())
	for s := range squares {
		squares[s] = game.Square(s)
	}
	far := func(s game.Square) float32 {
		x, y := b.At(s)
		return x*x + y*y
	}
	return slices.MinFunc(squares, func(s, t game.Square) int { return cmp.Compare(far(s), far(t)) })
}

// Restage shows the game again, or the default board without a game.
func (b *Board) Restage() {
	b.Hand.Reset()
	if g := b.game; g != nil {
		b.Set(g.Variant)
		b.opt.View.Set(g.Shown.position.Setup())
		b.Hand.TakeUpChain()
		return
	}
	b.Set(b.Lib.Usual(b.host.Wishes().Usual))
}
