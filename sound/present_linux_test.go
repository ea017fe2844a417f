//go:build cgo

package sound

import (
	"bytes"
	"os"
	"os/exec"
	"testing"
	"testing/fstest"
	"time"

	"tafl3d/game"
)

func TestFound(t *testing.T) {
	file := &fstest.MapFile{}
	tests := []struct {
		name string
		root fstest.MapFS
		env  map[string]string
		want bool
	}{
		{"nothing", nil, nil, false},
		{"no run folder", nil, map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"}, false},
		{"a card that plays", fstest.MapFS{"dev/snd/pcmC0D0p": file}, nil, true},
		{"a card that records", fstest.MapFS{"dev/snd/pcmC0D0c": file, "dev/snd/timer": file}, nil, false},
		{"pulse", fstest.MapFS{"run/user/7/pulse/native": file}, map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"},
			true},
		{"somebody else's pulse", fstest.MapFS{"run/user/8/pulse/native": file},
			map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"}, false},
		{"pipewire", fstest.MapFS{"run/user/7/pipewire-0": file}, map[string]string{"XDG_RUNTIME_DIR": "/run/user/7"},
			true},
		{"pulse elsewhere", nil, map[string]string{"PULSE_SERVER": "tcp:den"}, true},
	}
	for _, tt := range tests {
		if got := found(tt.root, func(k string) string { return tt.env[k] }); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestSilentWithoutNoise starts the sound in a process of its own that is told
// of a sound server that is not there, and looks at what it wrote.
func TestSilentWithoutNoise(t *testing.T) {
	if os.Getenv("TAFL3D_SOUND_CHILD") != "" {
		s := Start(Options{})
		s.Hear(game.Moved{})
		time.Sleep(100 * time.Millisecond) // some periods of the mixer, which tells nothing
		s.Close()
		os.Exit(0)
	}
	for _, server := range []string{"", "unix:/nowhere"} {
		cmd := exec.Command(os.Args[0], "-test.run=TestSilentWithoutNoise")
		cmd.Env = append(os.Environ(), "TAFL3D_SOUND_CHILD=1", "PULSE_SERVER="+server)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Run(); err != nil {
			t.Fatal(err)
		}
		if said.Len() > 0 {
			t.Errorf("PULSE_SERVER=%q: wrote %q on the terminal", server, said.String())
		}
	}
}
