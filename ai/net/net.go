// Package net is the learned evaluation of tafl positions: an efficiently updatable network (NNUE)
// whose output is added to the hand-written evaluation. The package reads nets from files and runs
// them; package lab/train creates them.
//
// The inputs are the attackers, the defenders and the king, each on its square, in one of several
// tables selected by the region of the king. Hidden units come in groups of eight, one for each
// symmetry of the board: the eight see the board mirrored and rotated and share their weights, so
// that the output is invariant under symmetry.
package net

import (
	"errors"
	"fmt"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// Kinds of pieces that a net distinguishes.
const (
	Attacker = iota
	Defender
	King
	Kinds
)

// Unit is the integer value of an activation of one, and WeightUnit that of an output weight of
// one.
const (
	Unit       = 255
	WeightUnit = 64
)

// outUnit is the integer value of an output of 1.
const outUnit = Unit * Unit * WeightUnit

// SkipUnit is the integer value of a weight of 1 for the hand-written evaluation.
const SkipUnit = 256

// Shape holds the dimensions of a net.
type Shape struct {
	Size    int `json:"size"`    // board size in squares
	Regions int `json:"regions"` // regions of the king: see RegionOf
	Width   int `json:"width"`   // hidden units, a multiple of 16
	Stages  int `json:"stages"`  // stages by men left: see StageOf
}

// Head is the metadata of a net file.
type Head struct {
	Shape
	Goal    string `json:"goal"`    // the king's goal: corner or edge
	Scale   int    `json:"scale"`   // hundredths of a man at which the odds are e to 1
	Trained string `json:"trained"` // training method and games
}

// Net is a net ready to run. It is read-only.
type Net struct {
	Head
	Hash string // hash of the file, hexadecimal

	tied tied
	rows []int16 // by region, kind and square: Width weights
	out  [game.Sides][]stage
}

// stage is the output layer for a side to move and a number of men left.
type stage struct {
	weight []int16 // Width
	bias   int32
	skip   int32 // weight of the hand-written evaluation
}

// tied holds the weights as stored in a file, those of the hidden units once for all symmetries.
// Group is Width divided by game.Symmetries.
type tied struct {
	rows []int16 // by region, kind and square: Group weights
	bias []int16 // Group
	out  []int16 // by side to move and stage: Group
	last []int32 // by side to move and stage: bias, weight of the hand-written evaluation
}

// A file is a magic line, the head as a line of JSON, the weights in the order of tied in little
// endian, and the SHA-256 of everything before it.
const magic = "tafl net 1\n"

// ErrFormat is wrapped by errors about files that are not nets or are corrupt.
var ErrFormat = errors.New("not a net")

// check validates a shape.
func (s Shape) check() error {
	switch {
	case s.Size < 3 || s.Size > game.MaxSize:
		return fmt.Errorf("%w: a board with %d squares a side", ErrFormat, s.Size)
	case s.Width < 16 || s.Width > MaxWidth || s.Width%16 != 0:
		return fmt.Errorf("%w: %d wide; it must be a multiple of 16, at most %d", ErrFormat, s.Width, MaxWidth)
	case s.Regions < 1 || s.Regions > Regions || s.Stages < 1 || s.Stages > 16:
		return fmt.Errorf("%w: %d regions of the king, %d stages", ErrFormat, s.Regions, s.Stages)
	}
	return nil
}

// MaxWidth is the greatest width of a net.
const MaxWidth = 512

// Group returns the number of hidden units that differ by more than a symmetry.
func (s Shape) Group() int { return s.Width / game.Symmetries }

// inputs returns the number of rows of the first layer.
func (s Shape) inputs() int { return s.Regions * Kinds * s.Size * s.Size }

// Row returns the index of a row of the first layer.
func (s Shape) Row(region, kind int, at game.Square) int {
	return (region*Kinds+kind)*s.Size*s.Size + int(at)
}

// Regions is the greatest number of regions of the king.
const Regions = 4

// RegionOf returns the region of the king: 0 center, 1 near it, 2 farther out, 3 edge. With fewer
// regions, the outer ones are merged.
func (s Shape) RegionOf(king game.Square) int {
	x, y := int(king)%s.Size, int(king)/s.Size
	middle := s.Size / 2
	away := max(x-middle, middle-x, y-middle, middle-y)
	region := 2
	switch {
	case away == 0:
		region = 0
	case away == middle:
		region = 3
	case away <= 2 && away < middle-1:
		region = 1
	}
	return min(region, s.Regions-1)
}

// StageOf returns the index of the output for men pieces left out of whole.
func (s Shape) StageOf(men, whole int) int {
	return max(0, min((men-1)*s.Stages/max(1, whole), s.Stages-1))
}

// Goal returns the kind of goal of the king in r, as in Head.Goal.
func Goal(r *rules.Rules) string {
	if r.Ruleset().Escape == ruleset.EscapeCorner {
		return "corner"
	}
	return "edge"
}

// halfScale is the greatest scale of a net returned by HalfWeight.
const halfScale = 141

// HalfWeight returns the net with half its weight next to the hand-written evaluation, or less
// where its scale is large.
func (n *Net) HalfWeight() *Net {
	soft := *n
	soft.Scale = max(1, min(n.Scale/2, halfScale))
	return &soft
}

// Fits returns an error that explains why n cannot evaluate positions of r, or nil.
func (n *Net) Fits(r *rules.Rules) error {
	if r.Ruleset().Lines != nil {
		return errors.New("the net is for games of the tafl family")
	}
	if size := r.Board().Size(); size != n.Size {
		return fmt.Errorf("the net is for boards of %d by %d squares, not %d by %d", n.Size, n.Size, size, size)
	}
	if goal := Goal(r); goal != n.Goal {
		return fmt.Errorf("the net is for games in which the king's goal is the %s, not the %s", n.Goal, goal)
	}
	return nil
}

// Weights returns the arguments from which Make builds the net.
func (n *Net) Weights() (rows, bias, out []int16, last []int32) {
	return n.tied.rows, n.tied.bias, n.tied.out, n.tied.last
}

// blank returns zero weights of the shape.
func (s Shape) blank() tied {
	outs := game.Sides * s.Stages
	return tied{make([]int16, s.inputs()*s.Group()), make([]int16, s.Group()), make([]int16, outs*s.Group()),
		make([]int32, 2*outs)}
}

func (t *tied) parts() []any { return []any{t.rows, t.bias, t.out, t.last} }

// greatest is the greatest output weight that does not overflow the sums.
const greatest = 127

// expand lays out the weights for evaluation, with one hidden unit for each symmetry.
func (n *Net) expand() error {
	group, squares, turned := n.Group(), n.Size*n.Size, game.Images(n.Size)
	n.rows = make([]int16, n.inputs()*n.Width)
	for row := range n.inputs() {
		at := row % squares
		for g := range game.Symmetries {
			from := row - at + int(turned[g][at])
			copy(n.rows[row*n.Width+g*group:][:group], n.tied.rows[from*group:])
		}
	}
	for side := range n.out {
		for k := range n.Stages {
			at := side*n.Stages + k
			w := n.tied.out[at*group:][:group]
			if slices.Max(w) > greatest || slices.Min(w) < -greatest {
				return fmt.Errorf("%w: a weight of its output is beyond %d", ErrFormat, greatest)
			}
			n.out[side] = append(n.out[side], stage{slices.Repeat(w, game.Symmetries), n.tied.last[2*at],
				n.tied.last[2*at+1]})
		}
	}
	return nil
}

// row returns a row of the first layer.
func (n *Net) row(i int) []int16 { return n.rows[i*n.Width:][:n.Width] }

// setBias writes the biases to the accumulators.
func (n *Net) setBias(acc []int16) {
	for g := range game.Symmetries {
		copy(acc[g*n.Group():], n.tied.bias)
	}
}
