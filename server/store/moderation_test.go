package store

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"
)

// deed returns an action of a moderator about an account.
func deed(id, action, account string, at time.Time) Deed {
	return Deed{ID: id, At: micros(at), Moderator: "gudrun", Action: action, Account: account, Name: account,
		Detail: "why " + id}
}

// imposed stores a sanction that ends after some time; 0 is forever.
func imposed(t *testing.T, s *Store, account string, kind Measure, lasts time.Duration) {
	t.Helper()
	one := Sanction{Account: account, Kind: kind, Since: micros(noon), Ends: Forever, Moderator: "gudrun",
		Reason: "spam"}
	if lasts > 0 {
		one.Ends = micros(noon.Add(lasts))
	}
	if err := s.Moderation.Impose(t.Context(), one, deed(string(kind)+account, string(kind), account, noon)); err !=
		nil {
		t.Fatal(err)
	}
}

// TestReportStates: a report is open until a moderator handles it, once.
func TestReportStates(t *testing.T) {
	s, ctx := open(t), t.Context()
	for _, id := range []string{"astrid", "dag", "eve"} {
		person(t, s, id)
	}
	for i, other := range []string{"dag", "eve", "dag"} {
		r := Report{ID: fmt.Sprint("report", i), Account: "astrid", Other: other, Text: "x",
			At: micros(noon) + int64(i)}
		if err := s.Conduct.AddReport(ctx, r, 0, noon); err != nil {
			t.Fatal(err)
		}
	}
	handle := func(at time.Time) error {
		return s.Conduct.Handle(ctx, "report0", deed("d"+at.String(), "handle", "dag", at))
	}
	if err := handle(noon); err != nil {
		t.Fatal(err)
	}
	if err := handle(noon.Add(1)); !errors.Is(err, ErrTaken) {
		t.Errorf("handled a second time: %v", err)
	}
	for _, tt := range []struct {
		filter ReportFilter
		want   string
	}{
		{ReportFilter{Most: 9}, "report2 report1 report0 "},
		{ReportFilter{Most: 2}, "report2 report1 "},
		{ReportFilter{Open: true, Most: 9}, "report2 report1 "},
		{ReportFilter{Open: true, About: "dag", Most: 9}, "report2 "},
		{ReportFilter{ID: "report1", Most: 9}, "report1 "},
		{ReportFilter{ID: "eport", Most: 9}, ""},
	} {
		all, err := s.Conduct.Reports(ctx, tt.filter)
		got := ""
		for _, r := range all {
			got += r.ID + " "
		}
		if got != tt.want || err != nil {
			t.Errorf("%+v: %q, %v", tt.filter, got, err)
		}
	}
	all, err := s.Conduct.Reports(ctx, ReportFilter{ID: "report0", Most: 1})
	if err != nil || all[0].Handled != micros(noon) || all[0].HandledBy != "gudrun" || all[0].Outcome == "" {
		t.Errorf("%+v, %v", all, err)
	}
	if n, err := s.Conduct.OpenReports(ctx); n != 2 || err != nil {
		t.Errorf("%d open, %v", n, err)
	}
	if log, err := s.Moderation.Deeds(ctx, "dag", 9); err != nil || len(log) != 1 {
		t.Errorf("%+v, %v", log, err)
	}
	if err := s.Moderation.Sweep(ctx, noon.Add(handleTime)); err != nil {
		t.Fatal(err)
	}
	if all, err := s.Conduct.Reports(ctx, ReportFilter{Most: 9}); len(all) != 2 || err != nil {
		t.Errorf("after half a year: %+v, %v", all, err)
	}
}

// TestSanctions imposes sanctions, lets them expire and lifts them. A ban ends sessions and challenges, those of bots
// too.
func TestSanctions(t *testing.T) {
	s, ctx := open(t), t.Context()
	var told []Change
	s.OnChange(func(c Change) { told = append(told, c) })
	person(t, s, "eve")
	bot := Account{ID: "bot", Name: "bot", Key: "bot", Kind: Bot, Owner: "eve"}
	if err := s.Accounts.Create(ctx, bot, Device{Key: "key-bot", Account: "bot"}); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"eve", "bot"} {
		if _, err := s.Sessions.Open(ctx, "session-"+id, id, "key-"+id, noon.Add(time.Hour), 9); err != nil {
			t.Fatal(err)
		}
		k := Seek{ID: "seek-" + id, Kind: OpenSeek, Account: id, Ends: micros(noon.Add(time.Hour))}
		if err := s.Seeks.Add(ctx, k, SeekLimits{}); err != nil {
			t.Fatal(err)
		}
	}
	m := s.Moderation
	told = nil
	imposed(t, s, "eve", Shadow, time.Hour)
	if len(told) != 1 || len(told[0].Shadows) != 1 || told[0].Shadows[0].Ends != micros(noon.Add(time.Hour)) {
		t.Errorf("%+v", told)
	}
	imposed(t, s, "eve", Mute, 0)
	imposed(t, s, "eve", Warn, 0)
	if _, err := m.Barring(ctx, "eve", noon); !errors.Is(err, ErrNone) {
		t.Errorf("not banned: %v", err)
	}
	for _, want := range []error{nil, ErrNone} {
		if why, err := m.Warning(ctx, "eve", noon); !errors.Is(err, want) || (why == "spam") != (err == nil) {
			t.Errorf("warning %q, %v", why, err)
		}
		if err := m.ReadWarning(ctx, "eve", "another", noon); !errors.Is(err, ErrNone) {
			t.Errorf("another warning is read: %v", err)
		}
		if err := m.ReadWarning(ctx, "eve", "spam", noon); !errors.Is(err, want) {
			t.Errorf("read: %v", err)
		}
	}
	told = nil
	imposed(t, s, "eve", Ban, 2*time.Hour)
	if len(told) != 1 || len(told[0].Gone) != 2 {
		t.Errorf("%+v", told)
	}
	for _, id := range []string{"eve", "bot"} {
		if _, _, err := s.Sessions.Get(ctx, "session-"+id, noon); !errors.Is(err, ErrNone) {
			t.Errorf("the session of %s: %v", id, err)
		}
		if b, err := m.Barring(ctx, id, noon); b.Kind != Ban || err != nil {
			t.Errorf("%+v, %v", b, err)
		}
	}
	if all, err := m.Sanctions(ctx, "eve", noon); len(all) != 4 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
	later := noon.Add(3 * time.Hour)
	if _, err := m.Barring(ctx, "eve", later); !errors.Is(err, ErrNone) {
		t.Errorf("an old ban: %v", err)
	}
	if all, err := m.InForce(ctx, later, 9); len(all) != 2 || all[0].Name != "eve" || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
	if all, err := m.Shadows(ctx, noon); len(all) != 1 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
	for _, want := range []error{nil, ErrNone} {
		if err := m.Lift(ctx, "eve", Mute, deed("lift", "lift", "eve", noon)); !errors.Is(err, want) {
			t.Errorf("lifted: %v", err)
		}
	}
	if log, err := m.Deeds(ctx, "", 9); len(log) != 5 || err != nil {
		t.Errorf("%+v, %v", log, err)
	}
	if err := m.Sweep(ctx, noon.Add(deedTime)); err != nil {
		t.Fatal(err)
	}
	if log, err := m.Deeds(ctx, "", 9); len(log) != 0 || err != nil {
		t.Errorf("after a year: %+v, %v", log, err)
	}
}

// TestMarks finds accounts that share something, forgets marks in time and with their account, and keeps the devices
// of banned ones.
func TestMarks(t *testing.T) {
	s, ctx := open(t), t.Context()
	m := s.Moderation
	for i, id := range []string{"astrid", "dag", "eve"} {
		person(t, s, id)
		marks := []Mark{{MarkAddress, "home"}, {MarkNetwork, "town"}, {MarkDevice, id}, {MarkProgram, id[:1]}}
		if i == 2 {
			marks = []Mark{{MarkAddress, "away"}, {MarkNetwork, "town"}, {MarkDevice, "dag"}}
		}
		if err := m.AddMarks(ctx, id, append(marks, marks[0]), noon); err != nil {
			t.Fatal(err)
		}
	}
	related := func(id string) (got []string) {
		all, err := m.Related(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			got = append(got, r.Account.ID+" "+string(r.Kind))
		}
		return got
	}
	if got := related("dag"); !slices.Equal(got, []string{"astrid address", "eve device"}) {
		t.Errorf("%q", got)
	}
	groups, err := m.Shared(ctx)
	if err != nil || len(groups) != 2 || !slices.Equal(groups[0].Names, []string{"astrid", "dag"}) {
		t.Errorf("%+v, %v", groups, err)
	}
	imposed(t, s, "dag", Ban, 0)
	for _, id := range []string{"dag", "astrid"} {
		if err := s.Accounts.Delete(ctx, id, noon); err != nil {
			t.Fatal(err)
		}
	}
	if err := m.Sweep(ctx, noon.Add(markTime)); err != nil {
		t.Fatal(err)
	}
	for device, barred := range map[string]bool{"dag": true, "astrid": false, "eve": false} {
		if _, err := m.BarringDevice(ctx, device, noon.Add(markTime)); errors.Is(err, ErrNone) == barred {
			t.Errorf("the device of %s: %v", device, err)
		}
	}
	var left int
	if err := s.db.pool.QueryRowContext(ctx, `SELECT COUNT(*) FROM marks`).Scan(&left); err != nil || left != 1 {
		t.Errorf("%d marks are left, %v", left, err)
	}
}

// TestFindAccounts selects accounts by each filter.
func TestFindAccounts(t *testing.T) {
	s, ctx := open(t), t.Context()
	for i, id := range []string{"astrid", "spam-1", "spam-2", "spam_3"} {
		a := Account{ID: id, Name: id, Key: id, Kind: Person, Created: micros(noon.Add(time.Duration(i) * time.Hour))}
		if i == 3 {
			a.Kind = Guest
		}
		if err := s.Accounts.Create(ctx, a, Device{Key: "key-" + id, Account: id}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Accounts.Create(ctx, Account{ID: "b", Name: "b", Key: "b", Kind: Bot},
		Device{Key: "kb", Account: "b"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Moderation.AddMarks(ctx, "spam-2", []Mark{{MarkNetwork, "town"}}, noon); err != nil {
		t.Fatal(err)
	}
	ended(t, s, "spam-1", "astrid", 20)
	for _, tt := range []struct {
		filter AccountFilter
		want   string
	}{
		{AccountFilter{}, "spam_3 spam-2 spam-1 astrid "},
		{AccountFilter{Name: "spam-*"}, "spam-2 spam-1 "},
		{AccountFilter{Name: "spam_*"}, "spam_3 "},
		{AccountFilter{Kind: Guest}, "spam_3 "},
		{AccountFilter{Unplayed: true}, "spam_3 spam-2 "},
		{AccountFilter{Since: noon.Add(time.Hour), Until: noon.Add(3 * time.Hour)}, "spam-2 spam-1 "},
		{AccountFilter{Mark: Mark{MarkNetwork, "town"}, Name: "*"}, "spam-2 "},
		{AccountFilter{Mark: Mark{MarkAddress, "town"}}, ""},
	} {
		tt.filter.Most = 9
		all, err := s.Moderation.Find(ctx, tt.filter)
		got := ""
		for _, a := range all {
			got += a.ID + " "
			if want := 0; a.ID == "spam-1" && a.Games != 1 || a.ID == "spam-2" && a.Games != want {
				t.Errorf("%+v", a)
			}
		}
		if got != tt.want || err != nil {
			t.Errorf("%+v: %q, %v", tt.filter, got, err)
		}
	}
}

// TestOperators: a token is valid until its end or until it is replaced.
func TestOperators(t *testing.T) {
	s, ctx := open(t), t.Context()
	m := s.Moderation
	for _, hash := range []string{"old", "new"} {
		o := Operator{Name: "gudrun", Created: micros(noon), Ends: micros(noon.Add(time.Hour))}
		if err := m.AddOperator(ctx, o, hash); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		hash  string
		at    time.Time
		valid bool
	}{{"old", noon, false}, {"new", noon, true}, {"new", noon.Add(time.Hour), false}} {
		if o, err := m.Operator(ctx, tt.hash, tt.at); (err == nil) != tt.valid || tt.valid && o.Name != "gudrun" {
			t.Errorf("%+v: %+v, %v", tt, o, err)
		}
	}
	if all, err := m.Operators(ctx); len(all) != 1 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}
	for _, want := range []error{nil, ErrNone} {
		if err := m.RemoveOperator(ctx, "gudrun"); !errors.Is(err, want) {
			t.Errorf("removed: %v", err)
		}
	}
	for _, fresh := range []string{"a", "b"} {
		if got, err := m.Secret(ctx, "marks", fresh); got != "a" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	}
	person(t, s, "astrid")
	if got, err := m.Totals(ctx, noon); got.Accounts != 1 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
