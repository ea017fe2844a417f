package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/panel"
	"tafl3d/scene"
	"tafl3d/tongue"
)

// Sheet returns the content of the panels.
func (b *Board) Sheet(now time.Time) *panel.Sheet {
	g := b.game
	if page, _ := b.shell.Beside(); g == nil || page != nil {
		return nil
	}
	s := &panel.Sheet{
		Variant:  g.Variant.Name,
		First:    g.State.Start.Turn(),
		Rows:     g.rows(),
		Current:  g.Shown.Ply,
		Status:   b.status(),
		Paused:   g.State.Paused,
		Thinking: g.thinking() || b.Hand.Hint.Cancel != nil || g.asked,
		Over:     g.State.Outcome.Over(),
		Review:   g.review,
	}
	if g.Studied != nil {
		s.Tree = true
		s.Rows, s.Current = g.Studied.Rows()
	}
	s.Value = b.Analyser.value()
	s.Notes = slices.Concat(g.named(), g.reasonNotes(), b.host.Notes(), g.Ready().Note(g.Variant.Rules.Board()),
		b.Analyser.notes())
	if w := b.threatsOf(g); !g.review && !s.Over {
		s.Warning = words.Warning(w, g.Variant.Rules.Ruleset().Warn)
	}
	if side, ok := g.own(); ok {
		s.Near = side
	} else if b.opt.View.Camera().Flipped() {
		s.Near = game.Defenders
	}
	for side := range s.Seats {
		s.Seats[side] = g.seat(game.Side(side), now)
		s.Seats[side].Hand = b.Hand.handOf(game.Side(side))
		s.Seats[side].Left = textOnBoard(g.Variant.Rules, &s.Seats[side])
	}
	return s
}

// named returns the name of a study. A click opens the page to edit it.
func (g *Game) named() []panel.Note {
	if g.Studied == nil || g.Studied.Name() == "" {
		return nil
	}
	return []panel.Note{{Text: g.Studied.Name(), Tip: TextTags, Do: panel.Command{ID: "tags"}}}
}

// TextTags is the title of the page of names and other details of a study.
const TextTags = "Game details"

// own returns the side of the local player, if exactly one.
func (g *Game) own() (game.Side, bool) {
	if g.Studied != nil {
		return g.Studied.Own()
	}
	return g.Setup.Alone()
}

// thinking reports whether the computer is thinking.
func (g *Game) thinking() bool {
	return !g.State.Outcome.Over() && !g.State.Paused && !g.State.Claims.Disputed &&
		g.Setup.Levels[g.State.Position.Turn()] > 0
}

// sitter returns the name of the player of a side: "You", "The computer", "Player 1".
func (g *Game) sitter(side game.Side) string {
	_, alone := g.Setup.Alone()
	switch {
	case g.Studied != nil:
		name, level := g.Studied.Who(side)
		if name == "" && level != "" {
			name = tongue.Text(words.Computer)
		}
		return cmp.Or(name, tongue.Text("Unnamed"))
	case g.Contest != nil:
		return g.Contest.Names[side]
	case g.Setup.Remote[side] != "":
		return g.Setup.Remote[side]
	case g.Setup.Levels[side] > 0:
		return tongue.Text(words.Computer)
	case alone:
		return tongue.Text(words.You)
	case side == g.State.Start.Turn():
		return tongue.Text("Player 1")
	}
	return tongue.Text("Player 2")
}

func (g *Game) seat(side game.Side, now time.Time) panel.Seat {
	s := panel.Seat{
		Side: side, Name: g.sitter(side), Army: words.Side(g.Variant.Rules, side),
		Kind:   rulebook.Most(g.Variant.Rules, side),
		Clock:  ClockFace(&g.State.Clock, side, now),
		Active: !g.State.Outcome.Over() && g.State.Position.Turn() == side,
		Men:    g.Shown.position.Count(side),
		Taken:  g.Shown.taken[side],
	}
	if side == game.Defenders && g.Shown.position.King() != game.NoSquare {
		s.Men--
	}
	if level := g.Setup.Levels[side]; level > 0 {
		s.Detail = textPlaysAs(level, g.Setup.Who[side])
	}
	if g.Contest != nil {
		s.Detail = g.Contest.Details[side]
	}
	if g.Studied != nil {
		_, s.Detail = g.Studied.Who(side)
	}
	if g.Remote != nil {
		p, spec := g.Remote.Status.Spec.Seats[side], &g.Remote.Status.Spec
		if s.Detail = words.Standing(p); s.Detail == "" && spec.Rated {
			s.Detail = "no rating yet"
		}
	}
	return s
}

// rows returns the moves in pairs.
func (g *Game) rows() []panel.Row {
	r := g.State.Record
	rows := make([]panel.Row, (r.Ply()+1)/game.Sides)
	for ply := 1; ply <= r.Ply(); ply++ {
		row, i := &rows[(ply-1)/game.Sides], (ply-1)%game.Sides
		row.Number = (ply-1)/game.Sides + 1
		row.Ply[i], row.Text[i] = ply, r.Turn(ply).Text
	}
	return rows
}

// status returns the status in one line.
func (b *Board) status() string {
	g := b.game
	turn := g.State.Position.Turn()
	_, alone := g.Setup.Alone()
	switch {
	case g.review:
		return words.Review(g.Shown.Ply, g.State.Record.Ply())
	case g.State.Outcome.Over():
		return TextEnd(g, g.State.Outcome)
	case g.Remote != nil && g.Remote.Status.Aborted:
		return TextAborted
	case g.State.Paused:
		return "Paused"
	case g.State.Claims.Disputed:
		return textDispute(g)
	case g.State.Offer.Open && !alone:
		return words.Offer
	case g.asked:
		return "The computer is considering your offer"
	case g.Contest != nil && g.Setup.Levels[turn] > 0:
		return textThinking(g.Contest.Names[turn])
	case g.Setup.Levels[turn] > 0:
		return words.Thinks(g.Variant.Rules, turn, g.Setup.Levels[turn], alone)
	case g.Setup.Remote[turn] != "":
		return words.ToMove(g.Setup.Remote[turn])
	case b.Hand.Hint.Cancel != nil:
		return "Looking for a hint"
	case g.State.Position.Ambushed() != game.NoSquare:
		return textAmbushGoesOn(b.stage.Board().Name(g.State.Position.Ambushed()))
	case b.Hand.must(game.Remove):
		return "Remove one of the marked pieces"
	case b.Hand.must(game.Drop):
		return "Place a piece on one of the marked points"
	case b.Hand.MayEnd():
		return textGoOnOrEnd
	case g.State.Position.Chain() != game.NoSquare:
		return "Continue with this piece"
	case alone:
		return "Your turn"
	}
	return words.ToMove(words.Side(g.Variant.Rules, turn))
}

// Mark works out what is pointed out on the board, and returns it.
func (b *Board) Mark() scene.Marks {
	b.marks = b.pointedOut()
	return b.marks
}

func (b *Board) pointedOut() scene.Marks {
	if page, _ := b.shell.Beside(); page != nil {
		return b.Hand.markBeside(page)
	}
	m := scene.NoMarks()
	g := b.game
	if g == nil || g.Analysis.glimpsed {
		return m
	}
	h := b.Hand
	m.Last = g.Shown.last
	m.Hover, m.Selected = h.hover, h.Selected
	if b.shell.Depth() == 0 { // otherwise the focus is on the page
		m.Cursor = h.cursor
	}
	m.Causes, m.Captors = h.Causes, h.Captors
	if g.Studied != nil {
		m.Drawn = g.Studied.Drawn()
	} else if b.Stepping() {
		m.Drawn = slices.Clone(b.Hand.sketched().list)
	}
	m.Drawn = append(g.Analysis.arrows(), m.Drawn...)
	if g.review {
		return m
	}
	switch {
	case g.State.Outcome.Over():
		m.Causes, m.Captors = nil, g.endedAt()
	case g.State.Claims.Disputed:
		m.Captors = g.repeated()
	}
	if b.host.Wishes().Targets {
		m.Targets, m.Places, m.Movers = b.Hand.targets(false), b.Hand.targets(true), b.Hand.movers()
	}
	if h.Hint.Found {
		m.Hint = [2]game.Square{h.Hint.move.From, h.Hint.move.To}
	}
	if ready := g.Ready(); ready.Set {
		m.Hint = [2]game.Square{ready.from, ready.to}
	}
	if !g.State.Outcome.Over() {
		m.Threats = b.threatsOf(g).Squares
	}
	return m
}

// remaining returns the time that a running clock shows.
func remaining(f match.Face) time.Duration {
	if f.Main == 0 && f.Periods > 0 {
		return f.Period
	}
	return f.Main
}

// tenths is the remaining time below which the clock shows tenths of a second.
const tenths = 10 * time.Second

// ClockFace returns the clock of a side.
func ClockFace(c *match.Clock, side game.Side, now time.Time) panel.Clock {
	f := c.Face(side, now)
	if !f.On {
		return panel.Clock{}
	}
	periods := 0
	if f.Main == 0 && !c.Control().For(side).PerTurn() {
		periods = f.Periods
	}
	figures, said := ClockParts(remaining(f), periods)
	return panel.Clock{On: true, Figures: figures, Words: said, Low: f.Low, Running: f.Running}
}

// ClockText formats the remaining time: "2 d 23:59:58", "1:05:00", "4:59", "0:09.3".
func ClockText(d time.Duration) string {
	figures, rest := ClockParts(d, 0)
	return strings.TrimSpace(figures + " " + rest)
}

// ClockParts returns the remaining time in digits, and the rest of the text: hours besides days, and
// remaining byo-yomi periods.
func ClockParts(d time.Duration, periods int) (figures, said string) {
	if periods > 0 {
		said = strings.Join(strings.Fields(words.ByoYomi("", periods)), " ")
	}
	if d < tenths {
		t := d / (100 * time.Millisecond)
		return fmt.Sprintf("0:%02d.%d", t/10, t%10), said
	}
	s := int((d + time.Second - 1) / time.Second)
	switch hours := fmt.Sprintf("%d:%02d:%02d", s/3600%24, s/60%60, s%60); {
	case s >= 24*3600:
		return words.DayCount(s / (24 * 3600)), strings.TrimSpace(said + " " + hours)
	case s >= 3600:
		return hours, said
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60), said
}

// NextTick returns the time of the next visible change of the running clock.
func NextTick(c *match.Clock, side game.Side, now time.Time) (time.Time, bool) {
	f := c.Face(side, now)
	if !f.Running {
		return time.Time{}, false
	}
	d := remaining(f)
	if d < tenths {
		return now.Add(d%(100*time.Millisecond) + time.Millisecond), d > 0
	}
	wait := d % time.Second
	if wait == 0 {
		wait = time.Second
	}
	return now.Add(min(wait, d-tenths+time.Millisecond)), true
}
