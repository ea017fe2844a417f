package engines

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/ai/protocol"
	"tafl3d/game/table"
	"tafl3d/internal/argv"
)

// Contenders are the engines of tournaments. They yield cores to the game on the screen.
type Contenders struct{ engines *Engines }

// Contenders returns the engines for tournaments.
func (e *Engines) Contenders() Contenders { return Contenders{e} }

// Jobs implements app.Contenders.
func (c Contenders) Jobs() int { return c.engines.cores }

// Contender implements app.Contenders. An external program gets the time of the clock, or without a
// clock the time of a medium level.
func (c Contenders) Contender(ref, variant string, seed uint64) (table.Player, func(), error) {
	kind, arg, _ := strings.Cut(ref, ":")
	switch kind {
	case "level":
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > ai.Levels {
			return nil, nil, fmt.Errorf("there is no level %q", arg)
		}
		return player.Player{Engine: c.engines.pool.Engine(ai.Level(n, seed), ai.ForAnalysis), Cores: 1}, func() {}, nil
	case "cmd":
		words, err := argv.Program(arg)
		if err != nil {
			return nil, nil, err
		}
		if len(words) == 0 {
			return nil, nil, errors.New("the command is empty")
		}
		own := ai.Limits{Time: hintTime}
		e := protocol.NewExternal(protocol.Program{Argv: words, Variant: variant, Hash: programHash, Own: own})
		return player.Player{Engine: c.engines.pool.Engine(e, ai.ForAnalysis), Cores: 1}, e.Close, nil
	}
	return nil, nil, fmt.Errorf("there is no engine %q", ref)
}
