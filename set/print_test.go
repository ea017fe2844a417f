package set

import (
	"archive/zip"
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/set/solid"
)

// coarse is how fine bodies are in tests of many: 1/3 of the usual.
const coarse = 30

func printsOf(t *testing.T, id string, o Options) *prints {
	t.Helper()
	v := get(t, id)
	o, err := o.complete(v)
	if err != nil {
		t.Fatal(err)
	}
	return &prints{v: v, o: o, made: map[string]*solid.Mesh{}}
}

// checkBody checks a body for printing.
func checkBody(t *testing.T, name string, m *solid.Mesh, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if err := m.Check(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if low, _ := m.Bounds(); low.Z != 0 {
		t.Errorf("%s begins at a height of %g", name, low.Z)
	}
	if n := len(m.Triangles); n >= 200_000 {
		t.Errorf("%s has %d triangles", name, n)
	}
	if s := m.Steep(steepest); s > 0.04 {
		t.Errorf("%g of %s overhangs", s, name)
	}
}

// TestPiecesAreClosed makes each kind of piece of all variants once.
func TestPiecesAreClosed(t *testing.T) {
	seen := map[game.Kind]bool{}
	for _, v := range everyVariant(t) {
		p := &prints{v: v, o: Options{Size: 30, cells: coarse}, made: map[string]*solid.Mesh{}}
		for _, m := range Men(v) {
			k := m.Kind
			if k.Letter = 0; seen[k] {
				continue
			}
			seen[k] = true
			mesh, err := p.piece(t.Context(), m)
			checkBody(t, pieceName(k), mesh, err)
		}
	}
}

// TestFinePieces makes two pieces as fine as players get them.
func TestFinePieces(t *testing.T) {
	p := printsOf(t, "brandubh-gorrion", Options{})
	for _, m := range Men(p.v)[1:] {
		mesh, err := p.piece(t.Context(), m)
		checkBody(t, pieceName(m.Kind), mesh, err)
	}
}

// TestTiles: the tiles of boards of every form fit the printer, make up the board, and are closed.
func TestTiles(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "tablut-ashton", "asalto", "morris-9", "maharajah", "pulijudam"} {
		p := printsOf(t, id, Options{Bed: 150})
		plan := newPlan(p.v, p.o.Size)
		w, h := plan.size()
		area := 0.0
		for i, spec := range boardTiles(plan, p.o.Bed) {
			area += spec.w * spec.h
			if max(spec.w, spec.h) > p.o.Bed {
				t.Errorf("%s: %s is %g by %g mm", id, spec.name, spec.w, spec.h)
			}
			if i > 0 && id != "tablut-ashton" {
				continue
			}
			mesh, err := p.tile(t.Context(), spec)
			checkBody(t, id+" "+spec.name, mesh, err)
		}
		if area < w*h-0.01 || area > w*h+0.01 {
			t.Errorf("%s: tiles of %g for a board of %g square millimetres", id, area, w*h)
		}
	}
}

// TestEveryBoardHasTiles: tiles of every variant fit small and large printers.
func TestEveryBoardHasTiles(t *testing.T) {
	for _, v := range everyVariant(t) {
		for _, bed := range []float64{MinBed, DefaultBed, MaxBed} {
			for _, size := range []float64{MinSize, UsualSize(v), MaxSize} {
				for _, spec := range boardTiles(newPlan(v, size), bed) {
					if spec.w > bed || spec.h > bed || spec.w <= 0 || spec.h <= 0 {
						t.Errorf("%s: %+v on a bed of %g", v.ID, spec, bed)
					}
				}
			}
		}
	}
}

// TestSetHoldsPrints: a set has a file for each kind of piece, and the package builds the right numbers.
func TestSetHoldsPrints(t *testing.T) {
	p := printsOf(t, "brandubh-gorrion", Options{Size: 15})
	p.o.cells = coarse
	dir := t.TempDir()
	if err := fill(t.Context(), dir, p.files(), nil); err != nil {
		t.Fatal(err)
	}
	notes, err := os.ReadFile(filepath.Join(dir, "stl", "notes.txt"))
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.OpenReader(filepath.Join(dir, "set.3mf"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("3D/3dmodel.model")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var model bytes.Buffer
	if _, err := model.ReadFrom(f); err != nil {
		t.Fatal(err)
	}
	for i, m := range Men(p.v) {
		n := strings.Count(model.String(), fmt.Sprintf("<item objectid=\"%d\"", i+2))
		if n != m.Count+m.Spare {
			t.Errorf("%s is built %d times, want %d and a spare", pieceName(m.Kind), n, m.Count)
		}
		line := fmt.Sprintf("%d × %s.stl", m.Count+m.Spare, pieceName(m.Kind))
		if !strings.Contains(string(notes), line) {
			t.Errorf("the notes do not say %q: %s", line, notes)
		}
	}
}
