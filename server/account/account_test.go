package account_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/internal/svctest"
	"tafl3d/net/wire"
	"tafl3d/rating"
	"tafl3d/server/account"
	"tafl3d/server/store"
)

// refused checks that an error refuses something with a code.
func refused(t *testing.T, what string, err error, code wire.Code) {
	t.Helper()
	if e, is := errors.AsType[*wire.Error](err); !is || e.Code != code {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

// TestProof: a proof is good once, for this service alone, and for two minutes.
func TestProof(t *testing.T) {
	s := svctest.Open(t)
	key := s.Key()
	proof := s.Proof(key)
	if _, err := s.Accounts.SignUp(t.Context(), wire.SignUp{Proof: proof, Name: "Astrid"}); err != nil {
		t.Fatal(err)
	}
	signIn := func(p wire.Proof) error {
		_, err := s.Accounts.SignIn(t.Context(), wire.SignIn{Proof: p})
		return err
	}
	refused(t, "a proof that was used", signIn(proof), wire.Forbidden)
	refused(t, "a device that nobody knows", signIn(s.Proof(s.Key())), wire.Forbidden)
	now := s.Clock.Now().Unix()
	refused(t, "a proof for another service", signIn(wire.Prove(key, "other.example", now, "n")), wire.Forbidden)
	refused(t, "a proof of yesterday", signIn(wire.Prove(key, svctest.Host, now-121, "n")), wire.Forbidden)
	refused(t, "a proof of tomorrow", signIn(wire.Prove(key, svctest.Host, now+121, "n")), wire.Forbidden)
	stale := wire.Prove(key, svctest.Host, now-119, "n")
	if err := signIn(stale); err != nil {
		t.Errorf("a proof of a moment ago: %v", err)
	}
	broken := s.Proof(key)
	broken.Nonce += "x"
	refused(t, "a proof that was changed", signIn(broken), wire.Forbidden)
	broken = s.Proof(key)
	broken.Key = "abc"
	refused(t, "a key that is none", signIn(broken), wire.BadMessage)
}

// TestSessions: a session ends by itself, by signing out and with its device; a guest's is shorter.
func TestSessions(t *testing.T) {
	s := svctest.Open(t)
	ctx := t.Context()
	astrid, session := s.SignUp(ctx, "Astrid")
	if p, err := s.Accounts.Login(ctx, session.Token); err != nil || p.Name != "Astrid" || p.ID != astrid.ID || p.Bot {
		t.Errorf("%+v, %v", p, err)
	}
	guest, err := s.Accounts.SignUp(ctx, wire.SignUp{Proof: s.Proof(s.Key()), Guest: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Clock.Forward(25 * time.Hour)
	_, err = s.Accounts.Caller(ctx, guest.Token)
	refused(t, "a guest after a day", err, wire.BadToken)
	if _, err := s.Accounts.Caller(ctx, session.Token); err != nil {
		t.Errorf("a person after a day: %v", err)
	}
	if _, err := s.Accounts.SignOut(ctx, astrid, wire.None{}); err != nil {
		t.Fatal(err)
	}
	_, err = s.Accounts.Caller(ctx, session.Token)
	refused(t, "a session that was ended", err, wire.BadToken)
	_, err = s.Accounts.Login(ctx, "nonsense")
	refused(t, "a token that is none", err, wire.BadToken)
	if d := s.Doubted(); !slices.Contains(d, astrid.ID) {
		t.Errorf("connections of a session that ended go on: %v", d)
	}
}

// TestSeen: those who only look are known for a minute without asking the database, but not once their
// account is to be asked for again.
func TestSeen(t *testing.T) {
	s := svctest.Open(t)
	ctx := t.Context()
	astrid, session := s.SignUp(ctx, "Astrid")
	seen := func() error { _, err := s.Accounts.Seen(ctx, session.Token); return err }
	if err := seen(); err != nil {
		t.Fatal(err)
	}
	if err := s.Store.Sessions.Close(ctx, account.Digest(session.Token)); err != nil {
		t.Fatal(err)
	}
	s.Clock.Forward(59 * time.Second)
	if err := seen(); err != nil {
		t.Errorf("within a minute: %v", err)
	}
	s.Clock.Forward(time.Second)
	refused(t, "after a minute", seen(), wire.BadToken)
	_, session = s.SignUp(ctx, "Dag")
	dag, err := s.Accounts.Seen(ctx, session.Token)
	if err != nil || dag.ID == astrid.ID {
		t.Fatal(err)
	}
	if _, err := s.Accounts.SignOut(ctx, dag, wire.None{}); err != nil {
		t.Fatal(err)
	}
	refused(t, "after signing out", seen(), wire.BadToken)
}

// TestNames: a name is one person's, in any case; those that pass for the service or for somebody else
// are refused.
func TestNames(t *testing.T) {
	s := svctest.Open(t)
	ctx := t.Context()
	astrid, _ := s.SignUp(ctx, "Astrid")
	signUp := func(name string) error {
		_, err := s.Accounts.SignUp(ctx, wire.SignUp{Proof: s.Proof(s.Key()), Name: name})
		return err
	}
	for _, name := range []string{"astrid", "ASTRID"} {
		if err := signUp(name); !errors.Is(err, store.ErrTaken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{
		"Аstrid", "A", "1st", "As trid", "admin", "Adm1n", "guest-1", "gone-1", "tafl", svctest.Host,
		strings.Repeat("a", wire.MaxName+1), "Ze\u0301\u0301\u0301\u0301ro",
	} {
		refused(t, name, signUp(name), wire.BadMessage)
	}
	for _, name := range []string{"Þórður", "Åse", "Иван", "松本", "Zoë-2"} {
		if err := signUp(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if a, err := s.Accounts.Named(ctx, "aSTRID"); err != nil || a.ID != astrid.ID {
		t.Errorf("%+v, %v", a, err)
	}
	_, err := s.Accounts.Named(ctx, "Nobody")
	refused(t, "a name of nobody", err, wire.Missing)
	p, err := s.Accounts.Rename(ctx, astrid, wire.Rename{Name: "Ragnhild"})
	if err != nil || p.Name != "Ragnhild" || p.ID != astrid.ID {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err = s.Accounts.Rename(ctx, astrid, wire.Rename{Name: "Åse"}); !errors.Is(err, store.ErrTaken) {
		t.Errorf("the name of somebody else: %v", err)
	}
}

// TestDevices: a code lets one device in, once, for ten minutes; a device that is revoked stays out.
func TestDevices(t *testing.T) {
	s := svctest.Open(t)
	ctx := t.Context()
	astrid, _ := s.SignUp(ctx, "Astrid")
	join := func(code string, recovery bool) (wire.Session, error) {
		q := wire.Join{Proof: s.Proof(s.Key()), Code: code, Recovery: recovery, Label: "phone\n"}
		return s.Accounts.Join(ctx, q)
	}
	pair, err := s.Accounts.Pairing(ctx, astrid, wire.None{})
	if err != nil || len(pair.Codes) != 1 {
		t.Fatal(pair, err)
	}
	if _, err := join(pair.Codes[0], true); err == nil {
		t.Error("a code for pairing is one for recovery")
	}
	session, err := join(" "+pair.Codes[0]+" ", false)
	if err != nil || session.Player.ID != astrid.ID {
		t.Fatal(session, err)
	}
	_, err = join(pair.Codes[0], false)
	refused(t, "a code that was used", err, wire.Forbidden)
	me, err := s.Accounts.Me(ctx, astrid, wire.None{})
	if err != nil || len(me.Devices) != 2 || me.Guest {
		t.Fatalf("%+v, %v", me, err)
	}
	i := slices.IndexFunc(me.Devices, func(d wire.Device) bool { return !d.Here })
	if i < 0 || me.Devices[i].Label != "phone" {
		t.Fatalf("%+v", me.Devices)
	}
	if _, err := s.Accounts.Revoke(ctx, astrid, wire.Revoke{Key: me.Devices[i].Key}); err != nil {
		t.Fatal(err)
	}
	_, err = s.Accounts.Caller(ctx, session.Token)
	refused(t, "a device that was revoked", err, wire.BadToken)
	if pair, err = s.Accounts.Pairing(ctx, astrid, wire.None{}); err != nil {
		t.Fatal(err)
	}
	s.Clock.Forward(10*time.Minute + time.Second)
	_, err = join(pair.Codes[0], false)
	refused(t, "a code after ten minutes", err, wire.Forbidden)
	old, err := s.Accounts.Recovery(ctx, astrid, wire.None{})
	if err != nil || len(old.Codes) != 8 {
		t.Fatal(old, err)
	}
	codes, err := s.Accounts.Recovery(ctx, astrid, wire.None{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = join(old.Codes[0], true)
	refused(t, "an older recovery code", err, wire.Forbidden)
	if _, err := join(codes.Codes[7], true); err != nil {
		t.Errorf("a recovery code: %v", err)
	}
}

// TestBots: a person has up to ten bots, a guest none, and they go with their owner.
func TestBots(t *testing.T) {
	s := svctest.Open(t)
	ctx := t.Context()
	astrid, session := s.SignUp(ctx, "Astrid")
	var first wire.Player
	for i := range 11 {
		bot := wire.SignUp{Proof: s.Proof(s.Key()), Name: fmt.Sprintf("Engine%c", 'a'+i)}
		p, err := s.Accounts.MakeBot(ctx, astrid, bot)
		switch {
		case i == 10:
			refused(t, "one bot too many", err, wire.TooMuch)
		case err != nil || !p.Bot:
			t.Fatalf("%+v, %v", p, err)
		case i == 0:
			first = p
		}
	}
	guest := astrid
	guest.Kind = store.Guest
	_, err := s.Accounts.MakeBot(ctx, guest, wire.SignUp{Proof: s.Proof(s.Key()), Name: "Robot"})
	refused(t, "a bot of a guest", err, wire.Forbidden)
	if _, err := s.Accounts.DeleteMe(ctx, astrid, wire.None{}); err != nil {
		t.Fatal(err)
	}
	_, err = s.Accounts.Caller(ctx, session.Token)
	refused(t, "an account that was deleted", err, wire.BadToken)
	if d := s.Doubted(); !slices.Contains(d, astrid.ID) || !slices.Contains(d, first.ID) {
		t.Errorf("connections that go on: %v", d)
	}
	if a, err := s.Store.Accounts.Get(ctx, first.ID); err == nil && a.Gone == 0 {
		t.Error("a bot outlives its owner")
	}
}

// TestBudget: a year has thirty days of vacation; what is under way counts until now, what is planned
// does not.
func TestBudget(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	days := func(from, to int) store.Vacation {
		at := func(n int) int64 { return now.Add(time.Duration(n) * account.Day).UnixMicro() }
		return store.Vacation{Account: "a", Begun: at(from), Ends: at(to)}
	}
	for _, c := range []struct {
		all  []store.Vacation
		left int
		on   bool
	}{
		{nil, 30, false},
		{[]store.Vacation{days(-10, -3)}, 23, false},
		{[]store.Vacation{days(-10, -3), days(-2, 5)}, 21, true},
		{[]store.Vacation{days(-100, -50)}, 0, false},
	} {
		v, left := account.Budget(c.all, "a", now)
		if left != c.left || (v.Ends != 0) != c.on || v.Account != "a" {
			t.Errorf("%+v: %d days, %+v", c.all, left, v)
		}
	}
}

// TestRatings: a rating is shown in whole points, and as provisional while it is not certain.
func TestRatings(t *testing.T) {
	points := rating.Rating{Points: 1512.6, Deviation: 349.5}
	r := account.Shown(store.Standing{Pool: "tafl blitz", Rating: points, Games: 2})
	if r.Points != 1513 || r.Deviation != 350 || !r.Provisional || r.Games != 2 || r.Pool != "tafl blitz" {
		t.Errorf("%+v", r)
	}
	if account.Shown(store.Standing{Rating: rating.Rating{Points: 1500, Deviation: 60}}).Provisional {
		t.Error("a certain rating is provisional")
	}
}

// TestBotNames: bots of the service have names that no player can take. A player of an older version who has one keeps
// it, and the bot gets another.
func TestBotNames(t *testing.T) {
	s := svctest.Open(t)
	ctx := t.Context()
	key := s.Key()
	proof := s.Proof(key)
	old := store.Account{ID: "old", Name: "Tafl3d-3", Key: "tafl3d-3", Kind: store.Person, Created: 1}
	if err := s.Store.Accounts.Create(ctx, old, store.Device{Key: proof.Key, Account: old.ID, Created: 1}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"Tafl3d-1": "Tafl3d-1", "Tafl3d-3": "Tafl3d-Bot-3", "Rook": "Rook"} {
		p, err := s.Accounts.HostBot(ctx, wire.NewBot{Name: name, Key: s.Proof(s.Key()).Key})
		if err != nil || p.Name != want || !p.Bot {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	if _, err := s.Accounts.HostBot(ctx, wire.NewBot{Name: "Tafl3d-1", Key: s.Proof(s.Key()).Key}); err == nil {
		t.Error("a bot whose key is lost gets a second account")
	}
	for _, name := range []string{"Tafl3d-10", "Tafl3d-Bot-3", "Tafl3d_1"} {
		_, err := s.Accounts.SignUp(ctx, wire.SignUp{Proof: s.Proof(s.Key()), Name: name})
		refused(t, name, err, wire.BadMessage)
	}
	if session, err := s.Accounts.SignIn(ctx, wire.SignIn{Proof: s.Proof(key)}); err != nil ||
		session.Player.Name != "Tafl3d-3" {
		t.Errorf("the player who has had the name: %+v, %v", session.Player, err)
	}
}
