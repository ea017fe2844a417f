package scene

import (
	"math"
	"slices"
	"time"

	"tafl3d/game"
)

// Actor is a piece as the renderer draws it.
type Actor struct {
	ID    int // the same man keeps it until the next Set
	Piece game.Piece
	At    Vec     // the middle of its foot
	Taken bool    // it stands in a tray or is on the way there
	Tip   float32 // by how much it lies on its side, about x, in radians
}

// Scene is the state of the picture. It belongs to one goroutine.
type Scene struct {
	stage   Stage
	style   Style
	camera  *Camera
	now     time.Duration
	free    time.Duration // when the next move may start
	beat    time.Duration // when captures of the latest move start
	speed   float32
	version uint64
	staged  uint64 // grows with every change of the stage
	nextID  int
	men     []*man
	at      map[game.Square]*man
	trays   [game.Sides][]*man // by slot; nil where a man was restored
	hands   [game.Sides][]*man // not yet on the board, by slot
	full    []int              // by piece: most of a kind seen on the board since Stage
	marks   Marks
	carried *man
	finale  finale
	actors  []Actor
}

// man is a piece with its past and future ways.
type man struct {
	id     int
	piece  game.Piece
	home   game.Square // NoSquare in a tray
	paths  []Path      // in order of time; the first may be a standstill
	raise  float32     // 0 on the ground, 1 selected
	hold   bool        // follows the pointer
	settle time.Duration
	become game.Piece    // Empty, or what it is from a moment on
	when   time.Duration // that moment
}

// shown returns the kind as which m is seen at a moment: a promoted man changes when he
// has arrived, not when the rules say so.
func (m *man) shown(now time.Duration) game.Piece {
	if m.become != game.Empty && now >= m.when {
		return m.become
	}
	return m.piece
}

// New returns a scene of an empty board.
func New(st Stage) *Scene {
	s := &Scene{camera: newCamera(), speed: 1}
	s.Stage(st)
	return s
}

// Stage changes the board and takes every piece and mark away.
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

// On returns what the scene is played on.
func (s *Scene) On() *Stage { return &s.stage }

// Staged grows whenever what On returns changes.
func (s *Scene) Staged() uint64 { return s.staged }

// Camera returns the camera, which the scene moves along with everything else.
func (s *Scene) Camera() *Camera { return s.camera }

// Version grows with every visible change.
func (s *Scene) Version() uint64 { return s.version + s.camera.version }

// Speed sets how fast animations run; 1 is normal, 0 shows results at once.
func (s *Scene) Speed(f float32) { s.speed = max(f, 0) }

// Set puts the pieces down at once. Men that the fullest placement since
// Stage had and this one has not stand in the trays.
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
			s.keep(s.newMan(game.Piece(p), Vec{}), s.now, s.now)
		}
	}
	for p := range count {
		s.full[p] = max(s.full[p], count[p])
		for range s.full[p] - count[p] {
			s.shelve(s.newMan(game.Piece(p), Vec{}), s.now, s.now)
		}
	}
}

// makeRoom sees that the men of the fullest hands yet have their place in the
// picture.
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

// Mark points squares out.
func (s *Scene) Mark(m Marks) {
	if !sameMarks(&s.marks, &m) {
		s.marks = m
		s.version++
	}
}

// Marked returns the squares that are pointed out.
func (s *Scene) Marked() *Marks { return &s.marks }

func sameMarks(a, b *Marks) bool {
	return a.Hover == b.Hover && a.Cursor == b.Cursor && a.Selected == b.Selected &&
		a.Last == b.Last && a.Hint == b.Hint && slices.Equal(a.Targets, b.Targets) &&
		slices.Equal(a.Movers, b.Movers) &&
		slices.Equal(a.Threats, b.Threats) && slices.Equal(a.Causes, b.Causes) &&
		slices.Equal(a.Captors, b.Captors) && slices.Equal(a.Drawn, b.Drawn)
}

// catchUp is the backlog beyond which the picture runs faster, so that quick
// players never leave it behind for long.
const catchUp = 1500 * time.Millisecond

// Advance moves the scene's time on.
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
	s.attend()
	s.camera.advance(d)
}

// raiseTime is how long a selected piece takes to be lifted, in seconds.
const raiseTime = 0.13

func (s *Scene) raise(step float32) {
	for _, m := range s.men {
		m.raise = min(max(s.raised(m), m.raise-step), m.raise+step)
	}
}

// raised returns where the raise of m is heading.
func (s *Scene) raised(m *man) float32 {
	if m.home != game.NoSquare && m.home == s.marks.Selected && !m.hold {
		return 1
	}
	return 0
}

// forget drops the paths that are over, but for the last.
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

// Busy reports whether something still moves: a piece or the camera.
func (s *Scene) Busy() bool { return s.actorsBusy() || s.camera.Busy() || s.finale.end > s.now }

func (s *Scene) actorsBusy() bool {
	for _, m := range s.men {
		if m.paths[len(m.paths)-1].End > s.now || m.raise != s.raised(m) {
			return true
		}
	}
	return false
}

// place returns where m is now.
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

// tip returns by how much m lies on its side now.
func (s *Scene) tip(m *man) (tip float32) {
	for i := range m.paths {
		if i == 0 || m.paths[i].Start <= s.now {
			tip = m.paths[i].Tip(s.now)
		}
	}
	return tip
}

// Actors returns every piece as it stands now. The slice is used again by the
// next call.
func (s *Scene) Actors() []Actor {
	s.actors = s.actors[:0]
	for _, m := range s.men {
		s.actors = append(s.actors, Actor{ID: m.id, Piece: m.shown(s.now), At: s.place(m),
			Taken: m.home == game.NoSquare, Tip: s.tip(m)})
	}
	return s.actors
}

// distance is how far apart two points are on the plane.
func distance(a, b Vec) float32 {
	return float32(math.Hypot(float64(a.X-b.X), float64(a.Z-b.Z)))
}
