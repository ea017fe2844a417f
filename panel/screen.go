// Package panel is what there is to be seen, as plain data: the screen, its
// dialogs, charts and keys. The client fills it in and render/hud draws it. It
// knows neither of them, no rules and no languages.
package panel

import (
	"time"

	"tafl3d/game"
)

// Screen is everything that panels and text show at a moment. The controller
// owns it; readers must not keep it beyond the frame.
type Screen struct {
	Version uint64  // grows whenever anything below has changed
	Game    *Sheet  // the game at the table, nil before the first
	Dialog  *Dialog // the open dialog, nil if none; it takes all clicks
	Banner  *Banner // what waits elsewhere, over whatever is shown; nil if nothing does
	Toasts  []Toast // messages that pass, oldest first
	Bar     []Button
	Sizes   Sizes
	Folds   Folds
}

// Folds are how often it was asked to fold the panels beside the board away, or to
// open them again. Those that were not asked about fold by themselves where the
// window is narrow.
type Folds struct{ Moves, Seats int }

// Sheet is the game at the table as the panels show it.
type Sheet struct {
	Variant  string // "Brandubh 7x7"
	Seats    [game.Sides]Seat
	Near     game.Side // sits at the near edge of the board: that seat is drawn below
	First    game.Side // moves first: its turns are the first of each row
	Rows     []Row     // the moves so far, one row a pair of turns
	Current  int       // ply shown, 0 is the start position
	Tree     bool      // the rows are a tree: their plies, and Current, are the numbers of its turns
	Status   string    // "Your turn", "Level 4 is thinking", "Attackers win: the king is taken"
	Warning  string    // "The king threatens to escape", empty if none
	Notes    []Note    // of a game over the network: how the line and the other stand; of a study: what it has found
	Paused   bool
	Thinking bool
	Value    *Value // how the position stands, nil where nobody has judged it
	Over     bool
	Review   bool // an earlier position than the newest is shown
}

// Value is how a position stands, for the evaluation bar beside the board.
type Value struct {
	Attackers float64            // their chance of winning, from 0 to 1
	Text      [game.Sides]string // the chance of each side: "44 %"
	Tip       string
}

// Note is a line about how things stand.
type Note struct {
	Text    string
	Tone    Tone
	Tip     string
	Do      Command // what a click means; without an ID, nothing
	Glimpse Command // what the pointer over it means; without an ID, nothing
}

// Seat is one side of the table.
type Seat struct {
	Side   game.Side
	Name   string // "You", "Computer"
	Detail string // "level 4", "human"
	Clock  Clock
	Active bool        // it is this side's turn
	Army   string      // what the side is called: "Attackers", "Geese"
	Kind   game.Kind   // the piece that stands for all of them: the one of which there are most
	Men    int         // men on the board, the king not counted
	Left   string      // the same in words: "12 men left", "13 geese"
	Taken  []game.Kind // what this side has captured, in order
	Hand   []Held      // what it has not yet put on the board
}

// Held is how many pieces of a kind a side has in hand. Choosing it sends
// Command{ID: "hold", Arg: int(Piece)}.
type Held struct {
	Piece game.Piece
	Kind  game.Kind
	Count int
	On    bool // the next one to be put on the board is of this kind
}

// Clock is a clock face.
type Clock struct {
	On      bool   // there is a clock at all
	Figures string // shown large: "4:59", "0:09.3", "2 d"
	Words   string // what else it says: "byo-yomi (2)", "23:59:58" beside the days
	Low     bool
	Running bool
}

// Row is a numbered pair of turns in notation. The second text is empty while
// it has not been played.
type Row struct {
	Number int
	Ply    [2]int // the ply after each turn, 0 where there is none
	Text   [2]string
	Depth  int    // how deep the row lies in variations; 0 is the main line
	Said   string // in the place of turns: what is said of the turn before
}

// Dialog is a sheet in front of the board: a title over lines, running text,
// fields, and buttons. Esc presses the button whose command is Cancel.
type Dialog struct {
	ID      string // which dialog it is: the same ID is not opened twice over itself
	Kind    Kind
	Title   string
	Lines   []string
	Parts   []Part    // running text, read from the left
	Keys    []KeyLine // on the help sheet
	Palette []Swatch  // what may be put on the board
	Fields  []Field
	Charts  []Chart  // under the fields
	Faults  []string // what is wrong, each a sentence
	Buttons []Button
	Aside   []Part // beside all that: a picture and words about what is chosen
	Focus   int    // index into fields, then buttons, of what the keyboard holds; -1 is none: the board beside has it
	Scroll  int    // lines that the keyboard has scrolled so far, down if positive
	Cancel  string // command of Esc; empty: Esc does nothing
	// Undecided says that the keyboard holds nothing at first: pressing Enter by habit answers nothing.
	Undecided bool
	Steady    bool // it has one height, so that its buttons stand still whatever else it shows
}

// Kind says what a dialog is, and by that how it is laid out.
type Kind uint8

// The kinds.
const (
	Form   Kind = iota // text, fields and charts over a row of buttons; a question, too
	Title              // what the program begins with: without a box, over the living board
	Menu               // a narrow column of buttons, of many two
	List               // a column of entries
	Over               // the end of a game, announced under the board
	Wide               // takes the whole window
	Beside             // stands at the right, and the board stays in play
)

// Part is a piece of running text: any of a heading, a picture and a
// paragraph, in that order.
type Part struct {
	Head  string
	Board *Diagram
	Text  string
}

// Swatch is something that may be put on the board. Choosing it sends
// Command{ID: "brush", Arg: its index}.
type Swatch struct {
	Kind  game.Kind // its zero value takes away, or marks the square
	Sign  string    // "throne", "corner", "camp": the mark
	Label string
	Key   string
	On    bool // it is the one in the hand
}

// KeyLine is a line of the help sheet.
type KeyLine struct{ Keys, Does string }

// Field is a choice in a dialog, shown with arrows on both sides of the chosen
// value. Choosing sends Command{ID: field.ID, Arg: index}. A field to write in
// has no options: Command{ID: field.ID, Arg: n} puts the caret before its n-th
// letter.
type Field struct {
	ID       string
	Label    string
	Sentence bool // the label is one, and takes the lines that it needs
	Write    bool
	Text     string // what is written
	Lines    int    // lines that are shown of a text to write; up to 1: a single line, without line breaks
	Tabs     bool   // the options stand beside each other
	Caret    int    // letters before the caret
	From     int    // letters before the other end of what is selected; Caret: nothing is
	Options  []string
	Cards    []Card // in the place of options; Pick opens one: Command{ID: field.Pick, Arg: index}
	Columns  int    // of the cards
	Rows     *Rows  // in the place of options; Chosen and the Arg of Pick are numbers of rows
	Beside   bool   // it stands in a row with the field before it
	Search   bool   // letters come here from wherever the keyboard is on the dialog
	Chosen   int
	Number   bool   // digits can be written: the options are numbers from Least on
	Least    int    // meaningless unless Number
	Pick     string // command to choose by other means, on the board; empty if there are none
	Starts   bool   // Enter presses the primary button here, too; Space does what Pick says
	Note     string // explains the chosen option, empty if none
	Changed  bool   // it is not what it was
	Disabled bool
}

// Card is something to choose by its picture.
type Card struct {
	Board *Diagram
	Head  string
	Lines []string
	Sign  string // name of a stroke icon in the corner, empty for none
	Start string // what its sign of a game that begins does: Command{ID: card.Start, Arg: index}; empty for none
}

// Button sends Command{ID: button.ID} when it is pressed.
type Button struct {
	ID       string // "new", "undo", "redo", "hint", "draw", "resign", "flat", "flip", "pause", "menu", "help", ...
	Label    string
	Short    string // the label where there is little room on the bar; empty: the same
	Icon     string // name of a stroke icon, often the ID
	Key      string // "Ctrl+Z", shown in tooltips and on the help sheet
	Why      string // it cannot be had here, shown in its tooltip
	Primary  bool
	Disabled bool
	On       bool // a toggle that is on
	Focus    bool // on the bar: the keyboard holds it
}

// Command is what a panel asks for.
type Command struct {
	ID  string
	Arg int
}

// Tone says how a message is coloured.
type Tone uint8

// The tones.
const (
	Plain Tone = iota
	Good
	Bad
)

// Toast is a message that passes.
type Toast struct {
	Text  string
	Tone  Tone
	Until time.Time
}

// Banner says what waits elsewhere. Its button can be reached over a dialog, too.
type Banner struct {
	Text   string
	Clock  Clock // of the game that waits
	Tone   Tone
	Button Button
}

// Sizes say how large the panels are to be.
type Sizes struct {
	Text     float32 // of text and what holds it, 0 is 1; panels then leave the board less room
	Scale    float32 // of everything, 0 is 1
	Contrast bool    // in colours that stand far apart
}
