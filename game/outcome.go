package game

// Cause is the reason why a game ended.
type Cause uint8

// The causes, first those decided by the board, then those decided by the players.
const (
	None Cause = iota
	KingCaptured
	KingEscaped
	AttackersGone
	Repetition
	DrawFort
	Encirclement
	ExitFort
	NoMoves
	NoCapture
	OwnCorner   // a piece came to rest in its own corner
	GoalReached // a piece came to rest on its goal
	GoalFilled  // a region is full of the required pieces
	RoyalLost   // a side has lost its last royal piece
	BareLeader  // a side has only its leader left
	LoneLeaders // both sides have only their leaders left
	TooFew      // a side has too few pieces left
	Behind      // the runner has passed the whole line
	RowReached  // the runner has reached the required row
	QuietTurns  // too many moves without capture, drop or promotion
	Checkmate   // a royal piece is attacked and cannot be saved
	Stalemate   // no legal moves, and the royal piece is not attacked
	Resigned
	Time
	Agreed
	Abandoned
	Blockade // a claim of an unbreakable barrier was granted
	Adjudicated
)

var causes = [...]string{"", "king-captured", "king-escaped", "attackers-gone", "repetition", "draw-fort",
	"encirclement", "exit-fort", "no-move", "no-capture", "own-corner", "goal-rest", "goal-fill", "royal-lost",
	"bare-leader",
	"lone-leaders", "min-pieces", "behind", "reach-row", "quiet", "checkmate", "stalemate", "resigned", "time",
	"agreed", "abandoned", "blockade", "adjudicated"}

// String returns the word used in records, such as "king-captured"; "" for None.
func (c Cause) String() string { return causes[c] }

// Outcome is the result of a game. Its zero value means that the game goes on.
type Outcome struct {
	Winner Side // undefined in a draw
	Draw   bool
	Cause  Cause
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Cause != None }

// Won returns the outcome of a win.
func Won(s Side, c Cause) Outcome { return Outcome{Winner: s, Cause: c} }

// Drawn returns the outcome of a draw.
func Drawn(c Cause) Outcome { return Outcome{Draw: true, Cause: c} }

// Result returns "attackers", "defenders", "draw", or "" while the game goes on.
func (o Outcome) Result() string {
	switch {
	case !o.Over():
		return ""
	case o.Draw:
		return "draw"
	}
	return o.Winner.String()
}

// ParseOutcome parses the output of Result and Cause.String. It returns false if no game can end this way.
func ParseOutcome(result, cause string) (Outcome, bool) {
	for c := None; c <= Adjudicated; c++ {
		for _, o := range []Outcome{Drawn(c), Won(Attackers, c), Won(Defenders, c)} {
			if c == None {
				o = Outcome{}
			}
			if o.Result() == result && c.String() == cause {
				return o, true
			}
		}
	}
	return Outcome{}, false
}
