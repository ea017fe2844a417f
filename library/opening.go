package library

import (
	"cmp"
	"database/sql"
	"slices"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/library/ask"
)

// Number of plies of an opening, and maximum number of openings in the statistics.
const (
	openingTurns = 3
	mostOpenings = 24
)

// fillOpenings sets the opening of games stored before the column existed: the position after the first moves, found
// through the successive positions.
func (l *Library) fillOpenings(tx *sql.Tx) error {
	rows, err := tx.Query("SELECT DISTINCT variant FROM games")
	if err != nil {
		return err
	}
	variants, err := scan[string](rows)
	for _, id := range variants {
		v, bad := variant.Get(id)
		if err != nil || bad != nil {
			continue
		}
		start := v.Rules.Start()
		_, err = tx.Exec(`UPDATE games SET opening = coalesce((SELECT c.move FROM positions a
			JOIN positions b ON b.game = a.game AND b.position = a.move
			JOIN positions c ON c.game = b.game AND c.position = b.move
			WHERE a.game = games.id AND a.position = ? LIMIT 1), 0) WHERE variant = ?`, l.hashOf(id, &start), id)
	}
	return err
}

// playedGame is a game with the side of the queried player.
type playedGame struct {
	entry Entry
	side  game.Side
}

// openings returns the results by opening, most played first.
func (l *Library) openings(seats []playedGame) (list []ask.Opening, err error) {
	type key struct {
		variant string
		opening int64
		side    game.Side
	}
	found := map[key]*ask.Opening{}
	for _, s := range seats {
		k := key{s.entry.Variant, s.entry.Opening, s.side}
		if k.opening == 0 {
			continue
		}
		if found[k] == nil {
			found[k] = &ask.Opening{Variant: k.variant, Side: k.side}
		}
		found[k].Score = found[k].Score.Plus(scored(s.entry, s.side))
		found[k].Newest = max(found[k].Newest, s.entry.ID)
	}
	for _, o := range found {
		list = append(list, *o)
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

// name sets the moves and the final position of an opening from its newest game.
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
