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
	for language, want := range map[string]string{"en": "you have 30 days of vacation left this year", "sv": "du har 30 semesterdagar kvar i år"} {
		if err := tongue.Use(language); err != nil {
			t.Fatal(err)
		}
		err := p.Do(t.Context(), http.MethodPost, "v1/me/vacation", p.session.Token, wire.Rest{Days: 500}, nil)
		if codeOf(err) != wire.BadMessage || err.Error() != want {
			t.Errorf("%s: %v, want %q", language, err, want)
		}
	}
}
