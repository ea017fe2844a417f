package main

import (
	"bytes"
	"errors"
	"fmt"
	"image/png"
	"strconv"
	"strings"

	"tafl3d/ai"
	"tafl3d/ai/player"
	"tafl3d/ai/protocol"
	"tafl3d/game/table"
	"tafl3d/internal/argv"
	"tafl3d/panel"
	"tafl3d/render/hud"
)

// contenders are the engines of tournaments. They yield cores to the game on the screen.
type contenders struct{ *engines }

// Jobs implements app.Contenders.
func (c contenders) Jobs() int { return c.cores }

// Contender implements app.Contenders. An external program gets the time of the clock, or without a
// clock the time of a medium level.
func (c contenders) Contender(ref, variant string, seed uint64) (table.Player, func(), error) {
	kind, arg, _ := strings.Cut(ref, ":")
	switch kind {
	case "level":
		n, err := strconv.Atoi(arg)
		if err != nil || n < 1 || n > ai.Levels {
			return nil, nil, fmt.Errorf("there is no level %q", arg)
		}
		return player.Player{Engine: c.pool.Engine(ai.Level(n, seed), ai.ForAnalysis), Cores: 1}, func() {}, nil
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
		return player.Player{Engine: c.pool.Engine(e, ai.ForAnalysis), Cores: 1}, e.Close, nil
	}
	return nil, nil, fmt.Errorf("there is no engine %q", ref)
}

// programHash is the memory of an external program in MiB.
const programHash = 32

// tableWidth is the width of the picture of a final table in pixels.
const tableWidth = 1920

// drawTable draws a dialog as a PNG.
func drawTable(d *panel.Dialog) ([]byte, error) {
	img, err := hud.Picture(d, tableWidth)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = png.Encode(&b, img)
	return b.Bytes(), err
}
