package server_test

import (
	"io"
	mrand "math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/variant"
	"tafl3d/internal/await"
	"tafl3d/net/client"
	"tafl3d/net/wire"
	"tafl3d/server"
)

// fetch reads a page.
func fetch(t testing.TB, url string, header ...string) (status int, body string, h http.Header) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.Body.Close() }()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a.StatusCode, string(text), a.Header
}

// table2 is a game between two people who are at their boards.
type table2 struct {
	id    string
	seats [game.Sides]*client.Remote
	rng   *mrand.Rand
	state match.State
}

func (s *fixture) open(t testing.TB, variant string, rated bool) *table2 {
	t.Helper()
	spec, err := s.OpenGame(t.Context(), wire.Spec{Variant: variant, Clock: "5m+5s", Rated: rated,
		Seats: [2]wire.Player{s.astrid.session.Player, s.dag.session.Player}})
	if err != nil {
		t.Fatal(err)
	}
	return s.sit(t, spec.Game)
}

// sit lets the two sit down at a game.
func (s *fixture) sit(t testing.TB, id string) *table2 {
	return &table2{id: id, seats: [2]*client.Remote{s.astrid.sit(t, id), s.dag.sit(t, id)},
		rng: mrand.New(mrand.NewPCG(7, 7))}
}

// play plays n turns at random, or until the end.
func (b *table2) play(t testing.TB, n int) {
	t.Helper()
	for b.state.Position.Rules() == nil {
		b.hear(t)
	}
	for last := b.state.Record.Ply() + n; b.state.Record.Ply() < last && !b.state.Outcome.Over(); {
		ply, turn := b.state.Record.Ply(), b.state.Position.Turn()
		legal := b.state.Position.Legal(nil, b.state.History)
		var refused error
		await.Poll{Interval: 5 * time.Millisecond, State: func() string { return refused.Error() }}.Until(t,
			"a move cannot be sent: the line is not connected", func() bool {
				refused = b.seats[turn].Send(turn, match.Play{Ply: ply, Move: legal[b.rng.IntN(len(legal))]})
				return refused == nil
			})
		for steps := len(b.state.Steps); b.state.Record.Ply() == ply && len(b.state.Steps) == steps; {
			b.hear(t)
		}
	}
}

// hear waits for news of the game.
func (b *table2) hear(t testing.TB) {
	t.Helper()
	select {
	case u := <-b.seats[0].Updates():
		if u.Err != nil {
			t.Fatal(u.Err)
		}
		b.state = u.State
	case <-b.seats[1].Updates():
	case <-time.After(20 * time.Second):
		t.Fatal("the game does not go on")
	}
}

// resign lets the defenders resign, again where their view was a turn behind.
func (b *table2) resign(t testing.TB) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !b.state.Outcome.Over(); {
		err := b.seats[game.Defenders].Send(game.Defenders, match.Resign{})
		if time.Now().After(end) {
			t.Fatal("nobody can resign: ", err)
		}
		select {
		case u := <-b.seats[0].Updates():
			b.state = u.State
		case <-b.seats[1].Updates():
		case <-time.After(200 * time.Millisecond):
		}
	}
}

// fixture is a service with two people, whose pages are looked at.
type fixture struct {
	*server.Server
	url         string
	astrid, dag *person
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	s, web := start(t, t.TempDir())
	t.Cleanup(func() { web.CloseClientConnections(); web.Close(); _ = s.Close() })
	return &fixture{s, web.URL, signUp(t, web.URL, "Astrid"), signUp(t, web.URL, "Dag")}
}

// archived waits until a game is in the archive.
func (s *fixture) archived(t testing.TB, id string) {
	t.Helper()
	await.Until(t, "the game does not come into the archive", func() bool {
		status, _, _ := fetch(t, s.url+"/v1/games/"+id)
		return status == http.StatusOK
	})
}

// TestPages reads every page without a script: a game under way and one in the archive,
// stepped through by links; players, ladder, tournaments; what is not there.
func TestPages(t *testing.T) {
	s := newFixture(t)
	live := s.open(t, "fox-geese-17-free", false)
	live.play(t, 3)
	done := s.open(t, "brandubh-gorrion", true)
	done.play(t, 8)
	done.resign(t)
	s.archived(t, done.id)
	q := small
	q.Name = `Cup <script>alert("x")</script> & co`
	event := strings.TrimPrefix(s.astrid.cup(t, q), "v1")
	for path, want := range map[string][]string{
		"/": {"Games in progress", "Astrid", `<meta name="description" content="Hnefatafl and related games`,
			"<code>" + s.url + "</code>", `href="/games/` + live.id, "<svg class=\"board small\"",
			"Recently played", "Brandubh"},
		"/games/" + live.id: {"Fox and Geese", "to move", `data-live="true"`, `class="way"`, "3 of 3"},
		"/games/" + done.id: {"Astrid</a>", "won: resign", `data-live="false"`, `data-stored="true"`,
			"8 of 8", `<meta property="og:title" content="Astrid against Dag">`,
			`content="Brandubh 7x7, 5 min &#43; 5 s per move. Astrid won: resignation after 8 moves."`,
			"aria-current=\"true\"", "King: "},
		"/games/" + done.id + "?ply=3": {"3 of 8", `<span class="said">`, `href="?ply=2"`, `href="?ply=4"`},
		"/games/" + done.id + "/board": {`class="game embed"`},
		"/ladder":                      {"Ladder", "Tafl, rapid"},
		"/players/Astrid": {"Astrid", "Tafl, rapid: the rating after each game.",
			"<svg class=\"chart\"", `/games/` + done.id},
		"/players/Dag?pool=none": {"Dag", "Tafl, rapid"},
		"/players?name=astrid":   {"Astrid", "the rating after each game"},
		"/events":                {"Cup &lt;script&gt;", "open for entry"},
		event: {"Cup &lt;script&gt;", "Round robin", "No participants yet",
			"data-refresh="},
		"/games/" + done.id + "/frames":     {`"stored":true`, `"ply":8`},
		"/games/" + live.id + "/frames?seq": {`"stored":false`, `"running":"`},
	} {
		status, body, h := fetch(t, s.url+path)
		if status != http.StatusOK {
			t.Errorf("%s: %d", path, status)
			continue
		}
		for _, w := range want {
			if !strings.Contains(body, w) {
				t.Errorf("%s lacks %q", path, w)
			}
		}
		if strings.Contains(body, "<script>") || strings.Contains(body, "style=") {
			t.Errorf("%s has script or style in it", path)
		}
		csp := h.Get("Content-Security-Policy")
		if !strings.Contains(csp, "default-src 'none'") || strings.Contains(csp, "unsafe") ||
			h.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: %v", path, h)
		}
		if framed := strings.Contains(csp, "frame-ancestors *"); framed != strings.HasSuffix(path, "/board") {
			t.Errorf("%s: frames: %v", path, csp)
		}
		again, now, fresh := fetch(t, s.url+path, "If-None-Match", h.Get("ETag"))
		if again == http.StatusOK && now != body { // the explorer has just taken a game in
			again, _, _ = fetch(t, s.url+path, "If-None-Match", fresh.Get("ETag"))
		}
		if again != http.StatusNotModified {
			t.Errorf("%s: %d for one who has it already", path, again)
		}
	}
	for path, want := range map[string]string{"/games/none": "Game or move not found",
		"/players?name=Nobody": "No player here has this name", "/events/none": "Tournament not found",
		"/nowhere": "no page at this address"} {
		if _, body, _ := fetch(t, s.url+path); !strings.Contains(body, want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
	for _, path := range []string{"/games/none", "/games/" + done.id + "?ply=9", "/games/" + done.id + "?ply=x",
		"/players/Nobody", "/players/%22%3E", "/players?name=%00", "/events/none", "/ladder?pool=none", "/nowhere",
		"/static/x/none.css"} {
		if status, _, _ := fetch(t, s.url+path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}

// TestStatics looks how long browsers may keep what never changes.
func TestStatics(t *testing.T) {
	s := newFixture(t)
	_, home, _ := fetch(t, s.url+"/")
	for _, file := range []string{"style.css", "refresh.js", "icon.svg"} {
		i := strings.Index(home, "/"+file)
		from := strings.LastIndex(home[:max(i, 0)], `"`)
		if i < 0 {
			t.Errorf("the first page does not ask for %s", file)
			continue
		}
		status, body, h := fetch(t, s.url+home[from+1:i]+"/"+file)
		if status != http.StatusOK || body == "" || !strings.Contains(h.Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %v", file, status, h)
		}
		if strings.Contains(body, "http://") && file != "icon.svg" && !strings.Contains(body, "http://www.w3.org/") ||
			strings.Contains(body, "https://") {
			t.Errorf("%s asks for something elsewhere", file)
		}
	}
}

// textOf finds what a page says beside what stands in its attributes.
var textOf = regexp.MustCompile(`>([^<]*\pL{3,} \pL+[^<]*)<`)

// TestPagesInSixLanguages reads every page in each language. A text of several words that is the same as
// in English stands where words are missing: only names may be.
func TestPagesInSixLanguages(t *testing.T) {
	s := newFixture(t)
	done := s.open(t, "brandubh-gorrion", true)
	done.play(t, 8)
	done.resign(t)
	s.archived(t, done.id)
	live := s.open(t, "fox-geese-17-free", false)
	live.play(t, 3)
	event := strings.TrimPrefix(s.astrid.cup(t, small), "v1")
	open := s.astrid.invites(t, func(q *wire.Seek) { q.Delay, q.Rated, q.Double = 60, false, true })
	paths := []string{"/", "/games/" + done.id, "/games/" + live.id, "/games/" + done.id + "/board", "/ladder",
		"/players/Astrid", "/players/Dag", "/events", event, "/i/" + open.Code, "/i/aaaaaaaa",
		"/play", "/play?i=" + open.Code, "/play/" + live.id, "/computer/" + "bagh-chal", "/computer/brandubh-gorrion",
		"/games/none", "/players/Nobody", "/nowhere"}
	for _, path := range paths {
		_, english, _ := fetch(t, s.url+path)
		said := textOf.FindAllStringSubmatch(english, -1)
		for _, language := range []string{"da", "de", "is", "nb", "sv"} {
			_, body, h := fetch(t, s.url+path, "Accept-Language", language)
			if !strings.Contains(body, `<html lang="`+language+`">`) || h.Get("Vary") != "Accept-Language" {
				t.Errorf("%s, %s: %v", path, language, h)
			}
			for _, text := range said {
				if text = text[1:]; strings.Contains(body, ">"+text[0]+"<") &&
					!slices.ContainsFunc(variant.All(),
						func(v *variant.Variant) bool { return strings.Contains(text[0], v.Name) }) &&
					!strings.Contains(text[0], "iframe") {
					t.Errorf("%s, %s: %q", path, language, text[0])
				}
			}
		}
	}
}
