package search

// Scores are in hundredths of an attackers' man, from the view of the side to move. Wins lie
// outside the range of the evaluation and encode their distance.
const (
	// Win is the score of a game that is won now. A win in n turns scores Win-n, a loss in n turns
	// -(Win-n).
	Win      = 30000
	infinite = Win + 1
	maxTurns = 1000
	won      = Win - maxTurns // scores from here up are proven wins
)

// WinIn decodes a score: the number of turns of both sides until the side to move wins (win true)
// or loses (win false). ok is false if the score proves neither.
func WinIn(score int) (turns int, win, ok bool) {
	switch {
	case score >= won:
		return Win - score, true, true
	case score <= -won:
		return Win + score, false, true
	}
	return 0, false, false
}

// clamp keeps a heuristic score out of the range of proven scores.
func clamp(v int) int { return max(-won+1, min(won-1, v)) }
