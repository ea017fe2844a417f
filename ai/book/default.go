//go:build !js || review

package book

import (
	"embed"
	"sync"

	"tafl3d/ai/net"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

//go:embed books/*.book
var files embed.FS

// bundled lists the books in the program.
var bundled = []struct {
	name string
	is   func(net string, s *ruleset.Ruleset) bool
}{
	{"copenhagen", func(net string, s *ruleset.Ruleset) bool {
		return net == "copenhagen" && s.ExitFort == ruleset.ExitFortSurvive && s.Shieldwall &&
			s.Chain == ruleset.ChainOff
	}},
	{"brandubh", func(net string, _ *ruleset.Ruleset) bool { return net == "brandubh" }},
	{"linnaean", func(net string, s *ruleset.Ruleset) bool {
		return net == "linnaean" && s.First == game.Defenders && s.KingCapture == ruleset.KingNearThrone
	}},
}

var (
	reading sync.Mutex
	known   = map[*rules.Rules]*Book{}
)

// Default returns the bundled book for r, nil if there is none. It checks the rules, because
// user-defined rules may share the name of a variant and forbid moves of its book.
func Default(r *rules.Rules) *Book {
	set := r.Ruleset()
	name := net.Name(r)
	for _, s := range bundled {
		if !s.is(name, &set) {
			continue
		}
		reading.Lock()
		defer reading.Unlock()
		b, is := known[r]
		if !is {
			text, err := files.ReadFile("books/" + s.name + ".book")
			if err != nil {
				panic("book: " + s.name + ": " + err.Error())
			}
			if b, err = Read(r, string(text)); err != nil {
				b = nil
			}
			if len(known) == len(bundled) {
				clear(known)
			}
			known[r] = b
		}
		return b
	}
	return nil
}
