package set

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"image"
	_ "image/png"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/variant"
)

// get returns a variant of the catalogue.
func get(t *testing.T, id string) *variant.Variant {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// own returns a variant as a player writes one.
func own(t *testing.T) *variant.Variant {
	t.Helper()
	const text = `id = "my-game"
name = "My game"
extends = "brandubh-gorrion"
group = "Small boards"
summary = "Mine."
description = "Mine."
certainty = "firm"
sources = "ours"
`
	v, err := variant.Parse("my-game.toml", []byte(text), variant.All()...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// everyVariant returns the catalogue and a player's own variant.
func everyVariant(t *testing.T) []*variant.Variant {
	t.Helper()
	return append(append([]*variant.Variant(nil), variant.All()...), own(t))
}

var (
	mediaBox = regexp.MustCompile(`/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]`)
	stream   = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
)

// pages returns the sizes of the pages of a PDF in millimetres.
func pages(t *testing.T, pdf []byte) (list [][2]float64) {
	t.Helper()
	for _, m := range mediaBox.FindAllSubmatch(pdf, -1) {
		w, _ := strconv.ParseFloat(string(m[1]), 64)
		h, _ := strconv.ParseFloat(string(m[2]), 64)
		list = append(list, [2]float64{w * 25.4 / 72, h * 25.4 / 72})
	}
	return list
}

// contents returns what the streams of a PDF draw.
func contents(t *testing.T, pdf []byte) (list []string) {
	t.Helper()
	for _, m := range stream.FindAllSubmatch(pdf, -1) {
		r, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		text, err := io.ReadAll(r)
		if err == nil && bytes.Contains(text, []byte(" w\n")) {
			list = append(list, string(text))
		}
	}
	return list
}

// board returns the board of a variant as a PDF.
func boardPDF(t *testing.T, v *variant.Variant, o Options) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteBoard(&out, v, o); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestPaper: every page has the size of its paper, upright or turned.
func TestPaper(t *testing.T) {
	for _, paper := range Papers {
		for _, v := range []*variant.Variant{get(t, "brandubh-gorrion"), get(t, "asalto"), own(t)} {
			list := pages(t, boardPDF(t, v, Options{Paper: paper}))
			if len(list) == 0 {
				t.Fatalf("%s: there are no pages", v.ID)
			}
			for _, p := range list {
				w, h := min(p[0], p[1]), max(p[0], p[1])
				if math.Abs(w-paper.Width) > 0.1 || math.Abs(h-paper.Height) > 0.1 {
					t.Errorf("%s on %s: a page of %.1f by %.1f mm", v.ID, paper.Name, p[0], p[1])
				}
			}
		}
	}
}

// TestEveryBoardIsCovered: the pages of each variant's board show all of it, and neighbours overlap.
func TestEveryBoardIsCovered(t *testing.T) {
	for _, v := range everyVariant(t) {
		for _, size := range []float64{MinSize, UsualSize(v), 57.5, MaxSize} {
			for _, paper := range Papers {
				p := newPlan(v, size)
				tiles := tile(paper, p)
				w, h := p.size()
				checkCuts(t, v.ID, tiles.cutsX, w, tiles.pageW-2*margin)
				checkCuts(t, v.ID, tiles.cutsY, h, tiles.pageH-2*margin-foot)
			}
		}
	}
}

func checkCuts(t *testing.T, id string, list []float64, length, fits float64) {
	t.Helper()
	if list[0] != 0 || list[len(list)-1] != length {
		t.Errorf("%s: cuts %v on a board of %g mm", id, list, length)
	}
	for k := range len(list) - 1 {
		if p := partOf(list, k, fits); p.to-p.from > fits+1e-9 || p.to <= p.from || p.at < margin-1e-9 {
			t.Errorf("%s: part %d of %v is %g to %g mm at %g; %g fit", id, k, list, p.from, p.to, p.at, fits)
		}
	}
}

// TestUsualSizeCutsNoThrone: at its usual size no board of up to 15 squares is cut through a square.
func TestUsualSizeCutsNoThrone(t *testing.T) {
	for _, v := range everyVariant(t) {
		n := v.Rules.Board().Size()
		if n == 0 || n > 15 {
			continue
		}
		p := newPlan(v, UsualSize(v))
		tiles := tile(Papers[0], p)
		if tiles.pages() > 4 {
			t.Errorf("%s: %d pages", v.ID, tiles.pages())
		}
		for _, at := range append(tiles.cutsX[1:len(tiles.cutsX)-1], tiles.cutsY[1:len(tiles.cutsY)-1]...) {
			if in := (at - p.frame) / p.unit; math.Abs(in-math.Round(in)) > 1e-6 {
				t.Errorf("%s: a cut at %g of %d squares", v.ID, in, n)
			}
		}
	}
}

// TestScaleInThePDF: the squares that the PDF draws are as large as the option says. It reads the lines of the grid
// from what the PDF draws, in points of 1/72 inch.
func TestScaleInThePDF(t *testing.T) {
	v := get(t, "brandubh-gorrion")
	for _, size := range []float64{20, 33, 45} {
		pdf := boardPDF(t, v, Options{Size: size})
		rule := regexp.MustCompile(`(?m)^([0-9.-]+) ([0-9.-]+) m ([0-9.-]+) ([0-9.-]+) l S`)
		long := 0
		for _, m := range rule.FindAllStringSubmatch(contents(t, pdf)[0], -1) {
			var n [4]float64
			for i := range n {
				n[i], _ = strconv.ParseFloat(m[i+1], 64)
			}
			if mm := math.Hypot(n[2]-n[0], n[3]-n[1]) * 25.4 / 72; math.Abs(mm-7*size) < 0.05 {
				long++
			}
		}
		if long != 16 {
			t.Errorf("squares of %g mm: %d lines are seven squares long, want 16", size, long)
		}
	}
}

// rendered returns the first page of a PDF as pdftoppm draws it, with ten pixels a millimetre. It returns nil where
// there is no pdftoppm: TestScaleInThePDF measures the same without it.
func rendered(t *testing.T, pdf []byte) image.Image {
	t.Helper()
	program, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Log("there is no pdftoppm here")
		return nil
	}
	dir := t.TempDir()
	name := filepath.Join(dir, "sheet.pdf")
	if err := os.WriteFile(name, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(program, "-r", "254", "-gray", "-png", "-f", "1", "-l", "1", "-singlefile", name,
		filepath.Join(dir, "page")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	f, err := os.Open(filepath.Join(dir, "page.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, _, err := image.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestScaleOnThePage measures the lines of a board on the page as another program draws it.
func TestScaleOnThePage(t *testing.T) {
	const size = 20.0
	img := rendered(t, boardPDF(t, get(t, "brandubh-gorrion"), Options{Size: size, Ink: Lines}))
	if img == nil {
		return
	}
	b := img.Bounds()
	if math.Abs(float64(b.Dx())-2100) > 2 || math.Abs(float64(b.Dy())-2970) > 2 {
		t.Errorf("A4 is %d by %d pixels at ten a millimetre", b.Dx(), b.Dy())
	}
	p := newPlan(get(t, "brandubh-gorrion"), size)
	tiles := tile(Papers[0], p)
	y := partOf(tiles.cutsY, 0, tiles.pageH-2*margin-foot).at + p.frame + 0.8*size // through the second row's cells
	var lines []int
	for x := 1; x < b.Dx(); x++ {
		dark := func(x int) bool { r, _, _, _ := img.At(x, int(10*(y+0.3*size))).RGBA(); return r < 0x6000 }
		if dark(x) && !dark(x-1) {
			lines = append(lines, x)
		}
	}
	found := 0
	for _, x := range lines {
		for k := 1; k <= 7; k++ {
			for _, to := range lines {
				if math.Abs(float64(to-x)-10*size*float64(k)) < 6 {
					found++
				}
			}
		}
	}
	if found < 28 { // eight lines: 28 pairs
		t.Errorf("the lines at %v are not %g mm apart", lines, size)
	}
}

// TestMen counts the pieces of every variant by its setup.
func TestMen(t *testing.T) {
	for _, v := range everyVariant(t) {
		want := map[string]int{}
		r := v.Rules
		s := r.Setup()
		for _, p := range s.Pieces {
			if p != game.Empty {
				want[fmt.Sprint(r.Kinds()[p])]++
			}
		}
		for p, n := range s.Hand {
			if n > 0 {
				want[fmt.Sprint(r.Kinds()[p])] += n
			}
		}
		for _, m := range Men(v) {
			name := fmt.Sprint(m.Kind)
			if n, has := want[name]; has && n != m.Count || !has && m.Count != promoted {
				t.Errorf("%s: %d of %s, want %d", v.ID, m.Count, name, n)
			}
			if m.Spare != 1 {
				t.Errorf("%s: %d spares of %s", v.ID, m.Spare, name)
			}
			delete(want, name)
		}
		if len(want) > 0 {
			t.Errorf("%s: there are none of %v", v.ID, want)
		}
	}
	counts := map[string]string{"copenhagen-11x11-tdiamond": "24 12 1", "morris-9": "9 9", "bagh-chal": "20 4",
		"maharajah": "1 1 1 2 2 2 8", "dablot-mini-v3": "11 1 1 2 11 1 1 2", "fox-geese-1800s": "13 1"}
	for id, want := range counts {
		var list []string
		for _, m := range Men(get(t, id)) {
			list = append(list, strconv.Itoa(m.Count))
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

// both is how a PDF fills a shape and draws its outline. On a sheet of pieces only discs are drawn so.
var both = regexp.MustCompile(`(?m)(^| )B$`)

// TestDiscsOnTheSheet counts the discs that the sheets of pieces draw.
func TestDiscsOnTheSheet(t *testing.T) {
	for _, id := range []string{"brandubh-gorrion", "morris-9", "maharajah", "dablot-mini-v3"} {
		v := get(t, id)
		var out bytes.Buffer
		if err := WritePieces(&out, v, Options{Ink: Lines}); err != nil {
			t.Fatal(err)
		}
		want, got := 0, 0
		for _, m := range Men(v) {
			want += m.Count + m.Spare
		}
		for _, text := range contents(t, out.Bytes()) {
			got += len(both.FindAllString(text, -1))
		}
		if got != want {
			t.Errorf("%s: %d shapes are filled and outlined, want %d discs", id, got, want)
		}
	}
}

// TestMake makes whole sets: all files are there, progress is reported, and a folder that is not empty is kept.
func TestMake(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "below", "set")
	var done, of int
	v := own(t)
	if err := Make(t.Context(), v, Options{Size: 15, cells: coarse}, dir,
		func(d, o int) { done, of = d, o }); err != nil {
		t.Fatal(err)
	}
	o, err := Options{Size: 15, cells: coarse}.complete(v)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files(v, o) {
		if info, err := os.Stat(filepath.Join(dir, f.name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", f.name, err)
		}
	}
	if done != of || of != len(files(v, o)) {
		t.Errorf("told %d of %d", done, of)
	}
	if err := Make(t.Context(), v, Options{Size: 15, cells: coarse}, dir, nil); err == nil ||
		!strings.Contains(err.Error(), "not empty") {
		t.Errorf("a set in a folder that is not empty: %v", err)
	}
	leftAlone(t, filepath.Dir(dir), 1)
}

// TestMakeLeavesNothingHalf ends the work early.
func TestMakeLeavesNothingHalf(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	err := Make(ctx, own(t), Options{}, filepath.Join(dir, "set"), func(int, int) { cancel() })
	if err == nil {
		t.Error("a cancelled set was made")
	}
	leftAlone(t, dir, 0)
}

// leftAlone reports whatever a folder holds besides n entries.
func leftAlone(t *testing.T, dir string, n int) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) != n {
		t.Errorf("%s holds %v, %v; want %d", dir, list, err, n)
	}
}

func TestBadOptions(t *testing.T) {
	for _, o := range []Options{{Size: 3}, {Size: math.NaN()}, {Size: 500}, {Bed: 20}, {Bed: 1e6}} {
		if _, err := o.complete(own(t)); err == nil || !strings.Contains(err.Error(), "use ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := PaperNamed("a3"); err == nil {
		t.Error("there is no a3")
	}
	if _, err := InkNamed("red"); err == nil {
		t.Error("there is no red")
	}
	if p, err := PaperNamed("letter"); err != nil || p.Width != 215.9 {
		t.Errorf("letter: %v, %v", p, err)
	}
}
