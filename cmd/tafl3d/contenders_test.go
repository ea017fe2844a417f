package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/await"
	"tafl3d/tournament"
)

// TestProgramsThatFail holds an event in which one program crashes and one hangs: each
// loses by forfeit with the reason, and the event goes on to its end.
func TestProgramsThatFail(t *testing.T) {
	t.Parallel()
	m := &machine{T: t, name: "Astrid", dir: t.TempDir()}
	script := func(name, body string) string {
		file := filepath.Join(m.dir, "my engines", name) // blanks in paths and words are quoted
		text := "#!/bin/sh\n[ \"$1\" = 'a b' ] || exec true\n" + body + "\n"
		err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o700))
		if err != nil {
			t.Fatal(err)
		}
		return `cmd:"` + file + `" "a b"`
	}
	ev, err := tournament.New(tournament.Config{Name: "Cup", Format: tournament.RoundRobin, Games: 1, Seed: 3,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}}})
	for _, e := range []tournament.Enter{
		{Name: "Crashes", Kind: "engine", Ref: script("crashes", "echo something >&2; exit 3")},
		{Name: "Hangs", Kind: "engine", Ref: script("hangs", "exec sleep 600")},
		{Name: "One", Kind: "engine", Ref: "level:1"}, {Name: "Two", Kind: "engine", Ref: "level:1"},
	} {
		err = errors.Join(err, ev.Apply(time.Unix(1000, 0), e))
	}
	data, fault := ev.Encode()
	dir := filepath.Join(m.dir, "events", "cup")
	if err := errors.Join(err, fault, os.MkdirAll(dir, 0o700),
		os.WriteFile(filepath.Join(dir, "event.json"), data, 0o600)); err != nil {
		t.Fatal(err)
	}
	m.boots()
	defer m.dies()
	m.does("events")
	m.chooses("events", "open")
	m.chooses("hall", "start")
	m.chooses("hall", "auto")
	await.Poll{Timeout: 4 * time.Minute, Interval: 20 * time.Millisecond, State: m.said}.Until(t,
		"the event does not end", func() bool { m.frame(); return m.saved().Phase() == tournament.Over })
	told := map[string]string{}
	for _, p := range m.saved().Pairings() {
		for _, l := range p.Legs {
			if l.Forfeit {
				loser, _ := m.saved().Entrant(p.Other(l.Winner()))
				told[loser.Name] = l.Note
			}
		}
	}
	if !strings.Contains(told["Hangs"], "does not answer") { // with other words it would have ended
		t.Errorf("%q", told)
	}
	for _, name := range []string{"Crashes", "Hangs"} {
		if told[name] == "" {
			t.Errorf("%s has forfeited nothing: %q", name, told)
		}
	}
	if told["One"]+told["Two"] != "" {
		t.Errorf("%q", told)
	}
	for _, r := range m.saved().Standings() {
		if strings.HasPrefix(r.Name, "Cr") && r.Points > 2 {
			t.Errorf("%+v", r)
		}
	}
}
