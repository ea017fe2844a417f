package app

import (
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/tongue"
)

// Of claims.
const (
	textClaim       = "Claim"
	textHelpClaim   = "Claim what the rules leave to the players"
	textClaimDenied = "The claim is not granted: the game goes on"
	textDisputeLine = "Whoever forces a repetition loses, if the other side claims it and is right. If nobody claims, the game is drawn."
	textClaimFirst  = ": press C to claim, or to agree on a draw"
	textLetBeDrawn  = "A draw"
	textDenyBarrier = "Play on"
	textGrant       = "It is so"
	textBarrierAsk  = "Claim a blockade?"
	textBarrierLine = "You say that the king can never break out. If the other side agrees, the attackers win; if not, the game goes on."
)

// textDispute flags a repetition: "The position occurs for the third time".
func textDispute(g *sitting) string {
	return tongue.Textf("The position occurs for the %s time", rulebook.Ordinal(g.state.Position.Rules().Ruleset().RepetitionCount))
}

// textForcing says who seems to force a repetition.
func textForcing(g *sitting) string {
	side, ok := g.forcing()
	if !ok {
		return "From the moves alone it cannot be told who forces it."
	}
	return tongue.Textf("In the moves that were repeated only the %s threatened, each time.", rulebook.Army(g.variant.Rules, side))
}

// textClaimOf is the claim of a side on a button.
func textClaimOf(g *sitting, side game.Side) string {
	if _, alone := g.setup.alone(); alone {
		return "I claim it"
	}
	return tongue.Textf("%s claim", words.Side(g.variant.Rules, side))
}

func textClaimTitle(g *sitting, c match.Claims) string {
	return textDoes(g, c.By, "%s claims", "The %s claim")
}

// textClaimLine says what is claimed.
func textClaimLine(g *sitting, c match.Claims) string {
	if c.Kind == rules.ClaimBlockade {
		return "They say that the king can never break out of their barrier. If it is so, they win."
	}
	return tongue.Textf("They say that the %s force the repetition. If it is so, they win; if not, it is a draw.", rulebook.Army(g.variant.Rules, c.By.Other()))
}

// textRepeated says why a repetition ended the game.
func textRepeated(g *sitting, o game.Outcome) string {
	claimed := g.state.Position.Rules().Ruleset().Repetition == ruleset.RepeatAggressorClaim
	switch {
	case !claimed:
		return "The position has occurred too often."
	case o.Draw:
		return "The position has occurred too often, and no claim was granted."
	}
	return tongue.Textf("%s forced the repetition.", textLoser(g, o))
}
