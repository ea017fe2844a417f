package main

import (
	"context"
	"strconv"
	"strings"

	"tafl3d/ai"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// play is the current game.
type play struct {
	start rules.Position
	line  *rules.Line
	steps []game.Move // all moves
	last  []game.Move // moves of the current turn, or of the last one
	ply   int
	seq   int
	end   game.Outcome
	level ai.Engine
}

// begin starts a game by rules in the format of server/web: the rows of the board, none for
// rulesets with lines, then lines of key and value. at is the starting position, or empty: a letter
// for each square, the side to move, and the numbers of each kind in hand. It returns an error
// text, or nil.
func (g *play) begin(text, at string, level, seed int) any {
	set := ruleset.Linnaean()
	for i, line := range strings.Split(text, "\n") {
		if i == 0 {
			if set.Rows = strings.Fields(line); len(set.Rows) == 0 {
				set = ruleset.LineGame()
			}
			continue
		}
		key, value, _ := strings.Cut(line, "=")
		if err := set.Set(key, value); err != nil {
			return err.Error()
		}
	}
	r, err := rules.Compile(set)
	if err != nil {
		return err.Error()
	}
	start := r.Start()
	if at != "" {
		if start, err = r.Position(placed(r, strings.Fields(at))); err != nil {
			return err.Error()
		}
	}
	*g = play{start: start, line: rules.NewLine(start, nil), level: ai.Level(level, uint64(seed)), seq: 1}
	return ""
}

// placed parses the words of a position.
func placed(r *rules.Rules, words []string) game.Setup {
	s := game.Setup{Pieces: make([]game.Piece, r.Board().Squares()), Hand: make([]int, len(r.Kinds()))}
	for i := range min(len(words[0]), len(s.Pieces)) {
		s.Pieces[i], _ = r.PieceOf(words[0][i : i+1]) // Empty for empty squares
	}
	for i, word := range words[1:] {
		if n, err := strconv.Atoi(word); i > 0 && err == nil && i-1 < len(s.Hand) {
			s.Hand[i-1] = n
		} else if word == game.Defenders.String() {
			s.Turn = game.Defenders
		}
	}
	return s
}

// step plays a legal move.
func (g *play) step(m game.Move) error {
	fresh := !g.line.MidTurn()
	if _, err := g.line.Try(m); err != nil {
		return err
	}
	if fresh {
		g.last = nil
	}
	g.steps, g.last = append(g.steps, m), append(g.last, m)
	g.seq++
	if !g.line.MidTurn() {
		g.ply++
		g.end = g.line.Judge()
	}
	return nil
}

// ask plays a move of the player. On an error it returns a translatable text with its arguments,
// one per line.
func (g *play) ask(op, piece, from, to string) any {
	b := g.line.Rules().Board()
	m := game.Move{From: game.NoSquare, To: game.NoSquare}
	if s, ok := b.Named(from); ok {
		m.From, m.To = s, s
	}
	if s, ok := b.Named(to); ok {
		m.To = s
	}
	for _, legal := range g.line.Legal(nil) { // the legal move also has the kind of step
		if w := told(g.line.Rules(), legal); w.from == from && w.to == to &&
			(op == "" || op == w.op && piece == w.piece) {
			m = legal
			break
		}
	}
	err := g.step(m)
	if why, is := err.(*rules.Illegal); is {
		format, args := why.Words()
		lines := []string{format}
		for _, a := range args {
			text, _ := a.(string)
			lines = append(lines, text)
		}
		return strings.Join(lines, "\n")
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// think plays the computer's turn, unless it is the player's.
func (g *play) think(player string) any {
	for !g.end.Over() && g.line.Turn().String() != player {
		m, _, err := g.level.Think(context.Background(), g.line.Position, g.line.History(), ai.Limits{})
		if err == nil {
			err = g.step(m)
		}
		if err != nil {
			return err.Error()
		}
	}
	return ""
}

// back takes moves back to the position before the last turn of side.
func (g *play) back(side string) any {
	ends := []int{0} // number of moves before each turn of side
	steps, seq := g.steps, g.seq
	g.reset()
	for i, m := range steps {
		if !g.line.MidTurn() && g.line.Turn().String() == side {
			ends = append(ends, i)
		}
		if g.step(m) != nil {
			break
		}
	}
	g.reset()
	for _, m := range steps[:ends[len(ends)-1]] {
		_ = g.step(m) // it was legal before
	}
	g.seq = seq + 1
	return ""
}

func (g *play) reset() {
	g.line, g.steps, g.last, g.ply, g.end = rules.NewLine(g.start, nil), nil, nil, 0, game.Outcome{}
}

// position returns the position in JSON as the service does (wire.Position), with the legal moves
// if it is side's turn.
func (g *play) position(side string) any {
	r := g.line.Rules()
	var pieces strings.Builder
	for _, p := range g.line.Setup().Pieces {
		letter := byte('.')
		if p != game.Empty {
			letter = r.Kinds()[p].Letter
		}
		pieces.WriteByte(letter)
	}
	turn := g.line.Turn().String()
	var b strings.Builder
	b.WriteString(`{"seq":` + strconv.Itoa(g.seq) + `,"ply":` + strconv.Itoa(g.ply) + `,"turn":"` + turn +
		`","pieces":"` + pieces.String() + `","left":[0,0],"at":0`)
	b.WriteString(`,"hand":{`)
	sep := ""
	for i, k := range r.Kinds() {
		if n := g.line.Hand(game.Piece(i)); n > 0 {
			b.WriteString(sep + `"` + string(k.Letter) + `":` + strconv.Itoa(n))
			sep = ","
		}
	}
	b.WriteString(`},"last":` + list(r, g.last))
	if len(g.last) > 0 && !g.line.MidTurn() {
		b.WriteString(`,"text":"` + said(r, g.last) + `"`)
	}
	if g.end.Over() {
		b.WriteString(`,"over":true,"result":"` + g.end.Result() + `","cause":"` + g.end.Cause.String() + `"`)
	} else if turn == side {
		b.WriteString(`,"moves":` + list(r, g.line.Legal(nil)))
	}
	b.WriteString("}")
	return b.String()
}

func name(r *rules.Rules, s game.Square) string {
	if s == game.NoSquare {
		return ""
	}
	return r.Board().Name(s)
}

// ops maps kinds of steps to their names in messages.
var ops = [...]string{game.Step: "step", game.Leap: "leap", game.Drop: "drop", game.Remove: "remove",
	game.Castle: "castle", game.End: "end"}

// step is a move in a message.
type step struct{ op, piece, from, to string }

func told(r *rules.Rules, m game.Move) step {
	w := step{op: ops[m.Op], from: name(r, m.From), to: name(r, m.To)}
	switch m.Op {
	case game.Drop:
		w.piece, w.from = string(r.Kinds()[m.Kind].Letter), ""
	case game.Remove, game.End:
		w.to = ""
	}
	return w
}

// list formats moves as the service does (wire.Move).
func list(r *rules.Rules, moves []game.Move) string {
	var b strings.Builder
	for i, m := range moves {
		if i > 0 {
			b.WriteByte(',')
		}
		w := told(r, m)
		b.WriteString(`{"op":"` + w.op + `","piece":"` + w.piece + `","from":"` + w.from + `","to":"` + w.to + `"}`)
	}
	return "[" + b.String() + "]"
}

// said returns the text of a turn: "d1-c1".
func said(r *rules.Rules, turn []game.Move) string {
	text := told(r, turn[0]).from
	for _, m := range turn {
		switch to := told(r, m).to; {
		case to == "":
		case text == "":
			text = to
		default:
			text += "-" + to
		}
	}
	return text
}
