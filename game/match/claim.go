package match

import (
	"errors"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Errors of refused claims.
var (
	ErrDisputed   = errors.New("the position was repeated too often: claim, or it is a draw")
	ErrNoClaim    = errors.New("there is nothing to claim now")
	ErrClaimed    = errors.New("you have already claimed")
	ErrUnclaimed  = errors.New("the other side has made no claim")
	ErrUndisputed = errors.New("no repetition is in dispute")
)

// Claims is the state of claims, where the rules let the players decide an end of the game. While a repetition is
// disputed, the clocks are stopped and no moves are possible.
type Claims struct {
	Disputed bool             // a repetition is waiting for a claim, or for both sides to waive it
	Waived   [game.Sides]bool // the side does not claim the repetition
	Open     bool             // a claim is waiting for the opponent's answer
	By       game.Side        // undefined unless Open, like Kind
	Kind     rules.Claim
}

type (
	// Claim claims an end that the rules leave to the players: that the opponent forces the repetition, or can never
	// break the barrier. A claim of a barrier lapses when the opponent completes a move.
	Claim struct{}
	// GrantClaim accepts the opponent's claim. The opponent wins.
	GrantClaim struct{}
	// DenyClaim rejects it. A repetition is then a draw; after a claim of a barrier the game goes on.
	DenyClaim struct{}
	// WaiveClaim declares that the side does not claim the repetition. After both sides have done so it is a draw.
	WaiveClaim struct{}
)

// Disputed reports whether the players must first settle which side forced a repetition.
func (m *Match) Disputed() bool { return m.claims.Disputed }

// MayClaim returns what each side may claim now: nothing while a claim is open, or after a claim until the side has
// completed a move.
func (s *State) MayClaim() (may [game.Sides]rules.Claim) {
	if s.Outcome.Over() || s.Claims.Open {
		return may
	}
	may = s.Position.Claims(s.History)
	for side, claimed := range s.claimed {
		if claimed {
			may[side] = rules.NoClaim
		}
	}
	return may
}

// updateClaims updates the claims for the current position after a move of side. A claim about the previous position
// remains only if side made it.
func (m *Match) updateClaims(side game.Side) {
	end := rules.End{Claims: m.line.Claims()}
	disputed := end.Disputed()
	if disputed || !m.claims.Open || m.claims.By != side {
		m.claims = Claims{Disputed: disputed}
	}
}

func (Claim) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	kind := m.line.Claims()[side]
	switch c := &m.claims; {
	case m.end.Over():
		return nil, ErrOver
	case kind == rules.NoClaim:
		return nil, ErrNoClaim
	case m.claimed[side]:
		return nil, ErrClaimed
	case c.Open: // both sides claim that the other forced it
		return m.finish(game.Drawn(game.Repetition), now), nil
	default:
		c.Open, c.By, c.Kind = true, side, kind
	}
	m.claimed[side] = true
	return nil, nil
}

func (GrantClaim) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	if err := m.claimTo(side); err != nil {
		return nil, err
	}
	return m.finish(game.Won(m.claims.By, m.claims.Kind.Cause()), now), nil
}

func (DenyClaim) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	if err := m.claimTo(side); err != nil {
		return nil, err
	}
	if m.claims.Disputed {
		return m.finish(game.Drawn(game.Repetition), now), nil
	}
	m.claims = Claims{}
	return nil, nil
}

// claimTo returns an error if side has no claim to answer.
func (m *Match) claimTo(side game.Side) error {
	switch {
	case m.end.Over():
		return ErrOver
	case !m.claims.Open || m.claims.By == side:
		return ErrUnclaimed
	}
	return nil
}

func (WaiveClaim) do(m *Match, side game.Side, now time.Time) ([]game.Event, error) {
	switch c := &m.claims; {
	case m.end.Over():
		return nil, ErrOver
	case !c.Disputed:
		return nil, ErrUndisputed
	case c.Open && c.By == side:
		return nil, ErrClaimed
	}
	m.claims.Waived[side] = true
	if m.claims.Waived[side.Other()] {
		return m.finish(game.Drawn(game.Repetition), now), nil
	}
	return nil, nil
}

// savedClaims is the stored part of Claims. The rest is derived from the board.
type savedClaims struct {
	By     string `json:"by,omitempty"`     // the side whose claim is open
	Waived string `json:"waived,omitempty"` // sides that do not claim
}

// saved returns the stored form, nil if there is nothing to store.
func (c Claims) saved() *savedClaims {
	var s savedClaims
	if c.Open {
		s.By = c.By.String()
	}
	for side, waived := range c.Waived {
		if waived {
			s.Waived = game.Side(side).String()
		}
	}
	if s == (savedClaims{}) {
		return nil
	}
	return &s
}

// restoreClaims restores the claims of a document.
func (m *Match) restoreClaims(s *savedClaims) error {
	if s == nil {
		return nil
	}
	for _, side := range []game.Side{game.Attackers, game.Defenders} {
		if s.Waived == side.String() {
			if _, err := (WaiveClaim{}).do(m, side, time.Time{}); err != nil {
				return game.Faultf("claims: %s", err)
			}
		}
		if s.By == side.String() {
			if _, err := (Claim{}).do(m, side, time.Time{}); err != nil {
				return game.Faultf("claims: %s", err)
			}
		}
	}
	if c := m.claims.saved(); c == nil || *c != *s {
		return game.Faultf("claims: %.30q and %.30q are not sides", s.By, s.Waived)
	}
	return nil
}
