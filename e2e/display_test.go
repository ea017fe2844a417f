// Package e2e tests the built program like a user: it starts it under a virtual display, sends real X events,
// and checks the pixels and the saved files. The tests are skipped without Xvfb or xdotool.
package e2e

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Size of the display and of the window.
const width, height = 1280, 720

// display is a virtual X display.
type display struct {
	t    testing.TB
	name string        // ":7"
	shot []byte        // frame buffer of the X server, which draws in this memory
	last []byte        // frame buffer of the latest picture
	seen *image.RGBA   // latest picture
	root *image.RGBA   // empty screen before the program started
	busy []int         // processes that affect the picture: the X server and the latest program
	slow time.Duration // time until the first picture of the program

	report string // file with the status reports of the program
	inputs int    // least number of keys and buttons released in the window
}

// newDisplay starts an X server that ends with the test.
func newDisplay(t testing.TB) *display {
	t.Helper()
	if testing.Short() {
		t.Skip("opens a window; not in a short run")
	}
	for _, tool := range []string{"Xvfb", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s on this machine; scripts/setup test installs it", tool)
		}
	}
	d, dir := &display{t: t}, t.TempDir()
	cmd := exec.Command("Xvfb", "-displayfd", "1", "-fbdir", dir, "-nolisten", "tcp", "-noreset",
		"-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "+extension", "GLX")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill() // the server has no data to lose
		_ = cmd.Wait()
	})
	late := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
	number, err := bufio.NewReader(out).ReadString('\n')
	late.Stop()
	if err != nil {
		t.Fatalf("the virtual display did not start: %v", err)
	}
	d.name, d.busy = ":"+strings.TrimSpace(number), []int{cmd.Process.Pid}
	d.shot = mapped(t, filepath.Join(dir, "Xvfb_screen0"))
	return d
}

// mapped returns the content of a file as memory that follows it until the end of the test.
func mapped(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	data, err := syscall.Mmap(int(f.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Fatalf("mapping %s: %v", name, err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(data) })
	return data
}

// do sends mouse and keyboard input; words are arguments of xdotool.
func (d *display) do(words ...string) {
	d.t.Helper()
	cmd := exec.Command("xdotool", words...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.name)
	if out, err := cmd.CombinedOutput(); err != nil {
		d.t.Fatalf("xdotool %v: %v\n%s", words, err, out)
	}
	d.inputs += released(words)
}

// released returns the least number of keys and buttons that a call of xdotool releases.
func released(words []string) (n int) {
	switch words[0] {
	case "key":
		for i, word := range words[1:] {
			if word != "--delay" && words[i] != "--delay" {
				n += 1 + strings.Count(word, "+")
			}
		}
	case "type":
		n = len([]rune(words[len(words)-1]))
	default:
		for _, word := range words {
			if word == "mouseup" || word == "click" {
				n++
			}
		}
	}
	return n
}

// finished reports whether the program reports a finished picture after all input.
func (d *display) finished() bool {
	d.t.Helper()
	text, err := os.ReadFile(d.report)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		d.t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 2 {
		return false
	}
	var n int
	_, err = fmt.Sscanf(lines[len(lines)-2], "finished %d", &n) // the last line may be incomplete
	if err != nil || n < d.inputs {
		return false
	}
	d.inputs = n
	return true
}

// click clicks at a point, as slowly as a fast user.
func (d *display) click(p image.Point) {
	d.t.Helper()
	d.do("mousemove", strconv.Itoa(p.X), strconv.Itoa(p.Y), "sleep", "0.05", "mousedown", "1", "sleep", "0.05",
		"mouseup", "1")
}

// drag drags from a to b.
func (d *display) drag(a, b image.Point) {
	d.t.Helper()
	mid := a.Add(b).Div(2)
	d.do("mousemove", strconv.Itoa(a.X), strconv.Itoa(a.Y), "sleep", "0.05", "mousedown", "1", "sleep", "0.05",
		"mousemove", strconv.Itoa(mid.X), strconv.Itoa(mid.Y), "sleep", "0.1",
		"mousemove", strconv.Itoa(b.X), strconv.Itoa(b.Y), "sleep", "0.1", "mouseup", "1")
}

// key presses a key by its X name.
func (d *display) key(name string) {
	d.t.Helper()
	d.do("key", name)
}

// picture returns the current picture of the display, not to be changed: while the display is unchanged, all calls
// return the same one.
func (d *display) picture() *image.RGBA {
	d.t.Helper()
	if d.seen != nil && bytes.Equal(d.last, d.shot) {
		return d.seen
	}
	d.last = append(d.last[:0], d.shot...)
	img, err := decodeDump(d.last)
	if err != nil {
		d.t.Fatal(err)
	}
	d.seen = img
	return img
}

// decodeDump parses the frame buffer of an X server: a header of big-endian words, a colour map, and rows of
// blue, green, red and padding.
func decodeDump(data []byte) (*image.RGBA, error) {
	const words, w, h, lsbFirst, perPixel, stride, colours = 25, 4, 5, 7, 11, 12, 19
	if len(data) < 4*words {
		return nil, errors.New("the frame buffer has no header")
	}
	head := func(i int) int { return int(binary.BigEndian.Uint32(data[4*i:])) }
	if head(perPixel) != 32 || head(lsbFirst) != 0 {
		return nil, fmt.Errorf("a frame buffer of %d bits, byte order %d", head(perPixel), head(lsbFirst))
	}
	pixels := data[head(0)+12*head(colours):]
	if len(pixels) < head(stride)*head(h) {
		return nil, errors.New("the frame buffer is cut short")
	}
	img := image.NewRGBA(image.Rect(0, 0, head(w), head(h)))
	for y := range head(h) {
		row, to := pixels[y*head(stride):][:4*head(w)], img.Pix[y*img.Stride:][:4*head(w)]
		for x := 0; x < len(row); x += 4 {
			to[x], to[x+1], to[x+2], to[x+3] = row[x+2], row[x+1], row[x], 255
		}
	}
	return img, nil
}

// fast writes pictures quickly.
var fast = png.Encoder{CompressionLevel: png.BestSpeed}

// keep writes a screenshot.
func (d *display) keep(name string) {
	d.t.Helper()
	dir := os.Getenv("TAFL3D_OUT")
	if dir == "" {
		dir = filepath.Join("..", "out")
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		d.t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(dir, strings.ReplaceAll(name, "/", "-")+".png"))
	if err != nil {
		d.t.Fatal(err)
	}
	if err := errors.Join(fast.Encode(f, d.picture()), f.Close()); err != nil {
		d.t.Fatal(err)
	}
}

// patience is the timeout of all waits. Carving a board takes minutes if several programs carve on a busy
// machine.
const patience = 12 * time.Minute

// pause is the time between two checks.
const pause = 50 * time.Millisecond

// keepsLooking repeats ok after each pause until it succeeds, for at most most. On failure it keeps the
// picture and ends the test with wrong.
func (d *display) keepsLooking(most, pause time.Duration, ok func() bool, wrong func() string) {
	d.t.Helper()
	for begin := time.Now(); !ok(); time.Sleep(pause) {
		if time.Since(begin) > most {
			d.keep("e2e-waiting-" + d.t.Name())
			d.t.Fatal(wrong())
		}
	}
}

// inVain returns a message about a failed wait.
func inVain(what string) func() string {
	return func() string { return "waited in vain for " + what }
}

// sees waits until the picture satisfies wanted and is at rest, and returns it.
func (d *display) sees(what string, wanted func(*image.RGBA) bool) *image.RGBA {
	d.t.Helper()
	d.keepsLooking(patience, pause, func() bool { return wanted(d.picture()) }, inVain("the sight of "+what))
	return d.still()
}

// seesChange waits until at least n pixels differ from before.
func (d *display) seesChange(what string, before *image.RGBA, n int) *image.RGBA {
	d.t.Helper()
	return d.sees(what, func(now *image.RGBA) bool { return differing(before, now, now.Bounds()) >= n })
}

// Time for which the picture must be unchanged, and for which the program must be idle by then.
const rest, lull = 700 * time.Millisecond, 200 * time.Millisecond

// still waits until the program reports a finished picture and the display is unchanged for a while, and
// returns it. Engines and services may still change the picture: while any of them works, the picture must be
// unchanged for longer.
func (d *display) still() *image.RGBA {
	d.t.Helper()
	changed, worked := time.Now(), time.Now()
	seen := d.picture()
	then := seen // at the last visible change
	for begin := time.Now(); time.Since(begin) < patience; {
		time.Sleep(80 * time.Millisecond) // real time: a picture at rest does not change
		seen = d.picture()
		if differing(then, seen, seen.Bounds()) > 0 {
			then, changed = seen, time.Now()
		}
		if !d.finished() {
			changed = time.Now()
		}
		same := time.Since(changed)
		if same > rest-2*lull && d.works() {
			worked = time.Now()
		}
		if same > rest && time.Since(worked) > lull || same > max(2*time.Second, d.slow) {
			return seen
		}
	}
	report, _ := os.ReadFile(d.report) // may be missing
	d.t.Fatalf("the picture never comes to rest: %d keys and buttons were pressed; the program reported %q",
		d.inputs, report)
	return nil
}

// works reports whether a process that affects the picture is running or waiting for the processor, including
// engines and background carving.
func (d *display) works() bool {
	for _, pid := range d.busy {
		threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid)) // empty without /proc
		for _, file := range threads {
			stat, _ := os.ReadFile(file)
			_, state, _ := strings.Cut(string(stat), ") ")
			if strings.HasPrefix(state, "R") || strings.HasPrefix(state, "D") {
				return true
			}
		}
	}
	return false
}

// differing counts the pixels of r that differ visibly.
func differing(a, b *image.RGBA, r image.Rectangle) int {
	if a == b {
		return 0
	}
	n := 0
	r = r.Intersect(a.Bounds()).Intersect(b.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		p, q := a.Pix[a.PixOffset(r.Min.X, y):][:4*r.Dx()], b.Pix[b.PixOffset(r.Min.X, y):][:4*r.Dx()]
		if bytes.Equal(p, q) {
			continue // most pixels are equal
		}
		for x := 0; x < len(p); x += 4 {
			if far(p[x], q[x]) || far(p[x+1], q[x+1]) || far(p[x+2], q[x+2]) {
				n++
			}
		}
	}
	return n
}

func far(a, b uint8) bool { return max(a, b)-min(a, b) > 12 }

// around returns a small square of pixels centred on a point.
func around(p image.Point, r int) image.Rectangle {
	return image.Rect(p.X-r, p.Y-r, p.X+r, p.Y+r).Intersect(image.Rect(0, 0, width, height))
}
