package suite

import (
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
)

// Key returns a key that is equal for mirror images on a square board. For other boards, and if a
// position is more than pieces and turn, the key identifies the position itself.
func Key(p *rules.Position) string {
	n, setup := p.Rules().Board().Size(), p.Setup()
	bare, err := p.Rules().Position(game.Setup{Pieces: setup.Pieces, Turn: setup.Turn})
	if n == 0 || err != nil || bare.Hash() != p.Hash() {
		return notation.Position(p)
	}
	best := ""
	for _, to := range game.Images(n) {
		image := make([]byte, n*n+1)
		for s, q := range setup.Pieces {
			image[to[s]] = byte(q) + 'a'
		}
		image[n*n] = byte(setup.Turn) + 'a'
		if best == "" || string(image) < best {
			best = string(image)
		}
	}
	return best
}
