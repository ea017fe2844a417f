package console

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"tafl3d/net/wire"
	"tafl3d/server/moderation"
	"tafl3d/server/store"
)

// listShows is how many items a list has, refreshes how often the figures are loaded again, in seconds.
const (
	listShows = 200
	refreshes = 15
)

type overviewPage struct {
	Figures []Figure
	Totals  store.Totals
}

func (c *Console) overview(w http.ResponseWriter, r *http.Request) {
	totals, err := c.opt.Store.Moderation.Totals(r.Context(), c.opt.Now())
	p := page{Title: "Overview", At: "overview", Body: overviewPage{c.opt.Figures(), totals}}
	if r.FormValue("live") != "" {
		p.Refresh = refreshes
	}
	c.answer(w, r, "overview", p, err)
}

type reportsPage struct {
	All  bool
	List []store.NamedReport
}

func (c *Console) reports(w http.ResponseWriter, r *http.Request) {
	p := reportsPage{All: r.FormValue("all") != ""}
	var err error
	p.List, err = c.opt.Store.Conduct.Reports(r.Context(), store.ReportFilter{Open: !p.All, Most: listShows})
	c.answer(w, r, "reports", page{Title: "Reports", At: "reports", Body: p}, err)
}

type playersPage struct {
	Filter   moderation.Filter
	Filtered bool // narrowly enough to delete what is found
	List     []store.FoundAccount
}

// filterOf returns the filter in a form.
func filterOf(r *http.Request) moderation.Filter {
	text := func(name string) string { return strings.TrimSpace(r.FormValue(name)) }
	return moderation.Filter{Address: text("address"), Name: text("name"), Since: text("since"), Until: text("until"),
		Kind: text("kind"), Unplayed: r.FormValue("unplayed") != ""}
}

func (c *Console) players(w http.ResponseWriter, r *http.Request) {
	p := playersPage{Filter: filterOf(r)}
	p.Filtered = p.Filter.Address != "" || p.Filter.Name != "" || p.Filter.Since != ""
	var err error
	p.List, err = c.opt.Moderators.Find(r.Context(), p.Filter)
	c.answer(w, r, "players", page{Title: "Players", At: "players", Body: p}, err)
}

func (c *Console) player(w http.ResponseWriter, r *http.Request) {
	d, err := c.opt.Moderators.Look(r.Context(), r.PathValue("name"))
	c.answer(w, r, "player", page{Title: d.Account.Name, At: "players", Body: d}, err)
}

func (c *Console) sanctions(w http.ResponseWriter, r *http.Request) {
	list, err := c.opt.Store.Moderation.InForce(r.Context(), c.opt.Now(), listShows)
	c.answer(w, r, "sanctions", page{Title: "Sanctions", At: "sanctions", Body: list}, err)
}

func (c *Console) shared(w http.ResponseWriter, r *http.Request) {
	list, err := c.opt.Store.Moderation.Shared(r.Context())
	c.answer(w, r, "shared", page{Title: "Shared addresses and devices", At: "shared", Body: list}, err)
}

type gamesPage struct{ Live, Recent []wire.GameBrief }

func (c *Console) games(w http.ResponseWriter, r *http.Request) {
	live, recent, err := c.opt.Games(r.Context())
	c.answer(w, r, "games", page{Title: "Games", At: "games", Body: gamesPage{live, recent}}, err)
}

func (c *Console) log(w http.ResponseWriter, r *http.Request) {
	list, err := c.opt.Store.Moderation.Deeds(r.Context(), "", listShows)
	c.answer(w, r, "log", page{Title: "Log", At: "log", Body: list}, err)
}

type backupsPage struct {
	Possible bool
	List     []store.Deed
}

// backupDeed is the action of a backup in the log.
const backupDeed = "backup"

func (c *Console) backups(w http.ResponseWriter, r *http.Request) {
	p := backupsPage{Possible: c.opt.Backup != nil}
	var err error
	p.List, err = c.opt.Store.Moderation.DeedsOf(r.Context(), backupDeed, listShows)
	c.answer(w, r, "backups", page{Title: "Backups", At: "backups", Body: p}, err)
}

// order carries out the order of a form and returns to its page.
func (c *Console) order(w http.ResponseWriter, r *http.Request) {
	by, _, _ := r.BasicAuth()
	o := moderation.Order{Do: r.FormValue("do"), Name: r.FormValue("name"), Kind: r.FormValue("kind"),
		For: r.FormValue("for"), Reason: strings.TrimSpace(r.FormValue("reason")),
		Report: r.FormValue("report"), By: by}
	if o.Do == moderation.Delete && r.FormValue("sure") == "" {
		c.fail(w, r, wire.Badf("tick the box next to Delete, because it cannot be undone"))
		return
	}
	if o.Do == moderation.Handle && o.Report == "" {
		o.Report = moderation.AllReports
	}
	done, err := c.opt.Moderators.Carry(r.Context(), o)
	if err != nil {
		c.fail(w, r, err)
		return
	}
	note := done.Name + ": " + done.Do
	if len(done.Lifted) > 0 {
		note += " " + strings.Join(done.Lifted, ", ")
	}
	if done.Ends != "" {
		note += " until " + done.Ends + " UTC"
	}
	back := r.FormValue("back")
	if o.Do == moderation.Delete {
		back = "/players"
	}
	c.back(w, r, back, note)
}

// purge deletes the accounts that a form selects.
func (c *Console) purge(w http.ResponseWriter, r *http.Request) {
	by, _, _ := r.BasicAuth()
	if r.FormValue("sure") == "" {
		c.fail(w, r, wire.Badf("tick the box next to Delete, because it cannot be undone"))
		return
	}
	gone, err := c.opt.Moderators.Purge(r.Context(), moderation.Purge{Filter: filterOf(r),
		Reason: strings.TrimSpace(r.FormValue("reason")), By: by})
	if err != nil {
		c.fail(w, r, err)
		return
	}
	c.back(w, r, "/players", "Accounts deleted: "+strconv.Itoa(len(gone)))
}

// back redirects to a page of the console and shows a note there.
func (c *Console) back(w http.ResponseWriter, r *http.Request, to, note string) {
	u, err := url.Parse(to)
	if err != nil || !strings.HasPrefix(u.Path, "/") {
		u = &url.URL{Path: "/"}
	}
	q := u.Query()
	q.Set("note", note)
	http.Redirect(w, r, (&url.URL{Path: "/" + strings.TrimLeft(u.Path, "/"), RawQuery: q.Encode()}).String(),
		http.StatusSeeOther)
}

// backup sends a backup and logs that.
func (c *Console) backup(w http.ResponseWriter, r *http.Request) {
	if c.opt.Backup == nil {
		c.fail(w, r, wire.Badf("the database is PostgreSQL: use pg_dump"))
		return
	}
	by, _, _ := r.BasicAuth()
	w.Header().Set("Content-Type", "application/x-tar")
	w.Header().Set("Content-Disposition",
		`attachment; filename="taflmatch-`+c.opt.Now().UTC().Format("2006-01-02-1504")+`.tar"`)
	counted := &counter{ResponseWriter: w}
	c.opt.Backup.ServeHTTP(counted, r)
	if counted.failed {
		return
	}
	if err := c.opt.Moderators.Note(r.Context(), by, backupDeed, strconv.FormatInt(counted.n, 10)+" bytes"); err !=
		nil {
		c.opt.Log.Warn("cannot log a backup", "error", err)
	}
}

// counter counts the bytes of an answer.
type counter struct {
	http.ResponseWriter
	n      int64
	failed bool
}

// WriteHeader implements http.ResponseWriter.
func (c *counter) WriteHeader(status int) {
	if c.failed = status >= http.StatusBadRequest; c.failed {
		c.Header().Del("Content-Disposition")
		c.Header().Set("Content-Type", "text/plain; charset=utf-8")
	}
	c.ResponseWriter.WriteHeader(status)
}

// Write implements io.Writer.
func (c *counter) Write(p []byte) (int, error) {
	n, err := c.ResponseWriter.Write(p)
	c.n += int64(n)
	return n, err
}
