package match_test

import (
	"errors"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// old is the variant of disputed games.
const old = "copenhagen-2015"

// disputed is a game by the older Copenhagen rules in which the start position
// stands for the third time. The defenders are too few for a draw fort.
func disputed(t *testing.T) *match.Match {
	t.Helper()
	c, err := match.ParseControl("5m+3s")
	if err != nil {
		t.Fatal(err)
	}
	start, err := notation.ParsePosition(get(t, old), "3ttttt3/5t5/11/11/11/t4K4t/11/4T1T4/11/5t5/3ttttt3 a")
	if err != nil {
		t.Fatal(err)
	}
	m := match.New(start, c)
	for range 2 {
		play(t, m, "f2-g2", "e4-e5", "g2-f2", "e5-e4")
	}
	return m
}

func TestRepetitionIsDisputed(t *testing.T) {
	m := disputed(t)
	refuse(t, m, game.Attackers, move(t, m, "f2-g2"), match.ErrDisputed)
	refuse(t, m, game.Attackers, match.GrantClaim{}, match.ErrUnclaimed)
	refuse(t, m, game.Attackers, match.DenyClaim{}, match.ErrUnclaimed)
	if _, running := m.Deadline(); running {
		t.Error("the clock goes during the dispute")
	}
	m = again(t, m, old)
	do(t, m, game.Defenders, match.Undo{Plies: 1})
	if m.Disputed() {
		t.Error("a dispute about a position that was taken back")
	}
	refuse(t, m, game.Defenders, match.Claim{}, match.ErrNoClaim)
	refuse(t, m, game.Defenders, match.WaiveClaim{}, match.ErrUndisputed)
	do(t, m, game.Defenders, match.Redo{Plies: 1})
	if !m.Disputed() {
		t.Error("no dispute after playing again")
	}
}

func TestNobodyClaims(t *testing.T) {
	m := disputed(t)
	do(t, m, game.Defenders, match.WaiveClaim{})
	m = again(t, m, old)
	do(t, m, game.Defenders, match.WaiveClaim{}) // said twice it is still one side
	if m.Outcome().Over() {
		t.Fatal("the attackers were not asked")
	}
	do(t, m, game.Attackers, match.WaiveClaim{})
	if m.Outcome() != game.Drawn(game.Repetition) {
		t.Error(m.Outcome())
	}
	m = again(t, m, old)
	refuse(t, m, game.Attackers, match.Claim{}, match.ErrOver)
}

func TestClaimedRepetition(t *testing.T) {
	for name, tt := range map[string]struct {
		answer match.Action
		want   game.Outcome
	}{
		"granted":               {match.GrantClaim{}, game.Won(game.Attackers, game.Repetition)},
		"denied":                {match.DenyClaim{}, game.Drawn(game.Repetition)},
		"by both":               {match.Claim{}, game.Drawn(game.Repetition)},
		"given up by the other": {match.Resign{}, game.Won(game.Attackers, game.Resigned)},
	} {
		m := disputed(t)
		do(t, m, game.Defenders, match.WaiveClaim{})
		do(t, m, game.Attackers, match.Claim{})
		refuse(t, m, game.Attackers, match.Claim{}, match.ErrClaimed)
		refuse(t, m, game.Attackers, match.WaiveClaim{}, match.ErrClaimed)
		refuse(t, m, game.Attackers, match.GrantClaim{}, match.ErrUnclaimed)
		m = again(t, m, old)
		do(t, m, game.Defenders, tt.answer)
		if m.Outcome() != tt.want {
			t.Errorf("%s: %v", name, m.Outcome())
		}
		again(t, m, old)
	}
}

// barred is Brandubh with the king shut in by attackers on all sides, by rules
// in which a ring alone does not win.
const barred = "3t3/2t1t2/1t3t1/1t1K1t1/1t3t1/2t1t2/3tT2 a"

// mayClaim looks what the attackers may claim, who alone can claim a blockade.
func mayClaim(t *testing.T, m *match.Match, want rules.Claim) {
	t.Helper()
	s := m.State()
	if may := s.MayClaim(); may != [game.Sides]rules.Claim{game.Attackers: want} {
		t.Errorf("they may claim %v, want %v", may, want)
	}
}

func TestBlockade(t *testing.T) {
	r := get(t, "brandubh-gorrion")
	start, err := notation.ParsePosition(r, barred)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		answer match.Action
		want   game.Outcome
	}{{match.GrantClaim{}, game.Won(game.Attackers, game.Blockade)}, {match.DenyClaim{}, game.Outcome{}}} {
		m := match.New(start, match.Control{})
		refuse(t, m, game.Defenders, match.Claim{}, match.ErrNoClaim)
		do(t, m, game.Attackers, match.Claim{})
		m = again(t, m, "brandubh-gorrion")
		do(t, m, game.Defenders, tt.answer)
		if m.Outcome() != tt.want {
			t.Errorf("%T: %v", tt.answer, m.Outcome())
		}
		again(t, m, "brandubh-gorrion")
	}
	m := match.New(start, match.Control{})
	mayClaim(t, m, rules.ClaimBlockade)
	do(t, m, game.Attackers, match.Claim{})
	mayClaim(t, m, rules.NoClaim)
	do(t, m, game.Defenders, match.DenyClaim{})
	mayClaim(t, m, rules.NoClaim)
	refuse(t, m, game.Attackers, match.Claim{}, match.ErrClaimed)
	m = match.New(start, match.Control{})
	do(t, m, game.Attackers, match.Claim{})
	play(t, m, "d7-c7")
	if !m.State().Claims.Open {
		t.Error("the claim lapsed by the claimant's own turn")
	}
	play(t, m, "e1-f1")
	if m.State().Claims.Open {
		t.Error("the claim did not lapse")
	}
	open := brandubh(t)
	refuse(t, open, game.Attackers, match.Claim{}, match.ErrNoClaim)
}

func TestClaimsOfDocuments(t *testing.T) {
	m := disputed(t)
	do(t, m, game.Attackers, match.Claim{})
	data := encode(t, m, old)
	for good, bad := range map[string]string{
		`"by": "attackers"`: `"by": "nobody"`,
		`"at": 8`:           `"at": 7`,
		`"claims": {`:       `"result": "draw", "cause": "repetition", "claims": {`,
	} {
		text := strings.Replace(string(data), good, bad, 1)
		if _, _, err := match.Decode([]byte(text), find); !errors.Is(err, match.ErrDamaged) || text == string(data) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
