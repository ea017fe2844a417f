package app_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/app/board"
	"tafl3d/app/catalogue"
	"tafl3d/app/events"
	"tafl3d/app/shell"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tournament"
)

// TestDamagedFiles truncates or garbles every file of the program at every tenth byte. The program starts
// nevertheless, and either reads the rest or reports and renames the file.
func TestDamagedFiles(t *testing.T) {
	whole := map[string][]byte{}
	v, err := variant.Parse("mine.toml", []byte("id = \"mine\"\nname = \"Mine\"\nextends = \"brandubh-gorrion\"\n"),
		variant.All()...)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	whole["variants/mine.toml"] = variant.Encode(v, nil)
	if err := catalogue.NewShelf(filepath.Join(dir, "variants")).Save("mine.toml",
		whole["variants/mine.toml"]); err != nil {
		t.Fatal(err)
	}
	p := open(t, dir, &board.Setup{Variant: v.ID})
	p.click("d1", "b1")
	p.keys("m")
	p.Close()
	for _, pattern := range []string{"settings.json", "unfinished/*.json", "unfinished/*.toml"} {
		name := p.only(pattern)
		whole[name] = []byte(p.file(name))
	}
	cup, err := tournament.New(tournament.Config{Name: "Cup", Format: tournament.KnockOut, Seed: 4,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Astrid", "Bjorn"} {
		err = errors.Join(err, cup.Apply(time.Unix(1000, 0), tournament.Enter{Name: name, Kind: "person"}))
	}
	data, fault := cup.Encode()
	if err = errors.Join(err, fault); err != nil {
		t.Fatal(err)
	}
	whole["events/cup/event.json"] = data

	for name, data := range whole {
		if len(data) < 20 {
			t.Fatalf("%s was not written: %q", name, data)
		}
		for at := 0; at < len(data); at += 10 {
			garbled := append([]byte(nil), data...)
			garbled[at] ^= 0x13
			for _, bad := range [][]byte{data[:at], garbled} {
				survives(t, whole, name, bad)
			}
		}
	}
}

// foreign matches texts of libraries and of the system, which players must not see.
var foreign = regexp.MustCompile(`invalid character|looking for beginning|end of JSON|cannot ` +
	`unmarshal|(^|\s)json:|(^|\s)toml:|strconv|basic string|\bEOF\b|dial tcp|lookup |connection refused|no such ` +
	`file|permission denied|context deadline|goroutine|0x[0-9a-f]{6}|expected character|bare key`)

// survives starts the program with a damaged file.
func survives(t *testing.T, whole map[string][]byte, name string, bad []byte) {
	t.Helper()
	dir := t.TempDir()
	for other, data := range whole {
		if other == name {
			data = bad
		}
		file := filepath.Join(dir, filepath.FromSlash(other))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, data, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	a, err := app.New(t.Context(), app.Options{View: scene.New(stage(t)), Store: shell.NewFiles(dir), Pace: -1,
		Variants: catalogue.NewShelf(filepath.Join(dir, "variants")),
		Events:   &events.Options{Events: events.NewStore(filepath.Join(dir, "events")), Entrants: contenders{}}})
	if err != nil {
		t.Fatalf("%s of %q: the program does not begin: %v", name, bad, err)
	}
	defer a.Close()
	if strings.HasPrefix(name, "events") {
		a.Do(panel.Command{ID: "events"})
		await.Until(t, name+": the events are not read", func() bool {
			a.Frame(time.Now())
			return !strings.Contains(strings.Join(a.Screen().Dialog.Lines, " "), "Reading")
		})
	}
	screen := a.Screen()
	if screen.Dialog == nil {
		t.Fatalf("%s of %q: there is nothing to begin with", name, bad)
	}
	var said []string
	for _, toast := range screen.Toasts {
		said = append(said, toast.Text)
	}
	for _, text := range append(said, screen.Dialog.Faults...) {
		if foreign.MatchString(text) {
			t.Errorf("%s of %q: a player reads %q", name, bad, text)
		}
	}
	kept := false
	if err := filepath.WalkDir(dir, func(file string, _ fs.DirEntry, err error) error {
		data, fault := os.ReadFile(file)
		kept = kept || fault == nil && string(data) == string(bad)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if !kept {
		t.Errorf("%s of %q: what was left of it is gone", name, bad)
	}
}
