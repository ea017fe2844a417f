package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/user"
	"strconv"
	"strings"
	"text/tabwriter"

	"tafl3d/internal/command"
	"tafl3d/server/account"
	"tafl3d/server/moderation"
	"tafl3d/server/store"
)

// moderateHelp describes the commands of moderate.
const moderateHelp = `Commands:

  reports [-all] [-about NAME]       open reports, or all
  handle REPORT [-reason TEXT]       mark a report as handled
  warn NAME -reason TEXT             show a warning once
  mute NAME [-for 7d] -reason TEXT   no chat
  shadow NAME [-for 7d]              no one else sees the open challenges of the account
  ban NAME [-for 7d] -reason TEXT    end all sessions; the account and its devices cannot sign in or up
  close NAME -reason TEXT            end all sessions; the account cannot sign in
  lift NAME [KIND]                   end a sanction, or all
  delete NAME                        delete an account
  delete FILTERS [-yes]              list the accounts that filters select, and with -yes delete them
  find FILTERS                       list the accounts that filters select
  show NAME                          an account: devices, sanctions, reports, accounts with the same address or device
  sanctions                          all that are in force
  shared                             addresses, programs and devices that several accounts share
  log                                what moderators did

REPORT is the beginning of a report's id. With -report REPORT, or -report all, an order also marks reports as handled.
FILTERS are -address, -name, -since, -until, -kind and -unplayed.`

// moderator is a command line of moderate.
type moderator struct {
	data   string
	json   bool
	all    bool
	yes    bool
	most   int
	about  string
	order  moderation.Order
	filter moderation.Filter
	out    io.Writer
}

var moderateCommand = &command.Command{
	Name: "moderate", Summary: "reports, sanctions and accounts of a running service", Files: true,
	Args: "-data DIR COMMAND [flags]", Help: moderateHelp,
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		m := newModerator(set)
		return func(e *command.Env) error {
			m.out = e.Out
			return m.run(e.Ctx, e.Files)
		}
	},
}

// newModerator returns a moderator with the values of flags.
func newModerator(set *flag.FlagSet) *moderator {
	m := new(moderator)
	dataFlag(set, &m.data)
	set.BoolVar(&m.json, "json", false, "print JSON; times are in microseconds since 1970")
	set.BoolVar(&m.all, "all", false, "reports: list those that are handled, too")
	set.BoolVar(&m.yes, "yes", false, "delete: delete the accounts that the filters select")
	set.IntVar(&m.most, "n", 100, "`number` of lines in a list")
	set.StringVar(&m.about, "about", "", "reports: about the account with this `name`")
	set.StringVar(&m.order.By, "by", me(), "`name` of the moderator, for the log")
	set.StringVar(&m.order.For, "for", "", "how `long`: 30m, 12h, 7d or 4w; without it for good")
	set.StringVar(&m.order.Reason, "reason", "", "`text` that the player reads")
	set.StringVar(&m.order.Report, "report", "", "mark this `report` as handled, or all open ones about the account")
	set.StringVar(&m.filter.Address, "address", "",
		"accounts that signed in from an `address` or network (/24; /48, /64)")
	set.StringVar(&m.filter.Name, "name", "", "accounts with a name of this `pattern`, with * for any letters")
	set.StringVar(&m.filter.Since, "since", "", "accounts created since a `time`: 2h (ago), 2026-11-28, "+
		"2026-11-28T18:00:00Z")
	set.StringVar(&m.filter.Until, "until", "", "accounts created before a `time`")
	set.StringVar(&m.filter.Kind, "kind", "", "accounts of a `kind`: person, guest or bot")
	set.BoolVar(&m.filter.Unplayed, "unplayed", false, "accounts that have not played a game of six moves")
	return m
}

// me returns the name of the user of this process.
func me() string {
	if name := os.Getenv("SUDO_USER"); name != "" {
		return name
	}
	if u, err := user.Current(); err == nil && u.Username != "" {
		return u.Username
	}
	return "operator"
}

// errModerate says which commands there are.
var errModerate = command.Usagef("moderate wants: reports, handle REPORT, warn, mute, shadow, ban, close, lift, " +
	"delete or show NAME, delete or find with filters, sanctions, shared, log")

// run runs the command of the words.
func (m *moderator) run(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return errModerate
	}
	what, rest := words[0], words[1:]
	switch {
	case len(rest) == 0 && m.filter != (moderation.Filter{}) && (what == "find" || what == "delete"):
		return m.find(ctx, what == "delete" && m.yes, what)
	case len(rest) == 0:
		return m.list(ctx, what)
	case what == "show" && len(rest) == 1:
		return m.show(ctx, rest[0])
	case what == "handle" && len(rest) == 1:
		m.order.Report = rest[0]
	case what == "lift" && len(rest) == 2:
		m.order.Name, m.order.Kind = rest[0], rest[1]
	case len(rest) == 1 && strings.Contains(" warn mute shadow ban close lift delete ", " "+what+" "):
		m.order.Name = rest[0]
	default:
		return errModerate
	}
	m.order.Do = what
	return m.carry(ctx)
}

// ask sends a request to the service and decodes its answer, or prints it with -json.
func (m *moderator) ask(ctx context.Context, method, path string, in, to any) (printed bool, err error) {
	var body io.Reader
	if in != nil {
		text, err := json.Marshal(in)
		if err != nil {
			return false, err
		}
		body = bytes.NewReader(text)
	}
	answer, err := askOperator(ctx, m.data, method, path, body)
	if err != nil {
		return false, err
	}
	defer func() { _ = answer.Body.Close() }()
	if m.json {
		_, err := io.Copy(m.out, answer.Body)
		return true, err
	}
	return false, json.NewDecoder(answer.Body).Decode(to)
}

// carry sends an order and says what it has done.
func (m *moderator) carry(ctx context.Context) error {
	var done moderation.Done
	printed, err := m.ask(ctx, http.MethodPost, "/moderate", m.order, &done)
	if printed || err != nil {
		return err
	}
	text := done.Name + ": " + done.Do
	switch {
	case done.Ends != "":
		text += " until " + done.Ends + " UTC"
	case len(done.Lifted) > 0:
		text += " " + strings.Join(done.Lifted, ", ")
	}
	if done.Handled > 0 {
		text += fmt.Sprintf("; reports handled: %d", done.Handled)
	}
	_, err = fmt.Fprintln(m.out, text)
	return err
}

// find lists the accounts that the filters select, and deletes them if remove is set.
func (m *moderator) find(ctx context.Context, remove bool, what string) error {
	var all []store.FoundAccount
	path, in := "/moderate/find", any(m.filter)
	if remove {
		path, in = "/moderate/purge", moderation.Purge{Filter: m.filter, Reason: m.order.Reason, By: m.order.By}
	}
	printed, err := m.ask(ctx, http.MethodPost, path, in, &all)
	if printed || err != nil {
		return err
	}
	t := m.table("NAME", "KIND", "CREATED", "GAMES")
	for _, a := range all {
		t.row(a.Name, a.Kind, at(a.Created), a.Games)
	}
	switch {
	case remove:
		t.end = fmt.Sprintf("deleted: %d", len(all))
	case what == "delete":
		t.end = fmt.Sprintf("selected: %d; add -yes to delete them", len(all))
	}
	return t.flush()
}

// list prints one of the lists.
func (m *moderator) list(ctx context.Context, what string) error {
	switch what {
	case "reports":
		return m.reports(ctx)
	case "sanctions":
		return m.sanctions(ctx)
	case "shared":
		return m.shared(ctx)
	case "log":
		return m.log(ctx)
	}
	return errModerate
}

func (m *moderator) reports(ctx context.Context) error {
	q := url.Values{"n": {strconv.Itoa(m.most)}, "about": {m.about}}
	if !m.all {
		q.Set("open", "1")
	}
	var all []store.NamedReport
	printed, err := m.ask(ctx, http.MethodGet, "/moderate/reports?"+q.Encode(), nil, &all)
	if printed || err != nil {
		return err
	}
	return m.reportTable(all)
}

// reportTable prints reports.
func (m *moderator) reportTable(all []store.NamedReport) error {
	t := m.table("REPORT", "TIME", "ABOUT", "BY", "GAME", "STATE", "TEXT")
	for _, r := range all {
		state := "open"
		if r.Handled != 0 {
			state = fmt.Sprintf("%s: %s", r.HandledBy, r.Outcome)
		}
		t.row(r.ID[:min(len(r.ID), 8)], at(r.At), r.About, r.By, r.Game, state, r.Text)
	}
	return t.flush()
}

func (m *moderator) sanctions(ctx context.Context) error {
	var all []store.NamedSanction
	printed, err := m.ask(ctx, http.MethodGet, "/moderate/sanctions?n="+strconv.Itoa(m.most), nil, &all)
	if printed || err != nil {
		return err
	}
	t := m.table("NAME", "KIND", "SINCE", "UNTIL", "BY", "REASON")
	for _, s := range all {
		t.row(s.Name, s.Kind, at(s.Since), until(s.Ends), s.Moderator, s.Reason)
	}
	return t.flush()
}

func (m *moderator) shared(ctx context.Context) error {
	var all []store.Group
	printed, err := m.ask(ctx, http.MethodGet, "/moderate/shared", nil, &all)
	if printed || err != nil {
		return err
	}
	t := m.table("SHARE", "ACCOUNTS", "NAMES")
	for _, g := range all {
		t.row(g.Kind, g.Accounts, strings.Join(g.Names, " "))
	}
	return t.flush()
}

func (m *moderator) log(ctx context.Context) error {
	var all []store.Deed
	printed, err := m.ask(ctx, http.MethodGet, "/moderate/log?n="+strconv.Itoa(m.most), nil, &all)
	if printed || err != nil {
		return err
	}
	return m.logTable(all)
}

// logTable prints what moderators did.
func (m *moderator) logTable(all []store.Deed) error {
	t := m.table("TIME", "BY", "ACTION", "NAME", "DETAIL")
	for _, d := range all {
		t.row(at(d.At), d.Moderator, d.Action, d.Name, d.Detail)
	}
	return t.flush()
}

// show prints what is known of an account.
func (m *moderator) show(ctx context.Context, name string) error {
	var d moderation.Dossier
	printed, err := m.ask(ctx, http.MethodGet, "/moderate/account/"+url.PathEscape(name), nil, &d)
	if printed || err != nil {
		return err
	}
	a := d.Account
	fmt.Fprintf(m.out, "%s: %s, created %s, games: %d, id %s\n", a.Name, a.Kind, at(a.Created), d.Games, a.ID)
	devices := m.section("\nDevices", len(d.Devices), "LABEL", "SINCE", "REMOVED")
	for _, one := range d.Devices {
		devices.row(one.Label, at(one.Created), at(one.Revoked))
	}
	sanctions := m.section("\nSanctions", len(d.Sanctions), "KIND", "SINCE", "UNTIL", "BY", "REASON")
	for _, s := range d.Sanctions {
		sanctions.row(s.Kind, at(s.Since), until(s.Ends), s.Moderator, s.Reason)
	}
	related := m.section("\nAccounts with the same address, program or device", len(d.Related), "NAME", "KIND",
		"CREATED", "SEEN", "SHARES")
	for _, r := range d.Related {
		related.row(r.Name, r.Kind, at(r.Created), at(r.Seen), strings.Join(r.Shares, ", "))
	}
	if err := errors.Join(devices.flush(), sanctions.flush(), related.flush()); err != nil {
		return err
	}
	if len(d.Reports) > 0 {
		fmt.Fprintln(m.out, "\nReports")
		if err := m.reportTable(d.Reports); err != nil {
			return err
		}
	}
	if len(d.Deeds) == 0 {
		return nil
	}
	fmt.Fprintln(m.out, "\nLog")
	return m.logTable(d.Deeds)
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

// listing is a table with a header, printed at flush.
type listing struct {
	to   *tabwriter.Writer
	end  string // line after the table
	out  io.Writer
	head string // line before it; nothing is printed of an empty section
	rows int
	skip bool
}

// table returns an empty table.
func (m *moderator) table(columns ...string) *listing {
	t := &listing{to: tabwriter.NewWriter(m.out, 0, 4, 2, ' ', 0), out: m.out}
	fmt.Fprintln(t.to, strings.Join(columns, "\t"))
	return t
}

// section returns a table with a title that prints nothing if it has no rows.
func (m *moderator) section(title string, rows int, columns ...string) *listing {
	t := m.table(columns...)
	t.head, t.skip = title, rows == 0
	return t
}

// row adds a row. Line breaks and other control characters of players' texts become spaces.
func (t *listing) row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = oneLine(fmt.Sprint(c))
	}
	fmt.Fprintln(t.to, strings.Join(texts, "\t"))
	t.rows++
}

// flush prints the table.
func (t *listing) flush() error {
	if t.skip {
		return nil
	}
	if t.head != "" {
		fmt.Fprintln(t.out, t.head)
	}
	if err := t.to.Flush(); err != nil {
		return err
	}
	if t.end != "" {
		fmt.Fprintln(t.out, t.end)
	}
	return nil
}

// oneLine replaces control characters, which could change what a terminal shows, by spaces.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

var operatorCommand = &command.Command{
	Name: "operator", Summary: "make, list or remove tokens for the operator's pages", Files: true,
	Args: "-data DIR [NAME]",
	Help: "With NAME it makes a token for that operator, with -remove it makes one invalid, otherwise it lists them.",
	Prepare: func(set *flag.FlagSet) func(*command.Env) error {
		m, remove := new(moderator), ""
		dataFlag(set, &m.data)
		set.StringVar(&remove, "remove", "", "make the token of this `name` invalid")
		set.BoolVar(&m.json, "json", false, "print JSON; times are in microseconds since 1970")
		return func(e *command.Env) error {
			m.out = e.Out
			switch {
			case remove != "" && len(e.Files) == 0:
				_, err := m.ask(e.Ctx, http.MethodDelete, "/operators/"+url.PathEscape(remove), nil, &struct{}{})
				return err
			case len(e.Files) == 0:
				return m.operators(e.Ctx)
			case len(e.Files) > 1 || remove != "":
				return command.Usagef("operator wants the name of an operator, -remove NAME, or nothing for a list")
			}
			return m.makeOperator(e.Ctx, e.Files[0])
		}
	},
}

// makeOperator makes a token for an operator and prints it.
func (m *moderator) makeOperator(ctx context.Context, name string) error {
	var made struct{ Name, Token string }
	printed, err := m.ask(ctx, http.MethodPost, "/operators", map[string]string{"name": name}, &made)
	if printed || err != nil {
		return err
	}
	_,
		err = fmt.Fprintf(m.out,
		"name      %s\npassword  %s\nvalid for a year; it is not shown again. Open the address of "+
			"serve -operator and sign in with both.\n", made.Name, made.Token)
	return err
}

// operators lists the operators.
func (m *moderator) operators(ctx context.Context) error {
	var all []store.Operator
	printed, err := m.ask(ctx, http.MethodGet, "/operators", nil, &all)
	if printed || err != nil {
		return err
	}
	t := m.table("NAME", "SINCE", "UNTIL")
	for _, o := range all {
		t.row(o.Name, at(o.Created), at(o.Ends))
	}
	return t.flush()
}
