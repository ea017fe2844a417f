package rules

import (
	"errors"
	"fmt"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// ErrIllegal is the error of every move that the rules refuse.
var ErrIllegal = errors.New("illegal move")

// Reason says why a move is refused.
type Reason uint8

// The reasons.
const (
	GameOver      Reason = iota + 1
	NothingThere         // no piece on From
	NotYours             // the piece is the opponent's
	OffBoard             // a square that does not exist
	NotInLine            // To is not on a line with From
	BlockedBy            // a piece stands in the way, on At
	MayNotStop           // this piece may not stop on To
	MayNotPass           // this piece may not cross At
	TooFar               // further than the piece may go
	CannotLeap           // no leap like this
	MustGoOn             // in a chain only the piece on At may move
	MustCapture          // in a chain the next step must capture
	MayNotEnd            // the chain must go on
	WouldRepeat          // the position has stood before
	WouldExpose          // the king could be taken there
	NothingBegun         // there is no chain to end
	MayNotRetreat        // this piece may not go in that direction
	RankTooHigh          // the piece on At may not be taken by one of lower rank
	MustDropFirst        // there are pieces in hand
	NotInHand            // the piece to be dropped is not in hand
	NotThere             // nothing may be dropped there
	MustRemove           // a man must be removed for a mill
	NotRemovable         // the piece on From may not be taken off
	MustAmbush           // the ambush of the piece on At must be completed
	NullTurn             // the turn would lead back to where it began
	Longest              // another leap takes more
	NoCastling           // king or rook have moved, or the way is not free and safe
)

// Illegal is a refused move. It wraps ErrIllegal.
type Illegal struct {
	Reason Reason
	Move   game.Move
	At     game.Square    // the square that makes the reason, or NoSquare
	Region ruleset.Region // of the square that may not be entered or crossed
	board  *game.Board
	piece  game.Kind
	lines  bool // of the other families
}

// Unwrap returns ErrIllegal.
func (e *Illegal) Unwrap() error { return ErrIllegal }

// Error tells the reason in words.
func (e *Illegal) Error() string {
	format, args := e.Words()
	return fmt.Sprintf(format, args...)
}

// Words returns the reason as a format and its arguments, for those who say it
// in another language. All arguments are texts.
func (e *Illegal) Words() (format string, args []any) {
	if e.lines {
		if format, args = e.lineWords(); format != "" {
			return format, args
		}
	}
	at, from, to := e.board.Name(e.At), e.board.Name(e.Move.From), e.board.Name(e.Move.To)
	switch e.Reason {
	case GameOver:
		return "the game is over", nil
	case NothingThere:
		return "there is no piece on %s", []any{from}
	case NotYours:
		return "the %s on %s is the opponent's", []any{e.piece.Name, from}
	case OffBoard:
		return "that is off the board", nil
	case NotInLine:
		return "%s to %s: pieces move in straight lines along a rank or a file", []any{from, to}
	case BlockedBy:
		return "%s to %s: the way is blocked on %s", []any{from, to, at}
	case MayNotStop:
		return "a %s may not stop on %s, %s", []any{e.piece.Name, at, regionName(e.Region)}
	case MayNotPass:
		return "a %s may not cross %s, %s", []any{e.piece.Name, at, regionName(e.Region)}
	case TooFar:
		return "%s to %s is further than the %s may go", []any{from, to, e.piece.Name}
	case CannotLeap:
		return "the %s may not leap from %s to %s", []any{e.piece.Name, from, to}
	case MustGoOn:
		return "this turn only the piece on %s may go on", []any{at}
	case MustCapture:
		return "%s to %s: a further step must capture", []any{from, to}
	case MayNotEnd:
		return "the piece on %s must go on capturing", []any{at}
	case WouldRepeat:
		return "that would repeat an earlier position, which is forbidden here", nil
	case WouldExpose:
		return "the king could be taken on %s", []any{to}
	case NothingBegun:
		return "there is no capture to go on with or to end", nil
	}
	return ErrIllegal.Error(), nil
}

func regionName(r ruleset.Region) string {
	switch r {
	case ruleset.Throne:
		return "the throne"
	case ruleset.Corner:
		return "a corner"
	}
	return "a camp"
}

// Try plays m if it is legal and describes it in the Delta. The error is an
// *Illegal; the position is then as before.
func (p *Position) Try(m game.Move, h *History) (Delta, error) {
	var buf [game.MaxSquares]game.Move
	var d Delta
	for _, l := range p.Legal(buf[:0], h) {
		if l == m || l.Op == game.End && m.Op == game.End {
			p.Play(l, &d)
			return d, nil
		}
	}
	return d, p.explain(m, h)
}

// explain says why m is not legal.
func (p *Position) explain(m game.Move, h *History) *Illegal {
	if p.rules.line != nil {
		return p.explainLine(m, h)
	}
	r := p.rules
	e := &Illegal{Move: m, At: game.NoSquare, board: r.board}
	on := func(s game.Square) bool { return s >= 0 && int(s) < r.squares }
	switch {
	case p.end.Over():
		e.Reason = GameOver
	case m.Op == game.End && p.chain == game.NoSquare:
		e.Reason = NothingBegun
	case m.Op == game.End && p.exposes(p.stop()):
		e.Reason, e.At, e.Move = WouldExpose, p.chain, p.stop()
	case m.Op == game.End:
		e.Reason, e.At = MayNotEnd, p.chain
	case !on(m.From) || !on(m.To):
		e.Reason = OffBoard
	case p.cell[m.From] == game.Empty:
		e.Reason = NothingThere
	case p.chain != game.NoSquare && m.From != p.chain:
		e.Reason, e.At = MustGoOn, p.chain
	default:
		e.piece = taflKinds[p.cell[m.From]]
		if r.kind[p.cell[m.From]].side != p.turn {
			e.Reason = NotYours
			return e
		}
		p.explainPath(e)
		if e.Reason == 0 {
			p.explainRule(e, h)
		}
	}
	return e
}

// explainPath walks the move square by square.
func (p *Position) explainPath(e *Illegal) {
	r, m := p.rules, e.Move
	if m.Op == game.Leap {
		for _, l := range p.steps(nil, m.From) {
			if l == m {
				return
			}
		}
		e.Reason = CannotLeap
		return
	}
	dir, ok := p.line(m)
	if !ok {
		e.Reason = NotInLine
		return
	}
	k := &r.kind[p.cell[m.From]]
	home, inside := r.home(k, m.From), true
	for t, n := r.next[m.From][dir], 1; ; t, n = r.next[t][dir], n+1 {
		q := &r.sq[t]
		inside = inside && home != 0 && q.group == home
		e.At, e.Region = t, q.region
		switch {
		case p.cell[t] != game.Empty:
			e.Reason = BlockedBy
		case n > k.reach:
			e.Reason = TooFar
		case t == m.To && !inside && q.enter&k.class == 0:
			e.Reason = MayNotStop
		case t != m.To && !inside && q.pass&k.class == 0:
			e.Reason = MayNotPass
		}
		if e.Reason != 0 || t == m.To {
			return
		}
	}
}

// line returns the direction from From to To.
func (p *Position) line(m game.Move) (game.Dir, bool) {
	for dir := range game.GridDirs {
		for t := p.rules.next[m.From][dir]; t != off; t = p.rules.next[t][dir] {
			if t == m.To {
				return dir, true
			}
		}
	}
	return 0, false
}

// explainRule finds the rule that refuses a move whose path is free.
func (p *Position) explainRule(e *Illegal, h *History) {
	e.At = game.NoSquare
	switch {
	case p.chain != game.NoSquare && !p.takes(e.Move):
		e.Reason = MustCapture
	case p.repeats(e.Move, h):
		e.Reason = WouldRepeat
	case p.exposes(e.Move):
		e.Reason, e.At = WouldExpose, e.Move.To
	}
}
