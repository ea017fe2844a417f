package main

import (
	"testing"
	"time"

	"tafl3d/app"
	"tafl3d/net/wire"
)

// TestSeekOfALobby has an open seek tell the desktop by how much watchers are behind.
func TestSeekOfALobby(t *testing.T) {
	o := openSeek(wire.OpenSeek{ID: "s", Seek: wire.Seek{Variants: []string{"brandubh-gorrion"}, Clocks: []string{"0s+1x3d"}, Side: sidesAsked[2], Delay: 60}})
	want := app.Seek{VariantID: "brandubh-gorrion", Clock: "0s+1x3d", Side: 2, Delay: time.Minute}
	if o.Seek != want {
		t.Errorf("%+v instead of %+v", o.Seek, want)
	}
}
