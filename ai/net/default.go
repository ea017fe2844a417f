//go:build !js || review

package net

import (
	"embed"
	"slices"
	"strings"
	"sync"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

//go:embed nets/*.net
var files embed.FS

// bundled lists the nets in the program, each with the rulesets for which a match showed it to be
// stronger than the hand-written evaluation alone (docs/lab/nets.md). Other rulesets use no net.
var bundled = []struct {
	file string
	is   func(s *ruleset.Ruleset) bool
}{
	{"copenhagen.net", func(s *ruleset.Ruleset) bool {
		return slices.Equal(s.Rows, copenhagen) && s.Escape == ruleset.EscapeCorner &&
			s.KingCapture == ruleset.KingEnclosed
	}},
	{"brandubh.net", func(s *ruleset.Ruleset) bool {
		return slices.Equal(s.Rows, brandubh) && s.Escape == ruleset.EscapeCorner &&
			s.KingCapture == ruleset.KingOnThrone
	}},
	{"linnaean.net", func(s *ruleset.Ruleset) bool {
		return slices.Equal(s.Rows, tablut) && s.Escape == ruleset.EscapeEdge && s.Chain == ruleset.ChainOff &&
			(s.KingCapture == ruleset.KingNearThrone || s.KingCapture == ruleset.KingCustodial)
	}},
	{"seabattle.net", func(s *ruleset.Ruleset) bool {
		return len(s.Rows) == len(tablut) && s.Escape == ruleset.EscapeEdge && s.Chain == ruleset.ChainOff &&
			s.KingCapture == ruleset.KingEnclosed && s.KingPower == ruleset.PowerUnarmed
	}},
	{"tyr.net", func(s *ruleset.Ruleset) bool {
		return slices.Equal(s.Rows, tyr) && s.Escape == ruleset.EscapeEdge && s.Chain == ruleset.ChainOptional &&
			s.KingCapture == ruleset.KingCustodial
	}},
}

var copenhagen = []string{
	"...ttttt...",
	".....t.....",
	"...........",
	"t....T....t",
	"t...TTT...t",
	"tt.TTKTT.tt",
	"t...TTT...t",
	"t....T....t",
	"...........",
	".....t.....",
	"...ttttt...",
}

var brandubh = []string{
	"...t...",
	"...t...",
	"...T...",
	"ttTKTtt",
	"...T...",
	"...t...",
	"...t...",
}

var tablut = []string{
	"...ttt...",
	"....t....",
	"....T....",
	"t...T...t",
	"ttTTKTTtt",
	"t...T...t",
	"....T....",
	"....t....",
	"...ttt...",
}

var tyr = []string{
	"t..t...t..t",
	"...........",
	"..t..t..t..",
	"t..t.T.t..t",
	"....TTT....",
	"..tTTKTTt..",
	"....TTT....",
	"t..t.T.t..t",
	"..t..t..t..",
	"...........",
	"t..t...t..t",
}

// loaded decodes the bundled nets once.
var loaded = sync.OnceValue(func() (nets []*Net) {
	for _, s := range bundled {
		data, err := files.ReadFile("nets/" + s.file)
		if err != nil {
			panic("net: " + err.Error())
		}
		n, err := Read(data)
		if err != nil {
			panic("net: " + s.file + ": " + err.Error())
		}
		nets = append(nets, n)
	}
	return nets
})

// Name returns the name of the bundled net for r, empty if there is none.
func Name(r *rules.Rules) string {
	if i := find(r); i >= 0 {
		return strings.TrimSuffix(bundled[i].file, ".net")
	}
	return ""
}

// Default returns the bundled net for r, nil if there is none.
func Default(r *rules.Rules) *Net {
	if i := find(r); i >= 0 {
		return loaded()[i]
	}
	return nil
}

// find returns the index of the bundled net for r, -1 if there is none. No net was trained on games
// with camps.
func find(r *rules.Rules) int {
	set := r.Ruleset()
	if len(r.Camps()) > 0 {
		return -1
	}
	for i, s := range bundled {
		if s.is(&set) {
			return i
		}
	}
	return -1
}
