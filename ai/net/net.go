// Package net is the learned evaluation of the tafl family: a network whose
// first layer is kept up step by step, added to what the hand-made evaluation
// says. It reads nets from files and runs them; package lab/train makes them.
//
// A net sees the attackers, the defenders and the king, each on its square, in
// one of several tables by the region in which the king stands. Its hidden
// numbers come in eights, one for each symmetry of the board: the eight look at
// the board mirrored and turned and have the same weights else, so that what a
// net says does not depend on how the board lies.
package net

import (
	"errors"
	"fmt"
	"slices"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// The kinds of pieces that a net tells apart.
const (
	Attacker = iota
	Defender
	King
	Kinds
)

// Unit is what an activation of one is as a whole number, and WeightUnit what a
// weight of the output is.
const (
	Unit       = 255
	WeightUnit = 64
)

// outUnit is an output of one.
const outUnit = Unit * Unit * WeightUnit

// SkipUnit is a weight of one of the hand-made evaluation.
const SkipUnit = 256

// Shape is how large a net is.
type Shape struct {
	Size    int `json:"size"`    // squares on a side of the board
	Regions int `json:"regions"` // of the king: see RegionOf
	Width   int `json:"width"`   // hidden numbers, a multiple of 16
	Stages  int `json:"stages"`  // by men left: see StageOf
}

// Head is what a net file says of the net in words.
type Head struct {
	Shape
	Goal    string `json:"goal"`    // of the king: corner or edge
	Scale   int    `json:"scale"`   // hundredths of a man where the odds are e times as good
	Trained string `json:"trained"` // how, and by what games
}

// Net is a net, ready to run. It is read only.
type Net struct {
	Head
	Hash string // of the file, in hexadecimal digits

	tied tied
	rows []int16 // by region, kind and square: Width numbers
	out  [game.Sides][]stage
}

// stage is an output: for a side to move and a number of men left.
type stage struct {
	weight []int16 // Width
	bias   int32
	skip   int32 // weight of the hand-made evaluation
}

// tied are the weights as they stand in a file, those of the hidden numbers
// once for all symmetries. Group is Width divided by game.Symmetries.
type tied struct {
	rows []int16 // by region, kind and square: Group numbers
	bias []int16 // Group
	out  []int16 // by side to move and stage: Group
	last []int32 // by side to move and stage: bias, weight of the hand-made evaluation
}

// A file is a line of magic, the head as a line of JSON, the weights in the
// order of tied, little endian, and the SHA-256 of all before.
const magic = "tafl net 1\n"

// ErrFormat is wrapped by errors about files that are no nets, or broken ones.
var ErrFormat = errors.New("not a net")

// check returns what is wrong with a shape.
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

// Group is how many hidden numbers are told apart but for symmetry.
func (s Shape) Group() int { return s.Width / game.Symmetries }

// inputs is how many rows the first layer has.
func (s Shape) inputs() int { return s.Regions * Kinds * s.Size * s.Size }

// Row is the index of a row of the first layer.
func (s Shape) Row(region, kind int, at game.Square) int {
	return (region*Kinds+kind)*s.Size*s.Size + int(at)
}

// Regions is the greatest number of regions of the king.
const Regions = 4

// RegionOf returns in which region the king is: 0 in the middle, 1 near it, 2
// farther out, 3 on the rim. Where there are fewer regions, the outer ones
// are one.
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

// StageOf returns which output serves where men pieces are left of whole.
func (s Shape) StageOf(men, whole int) int {
	return max(0, min((men-1)*s.Stages/max(1, whole), s.Stages-1))
}

// Goal returns what kind of goal the king of r has, as a net's head says it.
func Goal(r *rules.Rules) string {
	if r.Ruleset().Escape == ruleset.EscapeCorner {
		return "corner"
	}
	return "edge"
}

// softly is the greatest scale of a net that speaks softly.
const softly = 141

// Softly returns the net with half its say beside the hand-made evaluation, or
// less where it has much.
func (n *Net) Softly() *Net {
	soft := *n
	soft.Scale = max(1, min(n.Scale/2, softly))
	return &soft
}

// Fits returns an error that says in words why n cannot judge positions of r.
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

// Weights returns what Make made the net of.
func (n *Net) Weights() (rows, bias, out []int16, last []int32) {
	return n.tied.rows, n.tied.bias, n.tied.out, n.tied.last
}

// blank returns tied weights of the shape.
func (s Shape) blank() tied {
	outs := game.Sides * s.Stages
	return tied{make([]int16, s.inputs()*s.Group()), make([]int16, s.Group()), make([]int16, outs*s.Group()),
		make([]int32, 2*outs)}
}

func (t *tied) parts() []any { return []any{t.rows, t.bias, t.out, t.last} }

// greatest is the greatest weight of the output that the sums have room for.
const greatest = 127

// spread lays the weights out as they are used: a hidden number for each
// symmetry.
func (n *Net) spread() error {
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

// begin writes the bias of the hidden numbers.
func (n *Net) begin(acc []int16) {
	for g := range game.Symmetries {
		copy(acc[g*n.Group():], n.tied.bias)
	}
}
