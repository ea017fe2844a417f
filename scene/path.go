package scene

import "time"

// Path is the position of a piece as a function of scene time: the piece is lifted, carried from one point to
// another at a height, and put down. A captured piece topples first.
type Path struct {
	From, To   Vec
	Start, End time.Duration
	Lift       float32
	Fall       float32 // angle by which the piece topples first, in radians; 0: it does not
	Lay, Lie   float32 // tilt at the beginning and at the end, in radians
}

// Phases of a path, as shares of its duration.
const (
	falling = 0.36 // toppling, in a path with a fall
	picking = 0.22 // end of the lift
	landing = 0.76 // start of the descent
	setOff  = 0.06 // start of the forward motion
	arrival = 0.90 // end of the forward motion
)

// share returns the elapsed share of the path.
func (p *Path) share(t time.Duration) float32 {
	if t >= p.End || p.End <= p.Start {
		return 1
	}
	return max(float32(t-p.Start)/float32(p.End-p.Start), 0)
}

// At returns the position at t.
func (p *Path) At(t time.Duration) Vec {
	u := p.share(t)
	if u == 1 {
		return p.To
	}
	if p.Fall != 0 {
		u = max(u-falling, 0) / (1 - falling)
	}
	v := p.From.Mix(p.To, ease(part(u, setOff, arrival)))
	v.Y += p.Lift * height(u)
	return v
}

// Tip returns the tilt of the piece at t, in radians.
func (p *Path) Tip(t time.Duration) float32 {
	u := p.share(t)
	switch {
	case u == 1:
		return p.Lie
	case p.Fall == 0:
		return p.Lay + (p.Lie-p.Lay)*ease(part(u, setOff, arrival))
	case u < falling:
		f := part(u, 0, 0.8*falling)
		return p.Fall * f * f // accelerates, then rests
	}
	return p.Fall + (p.Lie-p.Fall)*ease(part(u, falling, 0.85))
}

// part returns the position of u between a and b, clamped to 0 to 1.
func part(u, a, b float32) float32 { return min(max((u-a)/(b-a), 0), 1) }

// ease is smoothstep for u from 0 to 1.
func ease(u float32) float32 { return u * u * (3 - 2*u) }

// height rises smoothly to 1, stays, and falls with acceleration.
func height(u float32) float32 {
	down := part(u, landing, 1)
	return ease(part(u, 0, picking)) - down*down
}
