package library

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
)

// What an opening is, and how many are told: those that were played most.
const (
	openingTurns = 3
	mostOpenings = 24
)

// opened returns the pieces of a course behind some turns, as the least of its images; empty
// where the game was shorter.
func (p *places) opened(course []byte, turns int) string {
	squares := len(p.maps[0])
	if len(course) < squares {
		return ""
	}
	board := slices.Clone(course[:squares])
	for at := squares; turns > 0; {
		s, n := binary.Uvarint(course[min(at, len(course)):])
		if n <= 0 {
			return ""
		}
		if at += n; s == 0 {
			turns--
			continue
		}
		if at >= len(course) || s > uint64(squares) {
			return ""
		}
		board[s-1] = course[at]
		at++
	}
	least := ""
	for _, m := range p.maps {
		image := make([]byte, squares)
		for s, piece := range board {
			image[m[s]] = piece
		}
		if least == "" || string(image) < least {
			least = string(image)
		}
	}
	return least
}

// seat is the side that whoever is asked about had in a game.
type seat struct {
	entry Entry
	side  game.Side
}

// openings tells with which openings somebody has done how, those played most first.
func (l *Library) openings(ctx context.Context, seats []seat) (list []ask.Opening, err error) {
	of := map[string]map[int64]seat{}
	for _, s := range seats {
		if of[s.entry.Variant] == nil {
			of[s.entry.Variant] = map[int64]seat{}
		}
		of[s.entry.Variant][s.entry.ID] = s
	}
	for id, games := range of {
		v, err := variant.Get(id)
		if err != nil {
			continue
		}
		found, p := map[string]*ask.Opening{}, l.placesOf(id, "", v.Rules)
		if err := l.eachPack(ctx, id, func(blob []byte) {
			for one, course := range packed(blob) {
				s, asked := games[one]
				if !asked {
					continue
				}
				if key := p.opened(course, openingTurns); key != "" {
					key += s.side.String()
					if found[key] == nil {
						found[key] = &ask.Opening{Variant: id, Side: s.side}
					}
					found[key].Score = found[key].Score.Plus(scored(s.entry, s.side))
					found[key].Newest = max(found[key].Newest, one)
				}
			}
		}); err != nil {
			return nil, err
		}
		for _, o := range found {
			list = append(list, *o)
		}
	}
	slices.SortFunc(list, func(a, b ask.Opening) int {
		return cmp.Or(cmp.Compare(b.Score.Games(), a.Score.Games()), cmp.Compare(b.Newest, a.Newest))
	})
	list = list[:min(len(list), mostOpenings)]
	for i := range list {
		if err := l.name(&list[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// name tells the turns of an opening, as its newest game had them.
func (l *Library) name(o *ask.Opening) error {
	g, err := l.Game(o.Newest)
	if err != nil {
		return err
	}
	c := g.Cursor()
	for n := range g.Root.Line() {
		if n.Ply() > openingTurns {
			break
		}
		c.To(n)
		o.Turns = append(o.Turns, n.Text)
	}
	o.Position = c.Line().Position
	return nil
}
