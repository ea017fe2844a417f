// Package tree is a game that somebody studies: turns with variations, comments,
// signs, marks on the board, clocks and evaluations. A Game is data; what is
// played in it is checked by the rules when it goes in (Cursor.Play), so that
// every line of a Game is a game by the rules. A Study changes a Game so that
// each change can be taken back. It knows no file, no clock and no screen; package
// record writes Games as text.
package tree

import (
	"iter"
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
)

// Game is a game with its variations. One goroutine owns it.
type Game struct {
	Variant string         // id
	Own     string         // the file of the variant where it is one of the player's own; see variant.Parse
	Start   rules.Position // before the first turn
	Tags    []Tag          // what is known besides, in order; each name once
	Outcome game.Outcome   // of the main line; the zero value: not over, or not known
	Root    *Node          // stands for the start; it has no turn
}

// New returns a game without turns that begins at start.
func New(variant string, start rules.Position) *Game {
	return &Game{Variant: variant, Start: start, Root: &Node{}}
}

// Rules returns the rules of the game.
func (g *Game) Rules() *rules.Rules { return g.Start.Rules() }

// Tag is something that is known of a game: "Event", "House cup". A name is a word
// that begins with a capital letter.
type Tag struct{ Name, Value string }

// The names of tags that the program itself reads and writes.
const (
	TagAttackers      = "Attackers"      // who played the attackers
	TagDefenders      = "Defenders"      // who played the defenders
	TagAttackersLevel = "AttackersLevel" // the computer's level, if it was the computer
	TagDefendersLevel = "DefendersLevel"
	TagDate           = "Date" // 2026-11-23, or the first part of it
	TagEvent          = "Event"
	TagSite           = "Site" // a place, or the address of a service
	TagRound          = "Round"
	TagClock          = "Clock"  // as match.ParseControl reads it
	TagName           = "Name"   // what the player calls the game
	TagKept           = "KeptAs" // the name of the player's own file of a study
	TagID             = "ID"     // of a game at a service: it is fetched once
	TagOwn            = "Own"    // which side somebody here played: attackers, defenders or both
)

// Tag returns the value of a tag, empty if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets a tag; an empty value takes it away.
func (g *Game) SetTag(name, value string) {
	i := slices.IndexFunc(g.Tags, func(t Tag) bool { return t.Name == name })
	switch {
	case value == "" && i >= 0:
		g.Tags = slices.Delete(slices.Clone(g.Tags), i, i+1)
	case value == "":
	case i >= 0:
		g.Tags = slices.Clone(g.Tags)
		g.Tags[i].Value = value
	default:
		g.Tags = append(slices.Clone(g.Tags), Tag{name, value})
	}
}

// Node is a turn in a game, with what is said of it.
type Node struct {
	Turn    []game.Move // its steps, none at the root; never changed
	Text    string      // the turn in notation
	Comment string
	Signs   []Sign
	Marks   []Mark
	Left    *[game.Sides]match.Left // on the clocks after the turn; nil: not known
	Eval    *Eval                   // of the position after it; nil: not known
	Folded  bool                    // what follows is not shown
	Other   []string                // notes that another program wrote, kept as they are

	parent *Node
	next   []*Node
}

// Parent returns the node before n, nil at the root.
func (n *Node) Parent() *Node { return n.parent }

// Next returns the nodes after n, the main line first. Do not change it.
func (n *Node) Next() []*Node { return n.next }

// Main returns the next node of the main line, nil at its end.
func (n *Node) Main() *Node {
	if len(n.next) == 0 {
		return nil
	}
	return n.next[0]
}

// Last returns the end of the main line after n, n itself where nothing follows.
func (n *Node) Last() *Node {
	for len(n.next) > 0 {
		n = n.next[0]
	}
	return n
}

// Ply returns how many turns led to n.
func (n *Node) Ply() (ply int) {
	for ; n.parent != nil; n = n.parent {
		ply++
	}
	return ply
}

// Path returns the nodes from the one after the root to n.
func (n *Node) Path() []*Node {
	var path []*Node
	for ; n.parent != nil; n = n.parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	return path
}

// Line returns the nodes of the main line after n.
func (n *Node) Line() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := n.Main(); n != nil; n = n.Main() {
			if !yield(n) {
				return
			}
		}
	}
}

// All returns n and the nodes of all lines after it, each before those after it.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		todo := []*Node{n}
		for len(todo) > 0 {
			n := todo[len(todo)-1]
			if !yield(n) {
				return
			}
			todo = todo[:len(todo)-1]
			for _, next := range slices.Backward(n.next) {
				todo = append(todo, next)
			}
		}
	}
}

// OnMain reports whether n stands on the main line.
func (n *Node) OnMain() bool {
	for ; n.parent != nil; n = n.parent {
		if n.parent.next[0] != n {
			return false
		}
	}
	return true
}

// find returns the node after n with the given turn.
func (n *Node) find(turn []game.Move) *Node {
	for _, next := range n.next {
		if slices.Equal(next.Turn, turn) {
			return next
		}
	}
	return nil
}

// alone returns a copy of n that nothing follows.
func (n *Node) alone(parent *Node) *Node {
	c := *n
	c.Signs, c.Marks, c.Other = slices.Clone(n.Signs), slices.Clone(n.Marks), slices.Clone(n.Other)
	c.parent, c.next = parent, nil
	return &c
}

// Mark is something drawn on the board: an arrow, or a square where From and To
// are the same.
type Mark struct {
	Colour   Colour
	From, To game.Square
}

// Colour is the colour of a mark.
type Colour uint8

// The colours, in the order in which they are offered.
const (
	Green Colour = iota
	Red
	Blue
	Yellow
)

var colours = [...]string{"green", "red", "blue", "yellow"}

// Colours is how many colours there are.
const Colours = len(colours)

// String returns the colour as a word.
func (c Colour) String() string { return colours[c] }

// ColourNamed returns the colour of a word.
func ColourNamed(word string) (Colour, bool) {
	i := slices.Index(colours[:], word)
	return Colour(max(i, 0)), i >= 0
}

// Eval is what an engine thinks of a position.
type Eval struct {
	Score int // for the attackers, as ai.Info has it; see ai.WinIn
	Depth int // in turns
}

// Sign is one of the usual signs of annotators.
type Sign string

// The signs of a turn.
const (
	Good        Sign = "!"
	Mistake     Sign = "?"
	Brilliant   Sign = "!!"
	Blunder     Sign = "??"
	Interesting Sign = "!?"
	Dubious     Sign = "?!"
	Only        Sign = "only"
)

// The signs of a position.
const (
	Even             Sign = "even"
	Unclear          Sign = "unclear"
	AttackersBetter  Sign = "attackers-better"
	AttackersWinning Sign = "attackers-winning"
	DefendersBetter  Sign = "defenders-better"
	DefendersWinning Sign = "defenders-winning"
)

// Signs are all signs in the order of menus. Of the first seven, which judge the
// turn, a node has at most one; of the others, which judge the position, another.
var Signs = []Sign{Good, Mistake, Brilliant, Blunder, Interesting, Dubious, Only,
	Even, Unclear, AttackersBetter, AttackersWinning, DefendersBetter, DefendersWinning}

// turnSigns is how many of Signs judge the turn.
const turnSigns = 7

// OfTurn reports whether s judges the turn, and not the position.
func (s Sign) OfTurn() bool { return slices.Index(Signs, s) < turnSigns }

// Mistaken reports whether the turn of n is marked as a mistake or worse. A dubious one is none.
func (n *Node) Mistaken() bool {
	return slices.Contains(n.Signs, Mistake) || slices.Contains(n.Signs, Blunder)
}

// Glyph returns s as it is printed behind a turn.
func (s Sign) Glyph() string {
	switch s {
	case Only:
		return "□"
	case Even:
		return "="
	case Unclear:
		return "∞"
	case AttackersBetter:
		return "A+"
	case AttackersWinning:
		return "A++"
	case DefendersBetter:
		return "D+"
	case DefendersWinning:
		return "D++"
	}
	return string(s)
}

// Sign puts s on n in the place of the one of its sort.
func (n *Node) Sign(s Sign) {
	n.Signs = slices.DeleteFunc(slices.Clone(n.Signs), func(o Sign) bool { return o.OfTurn() == s.OfTurn() })
	n.Signs = append(n.Signs, s)
	slices.SortFunc(n.Signs, func(a, b Sign) int { return slices.Index(Signs, a) - slices.Index(Signs, b) })
}
