// Package console serves the operator's pages: live figures, reports, players, sanctions, games, the log of moderation
// and backups. They need no script and set no cookie; an operator signs in with a name and a token by HTTP Basic.
package console

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/moderation"
	"tafl3d/server/store"
)

// Options configures the pages. All fields except Hosts are required.
type Options struct {
	Name       string // of the service
	Site       string // address of the service's own pages: https://tafl.example
	Store      *store.Store
	Moderators *moderation.Moderators
	Figures    func() []Figure // of this service, as they are now
	Games      func(context.Context) (live, recent []wire.GameBrief, err error)
	Backup     http.Handler // sends a backup; nil with PostgreSQL
	Style      []byte       // style sheet of the service's own pages
	Hosts      []string     // names by which the pages are reached, besides those of this machine
	Now        func() time.Time
	Log        *slog.Logger
}

// Figure is one live figure.
type Figure struct {
	Label, Value string
	Alarm        bool
}

// Console serves the pages. It is safe for use by many goroutines.
type Console struct {
	opt Options
	mux *http.ServeMux
}

//go:embed templates/*.html console.css
var files embed.FS

var pages = func() map[string]*template.Template {
	all := map[string]*template.Template{}
	base := template.Must(template.New("").Funcs(template.FuncMap{"at": at, "until": until,
		"kinds": func() []store.Kind { return []store.Kind{store.Person, store.Guest, store.Bot} },
		"lifting": func(account string, kind store.Measure, p page) order {
			return order{Name: account, Kind: string(kind), Back: p.Back}
		},
		"games": func(list []wire.GameBrief, p page) gameList { return gameList{p.Site, list} },
		"short": func(id string) string { return id[:min(len(id), 8)] }, "join": strings.Join,
		"about": func(name string, p page) order { return order{Name: name, Back: p.Back} },
		"answering": func(r store.NamedReport, p page) order {
			return order{Name: r.About, Report: r.ID, Back: p.Back}
		}}).ParseFS(files, "templates/base.html"))
	for _, name := range []string{"overview", "reports", "players", "player", "sanctions", "shared", "games", "log",
		"backups", "error"} {
		all[name] = template.Must(template.Must(base.Clone()).ParseFS(files, "templates/"+name+".html"))
	}
	return all
}()

// page is the data of every template.
type page struct {
	Title, Service, Site string
	Operator             string // name of the reader
	At                   string // section
	Refresh              int    // seconds until the page is loaded again; 0 is never
	Back                 string // where a form returns to
	Note                 string // what the last form has done
	Body                 any
}

// order is the data of the form for one account.
type order struct{ Name, Kind, Report, Back string }

// gameList is the data of a list of games.
type gameList struct {
	Site string
	List []wire.GameBrief
}

// New returns the pages of a service.
func New(opt Options) *Console {
	c := &Console{opt: opt, mux: http.NewServeMux()}
	c.mux.HandleFunc("GET /{$}", c.overview)
	c.mux.HandleFunc("GET /reports", c.reports)
	c.mux.HandleFunc("GET /players", c.players)
	c.mux.HandleFunc("GET /players/{name}", c.player)
	c.mux.HandleFunc("GET /sanctions", c.sanctions)
	c.mux.HandleFunc("GET /shared", c.shared)
	c.mux.HandleFunc("GET /games", c.games)
	c.mux.HandleFunc("GET /log", c.log)
	c.mux.HandleFunc("GET /backups", c.backups)
	c.mux.HandleFunc("POST /orders", c.order)
	c.mux.HandleFunc("POST /purge", c.purge)
	c.mux.HandleFunc("POST /backups", c.backup)
	c.mux.HandleFunc("GET /style.css", c.style)
	c.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		c.show(w, r, http.StatusNotFound, "error", page{Title: "Not found", Body: "There is no such page."})
	})
	return c
}

// maxForm is how large a form may be in bytes.
const maxForm = 64 << 10

const policy = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// ServeHTTP implements http.Handler. It answers operators only, and forms only from these pages.
func (c *Console) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	if !c.ownHost(r.Host) { // another name may have been pointed at this address
		http.Error(w, "wrong name of the host", http.StatusMisdirectedRequest)
		return
	}
	name, token, _ := r.BasicAuth()
	ok, err := c.opt.Moderators.Operator(r.Context(), name, token)
	if err != nil {
		c.opt.Log.Error("cannot check an operator", "error", err)
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	if !ok {
		h.Set("WWW-Authenticate", `Basic realm="taflmatch operator", charset="UTF-8"`)
		http.Error(w, "sign in with the name and the password of: taflmatch operator NAME", http.StatusUnauthorized)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	http.NewCrossOriginProtection().Handler(c.mux).ServeHTTP(w, r)
}

// ownHost reports whether a Host header names these pages.
func (c *Console) ownHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return wire.ThisMachine(strings.Trim(host, "[]")) || slices.Contains(c.opt.Hosts, host)
}

// show sends a page.
func (c *Console) show(w http.ResponseWriter, r *http.Request, status int, name string, p page) {
	p.Service, p.Site = c.opt.Name, c.opt.Site
	p.Operator, _, _ = r.BasicAuth()
	p.Back, p.Note = r.URL.RequestURI(), r.FormValue("note")
	if p.Note != "" {
		p.Back = without(r.URL, "note")
	}
	var b bytes.Buffer
	if err := pages[name].ExecuteTemplate(&b, "page", p); err != nil {
		c.opt.Log.Error("cannot render an operator's page", "page", name, "error", err)
		http.Error(w, "the page cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// without returns a path without one of its parameters.
func without(u *url.URL, parameter string) string {
	q := u.Query()
	q.Del(parameter)
	return (&url.URL{Path: u.Path, RawQuery: q.Encode()}).String()
}

// answer sends a page, or the error that kept its data from being read.
func (c *Console) answer(w http.ResponseWriter, r *http.Request, name string, p page, err error) {
	if err != nil {
		c.fail(w, r, err)
		return
	}
	c.show(w, r, http.StatusOK, name, p)
}

// fail sends the page of an error.
func (c *Console) fail(w http.ResponseWriter, r *http.Request, err error) {
	if e, refused := errors.AsType[*wire.Error](err); refused {
		text := strings.TrimPrefix(e.Error(), string(e.Code)+": ")
		c.show(w, r, http.StatusBadRequest, "error", page{Title: "Error", Body: text})
		return
	}
	c.opt.Log.Error("an operator's page failed", "error", err)
	c.show(w, r, http.StatusInternalServerError, "error", page{Title: "Error",
		Body: "The service cannot do that now. Its log has the reason."})
}

func (c *Console) style(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	own, _ := files.ReadFile("console.css")
	_, _ = w.Write(append(slices.Clone(c.opt.Style), own...))
}

// at returns a time in microseconds since 1970 for people, empty for 0.
func at(micros int64) string {
	if micros == 0 {
		return ""
	}
	return account.Date(micros)
}

// until returns the end of a sanction for people.
func until(micros int64) string {
	if micros >= store.Forever {
		return "for good"
	}
	return at(micros)
}
