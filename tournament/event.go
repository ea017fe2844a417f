package tournament

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"tafl3d/game"
)

// Event is a change of a tournament, such as an entry or a result. apply checks the whole event before it changes
// anything.
type Event interface {
	apply(t *Tournament) error
}

type (
	// Enter enters a player, after the start as a late entry. Kind and Ref are stored for the caller, which knows
	// what plays for the entrant.
	Enter struct {
		Name   string `json:"name"`
		Kind   string `json:"kind,omitempty"`
		Ref    string `json:"ref,omitempty"`
		Rating int    `json:"rating,omitempty"`
	}
	// Withdraw removes a player for the rest of the tournament. Their open games are forfeited. A player who
	// withdraws before the start keeps the id but does not take part.
	Withdraw struct {
		Player int `json:"player"`
	}
	// SitOut lets a player sit out the coming rounds of a Swiss or an arena, or return. In a Swiss these rounds are
	// half-point byes within Config.Byes.
	SitOut struct {
		Player int  `json:"player"`
		Away   bool `json:"away"`
	}
	// Start closes the entry, draws the lots and starts the tournament.
	Start struct{}
	// Pair pairs the next round.
	Pair struct{}
	// Report reports the result of a game that was played.
	Report struct {
		Pairing int     `json:"pairing"`
		Leg     int     `json:"leg"` // from 0
		Verdict Verdict `json:"verdict"`
		Cause   string  `json:"cause"`
		Plies   int     `json:"plies,omitempty"`
	}
	// NoShow reports that a player did not come to a pairing; 0: neither player did. It is refused before the
	// configured wait is over.
	NoShow struct {
		Pairing int `json:"pairing"`
		Player  int `json:"player"`
	}
	// Forfeit ends a game against a player, for example after an engine crashed or broke a rule.
	Forfeit struct {
		Pairing int    `json:"pairing"`
		Leg     int    `json:"leg"`
		Player  int    `json:"player"`
		Note    string `json:"note,omitempty"`
	}
	// Adjudicate is the organizer's decision on a game, open or finished, as long as no later round depends on it.
	// With Played it counts as decided on the board, in Plies plies: use this to correct a wrong report.
	Adjudicate struct {
		Pairing int     `json:"pairing"`
		Leg     int     `json:"leg"`
		Verdict Verdict `json:"verdict"`
		Played  bool    `json:"played,omitempty"`
		Plies   int     `json:"plies,omitempty"`
		Note    string  `json:"note,omitempty"`
	}
	// Revoke takes back the organizer's last decision on a game (Adjudicate, Forfeit or NoShow), as long as no later
	// round depends on it: the game is open again or has the result that it had before.
	Revoke struct {
		Pairing int `json:"pairing"`
		Leg     int `json:"leg"`
	}
	// Pause halts the tournament: no players are paired, and waits are suspended. Games in progress may be finished.
	Pause struct{}
	// Resume ends a pause.
	Resume struct{}
	// End ends the tournament with the current standings. Open games are void.
	End struct {
		Note string `json:"note,omitempty"`
	}
)

// maxPlies is the greatest length of a game that is accepted, in plies.
const maxPlies = 100000

// Apply carries out an event at a time, which must not be before the time of the last event. After an error the
// tournament is unchanged.
func (t *Tournament) Apply(at time.Time, e Event) error {
	at = at.UTC().Truncate(time.Millisecond)
	if at.Before(t.now) {
		return fmt.Errorf("%s: %w", kind(e),
			refusal(ErrTooEarly, "the previous event was later, at %s", t.now.Format(time.DateTime)))
	}
	before := t.now
	t.now = at
	if err := e.apply(t); err != nil {
		t.now = before
		return fmt.Errorf("%s: %w", kind(e), err)
	}
	t.log = append(t.log, Logged{at, e})
	t.finish()
	return nil
}

// CanPair returns nil if the next round can be paired at the given time, or the reason why not. It is cheap: Pair may
// still fail because no two players can meet.
func (t *Tournament) CanPair(at time.Time) error {
	if err := t.canBeginRound(); err != nil {
		return err
	}
	switch t.config.Format {
	case Swiss, Contest:
		return nil
	case Arena:
		c := *t
		c.now = at
		return c.arenaOpen()
	}
	_, err := t.next()
	return err
}

func (e Enter) apply(t *Tournament) error {
	if err := errors.Join(checkText("name", e.Name), checkLabel("kind", e.Kind), checkLabel("ref", e.Ref)); err != nil {
		return game.Faultf("%s: %s", ErrName, err)
	}
	who, err := t.Named(e.Name)
	again := err == nil && who.Withdrawn && t.phase == Entry
	if err == nil && !again {
		return refusal(ErrName, "%s has already joined", e.Name)
	}
	switch {
	case t.phase == Over:
		return ErrOver
	case len(t.entrants) >= MaxEntrants:
		return refusal(ErrLate, "the tournament is full (%d players)", MaxEntrants)
	case t.phase == Entry && t.config.Format == Contest && t.staying() == 2:
		return refusal(ErrLate, "this format has only two players")
	case e.Rating < 0 || e.Rating > 9999:
		return refusal(ErrName, "rating %d: use 0 to 9999", e.Rating)
	}
	if again { // the player enters again after withdrawing and keeps the id
		t.entrants[who.ID-1] = Entrant{ID: who.ID, Name: e.Name, Kind: e.Kind, Ref: e.Ref, Rating: e.Rating}
		return nil
	}
	late := t.phase != Entry
	if late {
		if err := t.lateEntry(); err != nil {
			return err
		}
	}
	id := len(t.entrants) + 1
	t.entrants = append(t.entrants, Entrant{ID: id, Name: e.Name, Kind: e.Kind, Ref: e.Ref, Rating: e.Rating})
	if late {
		t.order = append(t.order, id)
		t.entrants[id-1].Seed = len(t.order)
	}
	return nil
}

// staying returns the number of entrants who have not withdrawn.
func (t *Tournament) staying() (n int) {
	for _, e := range t.entrants {
		if !e.Withdrawn {
			n++
		}
	}
	return n
}

// lateEntry returns an error if players cannot enter after the start.
func (t *Tournament) lateEntry() error {
	switch f := t.config.Format; {
	case f == Arena, f == Gauntlet:
		return nil
	case f == Swiss && t.round < t.config.Late:
		return nil
	case f == Swiss:
		return refusal(ErrLate, "late entry ended with round %d", t.config.Late)
	default:
		return refusal(ErrLate, "no one can join after the start")
	}
}

// checkLabel returns an error for text that cannot be displayed. It accepts empty text.
func checkLabel(what, text string) error {
	if text == "" {
		return nil
	}
	return checkText(what, text)
}

func (e Withdraw) apply(t *Tournament) error {
	who, err := t.Entrant(e.Player)
	switch {
	case err != nil:
		return err
	case t.phase == Over:
		return ErrOver
	case who.Withdrawn:
		return refusal(ErrLate, "%s has already withdrawn", who.Name)
	}
	t.entrants[e.Player-1].Withdrawn = true
	for i := range t.pairings {
		if p := &t.pairings[i]; p.Open() > 0 && slices.Contains(p.Players[:], e.Player) {
			t.forfeit(p)
		}
	}
	return nil
}

func (e SitOut) apply(t *Tournament) error {
	who, err := t.Entrant(e.Player)
	switch f := t.config.Format; {
	case err != nil:
		return err
	case t.phase == Over:
		return ErrOver
	case f != Swiss && f != Arena:
		return refusal(ErrPhase, "no one can skip a round in this format")
	case who.Withdrawn:
		return refusal(ErrLate, "%s has withdrawn", who.Name)
	}
	t.entrants[e.Player-1].Away = e.Away
	return nil
}

func (Start) apply(t *Tournament) error {
	if t.phase != Entry {
		return refusal(ErrPhase, "the tournament has started")
	}
	var ids []int
	for _, e := range t.entrants {
		if !e.Withdrawn {
			ids = append(ids, e.ID)
		}
	}
	c := &t.config
	switch least := 2; {
	case len(ids) < least:
		return &TooFew{len(ids), least}
	case c.Format == Groups && len(ids) < 2*c.Groups:
		return &TooFew{len(ids), 2 * c.Groups}
	case c.Format == Swiss && c.Rounds >= len(ids)+len(ids)%2:
		return refusal(ErrFew, "%d are not enough for %d rounds without repeat pairings; choose a round robin",
			len(ids), c.Rounds)
	}
	t.begin(ids)
	return nil
}

// begin draws the lots and sets up the format. Each purpose has its own random source, so that a change of one does
// not change another.
func (t *Tournament) begin(ids []int) {
	chance := rand.New(rand.NewPCG(t.config.Seed, 1))
	byLot := slices.Clone(ids)
	chance.Shuffle(len(byLot), func(i, j int) { byLot[i], byLot[j] = byLot[j], byLot[i] })
	seeds := slices.Clone(byLot)
	slices.SortStableFunc(seeds, func(a, b int) int { return t.entrants[b-1].Rating - t.entrants[a-1].Rating })
	for i, id := range seeds {
		t.entrants[id-1].Seed = i + 1
	}
	t.phase, t.order = Running, seeds
	switch t.config.Format {
	case Contest:
		t.order = ids
	case RoundRobin:
		t.order = byLot
	case Groups:
		for g, list := range t.pairer().groups() {
			for _, id := range list {
				t.entrants[id-1].Group = g + 1
			}
		}
	case KnockOut:
		t.draw, t.bracket = seeds, single(len(seeds), t.config.Third)
	case DoubleOut:
		t.draw, t.bracket = seeds, double(len(seeds))
	case Swiss:
		t.rounds = t.config.Rounds
		if t.rounds == 0 {
			t.rounds = min(bits.Len(uint(len(ids)-1))+1, len(ids)-1)
		}
	case Arena:
		t.until = t.now.Add(time.Duration(t.config.Length))
	case Gauntlet:
		rest := slices.DeleteFunc(slices.Clone(seeds), func(id int) bool { return id == ids[0] })
		slices.Reverse(rest)
		t.order = append([]int{ids[0]}, rest...)
	}
}

func (Pause) apply(t *Tournament) error {
	switch t.phase {
	case Over:
		return ErrOver
	case Paused:
		return ErrPaused
	case Entry:
		return refusal(ErrPhase, "the tournament has not started")
	}
	t.phase, t.since = Paused, t.now
	return nil
}

func (Resume) apply(t *Tournament) error {
	if t.phase != Paused {
		return refusal(ErrPhase, "the tournament is not paused")
	}
	gone := t.now.Sub(t.since)
	t.phase = Running
	if !t.until.IsZero() {
		t.until = t.until.Add(gone)
	}
	for i := range t.pairings {
		if t.pairings[i].Open() > 0 {
			t.pairings[i].Since = t.pairings[i].Since.Add(gone)
		}
	}
	return nil
}

func (e End) apply(t *Tournament) error {
	if t.phase == Over {
		return ErrOver
	}
	if err := checkLabel("note", e.Note); err != nil {
		return game.Faultf("%s: %s", ErrResult, err)
	}
	t.ended = true
	for i := range t.pairings {
		p := &t.pairings[i]
		p.Legs = slices.DeleteFunc(p.Legs, func(l Leg) bool { return l.Verdict == "" })
	}
	t.open = 0
	return nil
}

// finish updates the phase after an event. A corrected result may reopen a finished tournament.
func (t *Tournament) finish() {
	switch {
	case t.ended:
		t.phase = Over
	case t.phase == Entry || t.phase == Paused:
	case t.complete():
		t.phase = Over
	default:
		t.phase = Running
	}
}

// complete reports whether no game is left to be played.
func (t *Tournament) complete() bool {
	if t.open > 0 {
		return false
	}
	if t.staying() < 2 && !slices.Contains([]Format{KnockOut, DoubleOut, Groups}, t.config.Format) {
		return true
	}
	switch t.config.Format {
	case Contest:
		return t.contestDecided()
	case RoundRobin:
		return t.round >= t.pairer().cycles(len(t.order))
	case Groups:
		return t.drawn && len(t.readyMatches()) == 0
	case KnockOut, DoubleOut:
		return len(t.readyMatches()) == 0
	case Swiss:
		return t.round >= t.rounds
	case Arena:
		return !t.now.Before(t.until)
	}
	return t.round >= len(t.order)-1 || t.config.Ladder && t.challengerLost()
}

// contestDecided reports whether all rounds are played, or one player has more points than the other can still reach.
func (t *Tournament) contestDecided() bool {
	points := t.points()
	left := Points(2 * t.config.Games * (t.config.Rounds - t.round))
	ahead := points[t.order[0]] - points[t.order[1]]
	return t.round >= t.config.Rounds || max(ahead, -ahead) > left
}

// challengerLost reports whether the challenger has lost a match.
func (t *Tournament) challengerLost() bool {
	for i := range t.pairings {
		p := &t.pairings[i]
		if p.Points(p.Players[0]) < p.Points(p.Players[1]) {
			return true
		}
	}
	return false
}
