package hud

import (
	"encoding/binary"
	"hash/maphash"

	"tafl3d/panel"
)

// digest hashes the content of a picture, so that only changed pictures are redrawn.
type digest struct{ h maphash.Hash }

func newDigest(seed maphash.Seed) digest {
	var d digest
	d.h.SetSeed(seed)
	return d
}

func (d *digest) sum() uint64 { return d.h.Sum64() }

func (d *digest) text(ss ...string) {
	for _, s := range ss {
		d.num(len(s))
		d.h.WriteString(s)
	}
}

func (d *digest) num(ns ...int) {
	for _, n := range ns {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], uint64(n))
		d.h.Write(b[:])
	}
}

func (d *digest) flag(bs ...bool) {
	for _, b := range bs {
		n := byte(0)
		if b {
			n = 1
		}
		d.h.WriteByte(n)
	}
}

func (d *digest) buttons(bs []panel.Button) {
	d.num(len(bs))
	for i := range bs {
		b := &bs[i]
		d.text(b.ID, b.Label, b.Short, b.Icon, b.Key, b.Why)
		d.flag(b.Primary, b.Disabled, b.On, b.Focus)
	}
}

func (d *digest) seat(s *panel.Seat, g *panel.Sheet) {
	d.text(s.Name, s.Detail, s.Army, s.Left, s.Clock.Figures, s.Clock.Words)
	d.kind(s.Kind)
	d.num(int(s.Side), s.Men, len(s.Taken), len(s.Hand))
	for _, k := range s.Hand {
		d.kind(k.Kind)
		d.num(int(k.Piece), k.Count)
		d.flag(k.On)
	}
	d.flag(s.Active, s.Clock.On, s.Clock.Low, s.Clock.Running, g.Over, g.Paused)
	for _, k := range s.Taken {
		d.kind(k)
	}
}

func (d *digest) status(g *panel.Sheet) {
	d.text(g.Variant, g.Status, g.Warning)
	for _, n := range g.Notes {
		d.text(n.Text, n.Tip, n.Do.ID, n.Glimpse.ID)
		d.num(n.Do.Arg)
		d.num(n.Glimpse.Arg)
		d.flag(n.Tone == panel.Bad)
	}
	d.num(g.Current)
	d.flag(g.Paused, g.Thinking, g.Over, g.Review)
}

func (d *digest) value(g *panel.Sheet) {
	d.text(g.Value.Text[0], g.Value.Text[1], g.Value.Tip)
	d.num(int(g.Near), int(1000*g.Value.Attackers))
}

func (d *digest) toasts(ts []panel.Toast) {
	d.num(len(ts))
	for _, t := range ts {
		d.text(t.Text)
		d.num(int(t.Tone))
	}
}

func (d *digest) banner(b *panel.Banner) {
	d.text(b.Text, b.Clock.Figures, b.Clock.Words)
	d.flag(b.Clock.On, b.Clock.Low)
	d.num(int(b.Tone))
	d.buttons([]panel.Button{b.Button})
}
