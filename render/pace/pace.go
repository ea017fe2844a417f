// Package pace chooses the resolution and the time of drawing: while the camera moves, drafts that keep to a
// time budget; once it rests, full pictures. It uses no clock and no window: the caller reports the times.
package pace

import (
	"math"
	"time"
)

// Limits of the width and height of a draft, as shares of the window.
const (
	Least = 0.6
	Most  = 0.9
)

// Times after motion ends.
const (
	Sharp  = 300 * time.Millisecond // the full picture is shown that long after the last motion
	calm   = 140 * time.Millisecond // longest wait that counts as rest
	quick  = 20 * time.Millisecond  // shortest wait, where full pictures take long
	feared = time.Second            // first estimate for a full picture drawn by the processor
)

// Relative time per pixel without time pressure, with one sample and with many.
const (
	leisure    = 2
	leisureAll = 4
)

// Pace predicts drawing times. The zero value has no measurements.
type Pace struct {
	Budget time.Duration // longest time of a picture while the camera moves
	Slow   bool          // software rendering: full pictures count as slow until measured
	Rich   bool          // full pictures use multisampling

	full, before time.Duration    // times of the last two full pictures
	drafts       [2]time.Duration // times of the last drafts with this share; 0: none yet
	share        float64          // of the last drafts; 0: none yet
}

// Full returns the time of a full picture; 0 if unknown.
func (p *Pace) Full() time.Duration { return p.full }

// TookFull records the time of a full picture. It keeps the smaller of the last two, because the driver
// compiles shaders during the first.
func (p *Pace) TookFull(d time.Duration) { p.full, p.before = min(d, p.before), d }

// TookDraft records the time of a draft.
func (p *Pace) TookDraft(d time.Duration) { p.drafts = [2]time.Duration{d, p.drafts[0]} }

// Drafts reports whether to draw drafts while the camera moves.
func (p *Pace) Drafts() bool { return p.awaited() > p.Budget }

// awaited returns the expected time of a full picture.
func (p *Pace) awaited() time.Duration {
	if p.full == 0 && p.Slow {
		return feared
	}
	return p.full
}

// Rest returns how long the camera must rest before the full picture is drawn. It is short enough to have the
// picture ready within Sharp, if possible, and long enough for the next step of a mouse wheel.
func (p *Pace) Rest() time.Duration { return min(max(Sharp-3*p.awaited()/2, quick), calm) }

// Size returns the size of the next draft in a window of w by h pixels. The size stays the same while drafts
// take about as long as the budget.
func (p *Pace) Size(w, h int) (int, int) {
	k := min(max(p.wanted(), Least), Most)
	if k*10 >= p.share*9 && k*9 <= p.share*10 {
		k = p.share // close enough
	} else {
		p.share, p.drafts = k, [2]time.Duration{}
	}
	of := func(n int) int { return int(math.Ceil(float64(n)*k - 1e-6)) }
	return of(w), of(h)
}

// wanted returns the width of a draft that keeps to the budget, as a share of the window. It is computed from
// the last drafts or, before the first draft, from full pictures.
func (p *Pace) wanted() float64 {
	budget := float64(p.Budget)
	if p.share == 0 {
		slower := float64(leisure)
		if p.Rich {
			slower = leisureAll
		}
		return math.Sqrt(budget * slower / float64(p.awaited()))
	}
	took := float64(min(p.drafts[0], p.drafts[1]))
	if took == 0 || took < 1.15*budget && took > 0.5*budget {
		return p.share
	}
	return p.share * math.Sqrt(budget/took)
}

// Reset forgets the drafts after a change of the window size.
func (p *Pace) Reset() { p.share, p.drafts = 0, [2]time.Duration{} }
