package scene

import (
	"slices"
	"time"

	"tafl3d/game"
)

// Durations of the animation.
const (
	slideBase   = 170 * time.Millisecond // a move of length 0
	slideSquare = 45 * time.Millisecond  // added for each square
	slideMost   = 520 * time.Millisecond
	fallTime    = 520 * time.Millisecond  // to or from the tray
	toppleTime  = 260 * time.Millisecond  // a captured piece topples before that
	royalFall   = 900 * time.Millisecond  // the slower fall of a king
	saluteTime  = 1100 * time.Millisecond // an escaped king is lifted
	stagger     = 45 * time.Millisecond   // between pieces captured together
	lead        = 50 * time.Millisecond   // captures start that long before the capturing piece arrives
	putDown     = 160 * time.Millisecond
	releaseWait = 180 * time.Millisecond // a released piece waits that long for its move
)

// Show queues the animation of an event. Moves run one after the other; the captures or restored pieces of a
// move are animated together as the moving piece arrives.
func (s *Scene) Show(ev game.Event) {
	switch ev := ev.(type) {
	case game.Moved:
		s.moved(ev)
	case game.Captured:
		s.captured(ev.Piece, ev.At)
	case game.Restored:
		s.restored(ev.Piece, ev.At)
	case game.Promoted:
		s.promoted(ev.To, ev.At)
	case game.Ended:
		s.ended(ev.Outcome)
	default:
		return
	}
	s.version++
}

func (s *Scene) moved(ev game.Moved) {
	if ev.Op == game.Drop && ev.To == game.NoSquare {
		s.takeBack(ev)
		return
	}
	if ev.Op == game.Remove || ev.To == game.NoSquare {
		s.captured(ev.Piece, ev.From)
		return
	}
	start := max(s.now, s.free)
	m := s.at[ev.From]
	if ev.From == game.NoSquare {
		m = s.takeFromHand(ev.Piece)
	}
	if m == nil {
		m = s.newMan(ev.Piece, s.stage.Place(ev.To).Add(Vec{Y: 2}))
	}
	delete(s.at, ev.From)
	if other := s.at[ev.To]; other != nil && other != m {
		s.moveToTray(other, start, start+fallTime)
	}
	if s.carried == m {
		s.carried, m.hold = nil, false
	}
	m.home = ev.To
	if m.become == game.Empty {
		m.piece = ev.Piece
	}
	s.at[ev.To] = m
	to := s.stage.Place(ev.To)
	from := s.cutPaths(m, start)
	p := Path{From: from, To: to, Start: start, End: start + slideTime(from, to), Lift: 0.17}
	switch {
	case from.Y > 0.05: // the pointer carried it there
		p.End, p.Lift = start+putDown+slideTime(from, to)/4, 0
	case ev.Op == game.Leap || ev.Op == game.Castle || ev.Op == game.Drop:
		p.Lift = 0.95
	}
	m.paths = append(m.paths, p)
	s.free = p.End
	s.beat = max(start, p.End-lead)
}

// takeBack returns a dropped piece to the hand.
func (s *Scene) takeBack(ev game.Moved) {
	start := max(s.now, s.free)
	m := s.at[ev.From]
	if m == nil {
		m = s.newMan(ev.Piece, s.stage.Place(ev.From))
	}
	delete(s.at, ev.From)
	s.moveToHand(m, start, start+fallTime)
	s.free = start + fallTime
	s.beat = start
}

// promoted replaces the piece on a square when it has arrived there.
func (s *Scene) promoted(p game.Piece, sq game.Square) {
	if m := s.at[sq]; m != nil {
		m.become, m.when = p, m.paths[len(m.paths)-1].End
		if s.now >= m.when {
			m.piece, m.become = p, game.Empty
		}
	}
}

func slideTime(from, to Vec) time.Duration {
	return min(slideBase+time.Duration(float32(slideSquare)*distance(from, to)), slideMost)
}

// cutPaths returns the position of m at start and drops all paths that would still run then.
func (s *Scene) cutPaths(m *man, start time.Duration) Vec {
	if m.settle > s.now { // in the air after a drag
		at := s.place(m)
		m.paths, m.settle = m.paths[:1], 0
		m.paths[0] = Path{From: at, To: at, Start: s.now, End: s.now}
		return at
	}
	at := m.paths[0].At(start)
	for i := range m.paths {
		if m.paths[i].Start <= start {
			at = m.paths[i].At(start)
		}
	}
	return at
}

func (s *Scene) captured(p game.Piece, sq game.Square) {
	start := max(s.now, s.beat)
	m := s.at[sq]
	if m == nil {
		m = s.newMan(p, Vec{})
	} else {
		delete(s.at, sq)
	}
	if s.carried == m {
		s.carried, m.hold = nil, false
	}
	end := start + fallTime + toppleTime
	if s.isKing(m.piece) {
		end += royalFall
		s.planGlance(s.stage.Place(sq), start, start+(end-start)/2) // without following the king to the tray
	}
	s.moveToTray(m, start, end)
	way := &m.paths[len(m.paths)-1]
	way.Lay, way.Fall = 0, toppled
	if way.Lie < 0 {
		way.Fall = -toppled
	}
	s.free = max(s.free, end)
	s.beat += stagger
}

// toppled is the angle of a toppled piece, in radians.
const toppled = 1.4

func (s *Scene) isKing(p game.Piece) bool {
	return int(p) < len(s.stage.Kinds) && s.stage.Kinds[p].Royal
}

// ended lifts an escaped king and makes the camera look at it.
func (s *Scene) ended(o game.Outcome) {
	if o.Cause != game.KingEscaped {
		return
	}
	start := max(s.now, s.free)
	for _, m := range s.men {
		if m.home == game.NoSquare || !s.isKing(m.piece) {
			continue
		}
		at := s.stage.Place(m.home)
		m.paths = append(m.paths, Path{From: at, To: at, Start: start, End: start + saluteTime, Lift: 0.5})
		s.free = start + saluteTime
		s.planGlance(at, start, s.free)
	}
}

// moveToTray moves m to the first free place of its side's tray.
func (s *Scene) moveToTray(m *man, start, end time.Duration) {
	s.moveToSlot(m, &s.trays, s.stage.lieAt, start, end)
}

// moveToHand moves m to the first free place in its side's hand.
func (s *Scene) moveToHand(m *man, start, end time.Duration) {
	s.moveToSlot(m, &s.hands, func(side game.Side, n int) (Vec, float32) { return s.stage.handSlot(side, n), 0 }, start,
		end)
}

// moveToSlot moves m to the first free place of a row next to the board.
func (s *Scene) moveToSlot(
	m *man, rows *[game.Sides][]*man, slot func(game.Side, int) (Vec, float32), start, end time.Duration,
) {
	side := s.sideOf(m.piece)
	n := slices.Index(rows[side], nil)
	if n < 0 {
		n = len(rows[side])
		rows[side] = append(rows[side], nil)
	}
	rows[side][n] = m
	m.home = game.NoSquare
	to, tip := slot(side, n)
	if start == end {
		m.paths = []Path{{From: to, To: to, Start: start, End: end, Lie: tip}}
		return
	}
	lay := s.tip(m)
	m.paths = append(m.paths, Path{From: s.cutPaths(m, start), To: to, Start: start, End: end, Lift: 0.9,
		Lay: lay, Lie: tip})
}

func (s *Scene) sideOf(p game.Piece) game.Side {
	if int(p) < len(s.stage.Kinds) {
		return s.stage.Kinds[p].Side
	}
	return game.Attackers
}

func (s *Scene) restored(p game.Piece, sq game.Square) {
	start := max(s.now, s.beat)
	s.finale.end = min(s.finale.end, s.now) // undo ends the finale
	m := s.takeFromTray(p)
	if m == nil {
		m = s.newMan(p, s.stage.Place(sq).Add(Vec{Y: 2}))
	}
	if other := s.at[sq]; other != nil {
		s.moveToTray(other, start, start+fallTime)
	}
	m.home = sq
	s.at[sq] = m
	lay := m.paths[len(m.paths)-1].Lie
	m.paths = append(m.paths, Path{From: s.cutPaths(m, start), To: s.stage.Place(sq), Start: start,
		End:  start + fallTime,
		Lift: 0.9, Lay: lay})
	s.free = max(s.free, start+fallTime)
	s.beat += stagger
}

// takeFromTray removes the latest piece of kind p from the tray.
func (s *Scene) takeFromTray(p game.Piece) *man { return takeLast(s.trays[s.sideOf(p)], p) }

// takeFromHand removes a piece of kind p from the hand.
func (s *Scene) takeFromHand(p game.Piece) *man { return takeLast(s.hands[s.sideOf(p)], p) }

// takeLast removes the last piece of kind p from a row.
func takeLast(row []*man, p game.Piece) *man {
	for i := len(row) - 1; i >= 0; i-- {
		if m := row[i]; m != nil && m.piece == p {
			row[i] = nil
			return m
		}
	}
	return nil
}

// Carry makes the piece on sq follow the pointer at (x, y), from -1 to 1 with y up. NoSquare releases it: the
// piece waits briefly for its move and then returns.
func (s *Scene) Carry(sq game.Square, x, y float32) {
	m := s.at[sq]
	if s.carried != nil && s.carried != m {
		s.letGo(s.carried)
	}
	if sq == game.NoSquare || m == nil || m.paths[len(m.paths)-1].End > s.now && !m.hold && m.settle <= s.now {
		return
	}
	at, ok := s.camera.hit(x, y, Held)
	if !ok {
		return
	}
	w, h := s.stage.Reach()
	at.X, at.Z = min(max(at.X, -w-Frame), w+Frame), min(max(at.Z, -h-Frame), h+Frame)
	s.carried, m.hold, m.settle = m, true, 0
	m.paths = append(m.paths[:0], Path{From: at, To: at, Start: s.now, End: s.now})
	m.raise = 0
	s.version++
}

func (s *Scene) letGo(m *man) {
	s.carried, m.hold = nil, false
	at, home := s.place(m), s.stage.Place(m.home)
	m.settle = s.now + releaseWait
	m.paths = []Path{
		{From: at, To: at, Start: s.now, End: s.now},
		{From: at, To: home, Start: m.settle, End: m.settle + slideTime(at, home)},
	}
	s.version++
}
