package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// ErrDamaged is returned for a saved game that cannot be read.
var ErrDamaged = errors.New("the saved game is damaged")

const (
	saveFormat  = "tafl3d game"
	saveVersion = 1
	maxSave     = 4 << 20
	maxTurns    = 4000
	maxName     = 100
)

// Seat describes the player of a side.
type Seat struct {
	Player string `json:"player"` // "human", "computer"
	Level  int    `json:"level,omitempty"`
	Name   string `json:"name,omitempty"`
}

// Header holds the data of a game other than its moves.
type Header struct {
	Variant string // id
	Name    string // name given by the player; may be empty
	Seats   [game.Sides]Seat
}

// saved is the whole document.
type saved struct {
	Format    string       `json:"format"`
	Version   int          `json:"version"`
	Variant   string       `json:"variant"`
	Name      string       `json:"name,omitempty"`
	Attackers Seat         `json:"attackers"`
	Defenders Seat         `json:"defenders"`
	Start     string       `json:"start"`
	Clock     string       `json:"clock"`
	Spent     string       `json:"spent,omitempty"` // on the current move
	Turns     []savedTurn  `json:"turns"`
	At        int          `json:"at"` // number of the last move played, 0 for the start
	Result    string       `json:"result,omitempty"`
	Cause     string       `json:"cause,omitempty"`
	Claims    *savedClaims `json:"claims,omitempty"`
}

type savedTurn struct {
	Text  string     `json:"turn"`
	After *int       `json:"after,omitempty"` // number of the previous move, if it is not the preceding entry
	Left  *[2]string `json:"left,omitempty"`  // the clocks
}

// Encode returns the saved form of a game, without the steps of an unfinished move.
func Encode(h Header, s State) ([]byte, error) {
	start := s.Start
	doc := saved{
		Format: saveFormat, Version: saveVersion, Variant: h.Variant, Name: h.Name,
		Attackers: h.Seats[game.Attackers], Defenders: h.Seats[game.Defenders],
		Start: notation.Position(&start), Clock: s.Clock.control.String(), Turns: []savedTurn{},
		At: s.Record.at(), Result: s.Outcome.Result(), Cause: s.Outcome.Cause.String(),
		Claims: s.Claims.saved(),
	}
	if s.Clock.spent > 0 {
		doc.Spent = span(s.Clock.spent)
	}
	for i, t := range s.Record.turns[1:] {
		e := savedTurn{Text: t.Text}
		if t.after != i {
			e.After = &t.after
		}
		if s.Clock.control.On() {
			e.Left = &[2]string{t.Left[0].String(), t.Left[1].String()}
		}
		doc.Turns = append(doc.Turns, e)
	}
	data, err := json.MarshalIndent(doc, "", " ")
	return append(data, '\n'), err
}

// String returns "4m58s", or "0s+2" with byo-yomi periods.
func (l Left) String() string {
	if l.Periods == 0 {
		return span(l.Main)
	}
	return span(l.Main) + "+" + strconv.Itoa(l.Periods)
}

// ParseLeft parses the output of Left.String.
func ParseLeft(text string) (l Left, err error) {
	main, periods, byo := strings.Cut(text, "+")
	if l.Main, err = parseSpan(main); err != nil {
		return l, err
	}
	if byo {
		if l.Periods, err = strconv.Atoi(periods); err != nil {
			return l, game.Faultf("%q is not a number of periods", periods)
		}
	}
	if l.Main < 0 || l.Main > maxMain*maxTurns || l.Periods < 0 || l.Periods > maxPeriods {
		return l, game.Faultf("invalid time %.30q on a clock", text)
	}
	return l, nil
}

// Decode reads the output of Encode and replays it, so that the result always obeys the rules. find returns the rules
// of a variant by its id. The error is an ErrDamaged or from find, and names the fault and its place.
func Decode(data []byte, find func(variant string) (*rules.Rules, error)) (Header, *Match, error) {
	doc, err := parse(data)
	if err != nil {
		return Header{}, nil, err
	}
	r, err := find(doc.Variant)
	if err != nil {
		return Header{}, nil, err
	}
	m, err := doc.match(r)
	if err != nil {
		return Header{}, nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return doc.header(), m, nil
}

// header returns the header of a document.
func (doc *saved) header() Header {
	return Header{Variant: doc.Variant, Name: doc.Name, Seats: [game.Sides]Seat{doc.Attackers, doc.Defenders}}
}

// ReadHeader returns the header of a saved game and its stored outcome without replaying it. The error is an
// ErrDamaged.
func ReadHeader(data []byte) (Header, game.Outcome, error) {
	doc, err := parse(data)
	if err != nil {
		return Header{}, game.Outcome{}, err
	}
	o, ok := game.ParseOutcome(doc.Result, doc.Cause)
	if !ok {
		return Header{}, game.Outcome{}, fmt.Errorf("%w: %w", ErrDamaged, doc.noEnd())
	}
	return doc.header(), o, nil
}

func parse(data []byte) (*saved, error) {
	if len(data) > maxSave {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, game.Faultf("it is larger than %d bytes", maxSave))
	}
	var probe struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := json.Unmarshal(data, &probe); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if probe.Format != saveFormat || probe.Version != saveVersion {
		return nil, fmt.Errorf("%w: %w", ErrDamaged,
			game.Faultf("format %.30q version %d; this program reads %q version %d",
				probe.Format, probe.Version, saveFormat, saveVersion))
	}
	var doc saved
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&doc); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return &doc, nil
}

// match replays the document.
func (doc *saved) match(r *rules.Rules) (*Match, error) {
	if err := errors.Join(doc.Attackers.check("attackers"), doc.Defenders.check("defenders")); err != nil {
		return nil, err
	}
	if len(doc.Name) > 4*maxName {
		return nil, game.Faultf("its name is too long (%d bytes)", len(doc.Name))
	}
	if len(doc.Turns) > maxTurns || doc.At < 0 || doc.At > len(doc.Turns) {
		return nil, game.Faultf("%d moves, but the current move is %d", len(doc.Turns), doc.At)
	}
	control, err := ParseControl(doc.Clock)
	if err != nil {
		return nil, err
	}
	start, err := notation.ParsePosition(r, doc.Start)
	if err != nil {
		return nil, game.Faultf("start position: %s", err)
	}
	m := New(start, control)
	for i := range doc.Turns {
		if err := m.replay(i+1, &doc.Turns[i]); err != nil {
			return nil, game.Faultf("move %d, %.60q: %s", i+1, doc.Turns[i].Text, err)
		}
	}
	m.goTo(doc.At)
	return m, m.restore(doc)
}

func (s Seat) check(side string) error {
	switch {
	case s.Player != "human" && s.Player != "computer":
		return game.Faultf("%s: player %.30q is neither human nor computer", side, s.Player)
	case s.Level < 0 || s.Level > 100 || len(s.Name) > maxName:
		return game.Faultf("%s: invalid level %d or name %.30q", side, s.Level, s.Name)
	}
	return nil
}

// replay plays move number i of a document.
func (m *Match) replay(i int, e *savedTurn) error {
	if e.After != nil {
		if *e.After < 0 || *e.After >= i {
			return game.Faultf("it cannot follow move %d", *e.After)
		}
		m.goTo(*e.After)
	} else {
		m.goTo(i - 1)
	}
	if m.record.ply > 0 && m.line.Judge().Over() {
		return ErrOver
	}
	moves, err := notation.ParseTurn(&m.line.Position, m.line.History(), e.Text)
	if err != nil {
		return err
	}
	if err := m.playAll(moves); err != nil {
		return err
	}
	if len(m.record.turns) != i+1 {
		return game.Faultf("the same move is already there")
	}
	m.record.turns[i].Left, err = e.left(m.clock.control)
	return err
}

// playAll plays the steps of a complete move.
func (m *Match) playAll(moves []game.Move) error {
	side := m.line.Turn()
	for i, mv := range moves {
		d, err := m.line.Try(mv)
		if err != nil {
			return err
		}
		m.steps = append(m.steps, d)
		if m.line.MidTurn() != (i < len(moves)-1) {
			return game.Faultf("it is not one whole move")
		}
	}
	if len(moves) == 0 {
		return game.Faultf("it is not one whole move")
	}
	m.addToRecord(side)
	return nil
}

// left parses the clocks.
func (e *savedTurn) left(c Control) (left [game.Sides]Left, err error) {
	if (e.Left != nil) != c.On() {
		return left, game.Faultf("the clocks do not fit the time control %s", c)
	}
	if e.Left == nil {
		return left, nil
	}
	for side, text := range e.Left {
		if left[side], err = ParseLeft(text); err != nil {
			return left, err
		}
		if left[side].Periods > c.For(game.Side(side)).Periods {
			return left, game.Faultf("%.30q left on a clock does not fit %s", text, c)
		}
	}
	return left, nil
}

// goTo moves along the tree to the move with the given index.
func (m *Match) goTo(i int) {
	if i == m.record.at() {
		return
	}
	path := m.record.path(i)
	common := 0
	for common < min(len(path), m.record.ply) && m.record.line[common] == path[common] {
		common++
	}
	for m.record.ply > common {
		m.undoMove()
	}
	if i != 0 {
		m.record.line = append(path[:len(path)-1:len(path)-1], m.record.tail(i)...)
	}
	for m.record.ply < len(path) {
		m.redoMove()
	}
}

// restore sets clock and outcome from the document.
func (m *Match) restore(doc *saved) error {
	m.refresh(time.Time{}) // the zero time leaves the clock stopped
	end, err := doc.outcome()
	if err != nil {
		return err
	}
	if !m.mayEnd(end) {
		return game.Faultf("the result %q (%s) does not match the board", doc.Result, doc.Cause)
	}
	switch {
	case !end.Over():
		err = m.restoreClaims(doc.Claims)
	case doc.Claims != nil:
		err = game.Faultf("claims in a finished game")
	default:
		m.end, m.claims = end, Claims{}
	}
	if err != nil {
		return err
	}
	if doc.Spent == "" {
		return nil
	}
	spent, err := parseSpan(doc.Spent)
	side := m.line.Turn()
	if err != nil || spent < 0 || !end.Over() && spent >= m.clock.total(side) {
		return game.Faultf("invalid time %.30q spent on the current move", doc.Spent)
	}
	m.clock.side, m.clock.spent = side, spent
	return nil
}

// mayEnd reports whether the game may end this way in the current position.
func (m *Match) mayEnd(end game.Outcome) bool {
	switch {
	case end == m.end:
		return true
	case m.end.Over() || !end.Over():
		return false
	case end.Cause == game.Repetition:
		return m.claims.Disputed
	case end.Cause == game.Blockade:
		return !end.Draw && m.line.Claims()[end.Winner] == rules.ClaimBlockade
	}
	return end.Cause >= game.Resigned
}

// outcome parses the outcome.
func (doc *saved) outcome() (game.Outcome, error) {
	if o, ok := game.ParseOutcome(doc.Result, doc.Cause); ok {
		return o, nil
	}
	return game.Outcome{}, doc.noEnd()
}

// noEnd returns the error for an outcome that does not exist.
func (doc *saved) noEnd() error {
	return game.Faultf("no game ends with %.30q by %.30q", doc.Result, doc.Cause)
}
