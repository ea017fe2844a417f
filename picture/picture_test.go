package picture

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

func start(t testing.TB, id string) Board {
	t.Helper()
	v, err := variant.Get(id)
	if err != nil {
		t.Fatal(err)
	}
	p := v.Rules.Start()
	return Of(&p)
}

// TestEveryBoard draws the start of every game: as SVG that can be read and has a figure
// for each piece, and as pixels that are another colour where a piece stands.
func TestEveryBoard(t *testing.T) {
	for _, v := range variant.All() {
		p := v.Rules.Start()
		b := Of(&p)
		b.Label = `"<a>&`
		text := b.SVG()
		men := 0
		for _, piece := range b.Pieces {
			if piece != game.Empty {
				men++
			}
		}
		if got := strings.Count(text, `class="man"`); got != men {
			t.Errorf("%s: %d figures for %d pieces", v.ID, got, men)
		}
		wellFormed(t, v.ID, text)
		empty := b
		empty.Pieces = make([]game.Piece, len(b.Pieces))
		with, without := b.Image(400), empty.Image(400)
		if s := with.Bounds().Size(); max(s.X, s.Y) != 400 {
			t.Errorf("%s: %v pixels", v.ID, s)
		}
		w, h := b.size()
		k := 400 / max(w, h)
		for s, piece := range b.Pieces {
			x, y := b.at(game.Square(s))
			px, py := int((x-24)*k), int(y*k)
			if (with.At(px, py) != without.At(px, py)) != (piece != game.Empty) {
				t.Errorf("%s: the piece on %s is not to be seen, or another is", v.ID,
					v.Rules.Board().Name(game.Square(s)))
			}
		}
	}
}

func wellFormed(t *testing.T, name, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		e, ok := token.(xml.StartElement)
		for _, a := range e.Attr {
			if ok && a.Name.Local == "href" && !strings.Contains(text, `id="`+strings.TrimPrefix(a.Value, "#")+`"`) {
				t.Errorf("%s: there is no symbol %s", name, a.Value)
			}
			if class, _, _ := strings.Cut(a.Value, " "); a.Name.Local == "class" && e.Name.Local != "g" &&
				e.Name.Local != "use" && e.Name.Local != "svg" {
				if _, known := byName[class]; !known {
					t.Errorf("%s: %s has no look", name, class)
				}
			}
		}
	}
}

// TestMarks draws all that can stand on a board, from both sides.
func TestMarks(t *testing.T) {
	b := start(t, "brandubh-gorrion")
	plain := b.Image(300)
	b.From, b.To, b.Sign = 0, 2, tree.Blunder
	for c := range tree.Colours {
		b.Marks = append(b.Marks, tree.Mark{Colour: tree.Colour(c), From: 14, To: 30},
			tree.Mark{Colour: tree.Colour(c), From: 16, To: 16})
	}
	b.Caption = "Astrid < Odd"
	for _, b.Flip = range []bool{false, true} {
		text := b.SVG()
		wellFormed(t, "marks", text)
		for _, want := range []string{"arrow-green", "square-yellow", ">??<", "Astrid &lt; Odd", `class="mark"`} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing", want)
			}
		}
		if bytes.Equal(b.Image(300).Pix, plain.Pix) {
			t.Error("the marks are not painted")
		}
	}
	b.Flip = false
	if x, y := b.at(0); x != Margin || y <= Margin {
		t.Errorf("a1 at %v, %v", x, y)
	}
	b.Flip = true
	if x, y := b.at(0); x <= Margin || y != Margin {
		t.Errorf("flipped a1 at %v, %v", x, y)
	}
}

func TestPNG(t *testing.T) {
	b := start(t, "morris-9")
	var file bytes.Buffer
	if err := b.PNG(&file, 250); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&file)
	if err != nil {
		t.Fatal(err)
	}
	if s := img.Bounds().Size(); s.Y != 250 || s.X >= 250 {
		t.Errorf("%v; the pieces in hand stand below", s)
	}
	if got := color.NRGBAModel.Convert(img.At(img.Bounds().Dx()/2, 100)).(color.NRGBA); got.A != 255 {
		t.Errorf("a hole in the picture: %v", got)
	}
}

func TestAt(t *testing.T) {
	v, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	g := tree.New(v.ID, v.Rules.Start())
	c := g.Cursor()
	if b := At(c); b.From != game.NoSquare || b.Sign != "" {
		t.Errorf("at the start: %+v", b)
	}
	n, err := c.Text("d6-f6")
	if err != nil {
		t.Fatal(err)
	}
	n.Sign(tree.Even)
	n.Sign(tree.Mistake)
	b := At(c)
	if from, to := b.Rules.Board().Name(b.From), b.Rules.Board().Name(b.To); from != "d6" || to != "f6" ||
		b.Sign != tree.Mistake {
		t.Errorf("%s to %s, %q", from, to, b.Sign)
	}
}
