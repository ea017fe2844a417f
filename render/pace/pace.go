// Package pace chooses in which size pictures are drawn, and when: while the camera
// moves in one that keeps to a budget of time, in full once it rests. It knows no clock
// and no window: it is told how long pictures took.
package pace

import (
	"math"
	"time"
)

// The least and the most of the window's width and height that a draft has.
const (
	Least = 0.6
	Most  = 0.9
)

// Times of coming to rest.
const (
	Sharp  = 300 * time.Millisecond // after the last motion the full picture is there
	calm   = 140 * time.Millisecond // without motion count as rest
	quick  = 20 * time.Millisecond  // do so where full pictures take long
	feared = time.Second            // the first full pictures of a processor may take
)

// How many times as long a pixel takes that is drawn at leisure, with one sample and
// with many.
const (
	leisure    = 2
	leisureAll = 4
)

// Pace is what is known of how long pictures take. The zero value knows nothing.
type Pace struct {
	Budget time.Duration // what a picture may take while the camera moves
	Slow   bool          // the processor draws: full pictures take long, until they are seen to be quick
	Rich   bool          // full pictures have many samples a pixel

	full, before time.Duration    // what the last full picture took, and the one before that
	drafts       [2]time.Duration // what the last drafts of this share took; 0: not yet drawn
	share        float64          // of the last drafts; 0: none was drawn
}

// Full returns what a full picture takes; 0 where it is not known.
func (p *Pace) Full() time.Duration { return p.full }

// TookFull tells how long a full picture took. The first ones, for which the driver
// prepares, do not count.
func (p *Pace) TookFull(d time.Duration) { p.full, p.before = min(d, p.before), d }

// TookDraft tells how long a draft took.
func (p *Pace) TookDraft(d time.Duration) { p.drafts = [2]time.Duration{d, p.drafts[0]} }

// Drafts reports whether drafts are drawn while the camera moves.
func (p *Pace) Drafts() bool { return p.awaited() > p.Budget }

// awaited is how long a full picture will take, as far as that can be told.
func (p *Pace) awaited() time.Duration {
	if p.full == 0 && p.Slow {
		return feared
	}
	return p.full
}

// Rest is how long nothing must have moved before the full picture is drawn: so short
// that it is there within Sharp, if that can be, and long enough that the next turn of a
// wheel mostly comes before it.
func (p *Pace) Rest() time.Duration { return min(max(Sharp-3*p.awaited()/2, quick), calm) }

// Size returns the size of the next draft in a window of w by h pixels. Drafts keep
// their size as long as they keep about to the budget.
func (p *Pace) Size(w, h int) (int, int) {
	k := min(max(p.wanted(), Least), Most)
	if k*10 >= p.share*9 && k*9 <= p.share*10 {
		k = p.share // much the same
	} else {
		p.share, p.drafts = k, [2]time.Duration{}
	}
	of := func(n int) int { return int(math.Ceil(float64(n)*k - 1e-6)) }
	return of(w), of(h)
}

// wanted returns how wide a draft would be that keeps to the budget, as a share of the
// window: by the last drafts, or by what full pictures take where there are none.
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

// Anew forgets the drafts, since the window has another size.
func (p *Pace) Anew() { p.share, p.drafts = 0, [2]time.Duration{} }
