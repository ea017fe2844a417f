package tournament

import (
	"fmt"
	"math"
	"strconv"
)

// Figure is the value of a tie-break for a player, with the terms it consists of.
type Figure struct {
	Tiebreak Tiebreak `json:"tiebreak"`
	Value    float64  `json:"value"`
	Valid    bool     `json:"valid"` // false: the tie-break does not apply, and all are equal
	Terms    []Term   `json:"terms,omitempty"`
}

// Term is the contribution of a game or an opponent to a figure.
type Term struct {
	Opponent int     `json:"opponent"` // id, 0 for a bye
	Value    float64 `json:"value"`
	Text     string  `json:"text"` // how the value is computed: "½ x 3.5"
	Win      *Win    `json:"win,omitempty"`
	// The operands of Text, unless it describes a win: points, the number of games if it is mentioned, and the
	// opponent's points if they are a factor.
	Own   Points  `json:"-"`
	Games int     `json:"-"`
	Other *Points `json:"-"`
}

// Win is a game that a player won on the board.
type Win struct {
	Variant string  `json:"variant"`
	Verdict Verdict `json:"verdict"`
	Plies   int     `json:"plies"`
}

// String returns the value as shown in tables.
func (f Figure) String() string {
	if !f.Valid {
		return "–"
	}
	return decimal(math.Round(f.Value*100) / 100)
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// order returns the figure as a sort key: greater is better.
func (f Figure) order() float64 {
	switch {
	case f.Tiebreak == FewestPlies && !f.Valid:
		return math.Inf(-1)
	case !f.Valid:
		return 0
	case f.Tiebreak == FewestPlies:
		return -f.Value
	}
	return f.Value
}

// figure computes a tie-break of a row within group, the players who are still tied.
func (v *table) figure(tb Tiebreak, r *Row, group []*Row) Figure {
	f := Figure{Tiebreak: tb, Valid: true}
	switch tb {
	case Direct:
		v.direct(&f, r, group)
	case SonnebornBerger:
		v.sonneborn(&f, r)
	case Buchholz:
		v.buchholz(&f, r)
	case HarderWins:
		v.wins(&f, r, func(l *Leg) (float64, bool) {
			return 1, v.harder[l.Variant] == int(l.Side(r.Entrant))
		})
	case FewestPlies:
		v.wins(&f, r, func(l *Leg) (float64, bool) { return float64(l.Plies), true })
		f.Valid = len(f.Terms) > 0
		if f.Valid {
			f.Value /= float64(len(f.Terms))
		}
	}
	return f
}

// term adds a term to the sum, with its text.
func (f *Figure) term(t Term, form string, args ...any) {
	t.Text = fmt.Sprintf(form, args...)
	f.Value += t.Value
	f.Terms = append(f.Terms, t)
}

// meetings calls visit for every counted pairing of a player that has at least one result.
func (v *table) meetings(id int, visit func(p *Pairing, opponent int)) {
	for _, p := range v.meets[id] {
		if p.Bye != NoBye || p.Open() < len(p.Legs) {
			visit(p, p.Other(id))
		}
	}
}

// direct sums the points in the games among the tied players. It does not apply unless each of them has met all the
// others.
func (v *table) direct(f *Figure, r *Row, group []*Row) {
	tied := map[int]bool{}
	for _, o := range group {
		tied[o.Entrant] = true
	}
	if len(group) < 2 {
		f.Valid = false
		return
	}
	for _, o := range group {
		met := map[int]bool{}
		v.meetings(o.Entrant, func(p *Pairing, opponent int) {
			if tied[opponent] {
				met[opponent] = true
			}
		})
		if len(met) < len(group)-1 {
			f.Valid = false
			return
		}
	}
	v.meetings(r.Entrant, func(p *Pairing, opponent int) {
		if tied[opponent] {
			own, games := p.Points(r.Entrant), len(p.Legs)-p.Open()
			f.term(Term{Opponent: opponent, Value: float64(own) / 2, Own: own, Games: games}, "%v/%d", own, games)
		}
	})
}

// sonneborn sums, game by game, the points of every opponent beaten and half the points of every opponent drawn with.
// Games that were not played count nothing.
func (v *table) sonneborn(f *Figure, r *Row) {
	v.meetings(r.Entrant, func(p *Pairing, opponent int) {
		for i := range p.Legs {
			l := &p.Legs[i]
			won := l.Points(r.Entrant)
			if l.Forfeit || won == 0 {
				continue
			}
			has := v.rows[opponent].Points
			f.term(Term{Opponent: opponent, Value: float64(won) * float64(has) / 4, Own: won, Other: &has},
				"%v x %v", won, has)
		}
	})
}

// buchholz sums the points of the opponents, once for each pairing. A round without an opponent counts as one against
// an opponent with the player's own points.
func (v *table) buchholz(f *Figure, r *Row) {
	v.meetings(r.Entrant, func(p *Pairing, opponent int) {
		if p.Bye != NoBye {
			f.term(Term{Value: float64(r.Points) / 2, Own: r.Points}, "%v", r.Points)
			return
		}
		has := v.rows[opponent].Points
		f.term(Term{Opponent: opponent, Value: float64(has) / 2, Own: has}, "%v", has)
	})
}

// wins sums gives over a player's wins on the board.
func (v *table) wins(f *Figure, r *Row, gives func(*Leg) (float64, bool)) {
	v.meetings(r.Entrant, func(p *Pairing, opponent int) {
		for i := range p.Legs {
			l := &p.Legs[i]
			if l.Winner() != r.Entrant || l.Forfeit {
				continue
			}
			if value, ok := gives(l); ok {
				win := &Win{l.Variant, l.Verdict, l.Plies}
				f.term(Term{Opponent: opponent, Value: value, Win: win}, "%sas %s in %d plies", v.variantWord(l),
					l.Verdict, l.Plies)
			}
		}
	})
}

// variantWord returns the variant of a game and a space if the tournament has several variants, else "".
func (v *table) variantWord(l *Leg) string {
	if len(v.t.config.Variants) < 2 {
		return ""
	}
	return l.Variant + " "
}
