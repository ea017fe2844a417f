package scene

import "time"

// finale is what the camera looks at for a moment: a king taken, or one who got
// away.
type finale struct {
	at         Vec
	start, end time.Duration // on the scene's clock
}

// When the camera sets off before what there is to see, and how long it stays
// after it.
const (
	finaleLead = 250 * time.Millisecond
	finaleRest = 500 * time.Millisecond
)

// foresee has the camera look at a place from a moment to another. Where nothing is
// animated it stays where it is.
func (s *Scene) foresee(at Vec, start, end time.Duration) {
	if s.speed > 0 {
		s.finale = finale{at, max(s.now, start-finaleLead), end + finaleRest}
		s.camera.refused = false
	}
}

// attend turns the camera to the finale and, when it is over, back. It is over as
// soon as somebody moves the camera himself.
func (s *Scene) attend() {
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
