package server_test

import (
	"net/http"
	"testing"

	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// TestRefusalsInWords asserts that who asks the service is refused in the language of his program.
func TestRefusalsInWords(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	p := signUp(t, web.URL, "Astrid")
	for _, tt := range []struct{ language, name, want string }{
		{"en", "King", `no player here is called "King"`},
		{"da", "King", `ingen spiller her hedder "King"`}, // what a piece is called is no word for a name
		{"de", "Bot", `kein Spieler hier heißt "Bot"`},
		{"is", "Ask", `enginn leikmaður hér heitir "Ask"`},
	} {
		if err := tongue.Use(tt.language); err != nil {
			t.Fatal(err)
		}
		err := p.Do(t.Context(), http.MethodPost, "v1/me/blocks", p.session.Token, wire.Block{Name: tt.name}, nil)
		if codeOf(err) != wire.Missing || err.Error() != tt.want {
			t.Errorf("%s: %v, want %q", tt.language, err, tt.want)
		}
	}
	for language, want := range map[string]string{"en": "you have 30 vacation days left this year",
		"sv": "du har 30 semesterdagar kvar i år"} {
		if err := tongue.Use(language); err != nil {
			t.Fatal(err)
		}
		err := p.Do(t.Context(), http.MethodPost, "v1/me/vacation", p.session.Token, wire.Rest{Days: 500}, nil)
		if codeOf(err) != wire.BadMessage || err.Error() != want {
			t.Errorf("%s: %v, want %q", language, err, want)
		}
	}
}

// TestEventRefusalsInWords asserts that who directs a tournament reads in his language why he is refused, and not only
// that
// he is.
func TestEventRefusalsInWords(t *testing.T) {
	s, web := start(t, t.TempDir())
	defer func() { web.Close(); _ = s.Close() }()
	p := signUp(t, web.URL, "Astrid")
	path := p.cup(t, small)
	p.must(t, http.MethodPost, path+"/join", nil, nil)
	t.Cleanup(func() { _ = tongue.Use(tongue.English) })
	twice := small
	twice.Games = 3
	for _, tt := range []struct {
		path     string
		in       any
		language string
		want     string
	}{
		{path + "/orders", wire.Order{Do: "start"}, "en",
			"too few players: 1, but at least 2 are needed"},
		{path + "/orders", wire.Order{Do: "start"}, "da", "for få spillere: 1, men mindst 2 er nødvendige"},
		{path + "/orders", wire.Order{Do: "pause"}, "da",
			"det er ikke muligt på dette trin af turneringen: turneringen er ikke begyndt"},
		{path + "/orders", wire.Order{Do: "withdraw", Player: 7}, "da",
			"deltager 7: ingen sådan deltager, parring eller parti"},
		{path + "/orders", wire.Order{Do: "end"}, "da", ""},
		{path + "/orders", wire.Order{Do: "pause"}, "da", "turneringen er slut"},
		{path + "/orders", wire.Order{Do: "pause"}, "en", "the tournament is over"},
		{"v1/events", twice, "da", "turneringen kan ikke oprettes: games 3: brug 1 eller 2"},
	} {
		if err := tongue.Use(tt.language); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := p.Do(t.Context(), http.MethodPost, tt.path, p.session.Token, tt.in, nil); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %+v: %q, want %q", tt.language, tt.in, got, tt.want)
		}
	}
}
