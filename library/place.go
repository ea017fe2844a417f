package library

import (
	"cmp"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// hasher hashes the positions of a variant: the smallest hash of all positions that are equivalent by symmetries
// the rules allow. It is immutable.
type hasher struct {
	salt  uint64          // derived from the variant
	maps  [][]game.Square // the symmetries, identity first
	start []byte          // the pieces of the variant's start position
}

// splitmix64 is one step of the generator of Steele, Lea and Flood (2014) from state x.
func splitmix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// newHasher determines the symmetries that the rules of a variant allow.
func newHasher(variant string, r *rules.Rules) *hasher {
	h := fnv.New64a()
	h.Write([]byte(variant))
	first := r.Start()
	p := &hasher{salt: h.Sum64(), start: pieces(&first),
		maps: [][]game.Square{make([]game.Square, r.Board().Squares())}}
	for s := range p.maps[0] {
		p.maps[0][s] = game.Square(s)
	}
	if !r.Board().Grid() || r.Lines() {
		return p
	}
	for k, m := range game.Images(r.Board().Size()) {
		if k > 0 && allowed(r, m) {
			p.maps = append(p.maps, m)
		}
	}
	return p
}

// mapped returns a setup transformed by m.
func mapped(s game.Setup, m []game.Square) game.Setup {
	to := s
	to.Pieces = make([]game.Piece, len(s.Pieces))
	for at, piece := range s.Pieces {
		to.Pieces[m[at]] = piece
	}
	return to
}

// allowed plays seeded random games and reports whether m turns each of them into a legal game with the same number
// of choices and the same result.
func allowed(r *rules.Rules, m []game.Square) bool {
	for s := range m {
		if r.Goal(game.Square(s)) != r.Goal(m[s]) {
			return false
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	start := r.Start()
	turned, err := r.Position(mapped(start.Setup(), m))
	if err != nil {
		return false
	}
	for range 4 {
		a, b := rules.NewLine(start, nil), rules.NewLine(turned, nil)
		for range 50 {
			turns := a.LegalTurns()
			if len(turns) != len(b.LegalTurns()) {
				return false
			}
			if len(turns) == 0 {
				break
			}
			steps := turns[rng.IntN(len(turns))].Moves()
			other := slices.Clone(steps)
			for i := range other {
				other[i].From, other[i].To = turn(m, other[i].From), turn(m, other[i].To)
			}
			_, end, err1 := a.Play(steps)
			_, end2, err2 := b.Play(other)
			want := mapped(a.Setup(), m)
			if err1 != nil || err2 != nil || end != end2 || !slices.Equal(want.Pieces, b.Setup().Pieces) {
				return false
			}
			if end.Over() {
				break
			}
		}
	}
	return true
}

func turn(m []game.Square, s game.Square) game.Square {
	if s < 0 || int(s) >= len(m) {
		return s
	}
	return m[s]
}

// hash returns the hash of a position: the sum over the pieces of splitmix64 of variant, piece letter and square, and
// similarly of the pieces in hand and the side to move. It is stored in files, so it must never change.
func (p *hasher) hash(pos *rules.Position) int64 {
	var sums [game.Symmetries]uint64
	kinds := pos.Rules().Kinds()
	for s := range p.maps[0] {
		if piece := pos.At(game.Square(s)); piece != game.Empty {
			letter := uint64(kinds[piece].Letter) << 32
			for i, m := range p.maps {
				sums[i] += splitmix64(p.salt ^ letter ^ uint64(m[s]+1))
			}
		}
	}
	rest := splitmix64(p.salt ^ uint64(pos.Turn()+1)<<48)
	for piece := 1; piece < len(kinds); piece++ {
		if n := pos.Hand(game.Piece(piece)); n > 0 {
			rest += splitmix64(p.salt ^ uint64(kinds[piece].Letter)<<32 ^ uint64(n)<<16 ^ 1<<56)
		}
	}
	return int64(slices.MinFunc(sums[:len(p.maps)], cmp.Compare) + rest)
}
