package main

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
)

var replayCommand = &command.Command{
	Name:    "replay",
	Summary: "replay games and print every position as JSON",
	Args:    "< GAMES",
	Help: `Reads one game per line from standard input, a JSON object:
  {"variant":"ID", "rules":{"king.capture":"enclosed",...}, "start":{"board":[rows,
   top first],"to_move":"attackers"}, "moves":["f2-f5",...], "legal":true}
For the other families start is {"pieces":{"G":["d2"],...},"turn":"B","hand":{"A":
{"G":20}},"flags":{"c3":"retreated"},"huff":["e6"],"castling":"kq"}. rules, start
and legal are optional. Writes one line per game: {"plies":[...],"error":""}. A
ply has the board before the move, the number of legal moves (legal_n), the first
16 hex digits of the SHA-1 of their sorted texts joined by newlines (legal_sha1),
the texts if "legal" is true, the move played, what it captured, and whether the
game is over. The last ply is the final position. A bad or empty line gives the
plies so far and the error; the program then reads the next line.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		f.Bool("json", true, "accepted, without effect; input and output are always JSON")
		return replay
	},
}

// recordIn is a game in JSON, as input.
type recordIn struct {
	Variant string         `json:"variant"`
	Rules   map[string]any `json:"rules,omitempty"`
	Start   *startIn       `json:"start,omitempty"`
	Moves   []string       `json:"moves"`
	Legal   bool           `json:"legal"`
}

type startIn struct {
	Board  []string `json:"board"`
	ToMove string   `json:"to_move"`
	placeIn
}

// recordOut is a game in JSON, as output.
type recordOut struct {
	Plies []plyOut `json:"plies"`
	Error string   `json:"error"`
}

type plyOut struct {
	Ply    int      `json:"ply"`
	ToMove string   `json:"to_move,omitempty"` // tafl games only
	Board  []string `json:"board,omitempty"`
	*placeOut
	LegalN    int      `json:"legal_n"`
	LegalSHA1 string   `json:"legal_sha1"`
	Legal     []string `json:"legal,omitempty"`
	Played    string   `json:"played"`
	Captured  []string `json:"captured"`
	Over      bool     `json:"over"`
	Winner    string   `json:"winner"`
	Reason    string   `json:"reason"`
}

// maxLine is the maximum length of an input line in bytes.
const maxLine = 16 << 20

var errLong = errors.New("the line is too long")

func replay(e *command.Env) error {
	in := bufio.NewReaderSize(e.In, 1<<16)
	cache := map[string]*rules.Rules{}
	for {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		out := recordOut{Plies: []plyOut{}}
		switch {
		case errors.Is(err, errLong):
			out.Error = err.Error()
		case err != nil:
			return err
		case len(bytes.TrimSpace(line)) == 0:
			out.Error = "the line is empty"
		default:
			if err := out.replay(line, cache); err != nil {
				out.Error = err.Error()
			}
		}
		if err := e.Line(out); err != nil {
			return err
		}
	}
}

// readLine reads a line of any length and discards it if it is too long. The last line may lack its
// newline.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLong
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		}
		return line, err
	}
}

// badJSON rewrites the decoder's errors without Go types.
func badJSON(err error) error {
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &kind) && kind.Field == "":
		return fmt.Errorf("bad JSON: expected an object, not %s", kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("bad JSON: %s cannot be %s", kind.Field, kind.Value)
	}
	return fmt.Errorf("bad JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
}

// replay replays one line and records every ply.
func (o *recordOut) replay(line []byte, cache map[string]*rules.Rules) error {
	var in recordIn
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(&in); err != nil {
		return badJSON(err)
	}
	if dec.More() {
		return errors.New("bad JSON: more than one value on the line")
	}
	if in.Variant == "" {
		return errors.New("variant: missing")
	}
	r, err := in.rules(cache)
	if err != nil {
		return err
	}
	p, err := in.start(r)
	if err != nil {
		return err
	}
	g := &replayed{line: rules.NewLine(p, nil), legal: in.Legal}
	if other(r) { // a tafl game continues from a start position that is already decided
		g.outcome = g.line.Judge()
	}
	for _, text := range in.Moves {
		ply, err := g.ply()
		if err != nil {
			return err
		}
		if g.outcome.Over() {
			return fmt.Errorf("ply %d: %q: the game is over", g.n, text)
		}
		if err := g.move(text, &ply); err != nil {
			return fmt.Errorf("ply %d: %q: %w", g.n, text, err)
		}
		o.Plies = append(o.Plies, ply)
		g.n++
	}
	last, err := g.ply()
	if err != nil {
		return err
	}
	o.Plies = append(o.Plies, last)
	return nil
}

// rules returns the rules of the game, recompiled if the record changes any.
func (in *recordIn) rules(cache map[string]*rules.Rules) (*rules.Rules, error) {
	v, err := variant.Get(in.Variant)
	if err != nil {
		return nil, err
	}
	if len(in.Rules) == 0 {
		return v.Rules, nil
	}
	set := v.Rules.Ruleset()
	key := in.Variant
	for _, name := range settingOrder(&set, in.Rules) {
		value, err := toggleText(in.Rules[name])
		if err != nil {
			return nil, fmt.Errorf("rules: %s: %w", name, err)
		}
		if err := set.Set(name, value); err != nil {
			return nil, fmt.Errorf("rules: %w", err)
		}
		key += "\n" + name + "=" + value
	}
	if r := cache[key]; r != nil {
		return r, nil
	}
	r, err := rules.Compile(set)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	if len(cache) > 1000 {
		clear(cache)
	}
	cache[key] = r
	return r, nil
}

// settingOrder returns the names of rules in the order of setting: kinds of pieces, rules for all
// kinds or sides, rules for a single one.
func settingOrder(set *ruleset.Ruleset, m map[string]any) []string {
	keys := sortedKeys(m)
	slices.SortStableFunc(keys, func(a, b string) int { return scope(set, a) - scope(set, b) })
	return keys
}

func scope(set *ruleset.Ruleset, name string) int {
	switch {
	case name == "kinds":
		return 0
	case ruleset.ToggleOf(set, name) == nil:
		return 1
	}
	return 2
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// toggleText formats a JSON value as the value of a toggle. Nested lists, as of camps, are joined
// by slashes.
func toggleText(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case json.Number:
		return v.String(), nil
	case bool:
		if v {
			return "on", nil
		}
		return "off", nil
	case []any:
		sep, parts := ",", []string(nil)
		for _, x := range v {
			if _, nested := x.([]any); nested {
				sep = "/"
			}
			t, err := toggleText(x)
			if err != nil {
				return "", err
			}
			parts = append(parts, t)
		}
		return strings.Join(parts, sep), nil
	}
	return "", errors.New("the value must be a text, a number, a boolean or a list")
}

// start returns the starting position of the game.
func (in *recordIn) start(r *rules.Rules) (rules.Position, error) {
	if in.Start == nil {
		return r.Start(), nil
	}
	setup := r.Setup()
	if in.Start.Board != nil {
		var err error
		if setup, err = r.ParseRows(in.Start.Board); err != nil {
			return rules.Position{}, fmt.Errorf("start: %w", err)
		}
		setup.Turn = r.Setup().Turn
	}
	if err := in.Start.fill(r, &setup); err != nil {
		return rules.Position{}, fmt.Errorf("start: %w", err)
	}
	switch in.Start.ToMove {
	case "":
	case game.Attackers.String():
		setup.Turn = game.Attackers
	case game.Defenders.String():
		setup.Turn = game.Defenders
	default:
		return rules.Position{}, fmt.Errorf("start: to_move: %q is neither attackers nor defenders", in.Start.ToMove)
	}
	p, err := r.Position(setup)
	if err != nil {
		return p, fmt.Errorf("start: %w", err)
	}
	return p, nil
}

// replayed is a game during its replay.
type replayed struct {
	line    *rules.Line
	outcome game.Outcome
	legal   bool
	n       int
}

// ply describes the position before the next move.
func (g *replayed) ply() (plyOut, error) {
	o := plyOut{Ply: g.n, Captured: []string{}}
	if other(g.line.Rules()) {
		o.placeOut = place(&g.line.Position)
	} else {
		o.ToMove, o.Board = g.line.Turn().String(), g.line.Rules().Rows(g.line.Setup())
	}
	o.result(g.outcome)
	var texts []string
	if !g.outcome.Over() {
		if texts = turnTexts(&g.line.Position, g.line.History()); texts == nil {
			return o, fmt.Errorf("ply %d: more than %d legal moves", g.n, mostTurns)
		}
	}
	sum := sha1.Sum([]byte(strings.Join(texts, "\n")))
	o.LegalN, o.LegalSHA1 = len(texts), hex.EncodeToString(sum[:])[:16]
	if g.legal {
		o.Legal = texts
	}
	return o, nil
}

func (o *plyOut) result(e game.Outcome) {
	o.Over, o.Winner, o.Reason = e.Over(), e.Result(), e.Cause.String()
	if o.placeOut != nil && e.Over() && !e.Draw {
		o.Winner = sideLetters[e.Winner]
	}
}

// mostTurns is the maximum number of listed turns of a position. Only changed rules with many
// actions per turn exceed it.
const mostTurns = 1 << 22

// turnTexts returns the texts of the legal turns, sorted and unique; nil if there are too many.
func turnTexts(p *rules.Position, h *rules.History) []string {
	texts := make([]string, 0, 128)
	p.EachTurn(h, func(steps []rules.Delta, _ game.Move) bool {
		texts = append(texts, notation.Turn(p.Rules(), steps))
		return len(texts) <= mostTurns
	})
	if len(texts) > mostTurns {
		return nil
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// move makes a move and describes it in o.
func (g *replayed) move(text string, o *plyOut) error {
	switch strings.ToLower(strings.TrimSpace(text)) {
	case "resign", "resigned", "---":
		g.outcome, o.Played = game.Won(g.line.Turn().Other(), game.Resigned), "resigned"
	case "timeout":
		g.outcome, o.Played = game.Won(g.line.Turn().Other(), game.Time), "timeout"
	case "draw":
		g.outcome, o.Played = game.Drawn(game.Agreed), "draw"
	default:
		if err := g.turn(text, o); err != nil {
			return err
		}
	}
	o.result(g.outcome)
	return nil
}

func (g *replayed) turn(text string, o *plyOut) error {
	moves, err := notation.ParseTurn(&g.line.Position, g.line.History(), text)
	if err != nil {
		return err
	}
	deltas, end, err := g.line.Play(moves)
	if err != nil {
		return err
	}
	var steps []rules.Delta
	b := g.line.Rules().Board()
	for i, m := range moves {
		d := deltas[i]
		if m.Op != game.End || other(g.line.Rules()) {
			steps = append(steps, d)
		}
		for i := range d.Captures() {
			s, _, _ := d.Captured(i)
			o.Captured = append(o.Captured, b.Name(s))
		}
	}
	slices.Sort(o.Captured)
	o.Played = notation.Turn(g.line.Rules(), steps)
	g.outcome = end
	return nil
}
