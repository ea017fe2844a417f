package search

// Scores are in hundredths of an attackers' man, from the view of the side to
// move. Wins lie beyond every evaluation and tell how far away they are.
const (
	// Win is the score of a game that is won at once. A win in n turns scores
	// Win-n, a loss in n turns -(Win-n).
	Win      = 30000
	infinite = Win + 1
	maxTurns = 1000
	won      = Win - maxTurns // every score from here up is a proven win
)

// WinIn reads a score: in how many turns, both sides counted, the side to move
// wins (win true) or loses (win false). ok is false if the score proves
// neither.
func WinIn(score int) (turns int, win, ok bool) {
	switch {
	case score >= won:
		return Win - score, true, true
	case score <= -won:
		return Win + score, false, true
	}
	return 0, false, false
}

// clamp keeps a heuristic score out of the range of the proven ones.
func clamp(v int) int { return max(-won+1, min(won-1, v)) }
