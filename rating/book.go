package rating

import (
	"maps"

	"tafl3d/game"
)

// Result is a finished game between two players of a Book.
type Result struct {
	Variant              string
	Attackers, Defenders string  // names
	Score                float64 // of the attackers: 1, 0.5 or 0
}

// Book holds the ratings of a pool of players (a variant family at a speed) and the advantages of its variants. It
// is a value: Rate returns a new one.
type Book struct {
	System     System               `json:"system"`
	Players    map[string]Rating    `json:"players"`
	Advantages map[string]Advantage `json:"advantages"`
}

// Rate returns the book after one rating period with these results. Players without games age by a period. Ratings
// use the values before the period; advantages are learned game by game.
func (b Book) Rate(results []Result) Book {
	next := Book{b.System, map[string]Rating{}, map[string]Advantage{}}
	maps.Copy(next.Advantages, b.Advantages)
	games := map[string][]Played{}
	for _, r := range results {
		a, d := b.Players[r.Attackers].known(), b.Players[r.Defenders].known()
		x := b.Advantages[r.Variant]
		games[r.Attackers] = append(games[r.Attackers],
			Played{Opponent: d, Score: r.Score, Edge: x.Edge(game.Attackers)})
		games[r.Defenders] = append(games[r.Defenders],
			Played{Opponent: a, Score: 1 - r.Score, Edge: x.Edge(game.Defenders)})
		next.Advantages[r.Variant] = next.Advantages[r.Variant].Learn(a, d, r.Score)
	}
	for name, r := range b.Players {
		next.Players[name] = b.System.Update(r, games[name])
	}
	for name, played := range games {
		next.Players[name] = b.System.Update(b.Players[name], played)
	}
	return next
}
