package scene

import "time"

// finale is a short look at the end of a game: a captured king or a king that escapes.
type finale struct {
	at         Vec
	start, end time.Duration // on the clock of the scene
}

// Times by which the camera starts before the event and stays after it.
const (
	finaleLead = 250 * time.Millisecond
	finaleRest = 500 * time.Millisecond
)

// planGlance makes the camera look at a place from start to end. It does nothing when animation is off.
func (s *Scene) planGlance(at Vec, start, end time.Duration) {
	if s.speed > 0 {
		s.finale = finale{at, max(s.now, start-finaleLead), end + finaleRest}
		s.camera.refused = false
	}
}

// followFinale turns the camera to the finale and back when it ends. It ends early when the player moves the
// camera.
func (s *Scene) followFinale() {
	f := &s.finale
	switch {
	case f.end == 0:
		return
	case s.camera.refused, s.now >= f.end, s.speed == 0:
		*f = finale{}
		s.camera.glance = nil
	case s.now >= f.start:
		s.camera.look(f.at)
	}
}
