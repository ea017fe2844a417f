// Package tree represents studied games: moves with variations, comments, signs, marks on the board, clock times and
// evaluations. A Game is data; moves are checked by the rules when they are added (Cursor.Play), so every line of a
// Game is legal. A Study edits a Game with undo. The package does not depend on files, clocks or screens; package
// record writes Games as text.
package tree

import (
	"iter"
	"slices"

	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
)

// Game is a game with its variations. It must be used by one goroutine at a time.
type Game struct {
	Variant string         // id
	Own     string         // the variant file, if the variant is not built in; see variant.Parse
	Start   rules.Position // position before the first move
	Tags    []Tag          // further data, in order; names are unique
	Outcome game.Outcome   // of the main line; zero: not over or unknown
	Root    *Node          // the start; it has no move
}

// New returns a game without moves that begins at start.
func New(variant string, start rules.Position) *Game {
	return &Game{Variant: variant, Start: start, Root: &Node{}}
}

// Rules returns the rules of the game.
func (g *Game) Rules() *rules.Rules { return g.Start.Rules() }

// Tag is a named value of a game, such as "Event", "House cup". A name is a word that begins with a capital letter.
type Tag struct{ Name, Value string }

// The names of the tags that the program reads and writes.
const (
	TagAttackers      = "Attackers"      // name of the player of the attackers
	TagDefenders      = "Defenders"      // name of the player of the defenders
	TagAttackersLevel = "AttackersLevel" // level of the computer, if it played the attackers
	TagDefendersLevel = "DefendersLevel"
	TagDate           = "Date" // 2026-11-23, or only year or month
	TagEvent          = "Event"
	TagSite           = "Site" // a place, or the address of a service
	TagRound          = "Round"
	TagClock          = "Clock"  // in the format of match.ParseControl
	TagName           = "Name"   // title given by the player
	TagKept           = "KeptAs" // the file name of a study
	TagID             = "ID"     // of a game at a service; it prevents fetching the game twice
	TagOwn            = "Own"    // side of the local player: attackers, defenders or both
)

// Tag returns the value of a tag, "" if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets a tag; an empty value removes it.
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

// Node is a move in a game, with its annotations.
type Node struct {
	Turn    []game.Move // its steps, none at the root; immutable
	Text    string      // the move in notation
	Comment string
	Signs   []Sign
	Marks   []Mark
	Left    *[game.Sides]match.Left // clocks after the move; nil: unknown
	Eval    *Eval                   // of the position after the move; nil: unknown
	Folded  bool                    // the display hides what follows
	Other   []string                // unknown notes of other programs, kept unchanged

	parent *Node
	next   []*Node
}

// Parent returns the previous node, nil at the root.
func (n *Node) Parent() *Node { return n.parent }

// Next returns the nodes after n, the main line first. Do not modify the slice.
func (n *Node) Next() []*Node { return n.next }

// Main returns the next node of the main line, nil at its end.
func (n *Node) Main() *Node {
	if len(n.next) == 0 {
		return nil
	}
	return n.next[0]
}

// Last returns the end of the main line after n, which is n if nothing follows.
func (n *Node) Last() *Node {
	for len(n.next) > 0 {
		n = n.next[0]
	}
	return n
}

// Ply returns the number of moves from the start to n.
func (n *Node) Ply() (ply int) {
	for ; n.parent != nil; n = n.parent {
		ply++
	}
	return ply
}

// Path returns the nodes from the first move to n.
func (n *Node) Path() []*Node {
	var path []*Node
	for ; n.parent != nil; n = n.parent {
		path = append(path, n)
	}
	slices.Reverse(path)
	return path
}

// Line iterates over the nodes of the main line after n.
func (n *Node) Line() iter.Seq[*Node] {
	return func(yield func(*Node) bool) {
		for n := n.Main(); n != nil; n = n.Main() {
			if !yield(n) {
				return
			}
		}
	}
}

// All iterates over n and all nodes after it, parents before children.
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

// OnMain reports whether n is on the main line.
func (n *Node) OnMain() bool {
	for ; n.parent != nil; n = n.parent {
		if n.parent.next[0] != n {
			return false
		}
	}
	return true
}

// find returns the child of n with the given move.
func (n *Node) find(turn []game.Move) *Node {
	for _, next := range n.next {
		if slices.Equal(next.Turn, turn) {
			return next
		}
	}
	return nil
}

// alone returns a copy of n without children.
func (n *Node) alone(parent *Node) *Node {
	c := *n
	c.Signs, c.Marks, c.Other = slices.Clone(n.Signs), slices.Clone(n.Marks), slices.Clone(n.Other)
	c.parent, c.next = parent, nil
	return &c
}

// Mark is a drawing on the board: an arrow, or a square if From and To are equal.
type Mark struct {
	Colour   Colour
	From, To game.Square
}

// Colour is the colour of a mark.
type Colour uint8

// The colours, in menu order.
const (
	Green Colour = iota
	Red
	Blue
	Yellow
)

var colours = [...]string{"green", "red", "blue", "yellow"}

// Colours is the number of colours.
const Colours = len(colours)

// String returns the name of the colour.
func (c Colour) String() string { return colours[c] }

// ColourNamed returns the colour with a name.
func ColourNamed(word string) (Colour, bool) {
	i := slices.Index(colours[:], word)
	return Colour(max(i, 0)), i >= 0
}

// Eval is an engine's evaluation of a position.
type Eval struct {
	Score int // from the attackers' point of view, in the units of ai.Info; see ai.WinIn
	Depth int // in moves
}

// Sign is an annotation sign.
type Sign string

// The signs for a move.
const (
	Good        Sign = "!"
	Mistake     Sign = "?"
	Brilliant   Sign = "!!"
	Blunder     Sign = "??"
	Interesting Sign = "!?"
	Dubious     Sign = "?!"
	Only        Sign = "only"
)

// The signs for a position.
const (
	Even             Sign = "even"
	Unclear          Sign = "unclear"
	AttackersBetter  Sign = "attackers-better"
	AttackersWinning Sign = "attackers-winning"
	DefendersBetter  Sign = "defenders-better"
	DefendersWinning Sign = "defenders-winning"
)

// Signs lists all signs in menu order. The first seven judge the move, the others the position. A node has at most
// one of each sort.
var Signs = []Sign{Good, Mistake, Brilliant, Blunder, Interesting, Dubious, Only,
	Even, Unclear, AttackersBetter, AttackersWinning, DefendersBetter, DefendersWinning}

// turnSigns is the number of Signs that judge the move.
const turnSigns = 7

// OfTurn reports whether s judges the move rather than the position.
func (s Sign) OfTurn() bool { return slices.Index(Signs, s) < turnSigns }

// Mistaken reports whether the move of n is marked as a mistake or worse. A dubious move is not a mistake.
func (n *Node) Mistaken() bool {
	return slices.Contains(n.Signs, Mistake) || slices.Contains(n.Signs, Blunder)
}

// Glyph returns s as printed after a move.
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

// Sign sets a sign of n, replacing the one of the same sort.
func (n *Node) Sign(s Sign) {
	n.Signs = slices.DeleteFunc(slices.Clone(n.Signs), func(o Sign) bool { return o.OfTurn() == s.OfTurn() })
	n.Signs = append(n.Signs, s)
	slices.SortFunc(n.Signs, func(a, b Sign) int { return slices.Index(Signs, a) - slices.Index(Signs, b) })
}
