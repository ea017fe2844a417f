package gametest

import (
	"math/rand/v2"
	"testing"

	"tafl3d/game/rules"
	"tafl3d/game/variant"
)

// FuzzWalk walks as the conformance suite does, under rules and with steps that
// the fuzzer's bytes choose: those of a variant, or such with some of them
// changed. Large boards are left out.
func FuzzWalk(f *testing.F) {
	for i := range 32 {
		f.Add([]byte{byte(8 * i), 0, byte(255 * (i & 1)), 0, byte(37 * i), 0, byte(101 * i), 0, byte(i)})
	}
	all := variant.All()
	f.Fuzz(func(t *testing.T, data []byte) {
		rng := rand.New(&chosen{data: data, rest: rand.NewPCG(uint64(len(data)), 9)})
		r := all[rng.IntN(len(all))].Rules
		set := r.Ruleset()
		if len(set.Rows) > 9 {
			return
		}
		if rng.IntN(2) == 1 {
			if r.Lines() {
				shuffleLines(rng, &set)
			} else {
				shuffle(rng, &set)
			}
			var err error
			if r, err = rules.Compile(set); err != nil {
				return
			}
		}
		conform(t, r, rng, 10)
	})
}

// chosen is a source of numbers that draws two bytes of data for each while
// there are any, and then from another source.
type chosen struct {
	data []byte
	rest rand.Source
}

func (c *chosen) Uint64() uint64 {
	if len(c.data) < 2 {
		return c.rest.Uint64()
	}
	v := uint64(c.data[0])<<56 | uint64(c.data[1])<<48
	c.data = c.data[2:]
	return v
}
