package record

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// readJSON parses the supported JSON objects: a saved game of this program, a record of Abstract Play, and a game as
// `tafl replay` reads it.
func readJSON(text string, line int, opt *Options) (*tree.Game, error) {
	var probe struct {
		Format    string          `json:"format"`
		Header    json.RawMessage `json:"header"`
		Attackers json.RawMessage `json:"attackers"`
		Moves     json.RawMessage `json:"moves"`
	}
	if err := json.Unmarshal([]byte(text), &probe); err != nil {
		return nil, jsonError(text, line, err)
	}
	read := readPlain
	switch {
	case probe.Format != "":
		read = readSaved
	case len(probe.Header) > 0:
		read = readAbstractPlay
	case len(probe.Attackers) > 0 && len(probe.Moves) > 0:
		read = readSite
	}
	g, err := read(text, opt)
	if err != nil {
		return nil, &Error{Line: line, Err: err}
	}
	return g, nil
}

// jsonError rewords an error of the JSON decoder, with its line.
func jsonError(text string, line int, err error) error {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return &Error{Line: line, Err: game.Faultf("the object is not a game record")}
	}
	at := min(int(syntax.Offset), len(text))
	r := &own{text: text, line: line}
	return r.fail(max(at-1, 0), game.Faultf("invalid JSON here"))
}

func readSaved(text string, opt *Options) (*tree.Game, error) {
	h, m, err := match.Decode([]byte(text), func(id string) (*rules.Rules, error) {
		v, err := opt.find(id)
		if err != nil {
			return nil, err
		}
		return v.Rules, nil
	})
	if err != nil {
		return nil, err
	}
	return tree.Of(h, m.State()), nil
}

func readPlain(text string, opt *Options) (*tree.Game, error) {
	var in struct {
		Variant string   `json:"variant"`
		Moves   []string `json:"moves"`
	}
	if err := json.Unmarshal([]byte(text), &in); err != nil || in.Moves == nil {
		return nil,
			game.Faultf("this JSON is not a game: expected a saved game, or one from Abstract Play or hnefatafl.org")
	}
	v, err := opt.unsaid()
	if in.Variant != "" {
		v, err = opt.find(in.Variant)
	}
	if err != nil {
		return nil, err
	}
	return turns(v, in.Moves)
}

// turns plays a list of moves from the start of a variant.
func turns(v *variant.Variant, list []string) (*tree.Game, error) {
	return turnsFrom(v, v.Rules.Start(), list)
}

// turnsFrom plays a list of moves from a position.
func turnsFrom(v *variant.Variant, start rules.Position, list []string) (*tree.Game, error) {
	g := tree.New(v.ID, start)
	c := g.Cursor()
	for i, text := range list {
		switch word := strings.ToLower(strings.TrimSpace(text)); word {
		case "resigned", "resign", "timeout", "draw":
			return g, ends(g, c, word)
		}
		if _, err := spelled(c, text); err != nil {
			return nil, game.Faultf("move %d, %q: %s", i+1, text, err)
		}
	}
	return g, ends(g, c, "")
}

// apRecord is a game record of Abstract Play, with the fields of tafl games.
type apRecord struct {
	Header struct {
		Game struct {
			Name     string   `json:"name"`
			Variants []string `json:"variants"`
		} `json:"game"`
		Event string `json:"event"`
		Round string `json:"round"`
		Site  struct {
			Name string          `json:"name"`
			ID   json.RawMessage `json:"gameid"`
		} `json:"site"`
		Ended   string `json:"date-end"`
		Players []struct {
			Name   string  `json:"name"`
			Result float64 `json:"result"`
		} `json:"players"`
	} `json:"header"`
	Moves [][]apMove `json:"moves"`
}

// apMove is a move: a text, an object that contains one, or empty.
type apMove string

// UnmarshalJSON parses either form.
func (m *apMove) UnmarshalJSON(data []byte) error {
	var object struct {
		Move string `json:"move"`
	}
	if json.Unmarshal(data, (*string)(m)) == nil {
		return nil
	}
	err := json.Unmarshal(data, &object)
	*m = apMove(object.Move)
	return err
}

func readAbstractPlay(text string, opt *Options) (*tree.Game, error) {
	var in apRecord
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, game.Faultf("this is not an Abstract Play game record")
	}
	var list []string
	for _, round := range in.Moves {
		for _, m := range round {
			if m != "" {
				list = append(list, string(m))
			}
		}
	}
	v, err := in.variant(list, opt)
	if err != nil {
		return nil, err
	}
	g, err := turns(v, list)
	if err != nil {
		return nil, err
	}
	in.tell(g)
	return g, nil
}

// apName is Abstract Play's name of the tafl games.
const apName = "Tafl"

// variant returns the variant named in the header, or the one that allows the moves.
func (in *apRecord) variant(list []string, opt *Options) (*variant.Variant, error) {
	for _, name := range in.Header.Game.Variants {
		if name == "total-11x11-tdiamond" {
			name = "total-11x11-tdiamond-ap"
		}
		if v, err := variant.Get(name); err == nil {
			return v, nil
		}
	}
	v, err := opt.choose(func() (fit []*variant.Variant) {
		if !strings.EqualFold(in.Header.Game.Name, apName) {
			return nil // another game of Abstract Play
		}
		for _, v := range variant.All() {
			if _, err := turns(v, list); err == nil && len(list) > 0 {
				fit = append(fit, v)
			}
		}
		return fit
	})
	if err == nil || !errors.Is(err, errNoFit) {
		return v, err
	}
	return nil, game.Faultf("%s: %s (%s) is not supported", ErrNoVariant, in.Header.Game.Name,
		strings.Join(in.Header.Game.Variants, ", "))
}

// tell sets the tags and the result.
func (in *apRecord) tell(g *tree.Game) {
	h := &in.Header
	g.SetTag(tree.TagEvent, h.Event)
	g.SetTag(tree.TagRound, h.Round)
	g.SetTag(tree.TagSite, h.Site.Name)
	date, _, _ := strings.Cut(h.Ended, "T")
	g.SetTag(tree.TagDate, Date(date))
	if id, err := strconv.Unquote(string(h.Site.ID)); err == nil {
		g.SetTag(tree.TagID, id)
	} else {
		g.SetTag(tree.TagID, string(h.Site.ID))
	}
	if len(h.Players) != game.Sides {
		return
	}
	seat := [game.Sides]string{tree.TagAttackers, tree.TagDefenders}
	first := g.Start.Turn()
	for i, side := range []game.Side{first, first.Other()} {
		g.SetTag(seat[side], h.Players[i].Name)
	}
	if g.Outcome.Over() {
		return
	}
	result := "draw"
	switch a, b := h.Players[0].Result, h.Players[1].Result; {
	case a > b:
		result = first.String()
	case b > a:
		result = first.Other().String()
	}
	g.Outcome, _ = unexplained(result, game.Outcome{})
}
