package server_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"tafl3d/net/wire"
)

// finger is where a finger is in the window.
type finger struct{ x, y float64 }

// touch tells the browser where the fingers are that touch it. None: all have left.
func (p *player) touch(kind input.DispatchTouchEventType, fingers ...finger) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	for i, f := range fingers {
		points = append(points, &input.TouchPoint{X: f.x, Y: f.y, ID: new(float64(i + 1))})
	}
	if _, err := chromedp.Call(p.Context, input.DispatchTouchEvent,
		input.DispatchTouchEventParams{Type: kind, TouchPoints: points}); err != nil {
		p.t.Fatal(err)
	}
}

// middle is the middle of a square in the page, which comes to where it is seen, also if the page is enlarged.
func (p *player) middle(square string) finger {
	p.t.Helper()
	at := value[[]float64](p.browser, fmt.Sprintf(`(() => {
		const c = [...document.querySelectorAll(".hit")].find(c => c.getAttribute("aria-label").split(",")[0] === %q);
		c.scrollIntoView({block: "center", inline: "center"});
		const r = c.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, square))
	return finger{at[0], at[1]}
}

// pinch enlarges the page with two fingers that begin at two squares and move apart.
func (p *player) pinch(one, two string) {
	p.t.Helper()
	p.middle(one) // comes into view first
	b, a := p.middle(two), p.middle(one)
	p.touch(input.DispatchTouchEventTypeTouchStart, a)
	p.touch(input.DispatchTouchEventTypeTouchStart, a, b)
	const steps = 12
	for i := range steps {
		k := 1 + 2*float64(i+1)/steps // three times as far from each other in the end
		x, y := (a.x+b.x)/2, (a.y+b.y)/2
		p.touch(input.DispatchTouchEventTypeTouchMove, finger{x + k*(a.x-x), y + k*(a.y-y)},
			finger{x + k*(b.x-x), y + k*(b.y-y)})
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// TestPinch enlarges a large board on a telephone with two fingers, of which the first is on a piece and the second
// where that could move: nothing is picked up and nothing played. Afterwards, in the usual size, one finger picks up
// and plays.
func TestPinch(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newFixture(t))
	p.run(chromedp.EmulateViewport(390, 844, chromedp.EmulateScale(2), chromedp.EmulateMobile))
	if _, err := chromedp.Call(p.Context, emulation.SetTouchEmulationEnabled,
		emulation.SetTouchEmulationEnabledParams{Enabled: true, MaxTouchPoints: 2}); err != nil {
		t.Fatal(err)
	}
	code := p.s.astrid.invites(t, func(q *wire.Seek) {
		q.Variants, q.Side = []string{"alea-evangelii-19x19"}, wire.Attackers // the defenders begin
	}).Code
	p.run(chromedp.Navigate(p.s.url + "/play?i=" + code))
	p.enter("Eve")
	p.atBoard()
	at := p.position()
	p.ready(at)
	i := slices.IndexFunc(at.Moves, func(m wire.Move) bool {
		return max(int(m.From[0])-int(m.To[0]), int(m.To[0])-int(m.From[0])) >= 4 // columns, for two fingers
	})
	if i < 0 {
		t.Fatal("no move is long enough for two fingers")
	}
	m := at.Moves[i]
	const picked = `(document.querySelector(".hit[aria-pressed=true]")?.getAttribute("aria-label").split(",")[0] || "")`
	p.pinch(m.From, m.To)
	p.until("the page is enlarged", `visualViewport.scale > 1.2`)
	if now := value[string](p.browser, picked); now != "" || p.position().Seq != at.Seq {
		t.Errorf("two fingers pick up %q, or play: entry %d after %d", now, p.position().Seq, at.Seq)
	}
	p.picture("pinched")
	if _, err := chromedp.Call(p.Context, emulation.SetPageScaleFactor,
		emulation.SetPageScaleFactorParams{PageScaleFactor: 1}); err != nil {
		t.Fatal(err)
	}
	p.until("the page in its usual size", `visualViewport.scale === 1`)
	p.fingerAt(m.From)
	p.until("the piece under the finger", picked+fmt.Sprintf(" === %q", m.From))
	p.fingerAt(m.To)
	p.played(m, at)
}

// fingerAt taps a square with a finger.
func (p *player) fingerAt(square string) {
	p.t.Helper()
	at := p.middle(square)
	p.touch(input.DispatchTouchEventTypeTouchStart, at)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}
