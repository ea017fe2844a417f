package board

import (
	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/match"
	"tafl3d/game/rules"
	"tafl3d/tongue"
)

// Texts of claims.
const (
	TextClaim      = "Claim"
	textLetBeDrawn = "A draw"
)

// textDispute reports a repetition: "The position occurs for the third time".
func textDispute(g *Game) string {
	return tongue.Textf("The position has occurred for the %s time",
		rulebook.Ordinal(g.State.Position.Rules().Ruleset().RepetitionCount))
}

// textForcing reports which side seems to force a repetition.
func textForcing(g *Game) string {
	side, ok := g.forcing()
	if !ok {
		return "The moves alone do not show which side forces it."
	}
	return tongue.Textf("In the repeated moves only the %s made a threat each time.",
		rulebook.Army(g.Variant.Rules, side))
}

// textClaimOf returns the button label for a claim.
func textClaimOf(g *Game, side game.Side) string {
	if _, alone := g.Setup.Alone(); alone {
		return "Claim it"
	}
	return tongue.Textf("%s claim", words.Side(g.Variant.Rules, side))
}

func textClaimTitle(g *Game, c match.Claims) string {
	return textDoes(g, c.By, "%s claims", "The %s claim")
}

// textClaimLine describes a claim.
func textClaimLine(g *Game, c match.Claims) string {
	if c.Kind == rules.ClaimBlockade {
		return "They claim that the king can never break through their barrier. If so, they win."
	}
	return tongue.Textf("They claim that the %s force the repetition. If so, they win; otherwise it is a draw.",
		rulebook.Army(g.Variant.Rules, c.By.Other()))
}
