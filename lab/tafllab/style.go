package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"

	"tafl3d/ai"
	"tafl3d/ai/contest"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/internal/command"
)

var styleCommand = &command.Command{
	Name:    "style",
	Summary: "compare the personalities",
	Args:    "-variant ID [-engine ENGINE] [-games N] [-opening N] [-seed S] [-max N] [-json]",
	Help: `Each personality plays the engine without one, from the same openings, on both
sides. Prints, for the moves of the personality, how many percent captured, how
many percent left a piece that could be captured, and how many percent were moves
of the king; how far the king was from the edge when it had him, and how many
squares he could reach without his own men when it had not; then its points.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		s := &styles{}
		f.StringVar(&s.variant, "variant", "", "`ID` of the variant")
		f.StringVar(&s.engine, "engine", "nodes:2000", "`engine`: level:N, nodes:N, depth:N or a time")
		f.IntVar(&s.games, "games", 40, "games per personality")
		f.IntVar(&s.opening, "opening", 4, "random moves at the start of every game")
		f.Uint64Var(&s.seed, "seed", 1, "seed of the random numbers")
		f.IntVar(&s.max, "max", 160, "moves after which a game is a draw")
		f.BoolVar(&s.json, "json", false, "print one JSON object per line")
		return s.run
	},
}

// styles compares personalities.
type styles struct {
	variant, engine     string
	games, opening, max int
	seed                uint64
	json                bool
}

// style holds the statistics of a personality.
type style struct {
	Name     string  `json:"name"`
	Turns    float64 `json:"turns"`
	Takes    float64 `json:"takes"`       // turns with a capture, in percent
	Offers   float64 `json:"offers"`      // turns that leave a piece hanging, in percent
	King     float64 `json:"king_moves"`  // king's moves, in percent of the turns as defenders
	Distance float64 `json:"king_to_rim"` // mean, as defenders
	Room     float64 `json:"king_room"`   // mean squares open to the king if his men made room, as attackers
	Points   float64 `json:"points"`      // share of the points
	Of       int     `json:"games"`

	own [game.Sides]float64 // turns by side
}

func (s *styles) run(e *command.Env) error {
	v, err := command.Variant(s.variant)
	if err != nil {
		return err
	}
	if s.games < 1 || s.max < 1 || s.opening < 0 {
		return command.Usagef("style: -games and -max must be at least 1, -opening not negative")
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	names := []string{ai.NoPersonality}
	for _, p := range ai.Personalities() {
		names = append(names, p.Name)
	}
	for _, name := range names {
		t, err := s.measure(ctx, v.Rules, name)
		if err != nil {
			return err
		}
		if err := s.print(e, t); err != nil {
			return err
		}
	}
	return nil
}

func (s *styles) print(e *command.Env, t *style) error {
	if s.json {
		return e.Line(t)
	}
	fmt.Fprintf(e.Out,
		"%-10s captures %4.1f %%  offers %4.1f %%  king moves %4.1f %%  king to edge %4.2f  king's room "+
			"%5.1f  points %3.0f %% of %d games\n",
		t.Name, t.Takes, t.Offers, t.King, t.Distance, t.Room, 100*t.Points, t.Of)
	return e.Out.Flush()
}

// measure plays the games of a personality.
func (s *styles) measure(ctx context.Context, r *rules.Rules, name string) (*style, error) {
	t := &style{Name: name, Of: s.games}
	for i := range s.games {
		side := game.Side(i % game.Sides)
		chance := rand.New(rand.NewPCG(s.seed, uint64(i)))
		var seats [game.Sides]ai.Engine
		for at := range seats {
			engine := s.engine
			if at == int(side) {
				engine += ":" + name
			}
			make, err := opponent(engine, 4, s.variant)
			if err != nil {
				return nil, err
			}
			seats[at] = make(chance.Uint64() | 1)
		}
		luck := ai.Random(rand.New(rand.NewPCG(s.seed, uint64(i/2))).Uint64())
		if err := s.game(ctx, r, seats, luck, side, t); err != nil {
			return nil, err
		}
	}
	t.mean()
	return t, nil
}

// game plays a game and counts what side does.
func (s *styles) game(
	ctx context.Context, r *rules.Rules, seats [game.Sides]ai.Engine, luck ai.Engine, side game.Side, t *style,
) error {
	line := r.Line()
	for turn := range s.max {
		before, who := line.Position, seats[line.Turn()]
		if turn < s.opening {
			who = luck
		}
		if _, err := contest.PlayTurn(ctx, who, line); err != nil {
			return err
		}
		o := line.Judge()
		if turn >= s.opening && before.Turn() == side {
			t.count(&before, &line.Position, side)
		}
		switch {
		case o.Draw:
			t.Points += 0.5
			return nil
		case o.Over():
			if o.Winner == side {
				t.Points++
			}
			return nil
		}
	}
	t.Points += 0.5
	return nil
}

// count adds a turn of side.
func (t *style) count(before, after *rules.Position, side game.Side) {
	t.Turns++
	t.own[side]++
	if after.Count(side.Other()) < before.Count(side.Other()) {
		t.Takes++
	}
	if after.Turn() != side && hangs(*after) {
		t.Offers++
	}
	king := after.King()
	if king == game.NoSquare {
		return
	}
	if side == game.Attackers {
		t.Room += float64(room(after))
		return
	}
	if king != before.King() {
		t.King++
	}
	x, y := after.Rules().Board().FileRank(king)
	n := after.Rules().Board().Size() - 1
	t.Distance += float64(min(x, y, n-x, n-y))
}

// mean converts sums to shares and means.
func (t *style) mean() {
	share := func(v *float64, scale, of float64) { *v *= scale / max(1, of) }
	share(&t.Takes, 100, t.Turns)
	share(&t.Offers, 100, t.Turns)
	share(&t.King, 100, t.own[game.Defenders])
	share(&t.Distance, 1, t.own[game.Defenders])
	share(&t.Room, 1, t.own[game.Attackers])
	share(&t.Points, 1, float64(t.Of))
}

// hangs reports whether the side to move can capture in one move.
func hangs(p rules.Position) bool {
	var d rules.Delta
	for _, m := range p.Legal(nil, nil) {
		p.Play(m, &d)
		took := d.Captures() > 0
		p.Undo(&d)
		if took {
			return true
		}
	}
	return false
}

// room counts the squares that the king could walk to if only the attackers blocked him.
func room(p *rules.Position) int {
	b := p.Rules().Board()
	seen := map[game.Square]bool{p.King(): true}
	for queue := []game.Square{p.King()}; len(queue) > 0; queue = queue[1:] {
		for d := range game.GridDirs {
			s := b.Next(queue[0], d)
			if s == game.NoSquare || seen[s] || p.At(s) != game.Empty &&
				p.Rules().Kinds()[p.At(s)].Side == game.Attackers {
				continue
			}
			seen[s] = true
			queue = append(queue, s)
		}
	}
	return len(seen) - 1
}
