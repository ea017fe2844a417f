// Package notation reads and writes moves and positions as text: Abstract Play's move notation for custodial games,
// and a position text in one line.
package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// ErrSyntax is returned for text that is not valid notation. The error message gives the column, from 1.
var ErrSyntax = errors.New("invalid notation")

// inColumn returns an error with its column in the move.
func inColumn(kind error, column int, what error) *game.Fault {
	return game.Faultf("%s: column %d: %s", kind, column, what)
}

// Where returns the column, from 1, of an error of this package, and the error without it, for callers that report
// positions in a longer text. For other errors the column is 1.
func Where(err error) (column int, rest error) {
	if f, is := errors.AsType[*game.Fault](err); is && err == error(f) {
		if format, args := f.Words(); format == "%s: column %d: %s" { // made by inColumn
			return args[1].(int), game.Faultf("%s: %s", args[0], args[2])
		}
	}
	return 1, err
}

// Step writes one step: "Ke5-e2xd2". Captures are sorted by file, then rank. A moving piece that was captured by the
// strict rule follows in parentheses. The result is empty for the end of a chain.
func Step(r *rules.Rules, d *rules.Delta) string {
	var b strings.Builder
	if r.Lines() {
		writeLineStep(&b, r, d, false)
	} else {
		writeStep(&b, r, d)
	}
	return b.String()
}

func writeStep(b *strings.Builder, r *rules.Rules, d *rules.Delta) {
	m, name := d.Move(), r.Board().Name
	if m.Op == game.End {
		return
	}
	b.WriteString(letter(r, d.Piece()))
	b.WriteString(name(m.From))
	if m.Op == game.Leap {
		b.WriteByte('^')
	} else {
		b.WriteByte('-')
	}
	b.WriteString(name(m.To))
	for _, c := range captured(r, d) {
		b.WriteByte('x')
		b.WriteString(letter(r, c.piece))
		b.WriteString(name(c.at))
	}
	if d.LostMover() {
		b.WriteString("(" + name(m.To) + ")")
	}
}

type capture struct {
	at    game.Square
	piece game.Piece
}

// captured lists the enemy pieces that a step captured, by file, then rank.
func captured(r *rules.Rules, d *rules.Delta) (list []capture) {
	n := d.Captures()
	if d.LostMover() {
		n--
	}
	if n == 0 {
		return nil
	}
	for i := range n {
		at, piece, _ := d.Captured(i)
		list = append(list, capture{at, piece})
	}
	slices.SortFunc(list, func(x, y capture) int { return byFile(r.Board(), x.at, y.at) })
	return list
}

// byFile orders squares by file, then rank.
func byFile(b *game.Board, x, y game.Square) int {
	xf, xr := b.FileRank(x)
	yf, yr := b.FileRank(y)
	if xf != yf {
		return xf - yf
	}
	return xr - yr
}

// letter returns the letter of a piece in moves, "" for ordinary men.
func letter(r *rules.Rules, p game.Piece) string {
	switch p {
	case ruleset.King:
		return "K"
	case ruleset.Knight:
		return "N"
	case ruleset.Commander:
		return "C"
	}
	return ""
}

// Turn writes a complete move, its steps separated by blanks.
func Turn(r *rules.Rules, steps []rules.Delta) string {
	if r.Lines() {
		return lineTurn(r, steps)
	}
	var b strings.Builder
	b.Grow(len("Ke5-e2xd2 "))
	for i := range steps {
		if i > 0 && steps[i].Move().Op != game.End {
			b.WriteByte(' ')
		}
		writeStep(&b, r, &steps[i])
	}
	return b.String()
}

// written is a parsed step.
type written struct {
	text     string
	column   int
	piece    byte // upper-case letter or 0
	from, to game.Square
	leap     bool
	takes    []prey
	lost     bool // the moving piece, in parentheses
}

// prey is a parsed captured piece.
type prey struct {
	piece byte // upper-case letter or 0
	at    game.Square
}

// ParseTurn parses a complete move and returns its steps, including game.End where a chain is stopped. Captures may
// be omitted; if they are listed, the list must be right, but may leave out the king, as aagenielsen.dk does. Letters
// may have either case. The error is an *rules.Illegal, or wraps ErrSyntax and gives the column.
func ParseTurn(p *rules.Position, h *rules.History, text string) ([]game.Move, error) {
	if p.Rules().Lines() {
		return parseLineTurn(p, h, text)
	}
	steps, err := readSteps(p.Rules().Board(), text)
	if err != nil {
		return nil, err
	}
	return playSteps(p, h, steps)
}

// playSteps converts parsed steps into the steps of a move.
func playSteps(p *rules.Position, h *rules.History, steps []written) ([]game.Move, error) {
	q := *p
	var moves []game.Move
	for i, w := range steps {
		if i > 0 && !q.MidTurn() {
			return nil, game.Faultf("%s: column %d: the move ends before %s", rules.ErrIllegal, w.column, w.text)
		}
		d, err := play(&q, h, w)
		if err != nil {
			return nil, err
		}
		moves = append(moves, d.Move())
	}
	if q.MidTurn() {
		d, err := q.Try(game.Move{Op: game.End}, h)
		if err != nil {
			return nil, err
		}
		moves = append(moves, d.Move())
	}
	return moves, nil
}

// play plays one parsed step and checks its captures against the text.
func play(q *rules.Position, h *rules.History, w written) (rules.Delta, error) {
	r := q.Rules()
	m := game.Move{From: w.from, To: w.to}
	if w.leap {
		m.Op = game.Leap
	}
	before := *q
	d, err := q.Try(m, h)
	if err != nil && !w.leap { // people write jumps like slides
		m.Op = game.Leap
		if again, leapErr := q.Try(m, h); leapErr == nil {
			d, err = again, nil
		}
	}
	if err != nil {
		return d, err
	}
	fault := w.misreads(r, captured(r, &d))
	if l := letter(r, d.Piece()); w.piece != 0 && l != string(w.piece) {
		fault = game.Faultf("the piece on %s is a %s", r.Board().Name(w.from), game.Word(r.Kinds()[d.Piece()].Name))
	}
	if fault == nil && w.lost && !d.LostMover() {
		fault = game.Faultf("the moving piece is not captured")
	}
	if fault != nil {
		*q = before
		return d, inColumn(rules.ErrIllegal, w.column, game.Faultf("%s: %s", w.text, fault))
	}
	return d, nil
}

// misreads returns an error if a list of captures is wrong. A missing list is never wrong.
func (w *written) misreads(r *rules.Rules, taken []capture) *game.Fault {
	if len(w.takes) == 0 {
		return nil
	}
	var said, all, men []game.Square
	for _, c := range taken {
		all = append(all, c.at)
		if !r.Kinds()[c.piece].Royal {
			men = append(men, c.at)
		}
	}
	for _, t := range w.takes {
		said = append(said, t.at)
	}
	if !sameSet(all, said) && !sameSet(men, said) {
		if len(all) == 0 {
			return game.Faultf("it captures nothing")
		}
		return game.Faultf("it captures %s", names(r.Board(), all))
	}
	for _, c := range taken {
		for _, t := range w.takes {
			if t.at == c.at && t.piece != 0 && letter(r, c.piece) != string(t.piece) {
				return game.Faultf("the piece on %s is a %s", r.Board().Name(c.at), game.Word(r.Kinds()[c.piece].Name))
			}
		}
	}
	return nil
}

func sameSet(a, b []game.Square) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(slices.Compact(a), slices.Compact(b))
}

func names(b *game.Board, squares []game.Square) string {
	var list []string
	for _, s := range squares {
		list = append(list, b.Name(s))
	}
	return strings.Join(list, ", ")
}

// reader parses steps character by character.
type reader struct {
	board  *game.Board
	text   string
	at     int
	offset int // column at which the text begins in a longer one
}

func readSteps(b *game.Board, text string) ([]written, error) {
	r := reader{board: b, text: text}
	var steps []written
	for r.blanks(); r.at < len(text); r.blanks() {
		w, err := r.step()
		if err != nil {
			return nil, err
		}
		steps = append(steps, w)
	}
	if len(steps) == 0 {
		return nil, r.errorf("expected a move such as d1-d3")
	}
	return steps, nil
}

func (r *reader) errorf(format string, args ...any) error {
	return inColumn(ErrSyntax, r.offset+r.at+1, game.Faultf(format, args...))
}

func (r *reader) blanks() {
	for r.at < len(r.text) && strings.ContainsRune(" \t", rune(r.text[r.at])) {
		r.at++
	}
}

// peek returns the next byte, 0 at the end.
func (r *reader) peek() byte {
	if r.at < len(r.text) {
		return r.text[r.at]
	}
	return 0
}

func (r *reader) step() (w written, err error) {
	begin := r.at
	w.column = begin + 1
	if w.piece, w.from, err = r.pieceSquare(); err != nil {
		return w, err
	}
	switch r.peek() {
	case '-':
	case '^':
		w.leap = true
	default:
		return w, r.errorf("expected - or ^ after %s", r.board.Name(w.from))
	}
	r.at++
	if _, w.to, err = r.pieceSquare(); err != nil {
		return w, err
	}
	for r.peek() == 'x' || r.peek() == 'X' {
		r.at++
		letter, s, err := r.pieceSquare()
		if err != nil {
			return w, err
		}
		w.takes = append(w.takes, prey{letter, s})
	}
	if r.peek() == '(' {
		r.at++
		_, s, err := r.pieceSquare()
		if err != nil {
			return w, err
		}
		if s != w.to || r.peek() != ')' {
			return w, r.errorf("only the moving piece can be in brackets")
		}
		r.at++
		w.lost = true
	}
	w.text = r.text[begin:r.at]
	if c := r.peek(); c != 0 && c != ' ' && c != '\t' {
		return w, r.errorf("unexpected %q after %s", c, w.text)
	}
	return w, nil
}

// pieceSquare parses a square with an optional piece letter before it. "c3" is a square, "cc3" and "Cc3" a commander
// on it.
func (r *reader) pieceSquare() (piece byte, s game.Square, err error) {
	isLetter := func(i int) bool { return i < len(r.text) && r.text[i]|0x20 >= 'a' && r.text[i]|0x20 <= 'z' }
	if isLetter(r.at) && isLetter(r.at+1) {
		piece = r.text[r.at] &^ 0x20
		if !strings.ContainsRune("KCNT", rune(piece)) {
			return 0, s, r.errorf("%q is not a piece", r.text[r.at])
		}
		if piece == 'T' {
			piece = 0
		}
		r.at++
	}
	end := r.at
	for end < len(r.text) && (end == r.at || r.text[end] >= '0' && r.text[end] <= '9') {
		end++
	}
	s, ok := r.board.Named(r.text[r.at:end])
	if !ok {
		return 0, s, r.errorf("%q is not a square of this board (a1 to %s)", r.text[r.at:end],
			r.board.Name(game.Square(r.board.Squares()-1)))
	}
	r.at = end
	return piece, s, nil
}

// Position writes a position in one line: ranks from the top, separated by slashes, numbers for runs of empty
// squares, and the side to move, a or d.
func Position(p *rules.Position) string { return Setup(p.Rules(), p.Setup()) }

// Setup writes a placement like Position.
func Setup(r *rules.Rules, s game.Setup) string {
	if r.Lines() {
		return linePosition(r, s)
	}
	var b strings.Builder
	for i, row := range r.Rows(s) {
		if i > 0 {
			b.WriteByte('/')
		}
		run := 0
		for j := range len(row) {
			if row[j] == '.' {
				run++
				continue
			}
			if run > 0 {
				b.WriteString(strconv.Itoa(run))
				run = 0
			}
			b.WriteByte(row[j])
		}
		if run > 0 {
			b.WriteString(strconv.Itoa(run))
		}
	}
	return b.String() + " " + s.Turn.String()[:1]
}

// ParsePosition parses the output of Position. The side to move may be omitted; it is then the side that starts.
func ParsePosition(r *rules.Rules, text string) (rules.Position, error) {
	if r.Lines() {
		return parseLinePosition(r, text)
	}
	board, turn, _ := strings.Cut(strings.TrimSpace(text), " ")
	parts := strings.Split(strings.Trim(board, "/"), "/")
	var rows []string
	for i, part := range parts {
		row, err := expand(part)
		if err != nil {
			return rules.Position{}, game.Faultf("%s: rank %d: %s", ErrSyntax, len(parts)-i, err)
		}
		rows = append(rows, row)
	}
	setup, err := r.ParseRows(rows)
	if err != nil {
		return rules.Position{}, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	switch strings.TrimSpace(turn) {
	case "":
	case "a", "attackers":
		setup.Turn = game.Attackers
	case "d", "defenders":
		setup.Turn = game.Defenders
	default:
		return rules.Position{}, game.Faultf("%s: %q is not a side to move; use a or d", ErrSyntax, turn)
	}
	return r.Position(setup)
}

// expand replaces the numbers of a rank by dots.
func expand(part string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(part); {
		j := i
		for j < len(part) && part[j] >= '0' && part[j] <= '9' {
			j++
		}
		if j == i {
			b.WriteByte(part[i])
			i++
			continue
		}
		n, err := strconv.Atoi(part[i:j])
		if err != nil || n < 1 || n > game.MaxSize {
			return "", game.Faultf("%q is not a number of empty squares", part[i:j])
		}
		b.WriteString(strings.Repeat(".", n))
		i = j
	}
	return b.String(), nil
}

// Texts writes moves that follow each other from the position of l, which it leaves unchanged. It stops at the first
// illegal move.
func Texts(l *rules.Line, turns [][]game.Move) (texts []string) {
	l = l.Clone()
	for _, turn := range turns {
		steps, _, err := l.Play(turn)
		if err != nil {
			break
		}
		texts = append(texts, Turn(l.Rules(), steps))
	}
	return texts
}
