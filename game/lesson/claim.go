package lesson

import (
	"fmt"
	"strconv"
	"strings"
)

// ClaimKind is what a step claims of its right answers.
type ClaimKind uint8

// The kinds of claims.
const (
	NoClaim   ClaimKind = iota // nothing: whatever is played is right
	Holds                      // the other side has no forced win after it
	Wins                       // the side that moved has a forced win
	Captures                   // it captures exactly Count pieces, and it holds
	KeepsRing                  // the attackers' ring is closed after it, and it wins
)

// claimWords are the claims as a file writes them; "captures" is followed by a number.
var claimWords = map[string]ClaimKind{
	"": NoClaim, "holds": Holds, "wins": Wins, "captures": Captures, "keeps the ring": KeepsRing,
}

// Claim is the claim of a step.
type Claim struct {
	Kind  ClaimKind
	Count int // of Captures
}

// Claimed reads the claim of a step. The error says what is wrong with its text.
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
