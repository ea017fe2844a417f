package selfplay

import (
	"context"
	"math/rand/v2"

	"tafl3d/ai/search"
	"tafl3d/game"
	"tafl3d/game/rules"
)

// Player plays games by a recipe. It belongs to one goroutine.
type Player struct {
	Recipe
	Rules *rules.Rules
	Books [][][]game.Move // lists of openings played by people or known to be even

	hurried, steady *search.Searcher
	chance          *rand.Rand
	luck            *rand.PCG
	pos             rules.Position
	past            *rules.History
	game            *Game
	end             game.Outcome
}

// Memory of the searches in MiB. Each move searches few positions, and a table beyond the processor
// cache is slow.
const (
	hurriedHash = 1
	steadyHash  = 4
)

// NewPlayer returns a player whose searchers come from make.
func NewPlayer(r Recipe, rules *rules.Rules, books [][][]game.Move, make func() *search.Searcher) *Player {
	return &Player{Recipe: r, Rules: rules, Books: books, hurried: make(), steady: make()}
}

// Play plays the game with this number into g. It returns an error only if the context ends or the
// search fails.
func (p *Player) Play(ctx context.Context, number int, g *Game) error {
	p.luck = rand.NewPCG(p.Seed, uint64(number))
	p.chance = rand.New(p.luck)
	for {
		p.begin(number, g)
		if err := p.open(ctx); err != nil {
			return err
		}
		if !p.end.Over() {
			break
		}
	}
	g.Opening = len(g.Steps)
	if err := p.playOut(ctx); err != nil {
		return err
	}
	g.Result = 0.5
	if p.end.Over() && !p.end.Draw {
		g.Result = float64(1 - p.end.Winner)
	}
	return nil
}

func (p *Player) begin(number int, g *Game) {
	p.pos, p.end = p.Rules.Start(), game.Outcome{}
	p.past = rules.NewHistory(&p.pos)
	p.game = g
	*g = Game{Number: number, Steps: g.Steps[:0]}
	p.hurried.Forget()
	p.steady.Forget()
}

// step plays a step and records the outcome.
func (p *Player) step(m game.Move, score int, keep bool) error {
	d, err := p.pos.Try(m, p.past)
	if err != nil {
		return err
	}
	took := d.Captures() > 0
	p.game.Steps = append(p.game.Steps, Step{m, score, keep && !took})
	if !p.pos.MidTurn() {
		p.past.Push(&p.pos)
	}
	end := p.pos.End(p.past)
	if p.end = end.Outcome; !end.Over() && end.Disputed() {
		p.end = game.Drawn(game.Repetition)
	}
	return nil
}

// open plays an opening of a random kind: usually the defenders move at random while the attackers
// choose well, so that both sides have chances; or a line of a book or its beginning, followed by
// random turns; or random turns only.
func (p *Player) open(ctx context.Context) error {
	kind := p.chance.IntN(20)
	switch n := len(p.Books); {
	case kind < 11 || n == 0 && kind < 17:
		return p.playAimed(ctx)
	case kind < 17:
		book := p.Books[p.chance.IntN(n)]
		line := book[p.chance.IntN(len(book))]
		for _, m := range line[:1+p.chance.IntN(len(line))] {
			if err := p.step(m, 0, false); err != nil || p.end.Over() {
				return err
			}
		}
		return p.playRandom(ctx, 1+p.chance.IntN(3), p.chance.IntN(2) == 0)
	}
	return p.playRandom(ctx, 4+p.chance.IntN(7), false)
}

// playAimed plays an opening in which the attackers choose their moves, and repeats it until their score
// suffices for the recipe.
func (p *Player) playAimed(ctx context.Context) error {
	const most, look = 40, 3000
	for range most {
		p.begin(p.game.Number, p.game)
		if err := p.playRandom(ctx, 6+p.chance.IntN(11), true); err != nil {
			return err
		}
		if p.end.Over() {
			continue
		}
		r, err := p.hurried.Search(ctx, p.pos, p.past, search.Limits{Nodes: look, Hash: hurriedHash}, 0)
		if err != nil {
			return err
		}
		if p.pos.Turn() == game.Defenders {
			r.Info.Score = -r.Info.Score
		}
		if r.Info.Score >= p.Low {
			return nil
		}
	}
	return nil
}

// playRandom plays random turns; the attackers search their moves if aim is set.
func (p *Player) playRandom(ctx context.Context, turns int, aim bool) error {
	const hurry = 300
	for ; turns > 0 && !p.end.Over(); turns-- {
		for first := true; !p.end.Over() && (first || p.pos.MidTurn()); first = false {
			m, ok := p.pos.RandomStep(p.luck, p.past)
			if !ok {
				p.end = game.Drawn(game.Adjudicated)
				return nil
			}
			if aim && p.pos.Turn() == game.Attackers {
				r, err := p.hurried.Search(ctx, p.pos, p.past,
					search.Limits{Nodes: hurry, Seed: p.chance.Uint64() | 1, Hash: hurriedHash}, 0)
				if err != nil {
					return err
				}
				m = r.Move
			}
			if err := p.step(m, 0, false); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// budgets draws the positions per move of each side: the defenders get as many as the attackers, a
// half, a quarter and so on.
func (p *Player) budgets() (nodes [game.Sides]int64) {
	n := p.Nodes[0] + p.chance.Int64N(p.Nodes[1]-p.Nodes[0]+1)
	nodes[game.Attackers], nodes[game.Defenders] = n, n>>p.chance.IntN(p.Handicap+1)
	return nodes
}

// playOut plays until the game is over, or a search has proven its result.
func (p *Player) playOut(ctx context.Context) error {
	nodes := p.budgets()
	for !p.end.Over() && p.past.Len() <= p.Max {
		r, err := p.steady.Search(ctx, p.pos, p.past,
			search.Limits{Nodes: nodes[p.pos.Turn()], Seed: p.chance.Uint64() | 1, Hash: steadyHash}, 0)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		_, win, proven := search.WinIn(r.Info.Score)
		mover := p.pos.Turn()
		quiet := !proven && !p.pos.MidTurn() && r.Info.Depth > 0
		if err := p.step(r.Move, r.Info.Score, quiet); err != nil {
			return err
		}
		if proven && !p.end.Over() {
			if !win {
				mover = mover.Other()
			}
			p.end = game.Won(mover, game.Adjudicated)
		}
	}
	return nil
}
