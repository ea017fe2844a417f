//go:build cgo || windows || darwin

package sound

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"time"

	"github.com/ebitengine/oto/v3"
)

// speaker plays through the sound device of the system.
type speaker struct {
	ctx     *oto.Context
	playing []*oto.Player
	resting bool
}

// open returns the sound device, or nil if there is none or it cannot be used. It blocks until the
// device is ready.
func open() device {
	if !present() {
		return nil
	}
	hush()
	ctx, ready, err := oto.NewContext(&oto.NewContextOptions{
		SampleRate:   Rate,
		ChannelCount: 1,
		Format:       oto.FormatFloat32LE,
		BufferSize:   30 * time.Millisecond,
	})
	if err != nil {
		return nil
	}
	<-ready
	if ctx.Err() != nil {
		return nil
	}
	return &speaker{ctx: ctx}
}

func (s *speaker) play(samples []float32, after time.Duration, volume float64) {
	if s.resting {
		s.resting = s.ctx.Resume() != nil
	}
	s.playing = slices.DeleteFunc(s.playing, func(p *oto.Player) bool { return !p.IsPlaying() })
	p := s.ctx.NewPlayer(bytes.NewReader(encode(samples, after)))
	p.SetVolume(volume)
	p.Play()
	s.playing = append(s.playing, p)
}

func (s *speaker) rest() { s.resting = s.ctx.Suspend() == nil }

func (s *speaker) close() {
	for _, p := range s.playing {
		p.Pause()
	}
	s.rest()
}

// encode returns samples in the device's format, preceded by silence.
func encode(samples []float32, after time.Duration) []byte {
	silence := int(after.Seconds() * Rate)
	out := make([]byte, 4*silence, 4*(silence+len(samples)))
	for _, x := range samples {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(x))
	}
	return out
}
