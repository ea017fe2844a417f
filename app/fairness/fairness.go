// Package fairness has the page that says how fair the rules of a game are.
package fairness

import (
	"context"

	"tafl3d/app/shell"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/balance"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// Trial plays quick games of the engine against itself by r until all are over or ctx ends. It calls tell after each
// with the figures so far, on any goroutine, one at a time. It is called beside the main thread.
type Trial func(ctx context.Context, r *rules.Rules, tell func(balance.Figures)) (balance.Figures, error)

// page shows the figures of a variant, and plays the games.
type page struct {
	shell *shell.Shell
	v     *variant.Variant
	trial Trial

	figures balance.Figures
	cancel  context.CancelFunc // of the games being played; nil: none are
	fault   error              // of the last games
}

// Games is the number of games that a trial plays.
const Games = 40

// Open opens the page of a variant. Without a trial it shows only the figures that ship with the program.
func Open(s *shell.Shell, v *variant.Variant, trial Trial) {
	p := &page{shell: s, v: v, trial: trial}
	p.figures, _ = balance.Of(v)
	s.Open(p)
}

// Closed implements shell.Closer: the games end with the page.
func (p *page) Closed() {
	if p.cancel != nil {
		p.cancel()
	}
}

func (p *page) Show() panel.Dialog {
	d := panel.Dialog{ID: "fairness", Kind: panel.Article, Height: panel.Steady, Title: textTitle, Cancel: "close",
		Parts: Parts(p.v, p.figures)}
	d.Lines = []string{tongue.Text(textHow)}
	switch n := p.figures.Games(); {
	case p.cancel != nil:
		d.Lines = append(d.Lines, tongue.Textf("Game %d of %d", min(n+1, Games), Games))
	case n == 0:
		d.Lines = append(d.Lines, tongue.Text("No games played yet."))
	}
	if p.fault != nil {
		d.Faults = words.Faults(p.fault)
	}
	switch {
	case p.cancel != nil:
		d.Buttons = append(d.Buttons, panel.Button{ID: "stop", Label: "Stop", Icon: "cancel", Press: p.Closed})
	case p.trial != nil:
		d.Buttons = append(d.Buttons, panel.Button{ID: "play", Label: "Play 40 games", Icon: "play", Primary: true,
			Press: p.play})
	}
	d.Buttons = append(d.Buttons, panel.Button{ID: "close", Label: words.Done})
	return d
}

// play plays the games in the background.
func (p *page) play() {
	ctx, cancel := context.WithCancel(p.shell.Ctx())
	p.cancel, p.fault, p.figures = cancel, nil, balance.Figures{}
	p.shell.Touch()
	p.shell.Go(func() {
		f, err := p.trial(ctx, p.v.Rules, func(f balance.Figures) {
			p.shell.Report(ctx, func() { p.figures = f; p.shell.Touch() })
		})
		stopped := ctx.Err() != nil
		p.shell.Later(func() {
			cancel()
			p.cancel, p.figures = nil, f
			if err != nil && !stopped {
				p.fault = err
			}
			p.shell.Touch()
		})
	})
}

// Parts describe figures, what may be wrong with the rules, and the published results of people.
func Parts(v *variant.Variant, f balance.Figures) (parts []panel.Part) {
	if f.Games() > 0 {
		parts = append(parts, panel.Part{Head: "Games of the engine", Text: textResults(v.Rules, &f)},
			panel.Part{Text: textLengths(&f)})
	}
	if faults := f.Faults(); len(faults) > 0 {
		for i, x := range faults {
			part := panel.Part{Text: textFault(v.Rules, x)}
			if i == 0 {
				part.Head = "What may be wrong"
			}
			parts = append(parts, part)
		}
	} else if f.Games() >= Games {
		parts = append(parts, panel.Part{Head: "What may be wrong", Text: tongue.Text("Nothing stands out.")})
	}
	for i, s := range balance.Sites(v.ID) {
		part := panel.Part{Text: tongue.Textf("%s: attackers won %d %%, defenders %d %%; %d moves on average.",
			tongue.Name(s.Source), s.Attackers, s.Defenders, s.Length)}
		if i == 0 {
			part.Head = "Games between people"
		}
		parts = append(parts, part)
	}
	return parts
}

const (
	textTitle = "How fair is it?"
	textHow   = "The engine plays quick games against itself and errs about as often as people do (levels 4 to 7)."
)

// textResults returns who won how often.
func textResults(r *rules.Rules, f *balance.Figures) string {
	text := tongue.Textf("%d games. %s won: %d (%d %%). %s won: %d (%d %%). Drawn: %d.", f.Games(),
		tongue.Name(words.Side(r, game.Attackers)), f.Won[game.Attackers], f.Percent(f.Won[game.Attackers]),
		tongue.Name(words.Side(r, game.Defenders)), f.Won[game.Defenders], f.Percent(f.Won[game.Defenders]), f.Draws)
	if f.Unfinished > 0 {
		text += " " + tongue.Textf("Not over after %d moves: %d.", f.Longest, f.Unfinished)
	}
	return text
}

func textLengths(f *balance.Figures) string {
	return tongue.Textf("Half of the games had up to %d moves, the shortest %d, the longest %d.", f.Median, f.Shortest,
		f.Longest)
}

// textFault returns a fault and what to do about it.
func textFault(r *rules.Rules, f balance.Fault) string {
	switch f {
	case balance.Endless:
		return tongue.Text("Many games do not end. A rule against repetition, or a draw after many moves without a " +
			"capture, would end them.")
	case balance.FirstWins:
		return tongue.Text("The side that moves first nearly always wins.")
	case balance.AttackersWin:
		return textOneSided(r, game.Attackers)
	case balance.DefendersWin:
		return textOneSided(r, game.Defenders)
	case balance.MostlyDrawn:
		return tongue.Text("Most games are drawn.")
	}
	return tongue.Text("Many games are over after a few moves.")
}

func textOneSided(r *rules.Rules, side game.Side) string {
	return words.Number(r, side, "%s nearly always wins.", "%s nearly always win.",
		tongue.Name(words.Side(r, side)))
}
