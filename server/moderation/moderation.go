// Package moderation carries out what moderators decide about accounts and reports, and logs it. The command line and
// the operator's pages use it. Its errors are in English, for operators.
package moderation

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// Options configures Moderators. All fields are required.
type Options struct {
	Store    *store.Store
	Accounts *account.Accounts
	Notify   func(account string, n wire.Notice)
	Now      func() time.Time // time of day
	Log      *slog.Logger
}

// Moderators carries out orders of moderators. It is safe for use by many goroutines.
type Moderators struct{ Options }

// New returns the moderators of a service.
func New(opt Options) *Moderators { return &Moderators{opt} }

// Orders that concern one account or one report. Those for sanctions are the kinds of store.Measure.
const (
	Lift   = "lift"   // ends a sanction, or all
	Delete = "delete" // deletes the account
	Handle = "handle" // marks a report as handled without another order
)

// Order is a decision of a moderator.
type Order struct {
	Do     string `json:"do"`
	Name   string `json:"name,omitempty"`   // of the account, or its id; empty: that of the report
	Kind   string `json:"kind,omitempty"`   // of the sanction to lift; empty is all
	For    string `json:"for,omitempty"`    // how long: 12h, 7d, 4w; empty is for good
	Reason string `json:"reason,omitempty"` // the account reads it, except of a shadow
	Report string `json:"report,omitempty"` // the first letters of its id, or AllReports: handled by this order
	By     string `json:"by"`               // name of the moderator
}

// AllReports stands for all open reports about the account.
const AllReports = "all"

// Done is what an order has done.
type Done struct {
	Do      string
	Name    string
	Ends    string   // of a sanction that ends, in UTC
	Lifted  []string // kinds
	Handled int      // reports
}

// Limits of orders.
const (
	maxReason = 1000
	maxBy     = 40
	shortID   = 4 // letters by which a report is found
	longest   = 100 * 365 * 24 * time.Hour
)

// Carry carries out an order.
func (m *Moderators) Carry(ctx context.Context, o Order) (Done, error) {
	if err := o.check(); err != nil {
		return Done{}, err
	}
	var report store.NamedReport
	var err error
	if o.Report != "" && o.Report != AllReports {
		if report, err = m.report(ctx, o.Report); err != nil {
			return Done{}, err
		}
		if o.Name == "" {
			o.Name = report.Other
		}
	}
	a, err := m.account(ctx, o.Name)
	if err != nil {
		return Done{}, err
	}
	done := Done{Do: o.Do, Name: a.Name}
	reports, err := m.reports(ctx, o, a, report)
	if err != nil {
		return done, err
	}
	if err := m.act(ctx, o, a, &done); err != nil {
		return done, err
	}
	m.Log.Info("moderated", "moderator", o.By, "action", o.Do, "name", a.Name)
	for _, r := range reports {
		if err := m.Store.Conduct.Handle(ctx, r.ID, m.deed(o.By, Handle, a, o.outcome())); err != nil {
			return done, err
		}
		done.Handled++
	}
	return done, nil
}

// check returns an error if an order is incomplete.
func (o Order) check() error {
	barring := store.Measure(o.Do)
	switch {
	case o.By == "" || len(o.By) > maxBy:
		return wire.Badf("the name of the moderator must have 1 to %d letters", maxBy)
	case len(o.Reason) > maxReason:
		return wire.Badf("the reason must have at most %d letters", maxReason)
	case o.Do == Handle && o.Report == "":
		return wire.Badf("handle needs a report")
	case o.Name == "" && (o.Report == "" || o.Report == AllReports):
		return wire.Badf("name the account")
	case !sanction(barring):
		return nil
	case o.Reason == "" && barring != store.Shadow:
		return wire.Badf("%s needs a reason, which the player reads", o.Do)
	}
	_, err := Period(o.For)
	return err
}

// sanction reports whether a measure is a kind of sanction.
func sanction(m store.Measure) bool {
	return m.Bars() || m == store.Warn || m == store.Mute || m == store.Shadow
}

// act does what an order says about an account.
func (m *Moderators) act(ctx context.Context, o Order, a store.Account, done *Done) error {
	switch kind := store.Measure(o.Do); {
	case sanction(kind):
		return m.impose(ctx, o, a, done)
	case o.Do == Lift:
		return m.lift(ctx, o, a, done)
	case o.Do == Delete:
		if err := m.Accounts.Delete(ctx, a.ID); err != nil {
			return err
		}
		return m.Store.Moderation.Record(ctx, m.deed(o.By, Delete, a, o.Reason))
	case o.Do == Handle:
		return nil
	}
	return wire.Badf("%.20q is no order: warn, mute, shadow, ban, close, lift, delete, handle", o.Do)
}

func (m *Moderators) impose(ctx context.Context, o Order, a store.Account, done *Done) error {
	lasts, err := Period(o.For)
	if err != nil {
		return err
	}
	now := m.Now()
	s := store.Sanction{Account: a.ID, Kind: store.Measure(o.Do), Since: now.UnixMicro(), Ends: store.Forever,
		Moderator: o.By, Reason: o.Reason}
	if lasts > 0 {
		s.Ends = now.Add(lasts).UnixMicro()
		done.Ends = account.Date(s.Ends)
	}
	err = m.Store.Moderation.Impose(ctx, s, m.deed(o.By, o.Do, a, o.outcome()))
	if err == nil && s.Kind == store.Warn {
		m.Notify(a.ID, wire.Notice{Kind: wire.NoticeWarning, Text: o.Reason})
	}
	if err != nil || !s.Kind.Bars() {
		return err
	}
	bots, err := m.Store.Accounts.Bots(ctx, a.ID)
	for _, one := range append(bots, a) {
		m.Accounts.RevalidateSessions(one.ID)
	}
	return err
}

// lift ends the sanctions of an account that an order names.
func (m *Moderators) lift(ctx context.Context, o Order, a store.Account, done *Done) error {
	all, err := m.Store.Moderation.Sanctions(ctx, a.ID, m.Now())
	if err != nil {
		return err
	}
	for _, s := range all {
		if o.Kind != "" && o.Kind != string(s.Kind) {
			continue
		}
		err := m.Store.Moderation.Lift(ctx, a.ID, s.Kind, m.deed(o.By, Lift, a, strings.TrimSpace(
			string(s.Kind)+" "+o.Reason)))
		if err != nil && !errors.Is(err, store.ErrNone) {
			return err
		}
		done.Lifted = append(done.Lifted, string(s.Kind))
	}
	if len(done.Lifted) == 0 {
		return wire.Badf("nothing is in force against %s", strings.TrimSpace(a.Name+" "+o.Kind))
	}
	return nil
}

// outcome describes an order for the log and for the reports that it handles.
func (o Order) outcome() string {
	text := ""
	if o.Do != Handle {
		text = o.Do
		if o.For != "" {
			text += " " + o.For
		}
		if o.Reason != "" {
			text += ": "
		}
	}
	return text + o.Reason
}

func (m *Moderators) deed(by, action string, a store.Account, detail string) store.Deed {
	return store.Deed{ID: account.ID(), At: m.Now().UnixMicro(), Moderator: by, Action: action, Account: a.ID,
		Name: a.Name, Detail: detail}
}

// Note logs something that an operator did which concerns no account.
func (m *Moderators) Note(ctx context.Context, by, action, detail string) error {
	return m.Store.Moderation.Record(ctx, m.deed(by, action, store.Account{}, detail))
}

// account returns the account with a name or an id.
func (m *Moderators) account(ctx context.Context, name string) (store.Account, error) {
	a, err := m.Accounts.Named(ctx, name)
	if err == nil {
		return a, nil
	}
	if byID, failed := m.Store.Accounts.Get(ctx, name); failed == nil {
		return byID, nil
	}
	return a, err
}

// report returns the report whose id begins with some letters.
func (m *Moderators) report(ctx context.Context, id string) (store.NamedReport, error) {
	id = strings.ToLower(id)
	if len(id) < shortID {
		return store.NamedReport{}, wire.Badf("give at least %d letters of the report's id", shortID)
	}
	found, err := m.Store.Conduct.Reports(ctx, store.ReportFilter{ID: id, Most: 2})
	switch {
	case err != nil:
		return store.NamedReport{}, err
	case len(found) == 0:
		return store.NamedReport{}, wire.Badf("there is no report %.30s", id)
	case len(found) > 1:
		return store.NamedReport{}, wire.Badf("several reports begin with %.30s: give more letters", id)
	}
	return found[0], nil
}

// reports returns the open reports that an order handles.
func (m *Moderators) reports(
	ctx context.Context, o Order, a store.Account, one store.NamedReport,
) ([]store.NamedReport, error) {
	switch {
	case o.Report == AllReports:
		return m.Store.Conduct.Reports(ctx, store.ReportFilter{Open: true, About: a.ID, Most: 1000})
	case o.Report == "":
		return nil, nil
	case one.Handled != 0:
		return nil, wire.Badf("%s has handled this report: %s", one.HandledBy, one.Outcome)
	case one.Other != a.ID:
		return nil, wire.Badf("this report is about %s", one.About)
	}
	return []store.NamedReport{one}, nil
}

// Period parses how long a sanction lasts: 30m, 12h, 7d or 4w. Empty is 0, for good.
func Period(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	var n int
	var unit rune
	units := map[rune]time.Duration{'m': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}
	if k, err := fmt.Sscanf(text, "%d%c", &n, &unit); k != 2 || err != nil || units[unit] == 0 || n < 1 ||
		fmt.Sprintf("%d%c", n, unit) != text || n > int(longest/units[unit]) {
		return 0, wire.Badf("%.20q is no period: write 30m, 12h, 7d or 4w", text)
	}
	return time.Duration(n) * units[unit], nil
}
