package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tafl3d/net/wire"
	"tafl3d/server/store"
	"tafl3d/server/store/storetest"
)

// TestNames takes names in many scripts, and refuses those that pass for another's, or
// that do not stay on their line.
func TestNames(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	signUp(t, web.URL, "Pace")
	for _, name := range []string{"Guðrún", "Þórr_2", "Ærøskøbing", "Владимир", "Вера", "Ἀθηνᾶ", "さくら子", "김민수",
		"ज़िन्दगी", "สมชาย", "דוד", "J.R.R"} {
		signUp(t, web.URL, name)
	}
	for name, want := range map[string]wire.Code{
		"PACE":                            wire.Taken,
		"Ｐａｃｅ":                            wire.Taken,
		"\u0420\u0430\u0441\u0435":        wire.Taken,      // in Cyrillic letters
		"P\u0430ce":                       wire.BadMessage, // one of them
		"Ast\u03c1id":                     wire.BadMessage,
		"\u202ePace":                      wire.BadMessage,
		"Pa\u200dce":                      wire.BadMessage,
		"Pace\u00ad":                      wire.BadMessage,
		"P" + strings.Repeat("\u0336", 9): wire.BadMessage,
		"gone-pace":                       wire.BadMessage,
	} {
		key := device(t, web.URL).Key()
		q := wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "n"), Name: name}
		err := withKey(t, web.URL, key).Do(t.Context(), http.MethodPost, "v1/accounts", "", q, nil)
		if got := codeOf(err); got != want {
			t.Errorf("%+q: %q (%v), want %q", name, got, err, want)
		}
	}
}

// TestLookAlikes refuses names that look like another's, or like the service.
func TestLookAlikes(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	for _, name := range []string{"paypal", "Rob", "Ella", "Modern", "Beha"} {
		signUp(t, web.URL, name)
	}
	for _, name := range []string{"Eila", "Józef", "Jozef", "Nguyễn", "Ἀθηνᾶ", "Guestav"} {
		signUp(t, web.URL, name)
	}
	for name, want := range map[string]wire.Code{
		"paypaI": wire.Taken, "paypa1": wire.Taken, "PAYPAI": wire.Taken, "ｐａｙｐａＩ": wire.Taken, "R0b": wire.Taken,
		"EIla": wire.Taken, "Modem": wire.Taken,
		"Вена": wire.Taken, "Guest-ABCDEF": wire.BadMessage, "guest_1": wire.BadMessage, "GUEST": wire.BadMessage,
		"Ｇｕｅｓｔ-X": wire.BadMessage,
		"Adm1n":   wire.BadMessage, "Tafl3D": wire.BadMessage, "taf1match": wire.BadMessage,
		"0perator":  wire.BadMessage,
		"Operat0r":  wire.BadMessage,
		"Tafl3d-10": wire.BadMessage, "Tafl3d-Support": wire.BadMessage, "Tafl3dAdmin": wire.BadMessage,
		"ad-min": wire.BadMessage, "a.d.m.i.n": wire.BadMessage, "Admin1": wire.BadMessage,
		"Moderator1": wire.BadMessage, "WebMaster": wire.BadMessage,
		"rob\u0323\u0307": wire.BadMessage, "Jo\u0301\u0301zef": wire.BadMessage,
	} {
		key := device(t, web.URL).Key()
		q := wire.SignUp{Proof: wire.Prove(key, "127.0.0.1", time.Now().Unix(), "n"), Name: name}
		err := withKey(t, web.URL, key).Do(t.Context(), http.MethodPost, "v1/accounts", "", q, nil)
		if got := codeOf(err); got != want {
			t.Errorf("%+q: %q (%v), want %q", name, got, err, want)
		}
	}
}

// TestReservedNameOfOld: an account of an older version whose name is reserved now signs in and is found.
func TestReservedNameOfOld(t *testing.T) {
	dir := t.TempDir()
	s, web := start(t, dir)
	defer func() { web.Close(); _ = s.Close() }()
	old, err := store.Open(t.Context(), storetest.Path(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = old.Close() }()
	p := &person{Service: device(t, web.URL)}
	a := store.Account{ID: "old", Name: "Moderator1", Key: "moderator1", Kind: store.Person, Created: 1}
	if err := old.Accounts.Create(t.Context(), a, store.Device{Key: p.PublicKey(), Account: a.ID, Created: 1}); err !=
		nil {
		t.Fatal(err)
	}
	if p.session, err = p.SignIn(t.Context()); err != nil || p.session.Player.Name != "Moderator1" {
		t.Fatalf("%+v, %v", p.session.Player, err)
	}
	var profile wire.Profile
	if err := p.Do(t.Context(), http.MethodGet, "v1/players/Moderator1", "", nil, &profile); err != nil {
		t.Error(err)
	}
	seek := wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"5m+3s"}}
	if err := p.Do(t.Context(), http.MethodPost, "v1/seeks", p.session.Token, seek, nil); err != nil {
		t.Error(err)
	}
}
