package e2e

import (
	"bytes"
	"errors"
	"image"
	_ "image/png" // format of the screenshots
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// fails runs the program and returns its error line.
func fails(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%v ended with %v: %s", cmd.Args, err, &errs)
	}
	line, rest, _ := strings.Cut(errs.String(), "\n")
	if rest != "" || out.Len() > 0 || !strings.HasPrefix(line, "tafl3d: ") {
		t.Errorf("%v said %q and %q", cmd.Args, errs.String(), out.String())
	}
	return line
}

func TestNoDisplay(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the program; not in a short run")
	}
	for _, args := range [][]string{{}, {"shot", "-o", filepath.Join(t.TempDir(), "x.png")}} {
		if line := fails(t, command(t, args...)); !strings.Contains(line, "display") {
			t.Errorf("%q: %q", args, line)
		}
	}
	cmd := command(t)
	cmd.Env = append(cmd.Env, "DISPLAY=:987")
	if line := fails(t, cmd); !strings.Contains(line, "display") {
		t.Errorf("a display that is not there: %q", line)
	}
}

func TestNoOpenGL(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	cmd := command(t)
	cmd.Env = append(cmd.Env, "DISPLAY="+d.name, "MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120")
	if line := fails(t, cmd); !strings.Contains(line, "OpenGL 3.3") {
		t.Errorf("said %q", line)
	}
}

// TestBox: without a terminal, a failed start shows a message box; a command called by a script does not,
// since no user would close it.
func TestBox(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("builds the program; not in a short run")
	}
	tools := t.TempDir()
	boxed := filepath.Join(tools, "boxed")
	if err := os.WriteFile(filepath.Join(tools, "zenity"), []byte("#!/bin/sh\necho \"$@\" >"+boxed+"\n"),
		0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		code int
		box  string
	}{{[]string{"shot"}, 2, ""}, {nil, 1, "no display"}} {
		cmd := command(t, c.args...)
		cmd.Env = append(cmd.Env, "PATH="+tools)
		if err := cmd.Run(); err == nil || cmd.ProcessState.ExitCode() != c.code {
			t.Errorf("%q ended with %v", c.args, err)
		}
		text, err := os.ReadFile(boxed)
		if (err == nil) != (c.box != "") || !strings.Contains(string(text), c.box) {
			t.Errorf("%q: the box says %q, %v", c.args, text, err)
		}
	}
}

// TestShot takes pictures and checks their content.
func TestShot(t *testing.T) {
	t.Parallel()
	d := newDisplay(t)
	anew := func(args ...string) image.Image {
		t.Helper()
		name := filepath.Join(t.TempDir(), "shot.png")
		cmd := command(t, append([]string{"shot", "-o", name}, args...)...)
		cmd.Env = append(cmd.Env, "DISPLAY="+d.name)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Fatalf("%v: %v, said %q", args, err, out)
		}
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		img, _, err := image.Decode(f)
		if err != nil {
			t.Fatal(err)
		}
		return img
	}
	take := func(args ...string) image.Image { // with the shared cache
		t.Helper()
		return anew(append(args, "-cache", carvings)...)
	}
	orbit := take("-variant", brandubh, "-size", "640x360")
	must(t, orbit.Bounds().Size() == image.Pt(640, 360), "a picture of %v", orbit.Bounds().Size())
	same := anew("-variant", brandubh, "-size", "640x360")
	for what, other := range map[string]image.Image{
		"flat":     take("-variant", brandubh, "-size", "640x360", "-view", "flat"),
		"a move":   take("-variant", brandubh, "-size", "640x360", "-moves", "a4-a2"),
		"panels":   take("-variant", brandubh, "-size", "640x360", "-hud"),
		"position": take("-variant", brandubh, "-size", "640x360", "-position", "3t3/3t3/3T3/ttTKTtt/3T3/3t3/t6 a"),
	} {
		must(t, unlike(orbit, other) > 300, "%s: the picture is the same", what)
	}
	must(t, unlike(orbit, same) == 0, "two pictures of one position differ in %d pixels", unlike(orbit, same))
}

// BenchmarkStart measures the time to the first picture: with an empty home folder, with the same one again,
// and with a new one and a cold disk cache.
func BenchmarkStart(b *testing.B) {
	used := b.TempDir()
	for _, c := range []struct {
		name string
		home func() string
	}{
		{"new", func() string { return b.TempDir() }},
		{"again", func() string { return used }},
		{"cold", func() string { forget(b); return b.TempDir() }},
	} {
		b.Run(c.name, func(b *testing.B) {
			d := newDisplay(b)
			d.run("-mute", "-data", used).quits()
			total := time.Duration(0)
			for b.Loop() {
				d.run("-mute", "-data", c.home()).quits()
				total += d.slow
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(total.Milliseconds())/float64(b.N), "ms/start")
		})
	}
}

// forget drops the disk cache, which needs root.
func forget(b *testing.B) {
	b.Helper()
	syscall.Sync()
	if err := os.WriteFile("/proc/sys/vm/drop_caches", []byte("3"), 0o200); err != nil {
		b.Skip("the system forgets nothing: ", err)
	}
}

// quits ends the program and waits.
func (p *program) quits() {
	p.t.Helper()
	p.interrupt()
	p.ended()
}

// unlike counts the pixels that differ visibly.
func unlike(a, b image.Image) int {
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, u, _ := a.At(x, y).RGBA()
			r2, g2, u2, _ := b.At(x, y).RGBA()
			if far(uint8(r>>8), uint8(r2>>8)) || far(uint8(g>>8), uint8(g2>>8)) || far(uint8(u>>8), uint8(u2>>8)) {
				n++
			}
		}
	}
	return n
}
