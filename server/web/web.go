// Package web renders the service's pages for browsers: games in progress and archived games, ladders, players,
// tournaments. They can be read without scripts; a small script updates pages that change. Nothing is loaded from other
// sites.
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

// Source provides the data of the pages. Its error is ErrNone if something does not exist.
type Source interface {
	Live(ctx context.Context) ([]wire.GameBrief, error)
	Recent(ctx context.Context) ([]wire.GameBrief, error)
	// Entries returns the entries of a game, archived or in progress.
	Entries(ctx context.Context, id string) (entries []wire.Entry, archived bool, err error)
	// Since returns the entries of a game in progress after number seq, if they are in memory.
	Since(ctx context.Context, id string, seq uint64) []wire.Entry
	// Explore returns the moves played at a position in the archive, the most played first.
	Explore(ctx context.Context, variant string, p *rules.Position) ([]ask.Move, error)
	Pools(ctx context.Context) ([]string, error)
	Ladder(ctx context.Context, pool string) ([]wire.Rung, error)
	Profile(ctx context.Context, name string) (wire.Profile, error)
	// Graph returns the history of a player's rating in a pool, the oldest first.
	Graph(ctx context.Context, player, pool string) ([]Point, error)
	Events(ctx context.Context) ([]wire.EventBrief, error)
	Event(ctx context.Context, id string) (wire.Event, error)
	// Invitation returns the invitation of a code while it can be accepted.
	Invitation(ctx context.Context, code string) (wire.OpenSeek, error)
}

// Point is a rating after a game.
type Point struct {
	At     int64 // seconds since 1970
	Rating float64
	Game   string
}

// ErrNone says that something does not exist.
var ErrNone = errors.New("not found")

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

// The security policies. Nothing may be loaded from other sites, no inline scripts or styles are allowed, and only the
// page of an embeddable board may be framed.
const (
	policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
		"manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
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
	if strings.HasSuffix(r.URL.Path, "/engine.js") { // the worker that runs the engine
		rules = strings.Replace(rules, "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'", 1)
	}
	h.Set("Content-Security-Policy", rules)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
	h.Set("Permissions-Policy", permissions)
	s.mux.ServeHTTP(w, r)
}

// page is the data of every template.
type page struct {
	Say     *tongue.Speaker
	Title   string
	About   string // description for link previews
	Service string
	Address string // of the service, as players enter it
	At      string // section of the site: games, events, ladder
	Scripts []string
	Refresh int // seconds between updates by the script; 0: never
	Body    any
}

var pages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	var written sync.Map
	// always returns a part that is the same on all pages of a kind in a language. It is rendered once.
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

// show renders a page and sends it, or 304 to a client that has it already.
func (s *Site) show(w http.ResponseWriter, r *http.Request, name string, status int, p page) {
	p.Address, p.Say = s.origin(r), printerFor(w, r)
	body, err := s.render(name, p)
	s.writePage(w, r, status, body, err)
}

// writePage sends a rendered page, or an error.
func (s *Site) writePage(w http.ResponseWriter, r *http.Request, status int, body []byte, err error) {
	if err != nil {
		s.log.Error("a page cannot be shown", "page", r.URL.Path, "error", err)
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	send(w, r, status, body, "no-cache")
}

// sessionScript is the first script of every page: who the reader is, and the line to the service.
const sessionScript = "session.js"

// render renders a page.
func (s *Site) render(name string, p page) ([]byte, error) {
	p.Service = s.name
	frame := "page"
	if len(p.Scripts) == 0 || p.Scripts[0] != sessionScript {
		p.Scripts = append([]string{sessionScript}, p.Scripts...)
	}
	switch name {
	case "board":
		frame = "bare"
	case "game":
		if p.Title == "" { // a part for the script
			frame = "played"
		}
	}
	if frame == "page" {
		p.Scripts = append(p.Scripts, "running.js", "focus.js")
	}
	b := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(b)
	b.Reset()
	err := pages[name].ExecuteTemplate(b, frame, p)
	return withFigures(b.Bytes()), err
}

// buffers are reused to render pages.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// send sends a body with its ETag, compressed if accepted.
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
	_, _ = w.Write(body) // the client may have disconnected
}

// fail shows an error page.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, err error) {
	say := printerFor(w, r)
	status, title, text := http.StatusServiceUnavailable, say.Text("Not available right now"),
		say.Text("The service cannot show this right now. Try again in a moment.")
	e, refused := errors.AsType[*wire.Error](err)
	switch {
	case errors.Is(err, ErrNone), refused && (e.Code == wire.Missing || e.Code == wire.BadMessage):
		status, title, text = http.StatusNotFound, say.Text("Not found"), say.Text(nothingAt(r.URL.Path))
	case refused && e.Code == wire.Gone:
		status, title, text = http.StatusGone, say.Text("No longer kept"), say.Error(e)
	case refused:
		text = say.Error(e)
	case r.Context().Err() == nil:
		s.log.Error("cannot serve a page", "path", r.URL.Path, "error", err)
	}
	s.show(w, r, "error", status, page{Title: title, Body: text})
}

// textNothings are the texts for missing pages, by the first part of the path.
var textNothings = map[string]string{
	"games":   "Game or move not found.",
	"players": "No player here has this name. Enter the whole name; capitals do not matter.",
	"ladder":  "There is no ladder with this name.",
	"events":  "Tournament not found.",
}

const textNothing = "There is no page at this address."

func nothingAt(path string) string {
	part, _, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return cmp.Or(textNothings[part], textNothing)
}

// printerFor returns the language of the reader.
func printerFor(w http.ResponseWriter, r *http.Request) *tongue.Speaker {
	w.Header().Set("Vary", "Accept-Language")
	return tongue.Accepted(r.Header.Get("Accept-Language"))
}

// origin returns the service's own address: the one of the request if its host is the service's or this machine,
// otherwise the service's host name. Requests from other machines use TLS, which a proxy may terminate.
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
