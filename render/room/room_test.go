package room

import (
	"bytes"
	"reflect"
	"testing"

	"tafl3d/scene"
)

func TestEveryNameHasARoom(t *testing.T) {
	for _, name := range scene.Rooms {
		if rooms[name] == nil || rooms[name].name != name {
			t.Errorf("no room for %q", name)
		}
	}
	if len(rooms) != len(scene.Rooms) || Named("") != rooms[Usual] || Named("door") == Named("hall") {
		t.Error("names and rooms do not match")
	}
}

func TestALevelSurfaceTakesWhatTheRoomSays(t *testing.T) {
	for name, r := range rooms {
		l := r.Bake(nil)
		up := l.Shade(scene.Vec{Y: 1})
		if y := 0.2126*up[0] + 0.7152*up[1] + 0.0722*up[2]; abs(y-r.ambient) > 0.01 {
			t.Errorf("%s: %v, want %v", name, y, r.ambient)
		}
		for _, n := range []scene.Vec{{X: 1}, {X: -1}, {Z: 1}, {Z: -1}, {Y: -1}} {
			if c := l.Shade(n); min(c[0], c[1], c[2]) < 0 {
				t.Errorf("%s: light below nothing towards %v: %v", name, n, c)
			}
		}
	}
}

// TestHarmonicsAgreeWithTheIntegral compares with the plain sum over the
// sphere that they stand for.
func TestHarmonicsAgreeWithTheIntegral(t *testing.T) {
	l := Named("door").Bake(nil)
	from := l.sample()
	var all, top float32
	for _, q := range from {
		all += q.share
		top += max(q.d.Y, 0) * q.share
	}
	if abs(all-12.566) > 0.05 || abs(top-3.1416) > 0.02 {
		t.Fatalf("the sphere measures %v, a half of it by cosine %v", all, top)
	}
	sum := func(n scene.Vec) (c float32) {
		for _, q := range from {
			c += q.light[1] * max(q.d.Dot(n), 0) * q.share / 3.14159
		}
		return c
	}
	gain := l.Shade(scene.Vec{Y: 1})[1] / sum(scene.Vec{Y: 1})
	for _, n := range []scene.Vec{{X: 1}, {X: -1}, {Z: 1}, unit(1, 1, 0)} {
		if got, want := l.Shade(n)[1], gain*sum(n); abs(got-want) > 0.12*want+0.05 {
			t.Errorf("towards %v: %v, the sum says %v", n, got, want)
		}
	}
}

func TestRoughMirrorsAreSofter(t *testing.T) {
	for name, r := range rooms {
		l := r.Bake(nil)
		spread := func(k int) (d int) {
			lo, hi := 255, 0
			for _, face := range l.Mirror[k] {
				if want := 4 * (MirrorSize >> k) * (MirrorSize >> k); len(face) != want {
					t.Fatalf("%s: a face of level %d has %d bytes, want %d", name, k, len(face), want)
				}
				for i := 1; i < len(face); i += 4 {
					lo, hi = min(lo, int(face[i])), max(hi, int(face[i]))
				}
			}
			return hi - lo
		}
		for k := 1; k < Levels; k++ {
			if spread(k) >= spread(k-1) {
				t.Errorf("%s: level %d spreads %d, the one before %d", name, k, spread(k), spread(k-1))
			}
		}
	}
}

// pantry is a store in memory.
type pantry map[string][]byte

func (p pantry) Get(key string) ([]byte, bool)     { data, ok := p[key]; return data, ok }
func (p pantry) Put(key string, data []byte) error { p[key] = data; return nil }

func TestLightComesBackFromAStore(t *testing.T) {
	p := pantry{}
	want := hall().Bake(p)
	for key, data := range p {
		got := hall().Bake(p)
		if got.Harmonics != want.Harmonics || !reflect.DeepEqual(got.Mirror, want.Mirror) ||
			!bytes.Equal(got.Floor, want.Floor) {
			t.Fatal("the light that was kept is another")
		}
		for _, broken := range [][]byte{nil, data[:100], data[:len(data)-1], append(bytes.Clone(data), 0)} {
			if hall().restored(broken) != nil {
				t.Errorf("light of %d bytes is taken", len(broken))
			}
		}
		p[key] = data[:100]
		if again := hall().Bake(p); again.Harmonics != want.Harmonics || len(p[key]) != len(data) {
			t.Error("broken light was not baked anew")
		}
	}
	if len(p) != 1 {
		t.Fatalf("%d entries", len(p))
	}
}

func BenchmarkBake(b *testing.B) {
	for b.Loop() {
		Named("hall").bake()
	}
}
