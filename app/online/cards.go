package online

import (
	"fmt"
	"time"

	"tafl3d/app/words"
	"tafl3d/game/match"
	"tafl3d/net/ledger"
	"tafl3d/net/wire"
	"tafl3d/panel"
	"tafl3d/tongue"
)

// textSpeeds are the names of ledger.Speed.
var textSpeeds = map[string]string{"blitz": "blitz", "rapid": "rapid", "classical": "classical",
	"correspondence": "correspondence", ledger.Odds: "time odds"}

// speedOf returns the name of the speed of a clock.
func speedOf(clock string) string {
	c, err := match.ParseControl(clock)
	if err != nil {
		return ""
	}
	return textSpeeds[ledger.Speed(c)]
}

// textPlayersLook returns the number of players in the queue.
func textPlayersLook(n int) string {
	if n == 1 {
		return tongue.Text("1 player looking for a game")
	}
	return tongue.Textf("%d players looking for a game", n)
}

// seekCards returns the available games: challenges, the newest offers, then the queue.
func (r *Room) seekCards() (cards []panel.Card) {
	cards = openCards(r, r.lobby.Seeks)
	for _, q := range r.lobby.Queue {
		cards = append(cards, panel.Card{Head: "Someone is waiting", Sign: "play", Lines: []string{
			tongue.Text(r.opt.Words.Game(q.Variant())) + " · " + r.opt.Words.Controls([]string{q.Clock()})[0],
			textSeekTerms(r, q)[1]}})
	}
	return cards
}

// openCards returns open challenges. One with others of the same account behind it has their number.
func openCards(r *Room, list []wire.OpenSeek) (cards []panel.Card) {
	for _, o := range list {
		terms := textSeekTerms(r, o.Seek)
		card := panel.Card{Head: textWhoSeeks(o),
			Lines: []string{tongue.Text(r.opt.Words.Game(o.Seek.Variant())) + " · " +
				r.opt.Words.Controls([]string{o.Seek.Clock()})[0],
				terms[1]}}
		if !o.Mine {
			card.Lines[1] = terms[0] + " · " + tongue.Text(terms[1])
		}
		if n := len(o.More); n > 0 {
			card.Head += fmt.Sprintf(" +%d", n)
		}
		if o.ForMe {
			card.Sign = "accept"
		}
		cards = append(cards, card)
	}
	return cards
}

// botCards returns the bots by level.
func (r *Room) botCards() (cards []panel.Card) {
	for _, b := range r.lobby.Bots {
		card := panel.Card{Head: b.Name, Lines: []string{tongue.Text("bot")}}
		if b.Level > 0 && b.Level <= words.Levels {
			card.Lines[0] = tongue.Text("bot") + ", " + words.LevelName(b.Level)
		}
		cards = append(cards, card)
	}
	return cards
}

// gameCards returns games in progress with their boards, if loaded.
func (r *Room) gameCards(games []wire.GameBrief) (cards []panel.Card) {
	for _, b := range games {
		card := panel.Card{Head: b.Attackers.Called(),
			Lines: []string{tongue.Textf("against %s", tongue.Name(b.Defenders.Called())),
				r.opt.Words.Game(b.Variant), ""}}
		if at, known := r.looks[b.Game]; known {
			card.Board = r.opt.Words.Board(b.Variant, at.Pieces)
			card.Lines[2] = tongue.Textf("Move %d", at.Ply+1)
		}
		if r.ourTurn(b) {
			card.Lines[2], card.Sign = "Your turn", "play"
		}
		cards = append(cards, card)
	}
	return cards
}

// pastCards returns our finished games.
func (r *Room) pastCards(games []wire.GameBrief) (cards []panel.Card) {
	for _, b := range games {
		side, other := wire.Attackers, b.Defenders
		if b.Defenders.ID == r.service.Me().ID {
			side, other = wire.Defenders, b.Attackers
		}
		lines := []string{tongue.Textf("against %s", tongue.Name(other.Called())), tongue.Text(textHow(b.Result, side))}
		if b.Ended > 0 {
			lines = append(lines, tongue.Now().Time(time.Unix(b.Ended, 0)))
		}
		cards = append(cards, panel.Card{Head: r.opt.Words.Game(b.Variant), Lines: lines})
	}
	return cards
}

// textHow describes the result for a side.
func textHow(result string, side wire.Side) string {
	switch result {
	case "":
		return "aborted"
	case "draw":
		return "a draw"
	case string(side):
		return "won"
	}
	return "lost"
}

// does describes the activity of a player.
func (r *Room) does(p wire.Player) string {
	if p.ID == r.service.Me().ID {
		return "you"
	}
	for _, b := range r.lobby.Live {
		if _, plays := b.Seat(p.ID); plays {
			return tongue.Textf("playing %s", r.opt.Words.Game(b.Variant))
		}
	}
	for _, o := range r.lobby.Seeks {
		if o.By.ID == p.ID && p.ID != "" {
			return tongue.Textf("offering %s", r.opt.Words.Game(o.Seek.Variant()))
		}
	}
	return textOnline
}
