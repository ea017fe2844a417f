package server_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"tafl3d/internal/await"
)

// foreign is a page of somebody else's, at an address of its own, that has frames in it.
func foreign(t *testing.T, frames ...string) string {
	t.Helper()
	body := `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>A club</title><main><h1>Our ` +
		`games</h1>` + strings.Join(frames, "\n") + `</main>`
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// worlds are the script contexts of the frames of the page in a browser, by the ids of
// their frames, the newest.
type worlds struct {
	mu   sync.Mutex
	seen map[string]runtime.ExecutionContextID
}

func newWorlds(b *browser) *worlds {
	b.t.Helper()
	w := &worlds{seen: map[string]runtime.ExecutionContextID{}}
	err := chromedp.Listen(b.Context, func(e any) {
		created, is := e.(*runtime.EventExecutionContextCreated)
		if !is {
			return
		}
		var about struct {
			FrameID   string `json:"frameId"`
			IsDefault bool   `json:"isDefault"`
		}
		if err := json.Unmarshal(created.Context.AuxData, &about); err == nil && about.IsDefault {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.seen[about.FrameID] = created.Context.ID
		}
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return w
}

// in returns the context of the frame whose address has an ending.
func (w *worlds) in(b *browser, ending string) (in chromedp.EvaluateOption) {
	b.t.Helper()
	await.Poll{Timeout: patience}.Until(b.t, "no frame shows "+ending,
		func() bool { in = w.find(b, ending); return in != nil })
	return in
}

// find returns the context of the frame whose address has an ending, or nil.
func (w *worlds) find(b *browser, ending string) chromedp.EvaluateOption {
	w.mu.Lock()
	ids := slices.Collect(maps.Values(w.seen))
	w.mu.Unlock()
	for _, id := range ids {
		in := func(p *runtime.EvaluateParams) { p.ContextID = id }
		// a frame that has gone answers with an error
		at, err := chromedp.Run(b.Context, chromedp.Evaluate[string](`location.href`, in))
		if err == nil && strings.HasSuffix(at, ending) {
			return in
		}
	}
	return nil
}

// within computes an expression in a frame until it is true.
func (b *browser) within(frame chromedp.EvaluateOption, what, expression string) {
	b.t.Helper()
	var why error
	state := func() string {
		text, _ := chromedp.Run(b.Context,
			chromedp.Evaluate[string](`document.body.innerText.slice(0, 300) + " " + innerWidth + "x" + `+
				`innerHeight + " of " + document.documentElement.scrollWidth + "x" + `+
				`document.documentElement.scrollHeight + `+
				`JSON.stringify(document.querySelector(".board>image.carved").getBoundingClientRect())`, frame))
		return fmt.Sprintf("%v; the frame has %q", why, text)
	}
	await.Poll{Timeout: patience, State: state}.Until(b.t, what+": never", func() (is bool) {
		is, why = chromedp.Run(b.Context, chromedp.Evaluate[bool](expression, frame))
		return why == nil && is
	})
}

// fits is whether all of a frame is seen without scrolling, with a board that is worth
// looking at.
const fits = `(() => {
	const d = document.documentElement, r = document.querySelector(".board>image.carved").getBoundingClientRect();
	return d.scrollWidth <= innerWidth && d.scrollHeight <= innerHeight && r.width >= 0.6 * Math.min(innerWidth, innerHeight) && Math.abs(r.width / r.height - 1) < 0.2;
})()`

// TestEmbedded puts boards into a page of somebody else's: a live game is followed there,
// also when one has clicked about in it, an archived one is stepped through, frames of all
// sizes show the board whole. No other page of the service can be framed.
func TestEmbedded(t *testing.T) {
	t.Parallel()
	s := newFixture(t)
	b := newBrowser(t) // closed before the service, which its pages would miss
	live := s.open(t, "brandubh-gorrion", false)
	live.play(t, 2)
	done := s.open(t, "fetlar-11x11", true)
	done.play(t, 12)
	done.resign(t)
	s.archived(t, done.id)
	frame := func(path string, w, h int) string {
		return fmt.Sprintf(`<iframe src="%s%s" width="%d" height="%d" title="A game of tafl"></iframe>`,
			s.url, path, w, h)
	}
	liveBoard, doneBoard := "/games/"+live.id+"/board", "/games/"+done.id+"/board"
	sizes := [][2]int{{480, 580}, {360, 440}, {300, 300}, {240, 300}, {600, 320}}
	var frames []string
	for i, size := range sizes {
		frames = append(frames, frame(fmt.Sprintf("%s?size=%d", doneBoard, i), size[0], size[1]))
	}
	all := newWorlds(b)
	b.run(chromedp.Navigate(foreign(t, append(frames, frame(liveBoard, 480, 580))...)))
	for i, size := range sizes {
		in := all.in(b, fmt.Sprintf("%s?size=%d", doneBoard, i))
		b.within(in, fmt.Sprintf("a frame of %v fits", size), where+` === "12 of 12" && `+atEnd+` && `+fits)
	}
	b.picture("framed")

	in := all.in(b, liveBoard)
	b.within(in, "the live game", where+` === "2 of 2" && window.top !== window && `+atEnd)
	live.play(t, 3)
	b.within(in, "its moves come by themselves", where+` === "5 of 5"`)
	b.within(in, "a step backwards", `document.querySelector("[data-step=back]").click() || `+where+` === "4 of 5"`)
	live.play(t, 1)
	b.within(in, "who has stepped back stays there", where+` === "4 of 6"`)
	b.within(in, "to the end", `document.querySelector("[data-step=last]").click() || `+where+` === "6 of 6"`)
	live.resign(t)
	b.within(in, "the end is told", `document.querySelector(".status").textContent.includes("won: resign")`)

	in = all.in(b, doneBoard+"?size=3")
	for ply := 11; ply >= 0; ply-- {
		b.within(in, "back", fmt.Sprintf(`document.querySelector("[data-step=back]").click() || %s === "%d of 12"`,
			where, ply))
	}
	drawn, err := chromedp.Run(b.Context, chromedp.Evaluate[string](men, in))
	if err != nil {
		t.Fatal(err)
	}
	b.run(chromedp.Navigate(s.url + doneBoard + "?ply=0"))
	if anew := value[string](b, men); anew != drawn {
		t.Errorf("stepping back in a frame has drawn %s\nthe service draws %s", drawn, anew)
	}
	for _, path := range []string{"/", "/games/" + done.id, "/ladder", "/players/Astrid", "/events"} {
		_, _, h := fetch(t, s.url+path)
		if csp := h.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") {
			t.Errorf("%s may be framed: %s", path, csp)
		}
	}
}
