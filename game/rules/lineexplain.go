package rules

import (
	"slices"

	"tafl3d/game"
	"tafl3d/game/ruleset"
)

// lineWords is Words for the other families; empty for reasons that read the
// same everywhere.
func (e *Illegal) lineWords() (format string, args []any) {
	at, from, to, name := e.board.Name(e.At), e.board.Name(e.Move.From), e.board.Name(e.Move.To), e.piece.Name
	switch e.Reason {
	case NotInLine:
		return "no line leads from %s to %s for the %s", []any{from, to, name}
	case BlockedBy:
		return "%s to %s: %s is occupied", []any{from, to, at}
	case TooFar:
		return "%s to %s is further than the %s may step", []any{from, to, name}
	case MayNotStop:
		return "no turn may end on %s", []any{at}
	case CannotLeap:
		return "the %s has nothing to leap over from %s to %s", []any{name, from, to}
	case MustCapture:
		return "the piece on %s must capture", []any{at}
	case MayNotRetreat:
		return "%s to %s: the %s may not go that way", []any{from, to, name}
	case RankTooHigh:
		return "the piece on %s ranks higher than the %s", []any{at, name}
	case MustDropFirst:
		return "the pieces in hand come first", nil
	case NotInHand:
		return "there is no such piece in hand", nil
	case NotThere:
		return "nothing may be dropped on %s", []any{to}
	case MustRemove:
		return "a mill is closed: a man of the opponent must be removed", nil
	case NotRemovable:
		return "the piece on %s may not be removed", []any{from}
	case MustAmbush:
		return "the ambush of %s must be completed", []any{at}
	case NullTurn:
		return "a turn may not lead back to where it began", nil
	case Longest:
		return "another leap begins a longer capture", nil
	case WouldExpose:
		return "the %s's side would be in check", []any{name}
	case NoCastling:
		return e.castlingWords(at)
	case NothingBegun:
		return "no turn is under way that could end", nil
	case MayNotEnd:
		if e.At == game.NoSquare {
			return "the turn cannot end yet", nil
		}
	}
	return "", nil
}

// castlingWords tells what stands against a castling, by the square that does.
func (e *Illegal) castlingWords(at string) (format string, args []any) {
	switch {
	case e.Move.From == game.NoSquare:
		return "castling is not possible now", nil
	case e.At == game.NoSquare:
		return "castling is not possible now: the king or the rook has moved", nil
	case e.At == e.Move.From:
		return "the king may not castle out of check", nil
	}
	return "the king may not castle across %s, which is attacked", []any{at}
}

// explainLine says why a move is refused in the other families.
func (p *Position) explainLine(m game.Move, h *History) *Illegal {
	r, s := p.rules, &p.state
	e := &Illegal{Move: m, At: game.NoSquare, board: r.board, lines: true}
	on := func(s game.Square) bool { return s >= 0 && int(s) < r.squares }
	switch {
	case p.end.Over():
		e.Reason = GameOver
	case m.Op == game.End && !s.busy:
		e.Reason = NothingBegun
	case s.removes > 0 && m.Op != game.Remove:
		e.Reason = MustRemove
	case s.victim != game.NoSquare && m.Op != game.Leap:
		e.Reason, e.At = MustAmbush, s.victim
	case m.Op == game.End && p.chain != game.NoSquare && r.line.noRest.has(p.chain):
		e.Reason, e.At = MayNotStop, p.chain
	case m.Op == game.End && s.acted == 0 && p.chain == game.NoSquare:
		e.Reason = MayNotEnd
	case m.Op == game.End && p.hash == s.start:
		e.Reason = NullTurn
	case m.Op == game.End:
		e.Reason, e.At = MayNotEnd, p.chain
	case m.Op == game.Castle:
		p.explainCastling(e)
	case m.Op == game.Drop:
		p.explainDrop(e, on(m.To))
	case !on(m.From) || m.Op != game.Remove && (!on(m.To) || m.From == m.To):
		e.Reason = OffBoard
	case m.Op == game.Remove:
		e.Reason = NotRemovable
	case p.cell[m.From] == game.Empty:
		e.Reason = NothingThere
	case p.chain != game.NoSquare && m.From != p.chain:
		e.Reason, e.At = MustGoOn, p.chain
	default:
		e.piece = r.kinds[p.cell[m.From]]
		p.explainPiece(e, h)
	}
	return e
}

func (p *Position) explainDrop(e *Illegal, on bool) {
	c := e.Move.Kind
	switch {
	case int(c) >= p.rules.line.n || p.state.hand[c] == 0 || p.rules.line.kind[c].side != p.turn:
		e.Reason = NotInHand
	case !on:
		e.Reason = OffBoard
	case p.cell[e.Move.To] != game.Empty:
		e.Reason, e.At = BlockedBy, e.Move.To
		e.Move.From = e.Move.To
	default:
		e.Reason = NotThere
	}
}

// explainPiece says why the piece on From may not go to To.
func (p *Position) explainPiece(e *Illegal, h *History) {
	g, s, m := p.rules.line, &p.state, e.Move
	k := &g.kind[p.cell[m.From]]
	switch {
	case k.side != p.turn:
		e.Reason = NotYours
	case p.mustDrop():
		e.Reason = MustDropFirst
	case p.cell[m.To] != game.Empty && !p.entersAt(k, m):
		e.Reason, e.At = BlockedBy, m.To
	case s.victim != game.NoSquare:
		e.Reason, e.At = MustAmbush, s.victim
	case m.Op == game.Leap:
		p.explainLeap(e, k)
	default:
		p.explainStep(e, k)
	}
	if e.Reason == 0 {
		p.explainDuty(e, h)
	}
}

// entersAt reports whether the piece on From may stand in the place of the one
// on To, if it can get there.
func (p *Position) entersAt(k *lineKind, m game.Move) bool {
	if k.prey>>p.cell[m.To]&1 != 0 {
		return true
	}
	var buf [64]game.Move
	return p.rules.line.chess != nil && slices.ContainsFunc(p.chessMovesOf(buf[:0], m.From), func(l game.Move) bool { return l.To == m.To })
}

func (p *Position) explainLeap(e *Illegal, k *lineKind) {
	m := e.Move
	over := k.over(m)
	if over == game.NoSquare {
		e.Reason = p.awry(k, m)
		if e.Reason == NotInLine || e.Reason == TooFar {
			e.Reason = CannotLeap
		}
		return
	}
	c := p.cell[over]
	switch {
	case c == game.Empty:
		e.Reason, e.At = CannotLeap, over
	case (k.takes|k.friends)>>c&1 == 0 && p.rules.kind[c].side != k.side:
		e.Reason, e.At = RankTooHigh, over
	case (k.takes|k.friends)>>c&1 == 0:
		e.Reason, e.At = CannotLeap, over
	}
}

func (p *Position) explainStep(e *Illegal, k *lineKind) {
	g, m := p.rules.line, e.Move
	if p.chain != game.NoSquare {
		e.Reason, e.At = MustGoOn, p.chain
		return
	}
	var buf [256]game.Move
	ms := p.stepsOf(buf[:0], k, m.From)
	if g.chess != nil {
		ms = p.chessMoves(buf[:0])
	}
	if slices.ContainsFunc(ms, func(l game.Move) bool { return l.From == m.From && l.To == m.To }) {
		return
	}
	if g.noRest.has(m.To) {
		e.Reason, e.At = MayNotStop, m.To
		return
	}
	if k.rules.Royal && p.castlesBy(m) != nil {
		p.explainCastling(e)
		return
	}
	e.Reason = p.awry(k, m)
	for _, ray := range k.rays[m.From] {
		if i := slices.Index(ray, m.To); i >= 0 {
			for _, s := range ray[:i] {
				if p.cell[s] != game.Empty {
					e.Reason, e.At = BlockedBy, s
					return
				}
			}
		}
	}
}

// explainCastling says what stands against the castling that e.Move is.
func (p *Position) explainCastling(e *Illegal) {
	e.Reason = NoCastling
	w := p.castlesBy(e.Move)
	if w == nil || !p.state.castling[w.wing] {
		return
	}
	e.piece = p.rules.kinds[p.cell[w.king]]
	for _, s := range w.empty {
		if p.cell[s&slot] != game.Empty {
			e.Reason, e.At = BlockedBy, s
			return
		}
	}
	switch enemy := p.turn.Other(); {
	case p.inCheck(p.turn):
		e.At = w.king
	case p.attacked(w.rookTo, enemy):
		e.At = w.rookTo
	default:
		e.Reason = WouldExpose
	}
}

// castlesBy returns the castling that a move of the king is meant for, nil if
// there is none.
func (p *Position) castlesBy(m game.Move) *castling {
	x := p.rules.line.chess
	if x == nil || p.turn != x.castleFor {
		return nil
	}
	for i := range x.castles {
		if w := &x.castles[i]; w.king == m.From && w.kingTo == m.To {
			return w
		}
	}
	return nil
}

// awry says what is wrong with going from one point to another.
func (p *Position) awry(k *lineKind, m game.Move) Reason {
	g := p.rules.line
	adjacent := p.rules.board.Adjacent(m.From, m.To)
	forward := g.forward[k.side&1]
	ways := k.rules.StepWays
	if m.Op == game.Leap {
		ways = k.rules.LeapWays
	}
	way := ruleset.Sideways
	switch {
	case forward[m.To] > forward[m.From]:
		way = ruleset.Forward
	case forward[m.To] < forward[m.From]:
		way = ruleset.Backward
	}
	switch {
	case ways&way == 0, adjacent && k.rules.StepFilter != ruleset.FilterNone:
		return MayNotRetreat
	case !adjacent && slices.ContainsFunc(p.rules.board.Lines(), func(l game.Line) bool {
		return slices.Contains(l.Squares, m.From) && slices.Contains(l.Squares, m.To)
	}):
		return TooFar
	}
	return NotInLine
}

// explainDuty finds the rule that refuses a move which the piece could make.
func (p *Position) explainDuty(e *Illegal, h *History) {
	g, s, m := p.rules.line, &p.state, e.Move
	switch {
	case g.set.Chess.Check && p.exposesRoyal(m):
		e.Reason = WouldExpose
	case m.Op == game.Leap && g.noRest.has(m.To):
		e.Reason, e.At = MayNotStop, m.To
	case g.forced && s.acted == 0 && p.someMust():
		e.Reason, e.At = MustCapture, p.whoMust()
		if m.Op == game.Leap && g.set.Capture.Longest {
			e.Reason = Longest
		}
	case p.inCombat():
		e.Reason = MayNotRetreat
		if own, _ := p.duellists(); p.canCapture(&g.kind[p.cell[own]], own) {
			e.Reason, e.At = MustCapture, own
		}
	case s.reply && p.repliesBy() != game.NoSquare:
		e.Reason, e.At = MustCapture, p.repliesBy()
	case g.set.Scripted && p.hash == g.begins && m.To != g.centre:
		e.Reason, e.At = MayNotStop, m.To
	case p.chain != game.NoSquare && s.trail.has(m.To):
		e.Reason, e.At = MayNotStop, m.To
	case g.set.Draws.Superko && h != nil:
		e.Reason = WouldRepeat
	case g.set.Actions.Number > 1:
		e.Reason = NullTurn
	default:
		e.Reason = CannotLeap
	}
}

// whoMust returns a piece that is bound to capture.
func (p *Position) whoMust() game.Square {
	g := p.rules.line
	for b := p.own(p.turn); b.any(); {
		at := b.pop()
		if p.bound(&g.kind[p.cell[at]], at) {
			return at
		}
	}
	return game.NoSquare
}
