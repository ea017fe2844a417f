//go:build cgo

package sound

/*
#cgo pkg-config: alsa
#include <alsa/asoundlib.h>

static void ignore(const char *file, int line, const char *function, int err, const char *fmt, ...) {}
static void hush(void) { snd_lib_error_set_handler(ignore); }
*/
import "C"

import (
	"io/fs"
	"os"
	"path"
	"strings"
)

// hush stops ALSA from writing errors to the terminal.
func hush() { C.hush() }

// present reports whether this machine has a playback device.
func present() bool { return found(os.DirFS("/"), os.Getenv) }

// found reports whether the file tree shows a playback card, or a sound server that may have one. A
// request to ALSA would try every possible device.
func found(root fs.FS, getenv func(string) string) bool {
	if getenv("PULSE_SERVER") != "" {
		return true
	}
	if cards, _ := fs.Glob(root, "dev/snd/pcmC*D*p"); len(cards) > 0 {
		return true
	}
	run := strings.TrimPrefix(getenv("XDG_RUNTIME_DIR"), "/")
	if run == "" {
		return false
	}
	for _, socket := range []string{"pulse/native", "pipewire-0"} {
		if _, err := fs.Stat(root, path.Join(run, socket)); err == nil {
			return true
		}
	}
	return false
}
