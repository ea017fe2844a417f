package tournament

import (
	"slices"
	"time"

	"tafl3d/game"
)

// find returns a game that may get a result.
func (t *Tournament) find(pairing, leg int) (*Pairing, *Leg, error) {
	switch {
	case pairing < 1 || pairing > len(t.pairings):
		return nil, nil, game.Faultf("pairing %d: %s", pairing, ErrUnknown)
	case leg < 0 || leg >= len(t.pairings[pairing-1].Legs):
		return nil, nil, game.Faultf("game %d of pairing %d: %s", leg+1, pairing, ErrUnknown)
	}
	p := &t.pairings[pairing-1]
	return p, &p.Legs[leg], nil
}

// findOpen returns a game that has no result yet.
func (t *Tournament) findOpen(pairing, leg int) (*Pairing, *Leg, error) {
	p, l, err := t.find(pairing, leg)
	switch {
	case t.phase == Over:
		return nil, nil, ErrOver
	case err != nil:
		return nil, nil, err
	case l.Verdict != "":
		return nil, nil, game.Faultf("%s: %s", t.gameError(p, leg), ErrFinished)
	}
	return p, l, nil
}

// gameError wraps an error of a game with its round, its players and, where a pairing has several games, its number.
func (t *Tournament) gameError(p *Pairing, leg int) error {
	var names [2]string
	for i, id := range p.Players {
		if who, err := t.Entrant(id); err == nil {
			names[i] = who.Name
		}
	}
	if len(p.Legs) < 2 {
		return game.Faultf("round %d, %s against %s", p.Round, names[0], names[1])
	}
	return game.Faultf("round %d, %s against %s, game %d", p.Round, names[0], names[1], leg+1)
}

func (e Report) apply(t *Tournament) error {
	p, l, err := t.findOpen(e.Pairing, e.Leg)
	if err != nil {
		return err
	}
	switch {
	case e.Verdict != Attackers && e.Verdict != Defenders && e.Verdict != Draw:
		return refusal(ErrResult, "%q is not one of %s", e.Verdict, list([]Verdict{Attackers, Defenders, Draw}))
	case e.Plies < 0 || e.Plies > maxPlies:
		return refusal(ErrResult, "%d moves", e.Plies)
	}
	if err := checkText("cause", e.Cause); err != nil {
		return game.Faultf("%s: %s", ErrResult, err)
	}
	t.setResult(p, l, Leg{Verdict: e.Verdict, Cause: e.Cause, Plies: e.Plies})
	t.decide(p)
	return nil
}

func (e NoShow) apply(t *Tournament) error {
	if e.Pairing < 1 || e.Pairing > len(t.pairings) {
		return game.Faultf("pairing %d: %s", e.Pairing, ErrUnknown)
	}
	p := &t.pairings[e.Pairing-1]
	until := p.Since.Add(time.Duration(t.config.Wait))
	switch {
	case t.phase == Over:
		return ErrOver
	case t.phase == Paused:
		return ErrPaused
	case p.Open() == 0:
		return game.Faultf("%s: %s", t.gameError(p, 0), ErrFinished)
	case e.Player != 0 && !slices.Contains(p.Players[:], e.Player):
		return game.Faultf("participant %d in pairing %d: %s", e.Player, e.Pairing, ErrUnknown)
	case t.now.Before(until):
		return refusal(ErrTooEarly, "wait another %v for the players", until.Sub(t.now).Round(time.Second))
	}
	for i := range p.Legs {
		if l := &p.Legs[i]; l.Verdict == "" {
			t.rule(p, i, forfeitResult(l, e.Player, "no show"))
		}
	}
	t.decide(p)
	return nil
}

// forfeitResult returns a leg with its result after a player forfeits; 0: both players do.
func forfeitResult(l *Leg, player int, note string) Leg {
	r := Leg{Verdict: Neither, Cause: game.Abandoned.String(), Forfeit: true, Note: note}
	if player != 0 {
		r.Verdict = Verdict(l.Side(player).Other().String())
	}
	return r
}

func (e Forfeit) apply(t *Tournament) error {
	p, l, err := t.findOpen(e.Pairing, e.Leg)
	if err != nil {
		return err
	}
	if !slices.Contains(p.Players[:], e.Player) || e.Player == 0 {
		return game.Faultf("participant %d in pairing %d: %s", e.Player, e.Pairing, ErrUnknown)
	}
	if err := checkLabel("note", e.Note); err != nil {
		return game.Faultf("%s: %s", ErrResult, err)
	}
	t.rule(p, e.Leg, forfeitResult(l, e.Player, e.Note))
	t.decide(p)
	return nil
}

// verdicts are the results that an organizer may enter.
var verdicts = []Verdict{Attackers, Defenders, Draw, Neither}

func (e Adjudicate) apply(t *Tournament) error {
	p, l, err := t.find(e.Pairing, e.Leg)
	switch {
	case err != nil:
		return err
	case t.ended:
		return ErrOver
	case !slices.Contains(verdicts, e.Verdict):
		return refusal(ErrResult, "%q is not one of %s", e.Verdict, list(verdicts))
	case e.Played && e.Verdict == Neither:
		return refusal(ErrResult, "a game that was played cannot have two losers")
	case e.Plies < 0 || e.Plies > maxPlies:
		return refusal(ErrResult, "%d moves", e.Plies)
	case l.Verdict != "":
		if err := t.mayChange(p, e.Leg); err != nil {
			return err
		}
	}
	if err := checkLabel("note", e.Note); err != nil {
		return game.Faultf("%s: %s", ErrResult, err)
	}
	t.rule(p, e.Leg, Leg{Verdict: e.Verdict, Cause: game.Adjudicated.String(), Plies: e.Plies, Forfeit: !e.Played,
		Note: e.Note})
	t.decide(p)
	return nil
}

// mayChange returns nil if the result of a finished game may change, or the reason why not.
func (t *Tournament) mayChange(p *Pairing, leg int) error {
	switch {
	case t.ended:
		return ErrOver
	case p.Round < t.round && !t.isCorrectable(p):
		return refusal(ErrLate, "round %d depends on the result of round %d", t.round, p.Round)
	case leg < len(p.Legs)-1 && len(p.Legs) > t.config.Games:
		return refusal(ErrLate, "the play-off depends on that game")
	}
	return nil
}

// place is the place of a game: the id of its pairing and its index there.
type place struct{ pairing, leg int }

// rule stores a decision of the organizer. Revoke takes it back.
func (t *Tournament) rule(p *Pairing, leg int, result Leg) {
	if t.ruled == nil {
		t.ruled = map[place][]Leg{}
	}
	at := place{p.ID, leg}
	t.ruled[at] = append(t.ruled[at], p.Legs[leg])
	t.setResult(p, &p.Legs[leg], result)
}

// CanRevoke returns nil if Revoke can take back a decision on a game, or the reason why not.
func (t *Tournament) CanRevoke(pairing, leg int) error {
	p, _, err := t.find(pairing, leg)
	switch {
	case err != nil:
		return err
	case len(t.ruled[place{pairing, leg}]) == 0:
		return refusal(ErrResult, "the organizer has not decided that game")
	}
	return t.mayChange(p, leg)
}

func (e Revoke) apply(t *Tournament) error {
	if err := t.CanRevoke(e.Pairing, e.Leg); err != nil {
		return err
	}
	p, l, err := t.find(e.Pairing, e.Leg)
	if err != nil {
		return err
	}
	at := place{e.Pairing, e.Leg}
	last := len(t.ruled[at]) - 1
	before := t.ruled[at][last]
	t.ruled[at] = t.ruled[at][:last]
	t.setResult(p, l, before)
	if before.Verdict == "" {
		t.open++
	}
	t.forfeit(p) // a player may have withdrawn since; decides the match, too
	return nil
}

// decide finds the winner of a match that must have one, once all its games are over: by points; if level, by as many
// further pairs of games as configured; then by games won as the harder side, by the fewest plies in games won, and
// last by the better seed.
func (t *Tournament) decide(p *Pairing) {
	if p.Node == 0 {
		return
	}
	p.Winner, p.Why = 0, Why{}
	if p.Open() > 0 {
		return
	}
	a, b := p.Players[0], p.Players[1]
	x, y := p.Points(a), p.Points(b)
	switch {
	case x != y:
	case len(p.Legs) < t.config.Games+2*t.config.PlayOff && !p.Legs[len(p.Legs)-1].Forfeit:
		first := p.Other(p.Legs[len(p.Legs)-1].Players[game.Attackers])
		p.Legs = append(p.Legs, t.legs(p, first, 2)...)
		t.open += 2
		return
	default:
		x, y, p.Why = t.compareLevel(p)
	}
	p.Winner = a
	if y > x {
		p.Winner = b
	}
}

// compareLevel compares the players of a match that ended level by the next criterion. The player with more wins.
func (t *Tournament) compareLevel(p *Pairing) (x, y Points, why Why) {
	var harder, plies [2]int
	for i := range p.Legs {
		l := &p.Legs[i]
		w := l.Winner()
		if w == 0 || l.Forfeit {
			continue
		}
		k := slices.Index(p.Players[:], w)
		plies[k] += l.Plies
		if side, ok := t.Harder(l.Variant); ok && side == l.Side(w) {
			harder[k]++
		}
	}
	switch {
	case harder[0] != harder[1]:
		return Points(harder[0]), Points(harder[1]), Why{ByHarder, harder}
	case plies[0] != plies[1]:
		return Points(plies[1]), Points(plies[0]), Why{ByPlies, plies}
	}
	a, b := slices.Index(t.draw, p.Players[0]), slices.Index(t.draw, p.Players[1])
	return Points(b), Points(a), Why{BySeed, [2]int{a + 1, b + 1}}
}

// isCorrectable reports whether no later pairing depends on the results of p.
func (t *Tournament) isCorrectable(p *Pairing) bool {
	switch t.config.Format {
	case RoundRobin, Arena:
		return true
	case Groups:
		return p.Stage == InGroup && !t.drawn
	case Gauntlet:
		return !t.config.Ladder
	}
	return false
}
