package after

import (
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/tongue"
)

// advice recommends a level, from the latest games of a variant against the computer.
type advice struct {
	level            int // last level; 0: no advice
	won, drawn, lost int
	to               int // recommended level; 0: none
}

// Number of games needed for advice and considered for it, and the scores that suggest another level.
const (
	adviceGames = 4
	adviceFiles = 60
	tooEasy     = 0.75
	tooHard     = 0.25
)

// result is the result of a game for the player.
type result struct {
	level int
	who   string
	o     game.Outcome
	side  game.Side
}

// advise returns the advice after the game at the board. There is none for games between two humans or
// against external engines, which have no levels.
func (r *PostGame) advise() advice {
	g := r.board.Game()
	now, ok := resultOf(g.Header(), g.State.Outcome)
	if _, alone := g.Setup.Alone(); !ok || !alone || g.Contest != nil || g.Remote != nil || !r.levelled(now.who) {
		return advice{}
	}
	a := advice{level: now.level}
	a.count(now)
	for _, old := range r.results(g) {
		if old.level == now.level && old.who == now.who && a.games() < adviceGames {
			a.count(old)
		}
	}
	a.to = a.next(now)
	return a
}

// levelled reports whether an opponent has levels; external engines have none.
func (r *PostGame) levelled(who string) bool { return who == "" || !r.client.Program(who) }

// results returns the latest results of the same variant, the newest first, without the game at the board.
func (r *PostGame) results(g *board.Game) (list []result) {
	if r.opt.Kept == nil {
		return nil
	}
	names, _ := r.opt.Kept.Names(board.FinishedFolder) // unreadable games give no advice
	looked := 0
	for _, file := range names {
		name, is := strings.CutSuffix(file, ".json")
		if !is || name == g.File || !strings.Contains(name, g.Variant.ID) || looked >= adviceFiles {
			continue
		}
		looked++
		data, err := r.opt.Kept.Load(board.FinishedFolder + "/" + file)
		if err != nil {
			continue
		}
		if h, o, err := match.ReadHeader(data); err == nil && h.Variant == g.Variant.ID {
			if old, ok := resultOf(h, o); ok {
				list = append(list, old)
			}
		}
	}
	return list
}

// resultOf returns the result of a game of a human against the computer.
func resultOf(h match.Header, o game.Outcome) (result, bool) {
	for side, seat := range h.Seats {
		other := h.Seats[1-side]
		if seat.Player == "computer" && other.Player == "human" && o.Over() && o.Cause != game.Abandoned {
			return result{min(max(seat.Level, 1), words.Levels), seat.Name, o, game.Side(1 - side)}, true
		}
	}
	return result{}, false
}

func (a *advice) games() int { return a.won + a.drawn + a.lost }

// count adds a game.
func (a *advice) count(r result) {
	switch {
	case r.o.Draw:
		a.drawn++
	case r.o.Winner == r.side:
		a.won++
	default:
		a.lost++
	}
}

// share returns the score as a share of the maximum.
func (a *advice) share() float64 {
	return (float64(a.won) + float64(a.drawn)/2) / float64(a.games())
}

// up and down report whether the results suggest a higher or lower level. A single game does not.
func (a *advice) up() bool   { return a.games() > 1 && a.share() >= tooEasy && a.level < words.Levels }
func (a *advice) down() bool { return a.games() > 1 && a.share() <= tooHard && a.level > 1 }

// next returns the level to offer: the recommended one, or the next one after a win.
func (a *advice) next(now result) int {
	switch {
	case a.down():
		return a.level - 1
	case a.up(), !now.o.Draw && now.o.Winner == now.side && a.level < words.Levels:
		return a.level + 1
	}
	return 0
}

func (a *advice) icon() string {
	if a.to < a.level {
		return "down"
	}
	return "up"
}

// lines describes the results and the recommendation.
func (a *advice) lines() []string {
	level := tongue.UpperFirst(words.LevelName(a.level))
	last := tongue.Textf("%s: %d won, %d drawn, %d lost recently.", level, a.won, a.drawn, a.lost)
	switch {
	case a.games() == 1:
		return []string{tongue.Textf("%s: your first game here. After the second, a level is suggested.", level)}
	case a.up():
		return []string{last, tongue.Textf("Try next: %s.", words.LevelName(a.level+1))}
	case a.down():
		return []string{last, tongue.Textf("This may be more fun: %s.", words.LevelName(a.level-1))}
	}
	return []string{last, tongue.Text("This level suits you.")}
}
