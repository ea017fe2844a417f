package tournament

import (
	"tafl3d/game"
)

func (Pair) apply(t *Tournament) error {
	drafts, err := t.next()
	if err != nil {
		return err
	}
	if t.config.Format == Groups && t.round >= t.pairer().groupRounds() && !t.drawn {
		t.drawKnockOut()
		drafts = t.readyMatches()
	}
	t.round++
	r := t.pairer().record()
	for _, d := range drafts {
		t.pair(d, &r)
	}
	return nil
}

// next drafts the next round, or returns the reason why there is none. The draft is empty if the groups are over and
// the knock-out has yet to be drawn.
func (t *Tournament) next() ([]draft, error) {
	if err := t.canBeginRound(); err != nil {
		return nil, err
	}
	switch t.config.Format {
	case Contest:
		return t.contestRound()
	case RoundRobin:
		return requirePairings(t.pairer().roundRobin(t.order, t.round, Main, 0))
	case Groups:
		if t.round < t.pairer().groupRounds() {
			return requirePairings(t.pairer().groupRound(t.round))
		}
		if !t.drawn {
			return nil, nil
		}
		return requirePairings(t.readyMatches())
	case KnockOut, DoubleOut:
		return requirePairings(t.readyMatches())
	case Swiss:
		return t.pairer().swissRound()
	case Arena:
		if err := t.arenaOpen(); err != nil {
			return nil, err
		}
		return t.pairer().arenaRound()
	}
	return requirePairings(t.gauntletRound())
}

// canBeginRound returns an error if no round may begin now.
func (t *Tournament) canBeginRound() error {
	switch {
	case t.phase == Entry:
		return refusal(ErrPhase, "the tournament has not started")
	case t.phase == Paused:
		return ErrPaused
	case t.phase == Over:
		return ErrOver
	case t.open > 0 && !t.canPairEarly():
		return refusal(ErrOpen, "%d in round %d", t.open, t.round)
	}
	return nil
}

// arenaOpen returns an error if the time of the arena is over.
func (t *Tournament) arenaOpen() error {
	if !t.now.Before(t.until) {
		return refusal(ErrLate, "the arena has closed")
	}
	return nil
}

// requirePairings returns an error if a round has no pairing.
func requirePairings(list []draft) ([]draft, error) {
	if len(list) == 0 {
		return nil, ErrNobody
	}
	return list, nil
}

// canPairEarly reports whether the next round can be paired while games are open, because it does not depend on them.
func (t *Tournament) canPairEarly() bool {
	switch t.config.Format {
	case RoundRobin, Arena:
		return true
	case Groups:
		return t.round < t.pairer().groupRounds()
	case Gauntlet:
		return !t.config.Ladder
	}
	return false
}

// contestRound drafts the next game of a contest. The first entrant begins with the attackers.
func (t *Tournament) contestRound() ([]draft, error) {
	d := draft{a: t.order[0], b: t.order[1]}
	d.first = t.order[t.round%2]
	return []draft{d}, nil
}

// gauntletRound drafts the challenger's next match.
func (t *Tournament) gauntletRound() []draft {
	if t.round+1 >= len(t.order) {
		return nil
	}
	return []draft{{a: t.order[0], b: t.order[t.round+1]}}
}

// pair turns a draft into a pairing.
func (t *Tournament) pair(d draft, r *pairingHistory) {
	p := Pairing{ID: len(t.pairings) + 1, Round: t.round, Stage: d.stage, Group: d.group, Node: d.node,
		Players: [2]int{d.a, d.b}, Bye: d.bye, Since: t.now}
	if p.Stage == "" {
		p.Stage = Main
	}
	if d.b != 0 {
		first := d.first
		if first == 0 {
			first = r.first(d.a, d.b, (uint64(p.ID)+t.config.Seed)%2 == 1)
		}
		p.Legs = t.legs(&p, first, t.config.Games)
	}
	t.pairings = append(t.pairings, p)
	last := &t.pairings[len(t.pairings)-1]
	t.open += last.Open()
	t.forfeit(last)
}

// legs returns the given number of games with alternating sides.
func (t *Tournament) legs(p *Pairing, first, games int) []Leg {
	sides := [game.Sides]int{first, p.Other(first)}
	var list []Leg
	for range games {
		list = append(list, Leg{Variant: t.variant(p.Round), Players: sides})
		sides[0], sides[1] = sides[1], sides[0]
	}
	return list
}

// forfeit ends the open games of withdrawn players.
func (t *Tournament) forfeit(p *Pairing) {
	gone := func(id int) bool { return id > 0 && t.entrants[id-1].Withdrawn }
	for i := range p.Legs {
		l := &p.Legs[i]
		a, d := gone(l.Players[game.Attackers]), gone(l.Players[game.Defenders])
		if l.Verdict != "" || !a && !d {
			continue
		}
		v := Neither
		switch {
		case !d:
			v = Defenders
		case !a:
			v = Attackers
		}
		t.setResult(p, l, Leg{Verdict: v, Cause: game.Abandoned.String(), Forfeit: true, Note: "withdrawn"})
	}
	t.decide(p)
}

// setResult stores the result of a game. The wait for the next game of the pairing begins.
func (t *Tournament) setResult(p *Pairing, l *Leg, result Leg) {
	if l.Verdict == "" {
		t.open--
	}
	result.Variant, result.Players = l.Variant, l.Players
	*l = result
	p.Since = t.now
}
