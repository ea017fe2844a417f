package web

import (
	"encoding/json"
	"html/template"
	"net/http"
	"strings"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/tongue"
)

// computerPage is the page of a game against the computer, which runs in the browser.
type computerPage struct {
	Say      *tongue.Speaker
	Variant  *variant.Variant
	About    string
	Variants []*variant.Variant
	Levels   []int
	Board    template.HTML
	First    string // the start position, in the format of the service
	Rules    string // in the format of cmd/taflwasm
	Words    string
	Built    bool
}

// usualGame is the default variant against the computer.
const usualGame = "brandubh-gorrion"

// computer redirects to the page of the chosen variant.
func (s *Site) computer(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("game")
	if _, err := variant.Get(id); err != nil {
		id = usualGame
	}
	http.Redirect(w, r, "/computer/"+id, http.StatusSeeOther)
}

// computerGame shows the page of a game against the computer. The game itself runs in the browser only.
func (s *Site) computerGame(w http.ResponseWriter, r *http.Request) {
	v, err := variant.Get(r.PathValue("id"))
	if err != nil {
		s.fail(w, r, ErrNone)
		return
	}
	start := v.Rules.Start()
	f := frameOf(start.Setup(), 0, start.Turn(), v)
	say := printerFor(w, r)
	p := computerPage{
		Say: say, About: aboutGame(say, v), Variant: v, Variants: variant.All(), Levels: []int{1, 2, 3, 4, 5, 6},
		Board: drawBoard(say, v.Rules, f, say.Text(v.Name), false), First: firstPosition(v.Rules, f),
		Rules: rulesText(v.Rules), Words: wordsFor(say, reasons(v.Rules)...), Built: HasEngine(),
	}
	title := say.Text("You against the computer")
	s.show(w, r, "computer", http.StatusOK, page{Title: say.Text(v.Name) + ": " + title, About: title, At: "computer",
		Scripts: boardScripts, Body: p})
}

// firstPosition returns the start position with its legal moves, in JSON.
func firstPosition(r *rules.Rules, f Frame) string {
	start := r.Start()
	p := wire.Position{Seq: 1, Turn: wire.Side(f.Turn), Pieces: f.Pieces, Hand: f.Hand}
	for _, m := range start.Legal(nil, nil) {
		p.Moves = append(p.Moves, ledger.Move(r, m))
	}
	text, _ := json.Marshal(p) // it can always be encoded
	return string(text)
}

// rulesText writes rules as text: the rows of the board, empty for a game on lines, then one key and value per line.
func rulesText(r *rules.Rules) string {
	set := r.Ruleset()
	lines := []string{strings.Join(set.Rows, " ")}
	for _, t := range ruleset.TogglesFor(&set) {
		lines = append(lines, t.Key+"="+t.Get(&set))
	}
	return strings.Join(lines, "\n")
}

// reasons are the texts for illegal moves.
func reasons(r *rules.Rules) (list []string) {
	for n := rules.GameOver; n <= rules.NoCastling; n++ {
		format, _ := (&rules.Illegal{Reason: n, Board: r.Board()}).Words()
		list = append(list, format)
	}
	return list
}
