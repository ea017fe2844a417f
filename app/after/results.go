package after

import (
	"strings"

	"tafl3d/app/board"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/tongue"
)

// advice is at which level to play next, from the newest games of a variant against it.
type advice struct {
	level            int // that was played; 0 where nothing is advised
	won, drawn, lost int
	to               int // the level that is offered, 0 for none
}

// How many games tell whether a level suits, how many are looked at for them, and which
// share of the points asks for another level.
const (
	adviceGames = 4
	adviceFiles = 60
	tooEasy     = 0.75
	tooHard     = 0.25
)

// result is how a game ended for the player.
type result struct {
	level int
	who   string
	o     game.Outcome
	side  game.Side
}

// advise returns the advice after the game at the board. Games of two people and such with
// programs, which have no levels, get none.
func (r *Room) advise() advice {
	g := r.board.Game
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

// levelled reports whether an opponent has levels: programs have none.
func (r *Room) levelled(who string) bool { return who == "" || !r.client.Program(who) }

// results returns how the newest games of the same variant ended, the newest first,
// without the game at the board.
func (r *Room) results(g *board.Game) (list []result) {
	if r.opt.Kept == nil {
		return nil
	}
	names, _ := r.opt.Kept.Names(board.FinishedFolder) // what cannot be read tells nothing
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
		if h, o, err := match.Glance(data); err == nil && h.Variant == g.Variant.ID {
			if old, ok := resultOf(h, o); ok {
				list = append(list, old)
			}
		}
	}
	return list
}

// resultOf returns how a game of one person against the computer ended.
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

// share returns the share of the points that were won.
func (a *advice) share() float64 {
	return (float64(a.won) + float64(a.drawn)/2) / float64(a.games())
}

// up and down report whether the games ask for another level. One game does not.
func (a *advice) up() bool   { return a.games() > 1 && a.share() >= tooEasy && a.level < words.Levels }
func (a *advice) down() bool { return a.games() > 1 && a.share() <= tooHard && a.level > 1 }

// next returns which other level is offered: the one that is advised, else the next one
// to who has won.
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

// lines tell the results, and what they advise.
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
