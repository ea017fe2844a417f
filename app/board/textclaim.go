package board

import (
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/tongue"
)

// Of claims.
const (
	TextClaim      = "Claim"
	textLetBeDrawn = "A draw"
)

// textDispute flags a repetition: "The position occurs for the third time".
func textDispute(g *Game) string {
	return tongue.Textf("The position occurs for the %s time",
		rulebook.Ordinal(g.State.Position.Rules().Ruleset().RepetitionCount))
}

// textForcing says who seems to force a repetition.
func textForcing(g *Game) string {
	side, ok := g.forcing()
	if !ok {
		return "From the moves alone it cannot be told who forces it."
	}
	return tongue.Textf("In the moves that were repeated only the %s threatened, each time.",
		rulebook.Army(g.Variant.Rules, side))
}

// textClaimOf is the claim of a side on a button.
func textClaimOf(g *Game, side game.Side) string {
	if _, alone := g.Setup.Alone(); alone {
		return "I claim it"
	}
	return tongue.Textf("%s claim", words.Side(g.Variant.Rules, side))
}

func textClaimTitle(g *Game, c match.Claims) string {
	return textDoes(g, c.By, "%s claims", "The %s claim")
}

// textClaimLine says what is claimed.
func textClaimLine(g *Game, c match.Claims) string {
	if c.Kind == rules.ClaimBlockade {
		return "They say that the king can never break out of their barrier. If it is so, they win."
	}
	return tongue.Textf("They say that the %s force the repetition. If it is so, they win; if not, it is a draw.",
		rulebook.Army(g.Variant.Rules, c.By.Other()))
}
