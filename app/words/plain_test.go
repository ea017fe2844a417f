package words_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/record"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/tongue"
	"tafl3d/tournament"
)

// TestPlain asserts that texts of libraries and of the system are not shown, and that our own texts are.
func TestPlain(t *testing.T) {
	var v struct{ N int }
	_, numeral := strconv.Atoi("x")
	_, missing := os.Open(filepath.Join(t.TempDir(), "none"))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	_, refused := http.Get("http://" + l.Addr().String())
	strict := json.NewDecoder(strings.NewReader(`{"m":1}`))
	strict.DisallowUnknownFields()
	for want, err := range map[string]error{
		"settings.json, line 3: the file is damaged": fmt.Errorf("settings.json, line 3: %w",
			json.Unmarshal([]byte("\x13"), &v)),
		"a: the file is damaged":                fmt.Errorf("a: %w", json.Unmarshal([]byte(`{"N":"x"}`), &v)),
		"b: the file is damaged":                fmt.Errorf("b: %w", strict.Decode(&v)),
		"turn 3: it contains an invalid number": fmt.Errorf("turn 3: %w", numeral),
		"the picture: not found":                fmt.Errorf("the picture: %w", missing),
		"no answer":                             refused,
		"the hall: no answer":                   fmt.Errorf("the hall: %w", context.DeadlineExceeded),
		"it was cut: the connection was lost":   fmt.Errorf("it was cut: %w", io.ErrUnexpectedEOF),
		"one\nthe file is damaged":              errors.Join(errors.New("one"), json.Unmarshal(nil, &v)),
		"a man may not stop on a1, a corner of the board": errors.New(
			"a man may not stop on a1, a corner of the board"),
	} {
		if got := words.Plain(err); got != want {
			t.Errorf("%v is said as %q, want %q", err, got, want)
		}
	}
}

// TestPlainInEveryLanguage asserts that all errors of edited files, saved games and positions are translated.
func TestPlainInEveryLanguage(t *testing.T) {
	if err := tongue.Use("da"); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tongue.Use(tongue.English) }()
	file := func(text string) error {
		_, err := variant.Parse("min.toml", []byte("id = \"min\"\nname = \"Min\"\n"+text), variant.All()...)
		return err
	}
	save := func(text string) error {
		_, _, err := match.Decode([]byte(text), func(id string) (*rules.Rules, error) {
			v, err := variant.Get(id)
			if err != nil {
				return nil, err
			}
			return v.Rules, nil
		})
		return err
	}
	event := func(text string) error {
		_, err := tournament.Decode([]byte(text))
		return err
	}
	configured := func(c tournament.Config) error {
		_, err := tournament.New(c)
		return err
	}
	refused := func(c tournament.Config, events ...tournament.Event) (err error) {
		c.Name, c.Variants = "x", []tournament.Variant{{ID: "x"}}
		ev, err := tournament.New(c)
		for i, e := range events {
			if err == nil {
				err = ev.Apply(time.Unix(int64(i), 0), e)
			}
		}
		return err
	}
	two := []tournament.Event{tournament.Enter{Name: "Ada"}, tournament.Enter{Name: "Bo"}, tournament.Start{},
		tournament.Pair{}}
	after := func(f tournament.Format, e tournament.Event) error {
		return refused(tournament.Config{Format: f, Games: 1}, append(slices.Clone(two), e)...)
	}
	read := func(text string) error {
		_, err := record.Read(text, record.Options{})
		return err
	}
	begun := func(rest string) string {
		return `{"format":"tafl3d ` +
			`game","version":1,"variant":"brandubh-gorrion","attackers":{"player":"human"},"defenders":{"player":"human"},` + rest + `}`
	}
	brandubh, err := variant.Get("brandubh-gorrion")
	if err != nil {
		t.Fatal(err)
	}
	start := brandubh.Rules.Start()
	empty := start.Setup()
	clear(empty.Pieces)
	_, placed := brandubh.Rules.Position(empty)
	for want, err := range map[string]error{
		"min.toml:3: extends: ukendt variant \"brandub\"; mente du brandubh-gorrion, brandubh-weak?": file(
			"extends = \"brandub\"\n"),
		"min.toml:5: wizardry: ukendt regel; docs/rulesets.md viser alle regler": file(
			"extends = \"brandubh-gorrion\"\n[rules]\nwizardry = true\n"),
		"min.toml:5: corner.pass: \"often\" er ikke en af nobody, king, defenders, attackers, all": file(
			"extends = \"brandubh-gorrion\"\n[rules]\n\"corner.pass\" = \"often\"\n"),
		"min.toml:5: repetition.count: \"0\" er ikke et tal fra 2 til 999": file(
			"extends = \"brandubh-gorrion\"\n[rules]\n\"repetition.count\" = 0\n"),
		"min.toml:1: escape: kongen skal nå et hjørne, men corner er none": file(
			"extends = \"brandubh-gorrion\"\n[rules]\ncorner = \"none\"\n"),
		"det gemte parti er beskadiget: filen er beskadiget": save(
			`{"format":`),
		"det gemte parti er beskadiget: format \"x\" version 0; dette program læser \"tafl3d game\" version 1": save(
			`{"format":"x"}`),
		"ukendt variant \"zzzzzzzz\"; se alle med `tafl variants`": save(
			`{"format":"tafl3d game","version":1,"variant":"zzzzzzzz"}`),
		"det gemte parti er beskadiget: ur \"x\": \"x\" er ikke en tid; skriv none, 5m+3s eller 10m+3x30s": save(
			begun(`"clock":"x"`)),
		"umulig stilling: 0 konger; der skal være præcis én\nangriberne skal trække, men der er ingen": placed,
		"den gemte turnering er beskadiget: filversion 9, dette program læser 1": event(
			`{"format":"tafl3d tournament","version":9}`),
		"start: for få spillere: 0, men mindst 2 er nødvendige": refused(tournament.Config{
			Format: tournament.Swiss}, tournament.Start{}),
		"pair: det er ikke muligt på dette trin af turneringen: turneringen er ikke begyndt": refused(tournament.Config{
			Format: tournament.Swiss}, tournament.Pair{}),
		"enter: spilleren kan ikke tilføjes: Ada deltager allerede": refused(tournament.Config{
			Format: tournament.Swiss}, two[0], two[0]),
		"enter: spilleren kan ikke tilføjes: navn: må ikke være tomt": refused(tournament.Config{
			Format: tournament.Swiss}, tournament.Enter{Name: " "}),
		"enter: for sent: ingen kan tilmelde sig efter starten": after(
			tournament.RoundRobin, tournament.Enter{Name: "Cy"}),
		"sit-out: det er ikke muligt på dette trin af turneringen: ingen kan sidde over i denne turneringsform": after(
			tournament.RoundRobin, tournament.SitOut{Player: 1}),
		"withdraw: deltager 7: ingen sådan deltager, parring eller parti": after(
			tournament.RoundRobin, tournament.Withdraw{Player: 7}),
		"report: parti 5 i parring 1: ingen sådan deltager, parring eller parti": after(
			tournament.RoundRobin, tournament.Report{Pairing: 1, Leg: 4}),
		"report: ugyldigt resultat: \"king\" er ikke en af attackers, defenders, draw": after(
			tournament.RoundRobin, tournament.Report{Pairing: 1, Verdict: "king"}),
		"no-show: deltager 9 i parring 1: ingen sådan deltager, parring eller parti": after(
			tournament.RoundRobin, tournament.NoShow{Pairing: 1, Player: 9}),
		"adjudicate: ugyldigt resultat: et spillet parti kan ikke have to tabere": after(
			tournament.RoundRobin, tournament.Adjudicate{Pairing: 1, Verdict: tournament.Neither, Played: true}),
		"resume: det er ikke muligt på dette trin af turneringen: turneringen er ikke på pause": after(
			tournament.RoundRobin, tournament.Resume{}),
		"den gemte turnering er beskadiget: ukendt hændelse \"x\"": event(
			`{"format":"tafl3d tournament","version":1,"log":[{"event":"x"}]}`),
		"linje 3, kolonne 10: et ) uden et ( før det": read(
			"[Variant \"brandubh-gorrion\"]\n\n1. d1-c1 )\n"),
		"linje 3, kolonne 10: denne kommentar mangler }": read(
			"[Variant \"brandubh-gorrion\"]\n\n1. d1-c1 {x\n"),
		"linje 3, kolonne 7: ugyldig notation: \"h9\" er ikke et felt på dette bræt (a1 til g7)": read(
			"[Variant \"brandubh-gorrion\"]\n\n1. d1-h9\n"),
		"linje 3, kolonne 4: d1 til d2: vejen er spærret på d2": read(
			"[Variant \"brandubh-gorrion\"]\n\n1. d1-d2xd3\n"),
		"linje 3, kolonne 4: ulovligt træk: d1-c1xd3: der slås intet": read(
			"[Variant \"brandubh-gorrion\"]\n\n1. d1-c1xd3\n"),
		"linje 3, kolonne 4: ulovligt træk: Kd1-c1: brikken på d1 er: mand": read(
			"[Variant \"brandubh-gorrion\"]\n\n1. Kd1-c1\n"),
		"linje 2, kolonne 1: startstillingen: ugyldig notation: 2 rækker, men brættet har 7": read(
			"[Variant \"brandubh-gorrion\"]\n[Start \"3t3/9 a\"]\n\n1. d1-c1\n"),
		"linje 1: referatet angiver ikke varianten, og intet kendt spil tillader disse træk; skriv træk som " +
			"d1-d3 e5-e2": read("Hello there"),
		"turneringen kan ikke oprettes: navn: må ikke være tomt\ngames 7: brug 1 eller 2": configured(
			tournament.Config{Name: " ", Format: tournament.RoundRobin, Games: 7,
				Variants: []tournament.Variant{{ID: "x"}}}),
		"a.toml:3: linje 4: rækken har 3 felter, men brættet har 5 rækker; brættet skal være kvadratisk": fmt.Errorf(
			"a.toml:3: %w",
			game.Faultf("line %d: the row has %d squares, but the board has %d rows; the board must be square", 4, 3,
				5)),
		"det gemte parti er beskadiget: træk 2, \"a1\": partiet er slut": fmt.Errorf(
			"%w: %w", match.ErrDamaged, game.Faultf("move %d, %.60q: %s", 2, "a1", match.ErrOver)),
	} {
		if got := words.Plain(err); got != want {
			t.Errorf("%v\nis said as %q,\nwant %q", err, got, want)
		}
	}
	if got := words.Faults(placed); len(got) != 2 || got[0] != "0 konger; der skal være præcis én." {
		t.Errorf("the faults of a placement are said as %q", got)
	}
}
