// Package sound synthesizes the sounds of the game: wooden men set down on a board, and a lyre at
// the end of a game. Every sound is computed from a seed, none is recorded. Without a sound device
// the package is silent and reports no error.
package sound

import (
	"time"

	"tafl3d/game"
)

// Options configures Start. Its zero value plays at full volume.
type Options struct {
	Quiet  float64       // reduction of the volume, from 0 to 1
	Muted  bool          // start muted
	Travel time.Duration // time that a man slides before it is set down, 0 for the default
	Seed   uint64        // chooses the variations
}

// usualTravel is the default of Options.Travel.
const usualTravel = 280 * time.Millisecond

// device plays samples. Only the goroutine of Sound calls it.
type device interface {
	// play mixes samples in after a pause. It does not change the samples.
	play(samples []float32, after time.Duration, volume float64)
	// rest may stop the device until the next sound.
	rest()
	close()
}

// cue is a sound to play after a pause.
type cue struct {
	effect Effect
	on     Ground
	after  time.Duration
	volume float64
}

// Sound receives events and plays their sounds. Its methods never block; only one goroutine may
// call them at a time.
type Sound struct {
	cues   chan cue
	done   chan struct{}
	side   *game.Side // side of the listener; nil for both
	travel time.Duration
	volume float64
	groups [groups]float64 // volume of each group, from 0 to 1
	muted  bool
	ground Ground
}

// Present describes briefly for reports whether there is a playback device.
func Present() string {
	if present() {
		return "a device or a sound server is there"
	}
	return "no device"
}

// Start opens a sound device in a new goroutine and returns immediately. Close ends the goroutine.
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

// Close stops all sounds and waits until the device is closed.
func (s *Sound) Close() {
	close(s.cues)
	<-s.done
}

// ListenAs sets the side whose victory sounds joyful: that of the only human player. With nil every
// victory does.
func (s *Sound) ListenAs(side *game.Side) { s.side = side }

// SetVolume sets the volume, from 0 to 1.
func (s *Sound) SetVolume(v float64) { s.volume = min(max(v, 0), 1) }

// Volumes sets the volume of each group, from 0 to 1, in the order of Group.
func (s *Sound) Volumes(v [groups]float64) {
	for i := range v {
		s.groups[i] = min(max(v[i], 0), 1)
	}
}

// SetGround sets the material of the board.
func (s *Sound) SetGround(on Ground) { s.ground = min(on, grounds-1) }

// Mute mutes sounds that start from now on.
func (s *Sound) Mute(on bool) { s.muted = on }

// Hear plays the sound of an event.
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

// Warn plays the warning that the king is in check or about to escape.
func (s *Sound) Warn() { s.cue(Warning, s.travel+200*time.Millisecond) }

// Refuse plays the dull knock of an illegal move.
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

// cue queues a sound; if the queue is full, it drops the sound.
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

// The device rests after idle without a sound; the same sound does not start twice within crowd.
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
