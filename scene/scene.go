package scene

import (
	"math"
	"slices"
	"time"

	"tafl3d/game"
)

// Actor is a piece as the renderer draws it.
type Actor struct {
	ID    int // constant for a piece until the next Set
	Piece game.Piece
	At    Vec     // centre of the base
	Taken bool    // in a tray or on the way to it
	Tip   float32 // tilt about x, in radians
}

// Scene is the state of the picture. It is not safe for concurrent use.
type Scene struct {
	stage   Stage
	style   Style
	camera  *Camera
	now     time.Duration
	free    time.Duration // earliest start of the next move
	beat    time.Duration // start of the captures of the latest move
	speed   float32
	version uint64
	staged  uint64 // incremented by each change of the stage
	nextID  int
	men     []*man
	at      map[game.Square]*man
	trays   [game.Sides][]*man // by slot; nil where a piece was restored
	hands   [game.Sides][]*man // pieces to be dropped, by slot
	full    []int              // largest count of each piece on the board since Stage
	marks   Marks
	carried *man
	finale  finale
	actors  []Actor
}

// man is a piece with its animation.
type man struct {
	id     int
	piece  game.Piece
	home   game.Square // NoSquare in a tray
	paths  []Path      // in order of time; the first may be a pause
	raise  float32     // 0 on the ground, 1 selected
	hold   bool        // follows the pointer
	settle time.Duration
	become game.Piece    // the piece after promotion; Empty for none
	when   time.Duration // time of the promotion
}

// shown returns the piece to draw at a time: a promoted man changes on arrival, not when the rules promote
// it.
func (m *man) shown(now time.Duration) game.Piece {
	if m.become != game.Empty && now >= m.when {
		return m.become
	}
	return m.piece
}

// New returns a scene with an empty board.
func New(st Stage) *Scene {
	s := &Scene{camera: newCamera(), speed: 1}
	s.Stage(st)
	return s
}

// Stage changes the board and removes all pieces and marks.
func (s *Scene) Stage(st Stage) {
	s.stage = st
	s.staged++
	s.full = make([]int, 256)
	s.marks = NoMarks()
	s.clear()
	s.camera.frame(&s.stage)
}

func (s *Scene) clear() {
	s.men, s.carried = nil, nil
	s.finale, s.camera.glance = finale{}, nil
	s.at = map[game.Square]*man{}
	s.trays, s.hands = [game.Sides][]*man{}, [game.Sides][]*man{}
	s.free, s.beat = s.now, s.now
	s.version++
}

// On returns the current stage.
func (s *Scene) On() *Stage { return &s.stage }

// Staged returns a counter that grows with each change of the stage.
func (s *Scene) Staged() uint64 { return s.staged }

// Camera returns the camera. The scene animates it.
func (s *Scene) Camera() *Camera { return s.camera }

// Version returns a counter that grows with each visible change.
func (s *Scene) Version() uint64 { return s.version + s.camera.version }

// Speed sets the speed of animation: 1 is normal, 0 disables animation.
func (s *Scene) Speed(f float32) { s.speed = max(f, 0) }

// Set places the pieces without animation. Pieces that are missing, compared with the fullest setup since
// Stage, go to the trays.
func (s *Scene) Set(setup game.Setup) {
	s.clear()
	count := make([]int, len(s.full))
	for i, p := range setup.Pieces {
		if p == game.Empty || i >= s.stage.Board.Squares() {
			continue
		}
		count[p]++
		s.stand(p, game.Square(i))
	}
	s.makeRoom(setup.Hand)
	for p, n := range setup.Hand {
		count[p] += n
		for range n {
			s.moveToHand(s.newMan(game.Piece(p), Vec{}), s.now, s.now)
		}
	}
	for p := range count {
		s.full[p] = max(s.full[p], count[p])
		for range s.full[p] - count[p] {
			s.moveToTray(s.newMan(game.Piece(p), Vec{}), s.now, s.now)
		}
	}
}

// makeRoom reserves space in the picture for the largest hands so far.
func (s *Scene) makeRoom(hand []int) {
	var n [game.Sides]int
	for p, k := range hand {
		n[s.sideOf(game.Piece(p))] += k
	}
	was := s.stage.Hands
	for side := range n {
		s.stage.Hands[side] = max(was[side], n[side])
	}
	if s.stage.Hands != was {
		s.staged++
		s.camera.frame(&s.stage)
	}
}

func (s *Scene) stand(p game.Piece, sq game.Square) *man {
	m := s.newMan(p, s.stage.Place(sq))
	m.home = sq
	s.at[sq] = m
	return m
}

func (s *Scene) newMan(p game.Piece, at Vec) *man {
	s.nextID++
	m := &man{id: s.nextID, piece: p, home: game.NoSquare, paths: []Path{{From: at, To: at, Start: s.now, End: s.now}}}
	s.men = append(s.men, m)
	return m
}

// Mark sets the marked squares.
func (s *Scene) Mark(m Marks) {
	if !sameMarks(&s.marks, &m) {
		s.marks = m
		s.version++
	}
}

// Marked returns the marked squares.
func (s *Scene) Marked() *Marks { return &s.marks }

func sameMarks(a, b *Marks) bool {
	return a.Hover == b.Hover && a.Cursor == b.Cursor && a.Selected == b.Selected &&
		a.Last == b.Last && a.Hint == b.Hint && slices.Equal(a.Targets, b.Targets) &&
		slices.Equal(a.Places, b.Places) && slices.Equal(a.Movers, b.Movers) &&
		slices.Equal(a.Threats, b.Threats) && slices.Equal(a.Causes, b.Causes) &&
		slices.Equal(a.Captors, b.Captors) && slices.Equal(a.Drawn, b.Drawn)
}

// catchUp is the backlog above which the animation runs faster, so that it does not fall behind quick
// players.
const catchUp = 1500 * time.Millisecond

// Advance moves scene time on by d.
func (s *Scene) Advance(d time.Duration) {
	busy := s.actorsBusy()
	pace := s.speed
	if lag := s.free - s.now; lag > catchUp {
		pace *= min(float32(lag)/float32(catchUp), 4)
	}
	if s.speed == 0 {
		s.now = max(s.now, s.lastEnd())
		s.raise(1)
	} else {
		s.now += time.Duration(float64(d) * float64(pace))
		s.raise(float32(d.Seconds()) * s.speed / raiseTime)
	}
	for _, m := range s.men {
		m.forget(s.now)
		if p := m.shown(s.now); p != m.piece {
			m.piece, m.become = p, game.Empty
			s.version++
		}
	}
	if busy {
		s.version++
	}
	s.followFinale()
	s.camera.advance(d)
}

// raiseTime is the time to lift a selected piece, in seconds.
const raiseTime = 0.13

func (s *Scene) raise(step float32) {
	for _, m := range s.men {
		m.raise = min(max(s.raised(m), m.raise-step), m.raise+step)
	}
}

// raised returns the goal of m.raise.
func (s *Scene) raised(m *man) float32 {
	if m.home != game.NoSquare && m.home == s.marks.Selected && !m.hold {
		return 1
	}
	return 0
}

// forget drops finished paths except the last.
func (m *man) forget(now time.Duration) {
	for len(m.paths) > 1 && m.paths[1].Start <= now {
		m.paths = m.paths[1:]
	}
}

func (s *Scene) lastEnd() time.Duration {
	end := s.now
	for _, m := range s.men {
		end = max(end, m.paths[len(m.paths)-1].End)
	}
	return end
}

// Busy reports whether a piece or the camera is moving.
func (s *Scene) Busy() bool { return s.actorsBusy() || s.camera.Busy() || s.finale.end > s.now }

func (s *Scene) actorsBusy() bool {
	for _, m := range s.men {
		if m.paths[len(m.paths)-1].End > s.now || m.raise != s.raised(m) {
			return true
		}
	}
	return false
}

// place returns the current position of m.
func (s *Scene) place(m *man) Vec {
	at := m.paths[0].At(s.now)
	for i := range m.paths {
		if m.paths[i].Start <= s.now {
			at = m.paths[i].At(s.now)
		}
	}
	at.Y += Raised * ease(m.raise)
	return at
}

// tip returns the current tilt of m.
func (s *Scene) tip(m *man) (tip float32) {
	for i := range m.paths {
		if i == 0 || m.paths[i].Start <= s.now {
			tip = m.paths[i].Tip(s.now)
		}
	}
	return tip
}

// Actors returns all pieces in their current positions. The next call reuses the slice.
func (s *Scene) Actors() []Actor {
	s.actors = s.actors[:0]
	for _, m := range s.men {
		s.actors = append(s.actors, Actor{ID: m.id, Piece: m.shown(s.now), At: s.place(m),
			Taken: m.home == game.NoSquare, Tip: s.tip(m)})
	}
	return s.actors
}

// distance returns the horizontal distance of two points.
func distance(a, b Vec) float32 {
	return float32(math.Hypot(float64(a.X-b.X), float64(a.Z-b.Z)))
}
