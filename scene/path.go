package scene

import "time"

// Path is a place as a function of the scene's time: lifted, carried from one
// point to another at a height, and set down. A man who is taken falls over
// first.
type Path struct {
	From, To   Vec
	Start, End time.Duration
	Lift       float32
	Fall       float32 // angle by which he falls over first, in radians; 0: he does not
	Lay, Lie   float32 // by how much he lies on his side at the beginning and at the end
}

// The shares of a path's time that its parts take.
const (
	falling = 0.36 // of a path with a fall
	picking = 0.22 // until the piece is up
	landing = 0.76 // from then on it comes down
	setOff  = 0.06 // it goes forward from here
	arrival = 0.90 // to here
)

// share returns how much of the path's time is over.
func (p *Path) share(t time.Duration) float32 {
	if t >= p.End || p.End <= p.Start {
		return 1
	}
	return max(float32(t-p.Start)/float32(p.End-p.Start), 0)
}

// At returns the place at t.
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

// Tip returns by how much the piece lies on its side at t, in radians.
func (p *Path) Tip(t time.Duration) float32 {
	u := p.share(t)
	switch {
	case u == 1:
		return p.Lie
	case p.Fall == 0:
		return p.Lay + (p.Lie-p.Lay)*ease(part(u, setOff, arrival))
	case u < falling:
		f := part(u, 0, 0.8*falling)
		return p.Fall * f * f // it falls faster and faster, and lies a moment
	}
	return p.Fall + (p.Lie-p.Fall)*ease(part(u, falling, 0.85))
}

// part returns how far u is on its way from a to b, from 0 to 1.
func part(u, a, b float32) float32 { return min(max((u-a)/(b-a), 0), 1) }

// ease runs from 0 to 1 and starts and stops gently.
func ease(u float32) float32 { return u * u * (3 - 2*u) }

// height rises gently to 1, stays, and comes down as what has weight does.
func height(u float32) float32 {
	down := part(u, landing, 1)
	return ease(part(u, 0, picking)) - down*down
}
