package app_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"tafl3d/app"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// heads returns the names on the cards of the gallery.
func (p *person) heads() (heads []string) {
	p.Helper()
	for _, f := range p.dialog().Fields {
		for _, c := range f.Cards {
			heads = append(heads, c.Head)
		}
	}
	return heads
}

// In the gallery, letters search for any focus, Enter opens the result, and Start starts it.
func TestGalleryByKeyboard(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.press("Browse games")
	p.wants("gallery")
	all := len(p.heads())
	if all < 100 {
		t.Fatalf("%d games", all)
	}
	p.write("alea ev")
	if h := p.heads(); len(h) == 0 || len(h) > 4 || h[0] != "Alea Evangelii 19x19" {
		t.Fatalf("alea ev: %q", h)
	}
	p.keys("Enter")
	p.wants("game")
	p.press("Add to favourites")
	p.keys("Esc")
	p.wants("gallery")
	for range 7 {
		p.keys("Backspace")
	}
	// to the cards and about them
	p.keys("Down", "Down", "Down", "Down", "Right", "Down", "Left", "PageDown", "Home", "End", "Right")
	if f := p.field("game"); f.Chosen != all-1 || p.dialog().Focus != 4 {
		t.Errorf("card %d of %d, focus %d", f.Chosen, all, p.dialog().Focus)
	}
	p.write("copenhagan") // which is no game
	if h := p.heads(); len(h) == 0 || len(h) > 6 || p.dialog().Lines[0] == "" {
		t.Errorf("copenhagan: %q", h)
	}
	p.keys("Esc")
	p.press("Cancel")

	p.press("Browse games")
	p.set("which", "favourites")
	if h := p.heads(); !slices.Equal(h, []string{"Alea Evangelii 19x19"}) {
		t.Errorf("favourites: %q", h)
	}
	p.set("which", "played recently")
	if h := p.heads(); len(h) != 0 {
		t.Errorf("lately: %q", h)
	}
	p.set("which", "all games")
	p.write("baghchal")
	p.Do(panel.Command{ID: "open"})
	p.press("Start")
	p.noDialog()
	if v := p.sheet().Variant; v != "Bagh Chal" {
		t.Errorf("%q is played", v)
	}
	p.keys("Ctrl-n")
	p.does("gallery", 0)
	p.set("which", "played recently")
	if h := p.heads(); len(h) != 1 || h[0] != "Bagh Chal" {
		t.Errorf("lately: %q", h)
	}
}

// TestMakeSet makes a set from the page of a game: the progress is shown, and the work can be cancelled.
func TestMakeSet(t *testing.T) {
	step, made := make(chan bool), make(chan string, 1)
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.MakeSet = func(ctx context.Context, v *variant.Variant, told func(done, of int)) (string, error) {
			told(1, 2)
			select {
			case <-step:
				made <- v.ID
				return "the folder", nil
			case <-ctx.Done():
				made <- ""
				return "", ctx.Err()
			}
		}
	})
	toPage := func() {
		p.press("Browse games")
		p.write("baghchal")
		p.keys("Enter")
		p.wants("game")
		p.press("Make this set")
		p.until("the progress is shown", func() bool { return slices.Contains(p.dialog().Lines, "File 1 of 2") })
	}
	toPage()
	close(step)
	p.until("the set is made", func() bool { return p.dialog().ID == "game" })
	if id := <-made; id != "bagh-chal" {
		t.Errorf("the set of %s was made", id)
	}
	step = make(chan bool)
	p.press("Make this set")
	p.press("Cancel")
	p.until("the set is cancelled", func() bool { return p.dialog().ID == "game" })
	if id := <-made; id != "" {
		t.Errorf("the set of %s was made after all", id)
	}
}

// TestSetFails: a message says that a set cannot be made.
func TestSetFails(t *testing.T) {
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.MakeSet = func(context.Context, *variant.Variant, func(done, of int)) (string, error) {
			return "", errors.New("the disk is full")
		}
	})
	p.press("Browse games")
	p.write("baghchal")
	p.keys("Enter")
	p.press("Make this set")
	p.until("the page is back", func() bool { return p.dialog().ID == "game" })
	p.says("the disk is full")
}
