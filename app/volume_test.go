package app_test

import (
	"testing"

	"tafl3d/app/board"
)

// TestVolumesByGroup sets volumes and asserts that they take effect and are saved.
func TestVolumesByGroup(t *testing.T) {
	dir := t.TempDir()
	p := open(t, dir, nil)
	if p.ear.volumes != (board.Volumes{1, 1, 1, 1}) {
		t.Errorf("at first the volumes are %v", p.ear.volumes)
	}
	p.press("Settings")
	p.press("Volume")
	p.chooseOption("hush.captures", "50 %")
	p.chooseOption("hush.ends", "silent")
	want := board.Volumes{1, 0.5, 0, 1}
	if p.ear.volumes != want {
		t.Errorf("the ear was told %v, want %v", p.ear.volumes, want)
	}
	p.Close()
	if q := open(t, dir, nil); q.ear.volumes != want {
		t.Errorf("afterwards the volumes are %v, want %v", q.ear.volumes, want)
	}
}
