package render

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tafl3d/game"
	"tafl3d/render/pace"
	"tafl3d/scene"
)

func init() { runtime.LockOSThread() }

// onMain takes what must run on the main thread.
var onMain = make(chan func())

// noDisplay says why tests with a window are skipped.
var noDisplay string

func TestMain(m *testing.M) {
	stop := virtualDisplay()
	done := make(chan int)
	go func() { done <- m.Run() }()
	for {
		select {
		case f := <-onMain:
			f()
		case code := <-done:
			stop()
			os.Exit(code)
		}
	}
}

// virtualDisplay starts an X server for the test, if available, so that no window appears on a real screen.
func virtualDisplay() (stop func()) {
	r, w, err := os.Pipe()
	if err != nil {
		noDisplay = err.Error()
		return func() {}
	}
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", "800x600x24", "+extension", "GLX", "-noreset")
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		noDisplay = "no virtual display: " + err.Error()
		return func() {}
	}
	w.Close()
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		noDisplay = "the virtual display does not start"
	}
	os.Setenv("DISPLAY", ":"+strings.TrimSpace(number))
	os.Setenv("LIBGL_ALWAYS_SOFTWARE", "1")
	return func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
}

// main runs a test on the main thread, where a display is needed.
func main(t *testing.T, f func() error) {
	t.Helper()
	if noDisplay != "" {
		t.Skip(noDisplay)
	}
	done := make(chan error)
	onMain <- func() { done <- f() }
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

// small are options for quick pictures.
var small = Options{Detail: 256, Shadow: 512}

// difference returns the largest difference of a colour and where it is.
func difference(a, b *image.RGBA) (most int, x, y int) {
	for i := range a.Pix {
		if d := int(a.Pix[i]) - int(b.Pix[i]); max(d, -d) > most {
			most, x, y = max(d, -d), i/4%a.Rect.Dx(), i/4/a.Rect.Dx()
		}
	}
	return most, x, y
}

// inStudio does something in a studio for pictures of w by h pixels.
func inStudio(t *testing.T, w, h int, do func(*Studio) error) {
	t.Helper()
	main(t, func() error {
		s, err := newStudio(small, scene.Style{}, w, h)
		if err != nil {
			return err
		}
		defer s.close()
		return do(s)
	})
}

func TestDamagedAreasGiveTheWholePicture(t *testing.T) {
	inStudio(t, 480, 300, func(s *Studio) error {
		sc, b := position(t, 7)
		sc.Camera().Resize(480, 300)
		for _, flat := range []bool{false, true} {
			sc.Camera().SetFlat(flat)
			sc.Camera().Skip()
			if err := s.finish(sc); err != nil {
				return err
			}
			if err := story(s.painter, sc, b); err != nil {
				return fmt.Errorf("flat %v: %w", flat, err)
			}
		}
		return nil
	})
}

// story paints a game piece by piece and compares every picture with one that
// is painted afresh.
func story(p *painter, sc *scene.Scene, b *game.Board) error {
	a, z := b.Cell(1, 1), b.Cell(1, 2)
	m := scene.NoMarks()
	m.Selected, m.Targets, m.Hover = a, []game.Square{z, b.Cell(0, 1)}, z
	steps := []func(){
		func() { sc.Mark(m) },
		func() { sc.Show(game.Moved{Piece: 1, From: a, To: z}) },
		func() { m.Selected, m.Targets, m.Last = -1, nil, [2]game.Square{a, z}; sc.Mark(m) },
		func() { sc.Show(game.Captured{Piece: 2, At: b.Cell(1, 3)}) },
		func() { sc.Carry(b.Cell(5, 2), 0.2, 0.1) },
		func() { sc.Carry(b.Cell(5, 2), -0.3, 0.3) },
		func() { m.Hint, m.Threats = [2]game.Square{3, 17}, []game.Square{5}; sc.Mark(m) },
		func() { sc.Carry(game.NoSquare, 0, 0); sc.Mark(scene.NoMarks()) },
		func() {
			sc.Show(game.Moved{Piece: 1, From: z, To: a})
			sc.Show(game.Restored{Piece: 2, At: b.Cell(1, 3)})
		},
	}
	for i, do := range steps {
		do()
		for range 4 {
			sc.Advance(90 * time.Millisecond)
			if err := p.paint(sc); err != nil {
				return err
			}
			got := p.read(p.target.source())
			p.whole, p.dusk = true, true
			if err := p.paint(sc); err != nil {
				return err
			}
			if d, x, y := difference(got, p.read(p.target.source())); d > 3 {
				return fmt.Errorf("step %d: the pictures differ by %d at %d,%d", i, d, x, y)
			}
		}
	}
	for sc.Busy() {
		sc.Advance(time.Second)
	}
	return nil
}

func TestNothingIsPaintedWhileNothingChanges(t *testing.T) {
	inStudio(t, 320, 200, func(s *Studio) error {
		sc, _ := position(t, 7)
		if err := s.finish(sc); err != nil {
			return err
		}
		if err := s.painter.paint(sc); err != nil {
			return err
		}
		sc.Advance(time.Second)
		if s.painter.stale(sc) {
			return errors.New("the picture of a resting scene is stale")
		}
		m := scene.NoMarks()
		m.Hover = 3
		if sc.Mark(m); !s.painter.stale(sc) {
			return errors.New("a mark does not make the picture stale")
		}
		return nil
	})
}

func TestASlowCardDraftsWhileTheCameraMoves(t *testing.T) {
	inStudio(t, 320, 200, func(s *Studio) error {
		p := s.painter
		took := func(d time.Duration) { p.pace.TookFull(d); p.pace.TookFull(d) }
		took(p.grade.budget)
		if err := p.useDraft(true); err != nil || p.isDraft() {
			return fmt.Errorf("a quick card drafts, %v", err)
		}
		took(100 * p.grade.budget)
		if err := p.useDraft(true); err != nil || !p.isDraft() || float64(p.w) != pace.Least*320 {
			return fmt.Errorf("a slow card draws %d pixels wide, %v", p.w, err)
		}
		sc, _ := position(t, 7)
		if err := s.finish(sc); err != nil {
			return err
		}
		if err := p.paint(sc); err != nil {
			return err
		}
		if err := p.useDraft(false); err != nil || p.isDraft() || !p.stale(sc) {
			return fmt.Errorf("the full picture is not drawn after the draft, %v", err)
		}
		return nil
	})
}

func TestShotTellsTheSidesApart(t *testing.T) {
	main(t, func() error {
		for _, flat := range []bool{false, true} {
			sc, b := position(t, 7)
			sc.Camera().SetFlat(flat)
			img, err := Shot(small, sc, nil, 640, 400)
			if err != nil {
				return err
			}
			bright := func(sq game.Square, high float32) int {
				x, y := sc.Camera().Project(sc.On().Place(sq).Add(scene.Vec{Y: high}))
				var all []int
				px, py := int((x+1)/2*640), int((1-y)/2*400)
				for i := -4; i <= 4; i++ {
					for j := -4; j <= 4; j++ {
						c := img.RGBAAt(px+i, py+j)
						all = append(all, (int(c.R)+int(c.G)+int(c.B))/3)
					}
				}
				slices.Sort(all)
				return all[len(all)*3/4] // carved lines do not count
			}
			dark, light, wood := bright(b.Cell(1, 1), 0.3), bright(b.Cell(1, 3), 0.3), bright(b.Cell(0, 3), 0)
			if dark+40 > wood || wood+25 > light {
				return fmt.Errorf("flat %v: dark men %d, wood %d, light men %d", flat, dark, wood, light)
			}
		}
		return nil
	})
}

func TestRunSleepsAndStops(t *testing.T) {
	main(t, func() error {
		sc, _ := position(t, 7)
		start := time.Now()
		wake := make(chan struct{}, 1)
		frames := 0
		c := &clerk{}
		c.quit = func() bool {
			frames++
			return time.Since(start) > 2500*time.Millisecond
		}
		time.AfterFunc(2600*time.Millisecond, func() { wake <- struct{}{} })
		opt := small
		opt.Width, opt.Height = 400, 300
		if err := Run(context.Background(), opt, sc, c, wake); err != nil {
			return err
		}
		if frames > 60 {
			return fmt.Errorf("%d rounds in two seconds of rest", frames)
		}
		if len(c.said) != 1 || c.said[0] != "close" {
			return fmt.Errorf("the client heard %q", c.said)
		}
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(300*time.Millisecond, cancel)
		return Run(ctx, opt, sc, &clerk{}, nil)
	})
}

func TestNoDisplayIsOneClearLine(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only X11 and Wayland can be missing")
	}
	main(t, func() error {
		was := os.Getenv("DISPLAY")
		os.Setenv("DISPLAY", "")
		defer os.Setenv("DISPLAY", was)
		sc, _ := position(t, 7)
		_, err := Shot(small, sc, nil, 64, 64)
		if !errors.Is(err, ErrNoDisplay) || strings.Contains(err.Error(), "\n") {
			return fmt.Errorf("got %q", err)
		}
		return nil
	})
}

func TestEveryPassHasAName(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range passes {
		if p.name == "" || seen[p.name] {
			t.Errorf("pass name %q", p.name)
		}
		seen[p.name] = true
	}
}
