package app_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/app/shell"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

func english(t *testing.T) { t.Cleanup(func() { _ = tongue.Use(tongue.English) }) }

// chooseOption selects an option of a field.
func (p *person) chooseOption(field, option string) {
	p.Helper()
	for i, o := range p.field(field).Options {
		if o == option {
			p.Do(panel.Command{ID: field, Arg: i})
			p.frame()
			return
		}
	}
	p.Fatalf("%s has no option %q: %v", field, option, p.field(field).Options)
}

// TestLanguageChangesAtOnce asserts that a new language applies to the open dialog, toolbar, panels and error
// messages, and after a restart.
func TestLanguageChangesAtOnce(t *testing.T) {
	english(t)
	dir := t.TempDir()
	p := open(t, dir, two())
	p.keys("Ctrl-s")
	p.press("Language and text")
	p.chooseOption("language", "Dansk")
	if d := p.dialog(); d.Title != "Sprog og tekst" || p.field("calm").Label != "Mindre bevægelse" {
		t.Errorf("%q, %q", d.Title, p.field("calm").Label)
	}
	p.keys("Esc", "Esc")
	p.noDialog()
	if s := p.sheet(); s.Status != "Angriberne skal trække" || s.Seats[0].Army != "Angriberne" ||
		p.button("hint").Label != "Vink" {
		t.Errorf("%q, %q, %q", s.Status, s.Seats[0].Army, p.button("hint").Label)
	}
	p.click("d1", "d5")
	p.says("vejen er spærret på d2")
	p.Close()
	open(t, dir, nil).press("Spil mod computeren")
}

func TestLanguageOfTheMachine(t *testing.T) {
	english(t)
	for _, x := range []struct{ flag, locale, title string }{{"", "", "Settings"}, {"", "is", "Stillingar"},
		{"de", "is", "Einstellungen"}} {
		a, err := app.New(t.Context(), app.Options{View: &view{Scene: scene.New(stage(t))}, Language: x.flag,
			Locale: x.locale})
		if err != nil {
			t.Fatal(err)
		}
		a.Do(panel.Command{ID: "settings"})
		if got := a.Screen().Dialog.Title; got != x.title {
			t.Errorf("flag %q, locale %q: %q, want %q", x.flag, x.locale, got, x.title)
		}
		a.Close()
	}
}

func TestSizesAreKept(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	p.press("Settings")
	p.press("Language and text")
	p.chooseOption("text", "largest")
	p.chooseOption("scale", "75 %")
	p.chooseOption("contrast", "on")
	want := panel.Sizes{Text: 1.5, Scale: 0.75, Contrast: true}
	if got := p.Screen().Sizes; got != want {
		t.Errorf("%+v", got)
	}
	p.Close()
	if got := open(t, dir, nil).Screen().Sizes; got != want {
		t.Errorf("at the next start: %+v", got)
	}
}

// TestMovesAreSaidAloud asserts that each move is passed to the speech command, that only the newest waits
// while one is spoken, and that a failing command is reported once.
func TestMovesAreSaidAloud(t *testing.T) {
	said, go1 := make(chan string, 9), make(chan error, 9)
	p := &person{T: t, view: &view{Scene: scene.New(stage(t))}, ear: &ear{}, engines: &engines{}, dir: t.TempDir(),
		clock: &clock{}}
	voice := func(ctx context.Context, argv []string, text string) error {
		said <- strings.Join(argv, "|") + ": " + text
		return <-go1
	}
	var err error
	p.App, err = app.New(t.Context(),
		app.Options{View: p.view, Ear: p.ear, Engines: p.engines, Store: shell.NewFiles(p.dir), Clock: p.clock,
			Pace: -1, Seed: 1, Setup: two(), Voice: voice, Speak: `say -v "old man" {}`})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.App.Close)
	p.frame()
	moves := [][2]string{{"d1", "c1"}, {"d3", "c3"}, {"c1", "b1"}, {"c3", "c2"}}
	for i, m := range moves {
		p.click(m[0], m[1])
		p.untilMoves(i + 1)
	}
	if got := await.Next(t, said, "the first move is not said"); got != "say|-v|old man|{}: Attackers: man d1 to c1." {
		t.Error(got)
	}
	go1 <- errors.New("no voice")
	if got := saidAfter(p, said); got != "say|-v|old man|{}: Defenders: man c3 to c2." {
		t.Errorf("the newest did not wait alone: %s", got)
	}
	p.says("no voice")
	p.clock.forward(1e11)
	go1 <- errors.New("no voice")
	p.click("b1", "c1")
	p.untilMoves(5)
	saidAfter(p, said)
	go1 <- errors.New("no voice")
	for range 20 {
		p.frame()
	}
	if len(p.Screen().Toasts) != 0 {
		t.Errorf("the failure is told again: %+v", p.Screen().Toasts)
	}
}

// saidAfter runs frames until a text is spoken, and returns it.
func saidAfter(p *person, said chan string) string {
	p.until("something is said", func() bool { return len(said) > 0 })
	return <-said
}
