package main

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tafl3d/ai/eval"
	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/lab/tune"
)

// tuneGame is a game to tune from.
type tuneGame struct {
	Variant string   `json:"variant"`
	Moves   []string `json:"moves"`
	Winner  string   `json:"winner"` // empty: derived from the moves
}

// collect adds positions from a file of games. name is FILE, or VARIANT=FILE for games of people.
func (t *tuner) collect(c *tune.Collector, name string) error {
	id, file, people := strings.Cut(name, "=")
	if !people {
		file = name
	}
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	add := func(line int, g tuneGame) error {
		if err := t.add(c, file, g); err != nil {
			return fmt.Errorf("%s, game %d: %w", file, line, err)
		}
		return nil
	}
	if people {
		if _, err := variant.Get(id); err != nil {
			return err
		}
		return peopleGames(f, id, add)
	}
	return lineGames(f, file, add)
}

// lineGames reads games as lines of JSON.
func lineGames(f io.Reader, file string, add func(int, tuneGame) error) error {
	const longest = 16 << 20
	in := bufio.NewScanner(f)
	in.Buffer(nil, longest)
	n := 1
	for ; in.Scan(); n++ {
		if len(bytes.TrimSpace(in.Bytes())) == 0 {
			continue
		}
		var g tuneGame
		if err := json.Unmarshal(in.Bytes(), &g); err != nil {
			return fmt.Errorf("%s, line %d: bad JSON: %w", file, n, err)
		}
		if err := add(n, g); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return fmt.Errorf("%s, line %d: %w", file, n, err)
	}
	return nil
}

// peopleGames reads a site's list: moves with captures, men captured by each side, winner. It
// ignores the captures, which follow from the rules, and skips games lost on time.
func peopleGames(f io.Reader, id string, add func(int, tuneGame) error) error {
	return siteGames(f, id, func(n int, g tuneGame, timeout bool) error {
		if timeout {
			return nil
		}
		return add(n, g)
	})
}

// siteGames is peopleGames including games lost on time.
func siteGames(f io.Reader, id string, add func(n int, g tuneGame, timeout bool) error) error {
	in := csv.NewReader(f)
	in.FieldsPerRecord = 4
	winners := map[string]string{"Black": game.Attackers.String(), "White": game.Defenders.String(), "Draw": "draw"}
	for n := 1; ; n++ {
		row, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		g := tuneGame{Variant: id, Moves: strings.Fields(row[0]), Winner: winners[strings.TrimSpace(row[3])]}
		timeout := len(g.Moves) > 0 && g.Moves[len(g.Moves)-1] == "timeout"
		if timeout {
			g.Moves = g.Moves[:len(g.Moves)-1]
		}
		if len(g.Moves) == 0 || g.Winner == "" {
			continue
		}
		for i, m := range g.Moves {
			g.Moves[i], _, _ = strings.Cut(m, "x")
		}
		if err := add(n, g, timeout); err != nil {
			return err
		}
	}
}

// add adds the positions of a game that the weights apply to.
func (t *tuner) add(c *tune.Collector, file string, g tuneGame) error {
	v, err := variant.Get(g.Variant)
	if err != nil {
		return err
	}
	if eval.Defaults().For(v.Rules).Name != t.set {
		return nil
	}
	course, end, err := g.course(v.Rules)
	if err != nil {
		return err
	}
	result, err := g.result(end)
	if err != nil {
		return err
	}
	c.Add(file+" "+g.Variant, v.Rules, course, result)
	return nil
}

// course replays the game and returns its positions and outcome. It ignores moves after the end of
// the game, because sites leave some endings to the players.
func (g *tuneGame) course(r *rules.Rules) (course []rules.Position, end game.Outcome, err error) {
	line := r.Line()
	for i, text := range g.Moves {
		course = append(course, line.Position)
		if end, err = playText(line, text); err != nil {
			return nil, end, fmt.Errorf("move %d, %q: %w", i+1, text, err)
		}
		if end.Over() {
			return course, end, nil
		}
	}
	return append(course, line.Position), end, nil
}

// playText plays a move in notation.
func playText(line *rules.Line, text string) (end game.Outcome, err error) {
	moves, err := notation.ParseTurn(&line.Position, line.History(), text)
	if err == nil {
		_, end, err = line.Play(moves)
	}
	return end, err
}

// result returns the points of the attackers.
func (g *tuneGame) result(end game.Outcome) (float64, error) {
	winner := g.Winner
	if winner == "" {
		winner = "draw"
		if end.Over() {
			winner = end.Result()
		}
	}
	switch winner {
	case game.Attackers.String():
		return tune.Won, nil
	case game.Defenders.String():
		return tune.Lost, nil
	case "draw":
		return tune.Drawn, nil
	}
	return 0, fmt.Errorf("winner: %q is neither attackers, defenders nor draw", winner)
}
