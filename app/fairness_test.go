package app_test

import (
	"context"
	"strings"
	"testing"

	"tafl3d/app"
	"tafl3d/game"
	"tafl3d/game/balance"
	"tafl3d/game/rules"
)

// wonBy returns the figures of n games won by a side.
func wonBy(side game.Side, n int) (f balance.Figures) {
	for range n {
		f.Add(balance.Game{Outcome: game.Won(side, game.KingEscaped), Moves: 20})
	}
	return f
}

// TestHowFair plays the games beside the main thread, shows their progress and what is wrong, and ends them with the
// page.
func TestHowFair(t *testing.T) {
	goOn, ended := make(chan int), make(chan error, 1)
	p := openWith(t, t.TempDir(), nil, func(o *app.Options) {
		o.Trial = func(ctx context.Context, _ *rules.Rules, tell func(balance.Figures)) (balance.Figures, error) {
			for {
				select {
				case n := <-goOn:
					if tell(wonBy(game.Defenders, n)); n == 40 {
						return wonBy(game.Defenders, n), nil
					}
				case <-ctx.Done():
					ended <- ctx.Err()
					return balance.Figures{}, ctx.Err()
				}
			}
		}
	})
	if d := p.dialog(); d.ID != "title" {
		p.keys("Esc")
	}
	p.press("Play the computer")
	p.does("customise", 0)
	p.wants("custom")
	p.press("How fair?")
	p.wants("fairness")
	p.press("Play 40 games")
	goOn <- 12
	p.until("the game that is played", func() bool { return strings.Contains(p.text(), "Game 13 of 40") })
	goOn <- 40
	p.until("the result", func() bool { return strings.Contains(p.text(), "Play 40 games") })
	if text := p.text(); !strings.Contains(text, "nearly always win") || !strings.Contains(text, "40 games.") {
		t.Errorf("the page says %q", text)
	}
	p.press("Play 40 games")
	p.frame()
	p.press("Done")
	if err := <-ended; err != context.Canceled {
		t.Errorf("the games ended with %v", err)
	}
	p.wants("custom")
}

// text returns all texts of the open page.
func (p *person) text() string {
	p.frame()
	d := p.dialog()
	list := d.Lines
	for _, x := range d.Parts {
		list = append(list, x.Head, x.Text)
	}
	for _, b := range d.Buttons {
		list = append(list, b.Label)
	}
	return strings.Join(list, "\n")
}
