package carve

import "testing"

func TestStrandsPassEveryCrossingTwiceOverAndUnder(t *testing.T) {
	for _, p := range []plait{
		{wide: 8, tall: 4}, {wide: 48, tall: 3, wall: breaks}, {wide: 96, tall: 3, wall: breaks}, {wide: 7, tall: 5},
		{wide: 10, tall: 6},
	} {
		levels := map[spot][]float32{}
		for _, st := range p.strands() {
			ends := st[0] != st[len(st)-1]
			if ends && p.tall%2 == 0 {
				t.Errorf("%dx%d: a strand does not close", p.wide, p.tall)
			}
			for _, c := range st[1:] {
				if c.level != 0 {
					levels[c.spot] = append(levels[c.spot], c.level)
				}
			}
		}
		crossings := 0
		for i := 1; i < p.wide; i++ {
			for j := 1; j < p.tall; j++ {
				if (i+j)%2 == 1 && p.wallAt(i, j).open() {
					crossings++
					if l := levels[spot{float32(i), float32(j)}]; len(l) != 2 || l[0]+l[1] != 0 {
						t.Errorf("%dx%d: strands meet at (%d,%d) on levels %v", p.wide, p.tall, i, j, l)
					}
				}
			}
		}
		if crossings != len(levels) {
			t.Errorf("%dx%d: %d crossings, strands know of %d", p.wide, p.tall, crossings, len(levels))
		}
	}
}

func TestStrandsAlternate(t *testing.T) {
	for _, st := range (plait{wide: 24, tall: 3, wall: breaks}).strands() {
		last := float32(0)
		for _, c := range st[1:] {
			if c.level != 0 && c.level == last {
				t.Fatalf("a strand goes on level %v twice running", last)
			}
			if c.level != 0 {
				last = c.level
			}
		}
	}
}

func TestSmoothStrandsKeepTheirPoints(t *testing.T) {
	st := append(append(strand{}, link...), link[0])
	s := st.smooth(6)
	for i, c := range st {
		if got := s[6*i]; hypot(got.x-c.x, got.z-c.z) > 1e-5 || abs(got.level-c.level) > 1e-5 {
			t.Errorf("point %d went from %v to %v", i, c, got)
		}
	}
}
