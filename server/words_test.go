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
		{"en", "King", `nobody is called "King" here`},
		{"da", "King", `ingen hedder "King" her`}, // what a piece is called is no word for a name
		{"de", "Bot", `niemand heißt hier "Bot"`},
		{"is", "Ask", `enginn heitir "Ask" hér`},
	} {
		if err := tongue.Use(tt.language); err != nil {
			t.Fatal(err)
		}
		err := p.Do(t.Context(), http.MethodPost, "v1/me/blocks", p.session.Token, wire.Block{Name: tt.name}, nil)
		if codeOf(err) != wire.Missing || err.Error() != tt.want {
			t.Errorf("%s: %v, want %q", tt.language, err, tt.want)
		}
	}
	for language, want := range map[string]string{"en": "you have 30 days of vacation left this year",
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
			"there are too few players: there are 1, at least 2 are needed"},
		{path + "/orders", wire.Order{Do: "start"}, "da", "der er for få spillere: der er 1, der skal være mindst 2"},
		{path + "/orders", wire.Order{Do: "pause"}, "da",
			"det går ikke på dette trin af turneringen: den er ikke begyndt"},
		{path + "/orders", wire.Order{Do: "withdraw", Player: 7}, "da",
			"deltager 7: der er ingen sådan deltager, parring eller noget sådant parti"},
		{path + "/orders", wire.Order{Do: "end"}, "da", ""},
		{path + "/orders", wire.Order{Do: "pause"}, "da", "turneringen er slut"},
		{path + "/orders", wire.Order{Do: "pause"}, "en", "the event is over"},
		{"v1/events", twice, "da", "turneringen kan ikke oprettes: games 3: en parring har 1 eller 2"},
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
