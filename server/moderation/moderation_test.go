package moderation_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/svctest"
	"tafl3d/net/wire"
	"tafl3d/server/account"
	"tafl3d/server/moderation"
	"tafl3d/server/store"
)

// service is a service with moderators.
type service struct {
	*svctest.Service
	m *moderation.Moderators
}

func open(t *testing.T) service {
	t.Helper()
	s := svctest.Open(t)
	s.Store.OnChange(s.Lobby.Changed)
	if err := s.Lobby.Open(t.Context()); err != nil {
		t.Fatal(err)
	}
	return service{s, moderation.New(moderation.Options{Store: s.Store, Accounts: s.Accounts, Notify: s.Hub.Notify,
		Now: s.Clock.Now, Log: slog.New(slog.DiscardHandler)})}
}

// carry carries out an order of Gudrun.
func (s service) carry(o moderation.Order) moderation.Done {
	s.T.Helper()
	o.By = "gudrun"
	done, err := s.m.Carry(s.T.Context(), o)
	if err != nil {
		s.T.Fatal(err)
	}
	return done
}

// refusal checks that an error is a refusal with a text.
func refusal(t *testing.T, err error, part string) {
	t.Helper()
	if e, is := errors.AsType[*wire.Error](err); !is || !strings.Contains(e.Error(), part) {
		t.Errorf("%v, want %q", err, part)
	}
}

// from returns the context of a request from an address.
func from(t *testing.T, address string) context.Context {
	t.Helper()
	return account.WithProgram(account.WithAddress(t.Context(), netip.MustParseAddr(address)), "browser")
}

var seek = wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}

// TestWarn: a warning refuses one request, whichever comes first, and is listed.
func TestWarn(t *testing.T) {
	s, ctx := open(t), t.Context()
	eve, _ := s.SignUp(ctx, "Eve")
	s.carry(moderation.Order{Do: "warn", Name: "eve", Reason: "Stop that."})
	_, err := s.Lobby.Seek(ctx, eve, seek)
	refusal(t, err, "Stop that.")
	if _, err := s.Lobby.Seek(ctx, eve, seek); err != nil {
		t.Error(err)
	}
	me, err := s.Accounts.Me(ctx, eve, wire.None{})
	if err != nil || len(me.Measures) != 1 || me.Measures[0].Text != "Stop that." {
		t.Errorf("%+v, %v", me.Measures, err)
	}
	s.carry(moderation.Order{Do: "warn", Name: "eve", Reason: "Again."})
	refusal(t, s.Accounts.MaySpeak(ctx, eve.ID), "Again.")
	if err := s.Accounts.MaySpeak(ctx, eve.ID); err != nil {
		t.Error(err)
	}
}

// TestMute: a muted player cannot chat until the end.
func TestMute(t *testing.T) {
	s, ctx := open(t), t.Context()
	eve, _ := s.SignUp(ctx, "Eve")
	if done := s.carry(moderation.Order{Do: "mute", Name: "Eve", For: "2h", Reason: "Insults"}); done.Ends == "" {
		t.Errorf("%+v", done)
	}
	refusal(t, s.Accounts.MaySpeak(ctx, eve.ID), "Insults")
	s.Clock.Forward(2 * time.Hour)
	if err := s.Accounts.MaySpeak(ctx, eve.ID); err != nil {
		t.Error(err)
	}
}

// TestShadow: no one else sees the open challenges of a shadowed player, who does not notice.
func TestShadow(t *testing.T) {
	s, ctx := open(t), t.Context()
	eve, _ := s.SignUp(ctx, "Eve")
	dag, _ := s.SignUp(ctx, "Dag")
	if _, err := s.Lobby.Seek(ctx, eve, seek); err != nil {
		t.Fatal(err)
	}
	sees := func(who account.Caller) bool {
		text, err := s.Lobby.Show(ctx, who, wire.None{})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), `"seeks":[{`)
	}
	check := func(when string, dagSees bool) {
		t.Helper()
		if !sees(eve) || sees(dag) != dagSees {
			t.Errorf("%s: Eve %v, Dag %v", when, sees(eve), sees(dag))
		}
	}
	check("before", true)
	s.carry(moderation.Order{Do: "shadow", Name: "Eve", For: "30m"})
	check("shadowed", false)
	if err := s.Lobby.Open(ctx); err != nil {
		t.Fatal(err)
	}
	check("after a restart", false)
	if me, err := s.Accounts.Me(ctx, eve, wire.None{}); err != nil || len(me.Measures) != 0 {
		t.Errorf("%+v, %v", me.Measures, err)
	}
	s.carry(moderation.Order{Do: "lift", Name: "Eve", Kind: "shadow"})
	check("lifted", true)
	s.carry(moderation.Order{Do: "shadow", Name: "Eve", For: "30m"})
	s.Clock.Forward(31 * time.Minute)
	check("expired", true)
}

// TestBan: a banned player has no session and cannot sign in, nor sign up again with the device, even if the account is
// deleted.
func TestBan(t *testing.T) {
	s, ctx := open(t), t.Context()
	key := s.Key()
	up := func(name string) error {
		_, err := s.Accounts.SignUp(ctx, wire.SignUp{Proof: s.Proof(key), Name: name})
		return err
	}
	in := func() (wire.Session, error) { return s.Accounts.SignIn(ctx, wire.SignIn{Proof: s.Proof(key)}) }
	if err := up("Eve"); err != nil {
		t.Fatal(err)
	}
	session, err := in()
	if err != nil {
		t.Fatal(err)
	}
	who, err := s.Accounts.Seen(ctx, session.Token) // cached
	if err != nil {
		t.Fatal(err)
	}
	s.carry(moderation.Order{Do: "ban", Name: "Eve", For: "7d", Reason: "Cheats"})
	if _, err := s.Accounts.Caller(ctx, session.Token); err == nil {
		t.Error("the session lasts")
	}
	if !slices.Contains(s.Doubted(), who.ID) {
		t.Error("connections are not closed")
	}
	_, err = in()
	refusal(t, err, "Cheats")
	s.carry(moderation.Order{Do: "lift", Name: "Eve"})
	if _, err := in(); err != nil {
		t.Error(err)
	}
	s.carry(moderation.Order{Do: "close", Name: "Eve", Reason: "As you asked"})
	_, err = in()
	refusal(t, err, "As you asked")
	s.carry(moderation.Order{Do: "lift", Name: "Eve", Kind: "close"})
	s.carry(moderation.Order{Do: "ban", Name: "Eve", For: "7d", Reason: "Cheats"})
	s.carry(moderation.Order{Do: "delete", Name: "Eve"})
	refusal(t, up("Eva"), "banned account")
	s.Clock.Forward(8 * 24 * time.Hour)
	if err := up("Eva"); err != nil {
		t.Error(err)
	}
}

// TestReports: an order handles the report that it answers, or all about the account.
func TestReports(t *testing.T) {
	s, ctx := open(t), t.Context()
	astrid, _ := s.SignUp(ctx, "Astrid")
	for _, name := range []string{"Dag", "Eve"} {
		s.SignUp(ctx, name)
	}
	for i, name := range []string{"Eve", "Eve", "Dag", "Eve"} {
		if _, err := s.Lobby.Relations.Report(ctx, astrid, wire.Report{Name: name, Text: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	list := func(open bool) []store.NamedReport {
		t.Helper()
		all, err := s.Store.Conduct.Reports(ctx, store.ReportFilter{Open: open, Most: 9})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	dag := list(true)[slices.IndexFunc(list(true), func(r store.NamedReport) bool { return r.About == "Dag" })]
	done := s.carry(moderation.Order{Do: "handle", Report: strings.ToUpper(dag.ID[:8]), Reason: "Nothing wrong"})
	if done.Name != "Dag" || done.Handled != 1 {
		t.Errorf("%+v", done)
	}
	done = s.carry(moderation.Order{Do: "mute", Name: "Eve", For: "1d", Reason: "Rude", Report: "all"})
	if done.Handled != 3 {
		t.Errorf("%+v", done)
	}
	for _, r := range list(false) {
		want := map[string]string{"Dag": "Nothing wrong", "Eve": "mute 1d: Rude"}[r.About]
		if r.HandledBy != "gudrun" || r.Outcome != want || r.Handled == 0 {
			t.Errorf("%+v", r)
		}
	}
	for _, o := range []moderation.Order{
		{Do: "handle", Report: dag.ID, By: "gudrun"}, {Do: "handle", Report: "zzzz", By: "gudrun"},
		{Do: "handle", Report: "z", By: "gudrun"}, {Do: "warn", Name: "Eve", By: "gudrun"},
		{Do: "ban", Name: "Eve", Reason: "x"}, {Do: "ban", Name: "Eve", Reason: "x", For: "1y", By: "gudrun"},
		{Do: "ban", Name: "Nobody", Reason: "x", By: "gudrun"}, {Do: "crown", Name: "Eve", By: "gudrun"},
		{Do: "lift", Name: "Dag", By: "gudrun"}, {Do: "handle", By: "gudrun"},
	} {
		if _, err := s.m.Carry(ctx, o); err == nil {
			t.Errorf("%+v", o)
		}
	}
}

// TestFindAndPurge finds accounts by address and time, shows what they share, and deletes them.
func TestFindAndPurge(t *testing.T) {
	s, ctx := open(t), t.Context()
	s.SignUp(ctx, "Astrid")
	s.Clock.Forward(time.Hour)
	for i, address := range []string{"203.0.113.7", "203.0.113.7", "203.0.113.9", "2001:db8:1:2::5"} {
		name := []string{"Spamaa", "Spambb", "Spamcc", "Spamdd"}[i]
		_, err := s.Accounts.SignUp(from(t, address), wire.SignUp{Proof: s.Proof(s.Key()), Name: name})
		if err != nil {
			t.Fatal(err)
		}
	}
	find := func(f moderation.Filter) string {
		t.Helper()
		all, err := s.m.Find(ctx, f)
		if err != nil {
			t.Error(err)
		}
		var names []string
		for _, a := range all {
			names = append(names, a.Name[len(a.Name)-2:])
		}
		slices.Sort(names)
		return strings.Join(names, " ")
	}
	for _, tt := range []struct {
		filter moderation.Filter
		want   string
	}{
		{moderation.Filter{Address: "203.0.113.7"}, "aa bb"},
		{moderation.Filter{Address: "203.0.113.0/24"}, "aa bb cc"},
		{moderation.Filter{Address: "2001:db8:1:2::99"}, "dd"},
		{moderation.Filter{Address: "2001:db8:1::/48"}, "dd"},
		{moderation.Filter{Since: "10m"}, "aa bb cc dd"},
		{moderation.Filter{Until: "10m"}, "id"},
		{moderation.Filter{Name: "SPAM*", Address: "203.0.113.9"}, "cc"},
	} {
		if got := find(tt.filter); got != tt.want {
			t.Errorf("%+v: %q", tt.filter, got)
		}
	}
	for _, f := range []moderation.Filter{{Address: "203.0.113.0/23"}, {Address: "x"}, {Since: "x"}, {Kind: "x"}} {
		if _, err := s.m.Find(ctx, f); err == nil {
			t.Errorf("%+v", f)
		}
	}
	d, err := s.m.Look(ctx, "Spamaa")
	if err != nil || len(d.Related) != 1 || d.Related[0].Name != "Spambb" || len(d.Related[0].Shares) != 2 {
		t.Errorf("%+v, %v", d.Related, err)
	}
	if _, err := s.m.Purge(ctx, moderation.Purge{By: "gudrun"}); err == nil {
		t.Error("all accounts were deleted")
	}
	gone, err := s.m.Purge(ctx, moderation.Purge{Filter: moderation.Filter{Address: "203.0.113.0/24"}, By: "gudrun"})
	if err != nil || len(gone) != 3 || find(moderation.Filter{}) != "dd id" {
		t.Errorf("%d, %v, left %q", len(gone), err, find(moderation.Filter{}))
	}
	if log, err := s.Store.Moderation.Deeds(ctx, "", 9); err != nil || len(log) != 3 || log[0].Action != "delete" {
		t.Errorf("%+v, %v", log, err)
	}
}

// TestOperatorTokens: a token belongs to its name, and ends when it is removed.
func TestOperatorTokens(t *testing.T) {
	s, ctx := open(t), t.Context()
	token, err := s.m.NewOperator(ctx, "gudrun")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(name, token string) bool {
		ok, err := s.m.Operator(ctx, name, token)
		if err != nil {
			t.Error(err)
		}
		return ok
	}
	if !valid("gudrun", token) || valid("eve", token) || valid("gudrun", "x") || valid("gudrun", "") {
		t.Error("the wrong tokens are valid")
	}
	if err := s.m.RemoveOperator(ctx, "gudrun"); err != nil || valid("gudrun", token) {
		t.Error(err)
	}
	if err := s.m.RemoveOperator(ctx, "gudrun"); err == nil {
		t.Error("removed a second time")
	}
	if _, err := s.m.NewOperator(ctx, "a b"); err == nil {
		t.Error("a name with a space")
	}
}
