package match

import (
	"errors"
	"time"

	"tafl3d/game"
	"tafl3d/game/rules"
)

// Errors of claims that a match refuses.
var (
	ErrDisputed   = errors.New("the position has occurred too often: somebody claims, or it is a draw")
	ErrNoClaim    = errors.New("there is nothing to claim now")
	ErrClaimed    = errors.New("you have claimed already")
	ErrUnclaimed  = errors.New("the other side claims nothing")
	ErrUndisputed = errors.New("no repetition is in dispute")
)

// Claims is what the players have to settle where the rules leave an end to
// them. While a repetition is in dispute the clocks stand and nobody moves.
type Claims struct {
	Disputed bool             // a repetition waits for a claim or for both sides to waive theirs
	Waived   [game.Sides]bool // does not claim it
	Open     bool             // a claim waits for the other side's answer
	By       game.Side        // meaningless unless Open, as Kind is
	Kind     rules.Claim
}

type (
	// Claim says that what the rules leave to the players has come about: the
	// other side forces the repetition, or can never break the barrier. A claim
	// of a barrier lapses when the other side completes a turn.
	Claim struct{}
	// GrantClaim agrees with the claim of the other side, which wins.
	GrantClaim struct{}
	// DenyClaim contradicts it. The repetition is a draw then; where a barrier
	// was claimed the game goes on.
	DenyClaim struct{}
	// WaiveClaim says that side does not claim the repetition. It is a draw when
	// both have said so.
	WaiveClaim struct{}
)

// Disputed reports whether the players must settle who forced a repetition
// before the game can go on.
func (m *Match) Disputed() bool { return m.claims.Disputed }

// MayClaim returns what each side may claim now: nothing while a claim is open, nor
// again before it has completed a turn.
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

// raise looks for a dispute about the present position. A claim about the one
// before stays only if side, which has just moved, made it.
func (m *Match) raise(side game.Side) {
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
	case c.Open: // each says that it was the other
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

// claimTo reports why side has no claim to answer.
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

// savedClaims is what of claims is written down. The rest follows from the
// board.
type savedClaims struct {
	By     string `json:"by,omitempty"`     // whose claim waits for an answer
	Waived string `json:"waived,omitempty"` // who does not claim
}

// saved returns nil where there is nothing to write.
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

// reclaim makes the claims of a document again.
func (m *Match) reclaim(s *savedClaims) error {
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
		return game.Faultf("claims: %.30q and %.30q are no sides", s.By, s.Waived)
	}
	return nil
}
