package hud

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"tafl3d/emblem"
	"tafl3d/game"
	"tafl3d/panel"
)

// drawn returns the pixels of what paint draws on a canvas of 48 by 48.
func drawn(t *testing.T, paint func(c *canvas)) []byte {
	t.Helper()
	c := &canvas{paper: newPicture}
	c.reset(fit(1280, 720, 1, panel.Sizes{}), image.Pt(48, 48))
	paint(c)
	return bytes.Clone(c.img.Pix)
}

func TestPathsStayOnTheirGrid(t *testing.T) {
	for name, path := range icons {
		args := map[string]int{"M": 2, "L": 2, "C": 6, "O": 3, "Z": 0}
		f := strings.Fields(path)
		for len(f) > 0 {
			n, ok := args[f[0]]
			if !ok || len(f) <= n {
				t.Fatalf("%s: bad step %q", name, f)
			}
			for _, a := range f[1 : 1+n] {
				if v := number(a); v < 1 || v > 23 {
					t.Errorf("%s: %s lies off the grid", name, a)
				}
			}
			f = f[1+n:]
		}
	}
}

func TestEveryIconIsAnother(t *testing.T) {
	seen := map[string]string{}
	for name := range icons {
		pix := string(drawn(t, func(c *canvas) { c.icon(c.bounds(), name, bronze) }))
		if other, ok := seen[pix]; ok {
			t.Errorf("%q looks like %q", name, other)
		}
		seen[pix] = name
	}
	for alias, name := range aliases {
		if _, ok := icons[name]; !ok {
			t.Errorf("%q stands for %q, which is no icon", alias, name)
		}
	}
}

// TestMenDifferByShape looks at outlines only, as the colour-blind do.
func TestMenDifferByShape(t *testing.T) {
	kinds := []game.Kind{{Name: "man"}, {Name: "commander"}, {Name: "man", Side: game.Defenders},
		{Name: "knight", Side: game.Defenders}, {Name: "king", Side: game.Defenders, Royal: true}}
	var shapes [][]byte
	for _, k := range kinds {
		pix := drawn(t, func(c *canvas) { c.man(c.bounds(), k) })
		var alpha []byte
		for i := 3; i < len(pix); i += 4 {
			alpha = append(alpha, pix[i])
		}
		shapes = append(shapes, alpha)
	}
	for i, a := range shapes {
		for j, b := range shapes[:i] {
			n := 0
			for p := range a {
				if a[p]>>7 != b[p]>>7 {
					n++
				}
			}
			if n < 48*48/25 {
				t.Errorf("%s and %s differ in %d pixels only", emblem.Name(kinds[i]), emblem.Name(kinds[j]), n)
			}
		}
	}
}
