package game

// Cause says why a game ended.
type Cause uint8

// The causes: first those that the board decides, then those of the table.
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
	GoalFilled  // a region is full of the pieces that were to fill it
	RoyalLost   // a side has lost its last royal piece
	BareLeader  // a side has nothing but its leader
	LoneLeaders // both sides have nothing but their leaders
	TooFew      // a side has too few pieces left
	Behind      // the runner has passed the whole line
	RowReached  // the runner stands on the row it was to reach
	QuietTurns  // nothing was taken, dropped or promoted for too long
	Checkmate   // a royal piece is attacked and cannot be saved
	Stalemate   // no legal turn, the royal piece not being attacked
	Resigned
	Time
	Agreed
	Abandoned
	Blockade // an unbreakable barrier was claimed, and granted
	Adjudicated
)

var causes = [...]string{"", "king-captured", "king-escaped", "attackers-gone", "repetition", "draw-fort",
	"encirclement", "exit-fort", "no-move", "no-capture", "own-corner", "goal-rest", "goal-fill", "royal-lost",
	"bare-leader",
	"lone-leaders", "min-pieces", "behind", "reach-row", "quiet", "checkmate", "stalemate", "resigned", "time",
	"agreed", "abandoned", "blockade", "adjudicated"}

// String returns the word of the records, "king-captured"; empty for None.
func (c Cause) String() string { return causes[c] }

// Outcome is the result of a game; its zero value means still playing.
type Outcome struct {
	Winner Side // meaningless in a draw
	Draw   bool
	Cause  Cause
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Cause != None }

// Won returns the outcome of a win.
func Won(s Side, c Cause) Outcome { return Outcome{Winner: s, Cause: c} }

// Drawn returns the outcome of a draw.
func Drawn(c Cause) Outcome { return Outcome{Draw: true, Cause: c} }

// Result returns "attackers", "defenders", "draw" or, while the game goes on,
// the empty string.
func (o Outcome) Result() string {
	switch {
	case !o.Over():
		return ""
	case o.Draw:
		return "draw"
	}
	return o.Winner.String()
}

// ParseOutcome reads what Result and the cause's String wrote; false if no game
// ends so.
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
