// Package web is the service's pages for browsers: games under way and archived,
// ladders, players, tournaments. They are rendered here and need no script to be read;
// a light one follows what is under way. Nothing is loaded from elsewhere.
package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"html/template"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"tafl3d/game/rules"
	"tafl3d/library/ask"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// Source is where the pages take what they show. ErrNone says that there is no such
// thing.
type Source interface {
	Live(ctx context.Context) ([]wire.GameBrief, error)
	Recent(ctx context.Context) ([]wire.GameBrief, error)
	// Entries returns the entries of a game, archived or under way.
	Entries(ctx context.Context, id string) (entries []wire.Entry, archived bool, err error)
	// Since returns the entries of a game under way after one, as far as they are at hand; none where they are not.
	Since(ctx context.Context, id string, seq uint64) []wire.Entry
	// Explore returns what was played at a position in the archive, the most played first.
	Explore(ctx context.Context, variant string, p *rules.Position) ([]ask.Move, error)
	Pools(ctx context.Context) ([]string, error)
	Ladder(ctx context.Context, pool string) ([]wire.Rung, error)
	Profile(ctx context.Context, name string) (wire.Profile, error)
	// Graph returns how a player's rating in a pool went, the oldest first.
	Graph(ctx context.Context, player, pool string) ([]Point, error)
	Events(ctx context.Context) ([]wire.EventBrief, error)
	Event(ctx context.Context, id string) (wire.Event, error)
	// Invitation returns the invitation of a code while it may be accepted.
	Invitation(ctx context.Context, code string) (wire.OpenSeek, error)
}

// Point is a rating after a game.
type Point struct {
	At     int64 // seconds since 1970
	Rating float64
	Game   string
}

// ErrNone is what a Source says of something that is not there.
var ErrNone = errors.New("there is no such thing")

// Site serves the pages.
type Site struct {
	name   string
	host   string
	source Source
	log    *slog.Logger
	mux    *http.ServeMux
	films  films
}

//go:embed templates/*.html
var templates embed.FS

// The policies. Nothing may be loaded from elsewhere, no script or style may stand in a
// page, and only the board that is meant for it may be framed.
const (
	policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"form-action 'self'; base-uri 'none'; frame-ancestors "
	ownFrames   = "'none'"
	anyFrames   = "*"
	permissions = "camera=(), microphone=(), geolocation=(), payment=()"
)

// ServeHTTP implements http.Handler.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	frames := ownFrames
	if strings.HasPrefix(r.URL.Path, "/games/") && strings.HasSuffix(r.URL.Path, "/board") {
		frames = anyFrames
	}
	rules := policy + frames
	if strings.HasSuffix(r.URL.Path, "/engine.js") { // the worker in which the computer thinks
		rules = strings.Replace(rules, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)
	}
	h.Set("Content-Security-Policy", rules)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Permissions-Policy", permissions)
	s.mux.ServeHTTP(w, r)
}

// page is what every template is given.
type page struct {
	Say     *tongue.Speaker
	Title   string
	About   string // what the page shows, for who is sent a link to it
	Service string
	Address string // of the service, as players enter it
	At      string // the part of the site: games, events, ladder
	Scripts []string
	Refresh int // seconds after which the script looks whether anything has changed; 0: never
	Body    any
}

var pages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	var written sync.Map
	// always is a part of a page that is the same on all of its kind in a language: it is written once.
	always := func(name, part string, say *tongue.Speaker) (template.HTML, error) {
		type key struct{ name, part, language string }
		k := key{name, part, say.ID()}
		if is, ok := written.Load(k); ok {
			return is.(template.HTML), nil
		}
		var b strings.Builder
		if err := all[name].ExecuteTemplate(&b, part, page{Say: say}); err != nil {
			return "", err
		}
		is := template.HTML(b.String())
		written.Store(k, is)
		return is, nil
	}
	base := template.Must(template.New("").Funcs(helpers).Funcs(template.FuncMap{"always": always}).ParseFS(templates,
		"templates/base.html"))
	names, _ := fs.Glob(templates, "templates/*.html")
	for _, name := range names {
		if short := strings.TrimSuffix(strings.TrimPrefix(name, "templates/"), ".html"); short != "base" {
			all[short] = template.Must(template.Must(base.Clone()).ParseFS(templates, name))
		}
	}
	return all
}()

// show renders a page. Whoever has it already, by its tag, is told so.
func (s *Site) show(w http.ResponseWriter, r *http.Request, name string, status int, p page) {
	p.Address, p.Say = s.origin(r), spoken(w, r)
	body, err := s.render(name, p)
	s.hand(w, r, status, body, err)
}

// hand gives a page that was rendered to who asked for it.
func (s *Site) hand(w http.ResponseWriter, r *http.Request, status int, body []byte, err error) {
	if err != nil {
		s.log.Error("a page cannot be shown", "page", r.URL.Path, "error", err)
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(w, r, status, body, "no-cache")
}

// render writes a page.
func (s *Site) render(name string, p page) ([]byte, error) {
	p.Service = s.name
	frame := "page"
	switch name {
	case "board":
		frame = "bare"
	case "game":
		if p.Title == "" { // a part for the script
			frame = "played"
		}
	}
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	err := pages[name].ExecuteTemplate(b, frame, p)
	return bytes.Clone(b.Bytes()), err
}

// buffers are what pages are written into.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// send answers with a body and its tag.
func send(w http.ResponseWriter, r *http.Request, status int, body []byte, cache string) {
	h := w.Header()
	encoding := ""
	if h.Get("Content-Encoding") == "" && len(body) >= leastPacked && packable(h.Get("Content-Type")) {
		h.Add("Vary", "Accept-Encoding")
		encoding = accepted(r)
	}
	sum := sha256.Sum256(body)
	tag := `"` + hex.EncodeToString(sum[:12]) + encoding + `"`
	h.Set("Cache-Control", cache)
	if status == http.StatusOK {
		h.Set("ETag", tag)
		if strings.Contains(r.Header.Get("If-None-Match"), tag) {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if encoding != "" {
		if small, err := pack(encoding, body); err == nil {
			h.Set("Content-Encoding", encoding)
			body = small
		}
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // whoever has left does not read it
}

// fail shows what went wrong, in words.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	say := spoken(w, r)
	status, title, text := http.StatusServiceUnavailable, say.Text("Not available just now"),
		say.Text("The service cannot show this just now. Try again in a moment.")
	e, refused := errors.AsType[*wire.Error](err)
	switch {
	case errors.Is(err, ErrNone), refused && (e.Code == wire.Missing || e.Code == wire.BadMessage):
		status, title, text = http.StatusNotFound, say.Text("Not found"), say.Text(nothingAt(r.URL.Path))
	case refused && e.Code == wire.Gone:
		status, title, text = http.StatusGone, say.Text("Not kept any more"), say.Error(e)
	case refused:
		text = say.Error(e)
	case r.Context().Err() == nil:
		s.log.Error("a page failed", "path", r.URL.Path, "error", err)
	}
	s.show(w, r, "error", status, page{Title: title, Body: text})
}

// textNothings are the words for what is not there, by the first part of its address.
var textNothings = map[string]string{
	"games":   "There is no such game, or it has not so many turns.",
	"players": "Nobody plays here under this name. Names are given whole: capitals do not matter.",
	"ladder":  "Nothing is rated here by this name.",
	"events":  "There is no such tournament.",
}

const textNothing = "There is nothing at this address."

func nothingAt(path string) string {
	part, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return cmp.Or(textNothings[part], textNothing)
}

// spoken is who speaks to a reader in his language.
func spoken(w http.ResponseWriter, r *http.Request) *tongue.Speaker {
	w.Header().Set("Vary", "Accept-Language")
	return tongue.Accepted(r.Header.Get("Accept-Language"))
}

// origin returns the address of the service: the one that a request came to, if it has the
// name of the service or is this machine, else its name. Who is not on this machine has come by
// TLS, which a proxy may have ended.
func (s *Site) origin(r *http.Request) string {
	name, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		name = r.Host
	}
	_, err = strconv.ParseUint(cmp.Or(port, "0"), 10, 16)
	switch {
	case err != nil, !strings.EqualFold(name, s.host) && !wire.ThisMachine(name):
		return "https://" + s.host
	case r.TLS == nil && wire.ThisMachine(name):
		return "http://" + r.Host
	}
	return "https://" + strings.ToLower(r.Host)
}
