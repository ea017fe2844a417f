package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// lineTurn writes a move of families other than tafl: "d4xd6xf6", "@d2*a7", "!e6,d4-d5". Removals are sorted by file,
// then rank. Promotions by an ambush are not written.
func lineTurn(r *rules.Rules, steps []rules.Delta) string {
	var b strings.Builder
	promoted := "" // written after the chain
	var removed []game.Square
	for i := range steps {
		d := &steps[i]
		if d.Move().Op != game.End && d.Link() != rules.LinkChain {
			b.WriteString(promoted)
			promoted = ""
		}
		if d.Link() == rules.LinkRemoval {
			removed = append(removed, d.Move().From)
			continue
		}
		removed = writeRemovals(&b, r, removed)
		if b.Len() > 0 && d.Move().Op != game.End && (d.Link() == rules.LinkAction || d.Link() == rules.LinkAmbushes) {
			b.WriteByte(',')
		}
		writeLineStep(&b, r, d, d.Link() == rules.LinkChain)
		if _, _, is, ok := d.Promoted(); ok && d.Link() != rules.LinkAmbushes && d.Link() != rules.LinkAmbush {
			promoted = "=" + strings.ToUpper(string(r.Kinds()[is].Letter))
		}
	}
	writeRemovals(&b, r, removed)
	return b.String() + promoted
}

// writeRemovals writes the removals of an action and returns the emptied list.
func writeRemovals(b *strings.Builder, r *rules.Rules, removed []game.Square) []game.Square {
	slices.SortFunc(removed, func(x, y game.Square) int { return byFile(r.Board(), x, y) })
	for _, s := range removed {
		b.WriteString("*" + r.Board().Name(s))
	}
	return removed[:0]
}

// writeLineStep writes one step. Within a chain it writes only the target square.
func writeLineStep(b *strings.Builder, r *rules.Rules, d *rules.Delta, chained bool) {
	m, at := d.Move(), r.Board().Name
	switch m.Op {
	case game.End:
	case game.Remove:
		if d.Link() == rules.LinkRemoval {
			b.WriteString("*" + at(m.From))
		} else {
			b.WriteString("!" + at(m.From))
		}
	case game.Drop:
		if d.NamesDrop(r) {
			b.WriteByte(r.Kinds()[m.Kind].Letter)
		}
		b.WriteString("@" + at(m.To))
	case game.Castle:
		if d.Short() {
			b.WriteString("O-O")
		} else {
			b.WriteString("O-O-O")
		}
	default:
		if d.Link() == rules.LinkAmbush {
			b.WriteByte('&')
		}
		if !chained {
			b.WriteString(at(m.From))
		}
		b.WriteString(sign(d) + at(m.To))
		if sq, ok := takenBy(d, game.ByAmbush); ok {
			b.WriteString("*" + at(sq))
		}
	}
}

// sign returns the sign between the squares of a step.
func sign(d *rules.Delta) string {
	_, jump := takenBy(d, game.ByJump)
	_, place := takenBy(d, game.ByPlace)
	switch {
	case jump, place:
		return "x"
	case d.Move().Op == game.Leap:
		return "^"
	}
	return "-"
}

// takenBy returns the square of the first piece that was captured by a means.
func takenBy(d *rules.Delta, by game.Means) (game.Square, bool) {
	for i := range d.Captures() {
		if at, _, means := d.Captured(i); means == by {
			return at, true
		}
	}
	return game.NoSquare, false
}

// lineStep is a parsed step.
type lineStep struct {
	column   int
	op       byte // - x ^ @ ! * O
	from, to game.Square
	letter   byte // of the dropped piece
	becomes  byte // letter of the kind it is promoted to
	long     bool // castling on the queen's side
}

// lineReader parses moves of families other than tafl.
type lineReader struct {
	reader
	rules *rules.Rules
	steps []lineStep
}

func (r *lineReader) point() (game.Square, error) {
	end := r.at
	for end < len(r.text) && (end == r.at || r.text[end] >= '0' && r.text[end] <= '9') {
		end++
	}
	s, ok := r.board.Named(r.text[r.at:end])
	if !ok {
		return s, r.errorf("%q is not a point of this board", r.text[r.at:end])
	}
	r.at = end
	return s, nil
}

// readLineTurn parses the text of a move.
func readLineTurn(r *rules.Rules, text string) ([]lineStep, error) {
	l := lineReader{reader: reader{board: r.Board(), text: strings.TrimSpace(text)}, rules: r}
	l.text = strings.TrimRight(l.text, "# ")
	if strings.HasSuffix(l.text, "=") {
		l.text = strings.TrimRight(strings.TrimSuffix(l.text, "="), " ")
	}
	if l.text == "" {
		return nil, l.errorf("expected a move such as d4-d5")
	}
	for {
		if err := l.action(); err != nil {
			return nil, err
		}
		switch c := l.peek(); c {
		case 0:
			return l.steps, nil
		case ',', '&':
			l.at++
		default:
			return nil, l.errorf("unexpected %q after %s", c, l.text[:l.at])
		}
	}
}

// action parses the text between two commas.
func (r *lineReader) action() error {
	begin := lineStep{column: r.at + 1, from: game.NoSquare, to: game.NoSquare}
	c := r.peek()
	switch {
	case c == '!':
		return r.marked(c)
	case c == '@', r.at+1 < len(r.text) && r.text[r.at+1] == '@':
		if c != '@' {
			begin.letter = c
			r.at++
		}
		r.at++
		s, err := r.point()
		begin.op, begin.to = '@', s
		r.steps = append(r.steps, begin)
		return errors.Join(err, r.tail(err))
	case strings.ContainsRune("Oo0", rune(c)) && strings.HasPrefix(r.text[r.at+1:], "-"):
		return r.castling(begin)
	}
	from, err := r.point()
	if err != nil {
		return err
	}
	if !strings.ContainsRune("-xX:^", rune(r.peek())) || r.peek() == 0 {
		return r.errorf("expected -, x or ^ after %s", r.board.Name(from))
	}
	for r.peek() != 0 && strings.ContainsRune("-xX:^", rune(r.peek())) {
		s := lineStep{column: r.at + 1, op: r.peek(), from: from}
		if s.op == ':' || s.op == 'X' {
			s.op = 'x'
		}
		r.at++
		if s.to, err = r.point(); err != nil {
			return err
		}
		r.steps = append(r.steps, s)
		from = s.to
	}
	return r.tail(nil)
}

// marked parses a point after ! or *.
func (r *lineReader) marked(op byte) error {
	s := lineStep{column: r.at + 1, op: op, to: game.NoSquare}
	r.at++
	var err error
	if s.from, err = r.point(); err == nil {
		r.steps = append(r.steps, s)
	}
	return err
}

// tail parses a promotion and removals.
func (r *lineReader) tail(err error) error {
	if err == nil && r.peek() == '=' {
		r.at++
		c := r.peek()
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return r.errorf("expected the letter of a piece after =")
		}
		r.steps[len(r.steps)-1].becomes = c
		r.at++
	}
	for err == nil && r.peek() == '*' {
		err = r.marked('*')
	}
	return err
}

func (r *lineReader) castling(s lineStep) error {
	s.op = 'O'
	n := 0
	for r.peek() != 0 && strings.ContainsRune("Oo0", rune(r.peek())) {
		n++
		r.at++
		if n < 3 && r.peek() == '-' {
			r.at++
		}
	}
	if n < 2 {
		return r.errorf("expected O-O or O-O-O")
	}
	s.long = n == 3
	r.steps = append(r.steps, s)
	return nil
}

// parseLineTurn is ParseTurn for families other than tafl.
func parseLineTurn(p *rules.Position, h *rules.History, text string) ([]game.Move, error) {
	steps, err := readLineTurn(p.Rules(), text)
	if err != nil {
		return nil, err
	}
	q := *p
	var moves []game.Move
	ambushed := game.NoSquare
	for len(steps) > 0 {
		s, n := steps[0], removals(steps)
		if n > 0 && ambushed != game.NoSquare {
			if s.from != ambushed {
				return nil, refusal(s, "the ambush captures %s", p.Rules().Board().Name(ambushed))
			}
			steps = steps[1:]
			continue
		}
		if len(moves) > 0 && !q.MidTurn() {
			return nil, refusal(s, "the move ends before this")
		}
		if n > 0 {
			removed, err := playRemovals(&q, h, steps[:n])
			if err != nil {
				return nil, err
			}
			moves, steps = append(moves, removed...), steps[n:]
			continue
		}
		d, err := playLineStep(&q, h, s)
		if err != nil {
			return nil, err
		}
		ambushed, _ = takenBy(&d, game.ByAmbush)
		moves, steps = append(moves, d.Move()), steps[1:]
	}
	if q.MidTurn() {
		d, err := q.Try(game.NoMove, h)
		if err != nil {
			return nil, err
		}
		moves = append(moves, d.Move())
	}
	return moves, nil
}

// removals returns the number of removals at the beginning of steps.
func removals(steps []lineStep) int {
	n := slices.IndexFunc(steps, func(s lineStep) bool { return s.op != '*' })
	if n < 0 {
		return len(steps)
	}
	return n
}

// playRemovals removes men for mills in any legal order: the text lists them by file and rank, but a man may be
// protected until another is removed.
func playRemovals(q *rules.Position, h *rules.History, steps []lineStep) ([]game.Move, error) {
	if len(steps) == 0 {
		return nil, nil
	}
	if !q.MidTurn() {
		return nil, refusal(steps[0], "the move ends before this")
	}
	var first error
	for i := range steps {
		next := *q
		d, err := playLineStep(&next, h, steps[i])
		if err == nil {
			var rest []game.Move
			if rest, err = playRemovals(&next, h, slices.Concat(steps[:i], steps[i+1:])); err == nil {
				*q = next
				return append([]game.Move{d.Move()}, rest...), nil
			}
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

func refusal(s lineStep, format string, args ...any) error {
	return inColumn(rules.ErrIllegal, s.column, game.Faultf(format, args...))
}

// playLineStep plays a parsed step. If several steps have the same squares, it chooses the one whose effects match
// the text.
func playLineStep(q *rules.Position, h *rules.History, s lineStep) (rules.Delta, error) {
	list := []game.Move{s.move(q)}
	if s.op == '-' || s.op == 'x' {
		for _, l := range q.Legal(nil, h) {
			if l.From == s.from && l.To == s.to && l.Op <= game.Leap && l != list[0] &&
				(s.becomes == 0 || l.Kind == 0 || is(q.Rules(), l.Kind, s.becomes)) {
				list = append(list, l)
			}
		}
	}
	var first error
	for _, m := range list {
		before := *q
		d, err := q.Try(m, h)
		if err == nil {
			what := s.wrong(q.Rules(), &d)
			if what == nil {
				return d, nil
			}
			*q = before
			err = inColumn(rules.ErrIllegal, s.column, what)
		}
		if first == nil {
			first = err
		}
	}
	return rules.Delta{}, first
}

// is reports whether a piece has this letter, in either case.
func is(r *rules.Rules, c game.Piece, letter byte) bool {
	return c != game.Empty && r.Kinds()[c].Letter|0x20 == letter|0x20
}

// move returns the step that the text most likely means.
func (s *lineStep) move(q *rules.Position) game.Move {
	switch s.op {
	case '!', '*':
		return game.Move{Op: game.Remove, From: s.from, To: s.from}
	case '^', 'x':
		if s.op == 'x' && q.Rules().TakesByPlace() {
			break
		}
		return game.Move{Op: game.Leap, From: s.from, To: s.to}
	case '@':
		m := game.Move{Op: game.Drop, From: game.NoSquare, To: s.to}
		for c := len(q.Rules().Kinds()) - 1; c > 0; c-- {
			k := q.Rules().Kinds()[c]
			if q.Hand(game.Piece(c)) > 0 && k.Side == q.Turn() &&
				(s.letter == 0 || s.letter == k.Letter || m.Kind == 0 && is(q.Rules(), game.Piece(c), s.letter)) {
				m.Kind = game.Piece(c)
			}
		}
		return m
	case 'O':
		for _, l := range q.Legal(nil, nil) {
			if l.Op == game.Castle && (l.To < l.From) == s.long {
				return l
			}
		}
		return game.Move{Op: game.Castle, From: game.NoSquare, To: game.NoSquare}
	}
	return game.Move{From: s.from, To: s.to}
}

// wrong returns an error if the step does not have the effects that the text claims.
func (s *lineStep) wrong(r *rules.Rules, d *rules.Delta) *game.Fault {
	took := sign(d)
	switch {
	case s.op == 'x' && took != "x":
		return game.Faultf("it captures nothing")
	case s.op == '^' && took == "x":
		return game.Faultf("it captures a piece; write x")
	}
	if s.becomes != 0 {
		if _, _, now, ok := d.Promoted(); ok && !is(r, now, s.becomes) {
			return game.Faultf("it becomes a %s", game.Word(r.Kinds()[now].Name))
		}
	}
	return nil
}

// linePosition writes a placement of families other than tafl.
func linePosition(r *rules.Rules, s game.Setup) string {
	parts := []string{"turn=" + sideLetter(s.Turn)}
	for c, k := range r.Kinds() {
		var at []string
		for q, p := range s.Pieces {
			if c > 0 && int(p) == c {
				at = append(at, r.Board().Name(game.Square(q)))
			}
		}
		if len(at) > 0 {
			parts = append(parts, string(k.Letter)+"="+strings.Join(at, ","))
		}
	}
	for c, n := range s.Hand {
		if n > 0 {
			k := r.Kinds()[c]
			parts = append(parts, fmt.Sprintf("hand.%s.%c=%d", sideLetter(k.Side), k.Letter, n))
		}
	}
	if len(s.Flagged) > 0 {
		parts = append(parts, "flags="+strings.ReplaceAll(names(r.Board(), s.Flagged), ", ",
			":retreated,")+":retreated")
	}
	if len(s.Huff) > 0 {
		parts = append(parts, "huff="+strings.ReplaceAll(names(r.Board(), s.Huff), " ", ""))
	}
	if s.Castling != "" {
		parts = append(parts, "castling="+s.Castling)
	}
	return strings.Join(parts, "; ")
}

func sideLetter(s game.Side) string { return "AB"[s : s+1] }

// parseLinePosition parses the output of linePosition.
func parseLinePosition(r *rules.Rules, text string) (rules.Position, error) {
	s := game.Setup{Pieces: make([]game.Piece, r.Board().Squares()), Turn: r.Setup().Turn,
		Hand: make([]int, len(r.Kinds()))}
	for part := range strings.SplitSeq(text, ";") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok && key == "" {
			continue
		}
		if err := readPart(r, &s, strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
			return rules.Position{}, fmt.Errorf("%w: %s: %w", ErrSyntax, key, err)
		}
	}
	return r.Position(s)
}

func readPart(r *rules.Rules, s *game.Setup, key, value string) (err error) {
	switch {
	case key == "turn":
		switch value {
		case "A", "a", "attackers":
			s.Turn = game.Attackers
		case "B", "b", "defenders":
			s.Turn = game.Defenders
		default:
			return game.Faultf("%q is not a side; use A or B", value)
		}
	case key == "castling":
		s.Castling = value
	case key == "flags":
		s.Flagged, err = readPoints(r.Board(), strings.ReplaceAll(value, ":retreated", ""))
	case key == "huff":
		s.Huff, err = readPoints(r.Board(), value)
	case strings.HasPrefix(key, "hand."):
		c, ok := r.PieceOf(key[strings.LastIndexByte(key, '.')+1:])
		if !ok {
			return game.Faultf("no such piece")
		}
		s.Hand[c], err = strconv.Atoi(value)
	default:
		return readPieces(r, s, key, value)
	}
	return err
}

func readPieces(r *rules.Rules, s *game.Setup, key, value string) error {
	c, ok := r.PieceOf(key)
	if !ok {
		return game.Faultf("expected a piece, turn, hand, flags, huff or castling")
	}
	at, err := readPoints(r.Board(), value)
	for _, q := range at {
		if s.Pieces[q] != game.Empty {
			return game.Faultf("two pieces on %s", r.Board().Name(q))
		}
		s.Pieces[q] = c
	}
	return err
}

func readPoints(b *game.Board, text string) (list []game.Square, err error) {
	for name := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == ',' || c == ' ' }) {
		s, ok := b.Named(name)
		if !ok {
			return list, game.Faultf("%q is not a point on the board", name)
		}
		list = append(list, s)
	}
	return list, nil
}
