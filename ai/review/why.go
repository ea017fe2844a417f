package review

import (
	"slices"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Reason says why a turn lost something.
type Reason uint8

// Reasons. "Missed" is what the better turn would have done, "Allowed" what the opponent can do
// now. Reasons with a number of turns are proven. "Next" means after the expected reply.
const (
	Unknown       Reason = iota // only the engine's evaluation fell
	MissedWin                   // a win in In turns
	MissedEscape                // the king could escape in In turns
	MissedKing                  // the king could be captured in In turns
	MissedRing                  // the ring could be closed in In turns
	MissedFort                  // an exit fort could be built in In turns
	AllowedWin                  // the opponent wins in In turns
	AllowedEscape               // the king escapes in In turns
	AllowedKing                 // the king is captured in In turns
	AllowedRing                 // the ring is closed in In turns
	AllowedFort                 // an exit fort is built in In turns
	LeftPiece                   // the pieces on Squares can be captured
	MissedPiece                 // the pieces on Squares could be captured
	LeftWall                    // the pieces on Squares can be captured by a shield wall
	MissedWall                  // the pieces on Squares could be captured by a shield wall
	AllowedMill                 // the opponent can close a mill on Squares
	MissedMill                  // a mill on Squares could be closed
	WayOpened                   // the king can reach Squares in In moves
	WayLeft                     // the king can still reach Squares in In moves
	WayNext                     // next the king can reach Squares in In moves
	WayShut                     // the king can no longer reach Squares in In moves
	WayMissed                   // the king could reach Squares in In moves
	WayLost                     // next the king can no longer reach Squares in In moves
	RingOpened                  // the ring has gaps on Squares
	RingLeft                    // the ring still has gaps on Squares
	RingMissed                  // the ring could be closed but for a gap on any of Squares
	RingShuts                   // next the ring is closed
	RingNarrow                  // the ring has a single gap, on any of Squares
	RoomGrew                    // the king reaches Now squares, and Was after the better turn
	RoomGrows                   // next the king reaches Now squares, and Was after the better turn
	RoomShrank                  // RoomGrew for a turn of the king's side
	RoomShrinks                 // RoomGrows for a turn of the king's side
	ShutIn                      // the pieces on Squares cannot move
	LosesLater                  // the expected line loses the pieces on Squares
	MissedLater                 // the better line captures the pieces on Squares
	WayLater                    // in the expected line the king gets a way to Squares in In moves
	WayBetter                   // in the better line the king gets a way to Squares in In moves
	RoomLater                   // in the expected line the king reaches Now squares, and Was in the better one
)

var reasons = [...]string{"", "missed-win", "missed-escape", "missed-king", "missed-ring", "missed-fort",
	"allowed-win", "allowed-escape", "allowed-king", "allowed-ring", "allowed-fort", "left-piece", "missed-piece",
	"left-wall", "missed-wall", "allowed-mill", "missed-mill", "way-opened", "way-left", "way-next", "way-shut",
	"way-missed", "way-lost", "ring-opened", "ring-left", "ring-missed", "ring-shuts", "ring-narrow",
	"room-grew", "room-grows", "room-shrank", "room-shrinks", "shut-in", "loses-later", "missed-later",
	"way-later", "way-better", "room-later"}

// String returns the name of the reason, empty if it is unknown.
func (r Reason) String() string { return reasons[r] }

// Why explains the loss of a turn.
type Why struct {
	Reason Reason
	// turns of both sides, counted from the turn or, for Allowed, the reply; for paths, moves of the king
	In       int
	Cause    game.Cause    // how the game would end; None if unknown
	Squares  []game.Square // subject of the reason
	Was, Now int           // squares that the king reaches
}

// explain finds the reason for a turn with its lines, played in l. It does not change l.
func explain(l *rules.Line, played []game.Move, t *Turn) Why {
	best, turn := futureOf(l, t.Better), futureOf(l, append([][]game.Move{played}, t.Reply...))
	if in, ok := wonIn(t.BetterEval.Score, t.Side); ok && !t.wins() {
		cause := best.over.Cause
		reason := byCause(cause, MissedWin, MissedEscape, MissedKing, MissedRing, MissedFort)
		return Why{Reason: reason, In: in + 1, Cause: cause}
	}
	if in, ok := wonIn(t.Eval.Score, t.Side.Other()); ok {
		cause := turn.over.Cause
		reason := byCause(cause, AllowedWin, AllowedEscape, AllowedKing, AllowedRing, AllowedFort)
		return Why{Reason: reason, In: in, Cause: cause}
	}
	if w, ok := ofCaptures(l.Rules(), &turn, &best); ok {
		return w
	}
	if w, ok := ofShape(l, played, t); ok {
		return w
	}
	if w, ok := ofTrapped(l, played, t); ok {
		return w
	}
	if w := ofLines(t.Side, &turn, &best); w.Reason != Unknown {
		return w
	}
	w, _ := ofLaterShape(l, played, t)
	return w
}

// ofCaptures finds a reason in the captures of the turn and the reply.
func ofCaptures(r *rules.Rules, turn, best *future) (Why, bool) {
	mills := r.Lines() && turn.mills(r)
	switch {
	case mills && len(turn.mill[1]) > len(best.mill[1]):
		return Why{Reason: AllowedMill, Squares: turn.mill[1]}, true
	case mills && len(best.mill[0]) > len(turn.mill[0]):
		return Why{Reason: MissedMill, Squares: best.mill[0]}, true
	case len(turn.lost) > len(best.lost):
		return Why{Reason: byWall(r, turn.lost, LeftWall, LeftPiece), Squares: turn.lost}, true
	case len(best.taken) > len(turn.taken):
		return Why{Reason: byWall(r, best.taken, MissedWall, MissedPiece), Squares: best.taken}, true
	}
	return Why{}, false
}

// byWall returns wall if the captured pieces stand side by side on the edge as in a shield wall,
// else other.
func byWall(r *rules.Rules, captured []game.Square, wall, other Reason) Reason {
	set := r.Ruleset()
	if !set.Shieldwall || len(captured) < 2 {
		return other
	}
	b := r.Board()
	last := b.Size() - 1
	rankFile := func(s game.Square) (int, int) { x, y := b.FileRank(s); return y, x }
	for _, of := range []func(game.Square) (int, int){b.FileRank, rankFile} {
		line, _ := of(captured[0])
		var along []int
		for _, s := range captured {
			if x, y := of(s); x == line && (x == 0 || x == last) {
				along = append(along, y)
			}
		}
		slices.Sort(along)
		if len(along) == len(captured) && along[len(along)-1]-along[0] == len(along)-1 {
			return wall
		}
	}
	return other
}

// ofTrapped finds pieces of the side that moved that cannot move after the expected reply, but
// could otherwise.
func ofTrapped(l *rules.Line, played []game.Move, t *Turn) (Why, bool) {
	if len(t.Reply) == 0 || len(t.Better) < 2 {
		return Why{}, false
	}
	before, one := stuck(l, nil, t.Side)
	now, two := stuck(l, [][]game.Move{played, t.Reply[0]}, t.Side)
	other, three := stuck(l, t.Better[:2], t.Side)
	if !one || !two || !three {
		return Why{}, false
	}
	if more := without(without(now, before), other); len(more) > 0 && len(now) > len(other) {
		return Why{Reason: ShutIn, Squares: more}, true
	}
	return Why{}, false
}

// stuck returns the pieces of side that cannot move after turns, as if it were their turn.
func stuck(l *rules.Line, turns [][]game.Move, side game.Side) (list []game.Square, ok bool) {
	l = l.Clone()
	for _, turn := range turns {
		if _, over, err := l.Play(turn); err != nil || over.Over() {
			return nil, false
		}
	}
	if l.Turn() != side || l.MidTurn() {
		return nil, false
	}
	moves := map[game.Square]bool{}
	for _, m := range l.Legal(nil) {
		moves[m.From] = true
	}
	for s := range game.Square(l.Rules().Board().Squares()) {
		if p := l.At(s); p != game.Empty && l.Rules().Kinds()[p].Side == side && !moves[s] {
			list = append(list, s)
		}
	}
	return list, true
}

// ofLines finds a reason in later captures of the expected lines.
func ofLines(side game.Side, turn, best *future) Why {
	turns := min(turn.turns, best.turns)
	net := func(f *future) (gained, lost []game.Square) {
		for _, c := range f.captures {
			switch {
			case c.turn >= turns:
			case c.side == side:
				lost = append(lost, c.at)
			default:
				gained = append(gained, c.at)
			}
		}
		return gained, lost
	}
	won, lost := net(turn)
	bestWon, bestLost := net(best)
	switch {
	case len(won)-len(lost) >= len(bestWon)-len(bestLost):
		return Why{}
	case len(lost) > len(bestLost):
		return Why{Reason: LosesLater, Squares: lost}
	}
	return Why{Reason: MissedLater, Squares: bestWon}
}

// wonIn reads a score for the attackers: in how many turns side has a proven win.
func wonIn(score int, side game.Side) (turns int, ok bool) {
	if side == game.Defenders {
		score = -score
	}
	turns, won, _ := ai.WinIn(score)
	return turns, won
}

// byCause chooses the reason that fits the cause of the end.
func byCause(c game.Cause, won, escape, king, ring, fort Reason) Reason {
	switch c {
	case game.KingEscaped:
		return escape
	case game.KingCaptured:
		return king
	case game.Encirclement:
		return ring
	case game.ExitFort:
		return fort
	}
	return won
}

// future holds what happens in a line.
type future struct {
	over        game.Outcome     // the zero value if the line does not end the game
	turns       int              // length of the line
	taken, lost []game.Square    // captures in the first turn and in the reply
	mill        [2][]game.Square // squares of pieces removed for a mill, by the same turns
	captures    []capture        // of the whole line
}

// capture is a captured piece.
type capture struct {
	turn int
	side game.Side // owner of the piece
	at   game.Square
}

// mills reports whether the game has mills.
func (f *future) mills(r *rules.Rules) bool {
	set := r.Ruleset()
	return set.Lines != nil && set.Lines.Mill.Lines != 0
}

// futureOf plays a line and records what happens.
func futureOf(l *rules.Line, line [][]game.Move) (f future) {
	l = l.Clone()
	for i, turn := range line {
		steps, over, err := l.Play(turn)
		if err != nil {
			return f
		}
		f.turns = i + 1
		if f.over = over; over.Over() {
			return f
		}
		for k := range steps {
			f.count(l.Rules(), &steps[k], i)
		}
	}
	return f
}

// count records the captures of a move of turn i.
func (f *future) count(r *rules.Rules, d *rules.Delta, i int) {
	for c := range d.Captures() {
		at, piece, _ := d.Captured(c)
		side := r.Kinds()[piece].Side
		f.captures = append(f.captures, capture{i, side, at})
		switch {
		case side == d.Side():
		case i == 0:
			f.taken = append(f.taken, at)
		case i == 1:
			f.lost = append(f.lost, at)
		}
		if m := d.Move(); m.Op == game.Remove && i < len(f.mill) && side != d.Side() {
			f.mill[i] = append(f.mill[i], at)
		}
	}
}
