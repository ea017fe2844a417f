package sound

import (
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tafl3d/game"
)

// tape is a device that notes what it is asked to play.
type tape struct {
	mu     sync.Mutex
	heard  []heard
	closed bool
}

type heard struct {
	samples int
	after   time.Duration
	volume  float64
}

func (d *tape) play(samples []float32, after time.Duration, volume float64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.heard = append(d.heard, heard{len(samples), after, volume})
}
func (d *tape) rest()  {}
func (d *tape) close() { d.closed = true }

// record returns what is heard while do runs.
func record(opt Options, do func(*Sound)) *tape {
	dev := &tape{}
	s := start(opt, func() device { return dev })
	do(s)
	s.Close()
	return dev
}

func TestHear(t *testing.T) {
	const ms = time.Millisecond
	attackers := game.Attackers
	tests := []struct {
		name string
		do   func(*Sound)
		want []Effect
	}{
		{"move", func(s *Sound) { s.Hear(game.Moved{}) }, []Effect{Slide, Place}},
		{"capture", func(s *Sound) { s.Hear(game.Moved{}); s.Hear(game.Captured{}) }, []Effect{Slide, Place, Capture}},
		{"two captures at once sound as one", func(s *Sound) { s.Hear(game.Captured{}); s.Hear(game.Captured{}) },
			[]Effect{Capture}},
		{"turn", func(s *Sound) { s.Hear(game.Turned{}) }, nil},
		{"undo", func(s *Sound) { s.Hear(game.Restored{}) }, []Effect{Place}},
		{"won", func(s *Sound) {
			s.ListenAs(&attackers)
			s.Hear(game.Ended{Outcome: game.Won(game.Attackers, game.KingCaptured)})
		}, []Effect{Win}},
		{"lost", func(s *Sound) {
			s.ListenAs(&attackers)
			s.Hear(game.Ended{Outcome: game.Won(game.Defenders, game.KingEscaped)})
		}, []Effect{Lose}},
		{"watched", func(s *Sound) { s.Hear(game.Ended{Outcome: game.Won(game.Defenders, game.KingEscaped)}) },
			[]Effect{Win}},
		{"drawn", func(s *Sound) { s.Hear(game.Ended{Outcome: game.Drawn(game.Agreed)}) }, []Effect{Draw}},
		{"warning", (*Sound).Warn, []Effect{Warning}},
		{"refusal", (*Sound).Refuse, []Effect{Refusal}},
		{"muted", func(s *Sound) { s.Mute(true); s.Hear(game.Moved{}); s.Mute(false); s.Warn() }, []Effect{Warning}},
		{"captures silent", func(s *Sound) {
			s.Volumes([groups]float64{1, 0, 1, 1})
			s.Hear(game.Moved{})
			s.Hear(game.Captured{})
			s.Warn()
		}, []Effect{Slide, Place, Warning}},
		{"all but the ends silent", func(s *Sound) {
			s.Volumes([groups]float64{Ends: 0.5})
			s.Hear(game.Moved{})
			s.Refuse()
			s.Hear(game.Ended{Outcome: game.Drawn(game.Agreed)})
		}, []Effect{Draw}},
		{"volume 0", func(s *Sound) { s.SetVolume(0); s.Hear(game.Moved{}) }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var dev *tape
			// what is heard at once is at once
			synctest.Test(t, func(*testing.T) { dev = record(Options{Travel: 200 * ms}, tt.do) })
			var want []int
			for _, e := range tt.want {
				want = append(want, len(Synth(e, Wood, 0)))
			}
			var got []int
			for _, h := range dev.heard {
				got = append(got, h.samples)
			}
			if !slices.Equal(got, want) {
				t.Errorf("heard takes of %v samples, want %v", got, want)
			}
			if !dev.closed {
				t.Error("the device was not let go")
			}
		})
	}
}

func TestManIsSetDownWhenItArrives(t *testing.T) {
	dev := record(Options{Travel: 350 * time.Millisecond, Quiet: 0.5}, func(s *Sound) { s.Hear(game.Moved{}) })
	want := []heard{{len(Synth(Slide, Wood, 0)), 0, 0.5}, {len(Synth(Place, Wood, 0)), 350 * time.Millisecond, 0.5}}
	if !slices.Equal(dev.heard, want) {
		t.Errorf("heard %v, want %v", dev.heard, want)
	}
}

func TestNoDevice(t *testing.T) {
	s := start(Options{}, func() device { return nil })
	for range 1000 {
		s.Hear(game.Moved{})
	}
	s.Close()
}

// TestNeverWaits shows that a device that hangs does not hang the game.
func TestNeverWaits(t *testing.T) {
	hang := make(chan struct{})
	s := start(Options{}, func() device { <-hang; return nil })
	for range 1000 {
		s.Warn()
	}
	close(hang)
	s.Close()
}

func TestWhatIsLaidIsHeard(t *testing.T) {
	s := &Sound{cues: make(chan cue, 4), volume: 1, groups: [groups]float64{1, 1, 1, 1}, travel: usualTravel}
	s.Hear(game.Restored{})
	s.SetGround(Stone)
	s.Hear(game.Restored{})
	if a, b := <-s.cues, <-s.cues; a.on != Wood || b.on != Stone {
		t.Errorf("heard on %d, then on %d", a.on, b.on)
	}
}
