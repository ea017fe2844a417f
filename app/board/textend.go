package board

import (
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/ruleset"
	"tafl3d/tongue"
)

// TextWho describes the players of an unfinished game: "two people".
func TextWho(k *Kept) string {
	s := &k.Setup
	if side, ok := s.Alone(); ok {
		return tongue.Textf("you as the %s against level %d", rulebook.Army(k.Variant.Rules, side),
			s.Levels[side.Other()])
	} else if s.Watched() {
		return tongue.Textf("level %d against level %d", s.Levels[0], s.Levels[1])
	}
	return tongue.Text("two players")
}

// TextLeft describes an unfinished game.
func TextLeft(k *Kept) []string {
	return []string{"Unfinished game:", tongue.Textf("%s, %s, after %s.", k.Variant.Name, TextWho(k),
		words.Moves(k.Match.Ply()))}
}

// TextOutcome returns the headline of a result, from the view of the only local human.
func TextOutcome(g *Game, o game.Outcome) string {
	side, alone := g.Setup.Alone()
	switch {
	case o.Draw:
		return tongue.Text("A draw")
	case g.Contest != nil:
		return textWins(g.Contest.Names[o.Winner])
	case !alone:
		return words.Number(g.Variant.Rules, o.Winner, words.WinsOne, "%s win", words.Side(g.Variant.Rules, o.Winner))
	case side == o.Winner:
		return tongue.Text("You win")
	}
	return textDoes(g, o.Winner, words.WinsOne, "The %s win")
}

// TextEnd returns a result in one line: "Attackers win: the king is taken".
func TextEnd(g *Game, o game.Outcome) string {
	cause := strings.TrimSuffix(tongue.Text(TextCause(g, o)), ".")
	name := g.Setup.Remote[o.Winner.Other()]
	if g.Contest != nil {
		name = g.Contest.Names[o.Winner.Other()]
	}
	if name == "" || !strings.HasPrefix(cause, name) {
		cause = tongue.LowerFirst(cause)
	}
	return TextOutcome(g, o) + ": " + cause
}

// textLost describes a loss, with texts for the local human, for one player and for a group.
func textLost(g *Game, o game.Outcome, you, one, many string) string {
	loser := o.Winner.Other()
	if side, alone := g.Setup.Alone(); g.Contest == nil && alone && side == loser {
		return tongue.Text(you)
	}
	return textDoes(g, loser, one, many)
}

// TextCause returns the reason of a result.
func TextCause(g *Game, o game.Outcome) string {
	switch o.Cause {
	case game.KingCaptured:
		return "The king is captured."
	case game.KingEscaped:
		return "The king has escaped."
	case game.AttackersGone:
		return "The last attacker is captured."
	case game.Repetition:
		return textRepeated(g, o)
	case game.DrawFort:
		return "The defenders have shut themselves in."
	case game.Encirclement:
		return "The defenders are surrounded."
	case game.ExitFort:
		return "The king is in an exit fort."
	case game.NoMoves:
		return words.NoMoves(g.Variant.Rules, g.State.Position.Turn())
	case game.NoCapture:
		return "Too many moves without a capture."
	case game.OwnCorner:
		return "A piece rests in its own corner."
	case game.GoalReached:
		return "The goal has been reached."
	case game.GoalFilled:
		return "The goal is filled."
	case game.RoyalLost:
		return "The leader is captured."
	case game.BareLeader:
		return "Only the leader is left."
	case game.LoneLeaders:
		return "Only the two leaders are left."
	case game.TooFew:
		return "Too few pieces are left."
	case game.Behind:
		return "The runner has passed the line."
	case game.RowReached:
		return "The last row is reached."
	case game.QuietTurns:
		return "Too many moves without progress."
	case game.Checkmate:
		return "Checkmate."
	case game.Stalemate:
		return "Stalemate."
	case game.Resigned:
		return textLost(g, o, "You resigned.", "%s resigned.", "The %s resigned.")
	case game.Time:
		return textLost(g, o, "You ran out of time.", "%s ran out of time.", "The %s ran out of time.")
	case game.Agreed:
		return "Both sides agreed."
	case game.Blockade:
		return "The barrier cannot be broken: the claim was granted."
	case game.Abandoned:
		return "The game was abandoned."
	}
	return "An arbiter decided."
}

func TextResignLine(g *Game, winner game.Side) string {
	return textDoes(g, winner, "%s will win.", "The %s will win.")
}

func TextOfferLine(g *Game, by game.Side) string {
	return textDoes(g, by, "%s offers a draw.", "The %s offer a draw.")
}

func textDeclined(g *Game, by game.Side) string {
	return textDoes(g, by, "%s declines the draw", "The %s decline the draw")
}

// textDoes describes an action of a side, with texts for one player ("Dag wins", "The computer wins") and for
// a group ("The geese win").
func textDoes(g *Game, side game.Side, one, many string) string {
	switch _, alone := g.Setup.Alone(); {
	case g.Contest != nil:
		return tongue.Textf(one, tongue.Name(g.Contest.Names[side]))
	case g.Setup.Remote[side] != "":
		return tongue.Textf(one, tongue.Name(g.Setup.Remote[side]))
	case alone && g.Setup.Levels[side] > 0:
		return tongue.Textf(one, words.Computer)
	}
	army := rulebook.Army(g.Variant.Rules, side)
	if rulebook.Lone(g.Variant.Rules, side) {
		return tongue.UpperFirst(tongue.Textf(one, tongue.Textf("The %s", army)))
	}
	return tongue.UpperFirst(tongue.Textf(many, army))
}

// textRepeated returns why a repetition ended the game.
func textRepeated(g *Game, o game.Outcome) string {
	claimed := g.State.Position.Rules().Ruleset().Repetition == ruleset.RepeatAggressorClaim
	switch {
	case !claimed:
		return "The position was repeated too often."
	case o.Draw:
		return "The position was repeated too often, and no claim was granted."
	}
	return textLost(g, o, "You forced the repetition.", "%s forced the repetition.", "The %s forced the repetition.")
}
