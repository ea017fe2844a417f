package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"tafl3d/ai/trial"
	"tafl3d/game"
	"tafl3d/game/balance"
	"tafl3d/internal/command"
)

var fairCommand = &command.Command{
	Name:    "fair",
	Summary: "play quick games to see how fair a variant is",
	Args:    "-variant ID [-games N] [-jobs N] [-json]",
	Help: `The engine plays quick games against itself at the levels 4 to 7. Prints how often
each side won, how long the games were, what may be wrong with the rules, and the
results of people where they are known. The same games are played on every machine.`,
	Prepare: func(f *flag.FlagSet) func(*command.Env) error {
		id := f.String("variant", "", "`ID` of the variant")
		games := f.Int("games", trial.Games, "number of games")
		jobs := f.Int("jobs", 1, "games played at the same time")
		json := f.Bool("json", false, "print one JSON object")
		return func(e *command.Env) error {
			if *games < 1 || *jobs < 1 {
				return command.Usagef("fair: -games and -jobs must be at least 1")
			}
			return fair(e, *id, trial.Options{Games: *games, Jobs: *jobs}, *json)
		}
	},
}

// textFaults say what may be wrong.
var textFaults = map[balance.Fault]string{
	balance.Endless:       "many games do not end",
	balance.FirstWins:     "the side that moves first nearly always wins",
	balance.AttackersWin:  "the attackers nearly always win",
	balance.DefendersWin:  "the defenders nearly always win",
	balance.MostlyDrawn:   "most games are drawn",
	balance.OverVeryEarly: "many games are over after a few moves",
}

// fair plays the games and prints the figures.
func fair(e *command.Env, id string, o trial.Options, json bool) error {
	v, err := command.Variant(id)
	if err != nil {
		return err
	}
	ctx, cancel := signal.NotifyContext(e.Ctx, os.Interrupt)
	defer cancel()
	say, end := e.Progress()
	f, err := trial.Play(ctx, v.Rules, o, func(f balance.Figures) { say("game %d of %d", f.Games(), o.Games) })
	end()
	if err != nil && f.Games() == 0 {
		return err
	}
	if json {
		return errors.Join(err, e.Line(fairResult{v.ID, f.Games(), f.Won[game.Attackers], f.Won[game.Defenders],
			f.Draws, f.Unfinished, f.Shortest, f.Median, f.Longest, faultTexts(&f)}))
	}
	won := f.Won
	fmt.Fprintf(e.Out, "%s, %s: attackers won %d, defenders won %d, drawn %d, not over %d\n", v.ID,
		command.Count(f.Games(), "game", "games"), won[0], won[1], f.Draws, f.Unfinished)
	fmt.Fprintf(e.Out, "moves of a game: %d (%d to %d)\n", f.Median, f.Shortest, f.Longest)
	for _, text := range faultTexts(&f) {
		fmt.Fprintf(e.Out, "likely wrong: %s\n", text)
	}
	for _, s := range balance.Sites(v.ID) {
		fmt.Fprintf(e.Out, "people, %s: attackers won %d %%, defenders %d %%, %d moves on average\n", s.Source,
			s.Attackers, s.Defenders, s.Length)
	}
	return err
}

// fairResult are the figures as JSON. Lengths are in moves of both sides.
type fairResult struct {
	Variant    string   `json:"variant"`
	Games      int      `json:"games"`
	Attackers  int      `json:"attackers_won"`
	Defenders  int      `json:"defenders_won"`
	Draws      int      `json:"draws"`
	Unfinished int      `json:"unfinished"`
	Shortest   int      `json:"shortest"`
	Median     int      `json:"median"`
	Longest    int      `json:"longest"`
	Faults     []string `json:"faults,omitempty"`
}

// faultTexts say what may be wrong.
func faultTexts(f *balance.Figures) (list []string) {
	for _, x := range f.Faults() {
		list = append(list, textFaults[x])
	}
	return list
}
