package main

import (
	"image"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/variant"
	"tafl3d/internal/command"
	"tafl3d/render/carve"
	"tafl3d/scene"
)

// mostAlike is how much of what either covers the silhouettes of two kinds may share.
const mostAlike = 0.81

// TestKindsOfOneGameDifferBySilhouette looks at the pieces of every game at 40 pixels from the
// four seats. Those of two sides are told apart by their value; flat stones by their emblems,
// which have tests of their own.
func TestKindsOfOneGameDifferBySilhouette(t *testing.T) {
	sets := slices.DeleteFunc(slices.Clone(scene.Sets), func(s string) bool { return s == "discs" })
	for _, set := range sets {
		seen := map[game.Kind][]*image.NRGBA{}
		for pair := range pairs() {
			for _, k := range pair {
				if seen[k] == nil {
					m := carve.Piece(k, carve.Options{Men: set, Size: 64})
					for seat := range 4 {
						seen[k] = append(seen[k], m.View(seat, carve.Elevation, 40))
					}
				}
			}
			for seat := range 4 {
				if o := shared(seen[pair[0]][seat], seen[pair[1]][seat]); o > mostAlike {
					t.Errorf("%s, seat %d: %s %s and %s share %.2f of their silhouettes", set, seat, pair[0].Side,
						pair[0].Name, pair[1].Name, o)
				}
			}
		}
	}
}

// pairs are all pairs of kinds that one side of some game has.
func pairs() map[[2]game.Kind]bool {
	all := map[[2]game.Kind]bool{}
	for _, v := range variant.All() {
		kinds := kindsOf([]*variant.Variant{v})
		for i, a := range kinds {
			for _, b := range kinds[:i] {
				if a.Side == b.Side {
					all[[2]game.Kind{a, b}] = true
				}
			}
		}
	}
	return all
}

// shared is what two pictures share of what either covers.
func shared(a, b *image.NRGBA) float64 {
	var both, either float64
	for i := 3; i < len(a.Pix); i += 4 {
		both += float64(min(a.Pix[i], b.Pix[i]))
		either += float64(max(a.Pix[i], b.Pix[i]))
	}
	return both / either
}

func TestTheSheetHasEveryKindOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kindsOf(variant.All()) {
		name := k.Side.String() + " " + k.Name
		if seen[name] {
			t.Errorf("%s is listed twice", name)
		}
		seen[name] = true
	}
	for _, want := range []string{"attackers goat", "defenders tiger", "defenders knight", "attackers bishop"} {
		if !seen[want] {
			t.Errorf("%s is missing", want)
		}
	}
}

func TestComplaints(t *testing.T) {
	for args, want := range map[string]string{
		"pieces":                        "give the file with -o",
		"pieces -o x.png -cell 2":       "8 to 400",
		"pieces -o x.png -pieces straw": "no set of pieces",
		"bench -frames 0":               "-frames 0: must be 1",
		"bench -variant nope":           `unknown variant "nope"`,
		"bench -size big":               "1280x720",
		"gallery":                       "-o FOLDER",
		"gallery -o x -only nothing":    "matches no picture",
		"webart":                        "-o FOLDER",
		"webart -o x -samples 0":        "must be 1 to 1000",
	} {
		if code, out, note := program.Try("", strings.Fields(args)...); code == command.OK || out != "" ||
			!strings.Contains(note, want) {
			t.Errorf("%q: code %d, %q, %q", args, code, out, note)
		}
	}
}
