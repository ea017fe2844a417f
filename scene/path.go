package scene

import "time"

// Path is a place as a function of the scene's time: an eased way from one
// point to another with an arc of height Lift in the middle.
type Path struct {
	From, To   Vec
	Start, End time.Duration
	Lift       float32
}

// At returns the place at t.
func (p *Path) At(t time.Duration) Vec {
	if t >= p.End || p.End <= p.Start {
		return p.To
	}
	if t <= p.Start {
		return p.From
	}
	u := float32(t-p.Start) / float32(p.End-p.Start)
	v := p.From.Mix(p.To, ease(u))
	v.Y += p.Lift * arc(u)
	return v
}

// ease runs from 0 to 1 and starts and stops gently.
func ease(u float32) float32 { return u * u * (3 - 2*u) }

// arc rises quickly to 1, stays, and settles at 0 without a bump.
func arc(u float32) float32 {
	s := 4 * u * (1 - u)
	return s * (2 - s)
}
