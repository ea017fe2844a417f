package panel

// Chart is a drawing on a dialog: one of a table, a bracket, small boards and a curve,
// under its heading.
type Chart struct {
	Head   string
	Table  *Table
	Ties   []Tie
	Boards []SmallBoard
	Curve  []float64 // how a figure went, the oldest first
	Even   bool      // the curve goes from 0 to 100 from turn to turn, and 50 is even: it is drawn on that scale
	Faults []int     // points of the curve that are pointed out
	// what a click on a point of an even curve means: Command{ID: Pick, Arg: its index}; empty: nothing
	Pick string
	Tips []string // of the points of such a curve
}

// Table is text in rows and columns.
type Table struct {
	Columns []Column
	Rows    [][]Cell // each as long as Columns
	Marked  int      // row that is pointed out, -1 for none
	Square  bool     // a cross-table: cells in colour, close to each other
}

// Rows are a part of a long table of which a row is chosen. Numbers of rows count from the
// first of the whole.
type Rows struct {
	Table
	First int // number of the first row that is here
	Of    int // how many there are in all
}

// Column is a column of a table.
type Column struct {
	Head  string
	Tip   string
	Width float64 // in units; 0 shares what the others leave
	Right bool    // its text ends at the right edge
	Mid   bool    // its text stands in the middle
	Do    Command // what a click on its head means; without an ID, nothing
}

// Shade is how a cell is coloured. What it means is told by the text as well.
type Shade uint8

// The shades.
const (
	NoShade Shade = iota
	GoodShade
	EvenShade
	BadShade
	SelfShade // a player against himself
	LiveShade // it is happening now
)

// Cell is a text of a table.
type Cell struct {
	Text   string
	Tip    string
	Strong bool
	Shade  Shade
	Bar    []float64 // parts of its width, one behind the other: good, even and bad
	Do     Command   // what a click means; without an ID, nothing
}

// Tie is a match of a bracket.
type Tie struct {
	Column int
	Row    float64 // in ties
	Label  string  // over it: "Final", empty for most
	Names  [2]string
	Points [2]string
	Won    int    // 0 or 1, -1 while nobody has
	From   [2]int // the ties whose winners come here, -1 for none
	Shade  Shade
	Tip    string
	Do     Command
}

// SmallBoard is a game that is being played, as a picture.
type SmallBoard struct {
	Board   *Diagram
	Names   [2]string // the attackers', the defenders'
	Line    string    // "Turn 12"
	Do      Command
	Defends bool // the defenders are to move
}
