package lesson

import (
	"fmt"
	"strconv"
	"strings"
)

// ClaimKind is the kind of a Claim.
type ClaimKind uint8

// The kinds of claims.
const (
	NoClaim   ClaimKind = iota // no claim
	Holds                      // the opponent has no forced win after the move
	Wins                       // the side that moved has a forced win
	Captures                   // the move captures exactly Count pieces, and Holds applies
	KeepsRing                  // the attackers' ring is closed after the move, and Wins applies
)

// claimWords are the kinds as written in files; "captures" is followed by a number.
var claimWords = map[string]ClaimKind{
	"": NoClaim, "holds": Holds, "wins": Wins, "captures": Captures, "keeps the ring": KeepsRing,
}

// Claim is a property that the correct answers of a step must have. The engine verifies it in tests.
type Claim struct {
	Kind  ClaimKind
	Count int // only for Captures
}

// Claimed parses the claim of a step.
func (s *Step) Claimed() (Claim, error) {
	word, count, counted := strings.Cut(s.Claim, " ")
	if kind, known := claimWords[s.Claim]; known && kind != Captures {
		return Claim{Kind: kind}, nil
	}
	n, err := strconv.Atoi(count)
	if !counted || word != "captures" || err != nil || n < 1 {
		return Claim{}, fmt.Errorf("claim %q: want holds, wins, captures and a number, or keeps the ring", s.Claim)
	}
	return Claim{Kind: Captures, Count: n}, nil
}
