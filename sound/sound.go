// Package sound is what is heard: wooden men set down on a board, and a lyre
// when the game ends. Every sound is computed from a seed, none is recorded.
// Without a sound device it is silent and says nothing.
package sound

import (
	"time"

	"tafl3d/game"
)

// Options configures Start. Its zero value plays at full volume.
type Options struct {
	Quiet  float64       // how much quieter than full volume, from 0 to 1
	Muted  bool          // start muted
	Travel time.Duration // how long a man slides before it is set down, 0 for the usual
	Seed   uint64        // chooses the variations
}

// usualTravel is how long a man slides if nobody says otherwise.
const usualTravel = 280 * time.Millisecond

// device turns samples into air. Only the goroutine of Sound calls it.
type device interface {
	// play mixes samples in after a pause. The samples are not changed.
	play(samples []float32, after time.Duration, volume float64)
	// rest may stop the device while nothing is heard.
	rest()
	close()
}

// cue is one sound to be played after a pause.
type cue struct {
	effect Effect
	on     Ground
	after  time.Duration
	volume float64
}

// Sound hears events and plays them. Its methods never wait and may be called
// from one goroutine at a time.
type Sound struct {
	cues   chan cue
	done   chan struct{}
	side   *game.Side // whose ears these are; nil if nobody's in particular
	travel time.Duration
	volume float64
	groups [groups]float64 // how loud they are, from 0 to 1
	muted  bool
	ground Ground
}

// Present tells in a few words whether there is something to play on, for reports.
func Present() string {
	if present() {
		return "a device or a sound server is there"
	}
	return "no device"
}

// Start looks for a sound device, in a goroutine of its own, and returns at
// once. Close ends it.
func Start(opt Options) *Sound { return start(opt, open) }

func start(opt Options, find func() device) *Sound {
	s := &Sound{
		cues:   make(chan cue, 32),
		done:   make(chan struct{}),
		travel: opt.Travel,
		volume: 1 - min(max(opt.Quiet, 0), 1),
		groups: [groups]float64{1, 1, 1, 1},
		muted:  opt.Muted,
	}
	if s.travel == 0 {
		s.travel = usualTravel
	}
	go s.run(find, opt.Seed)
	return s
}

// Close ends all sound and waits for the device to be let go.
func (s *Sound) Close() {
	close(s.cues)
	<-s.done
}

// ListenAs says which side's victory is a joyful one: that of the only human
// at the table. With nil every victory is.
func (s *Sound) ListenAs(side *game.Side) { s.side = side }

// SetVolume sets the loudness, from 0 to 1.
func (s *Sound) SetVolume(v float64) { s.volume = min(max(v, 0), 1) }

// Volumes sets how loud the groups of sounds are, from 0 to 1, in the order of
// Group.
func (s *Sound) Volumes(v [groups]float64) {
	for i := range v {
		s.groups[i] = min(max(v[i], 0), 1)
	}
}

// Lay says what the men are set down on from now on.
func (s *Sound) Lay(on Ground) { s.ground = min(on, grounds-1) }

// Mute silences what begins from now on.
func (s *Sound) Mute(on bool) { s.muted = on }

// Hear plays what an event sounds like.
func (s *Sound) Hear(ev game.Event) {
	switch ev := ev.(type) {
	case game.Moved:
		s.cue(Slide, 0)
		s.cue(Place, s.travel)
	case game.Captured:
		s.cue(Capture, s.travel+60*time.Millisecond)
	case game.Restored:
		s.cue(Place, 0)
	case game.Ended:
		s.cue(s.ending(ev.Outcome), s.travel+400*time.Millisecond)
	}
}

// Warn plays the warning that the king is in danger or about to get away.
func (s *Sound) Warn() { s.cue(Warning, s.travel+200*time.Millisecond) }

// Refuse plays the dull knock of a move that may not be.
func (s *Sound) Refuse() { s.cue(Refusal, 0) }

func (s *Sound) ending(o game.Outcome) Effect {
	switch {
	case o.Draw:
		return Draw
	case s.side == nil || *s.side == o.Winner:
		return Win
	}
	return Lose
}

// cue asks for a sound; with too many waiting it is dropped.
func (s *Sound) cue(e Effect, after time.Duration) {
	loud := s.volume * s.groups[groupOf[e]]
	if s.muted || loud == 0 {
		return
	}
	select {
	case s.cues <- cue{e, s.ground, after, loud}:
	default:
	}
}

// The device rests when nothing was played for idle; the same sound is not
// begun twice within crowd.
const (
	idle  = 8 * time.Second
	crowd = 30 * time.Millisecond
)

// run owns the device.
func (s *Sound) run(find func() device, seed uint64) {
	defer close(s.done)
	dev := find()
	if dev == nil {
		for range s.cues {
		}
		return
	}
	defer dev.close()
	bank := newBank(seed)
	var last [effects]time.Time
	quiet := time.NewTimer(idle)
	defer quiet.Stop()
	for {
		select {
		case c, open := <-s.cues:
			if !open {
				return
			}
			at := time.Now().Add(c.after)
			if at.Sub(last[c.effect]) < crowd {
				continue
			}
			last[c.effect] = at
			dev.play(bank.next(c.effect, c.on), c.after, c.volume)
			quiet.Reset(idle)
		case <-quiet.C:
			dev.rest()
		}
	}
}
