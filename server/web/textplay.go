package web

import (
	"strings"

	"tafl3d/ai/review"
	"tafl3d/game"
)

// scriptWords returns the texts of static/session.js, push.js, lobby.js and board.js. Causes of a game's end have the
// same texts as in records.
func scriptWords() []string {
	list := []string{
		"This browser cannot create your sign-in key. Use a newer browser, or tafl3d itself.",
		"The service does not answer. Try again in a moment.",
		"No open challenges right now. Create one, or send a link.",
		"Challenge sent.", "Aborted", "%s asks for a takeback", "%s asks for a pause", "%s wants to resume",
		"%s wants a rematch", "Reconnecting.", "Your turn", "None", "Withdraw", "Play", "Decline",
		"it is not your turn",
		"A draw", "%s wins", "Paused", "%s claims", "The claim was rejected: the game continues",
		"Position repeated",
		"The side that forces a repetition loses if the other side claims it and is right. If no one claims, the " +
			"game is a draw.",
		"If the king can never break out, you can claim it. If %s agrees, you win; if not, the game continues.",
		"You claim that the king can never break out. The game continues until %s answers.",
		"You claim that %s forces the repetition. If so, you win; if not, it is a draw.",
		"They claim that the king can never break through their barrier. If so, they win.",
		"They claim that you force the repetition. If so, they win; if not, it is a draw.",
		"%s offers a draw.", "Waiting for an answer", "%s to move",
		"not connected", "not connected, loses in %s", "not connected, game aborted in %s", "%d captured: %s",
		"%d of %d", "Link copied.", "Resign?", "Join", "Leave", "open for entry", "In progress", "Premove: %s to %s",
		"Your premove is no longer legal", "Rematch offer sent",
		"bot", "Challenge", "online", "Watch", "Someone is waiting",
		"You are paired with players within %d points of your rating. The range widens as you wait.",
		"You can now be paired with anyone.",
		"this device", "Remove", "This is not your name",
		"custom rules", "rated", "rated, except for guests", "two, with sides swapped", "custom position",
		"Level", "%d in hand: %s", "Vacation days left this year: %d",
		"Enter this code on your other device within ten minutes to sign in.",
		"Write these down and keep them safe. Each signs you in once if you lose your device. Older codes no longer " +
			"work.",
		"You will not be paired, and cannot challenge each other", "You can play each other again",
		"Report sent. The operator will read it",
		"Your browser does not allow notices from this page. Allow them in its settings.",
		"Solved", "Solution", "Exercises", "You", "You win", "The computer", "Loading the computer.",
		"The computer could not be loaded. Try again in a moment.",
	}
	for c := game.None + 1; c <= game.Adjudicated; c++ {
		list = append(list, strings.ReplaceAll(c.String(), "-", " "))
	}
	return list
}

// conditionalWords returns the texts of static/conditional.js.
func conditionalWords() []string {
	return []string{"Saved. The service plays these moves for you.", "No conditional moves are set."}
}

// eventWords returns the texts of static/event.js.
func eventWords() []string {
	return []string{"Round %d", "Change saved", "Open games are forfeited. This cannot be undone.",
		"End the tournament?", "Decide this game?", "%s forfeits",
		"The attackers win", "The defenders win", "A draw", "Both lose",
		"The standings become final, and games in progress are void. This cannot be undone.", "Reconnecting.",
		"The service does not answer. Try again in a moment.",
		"This browser cannot create your sign-in key. Use a newer browser, or tafl3d itself."}
}

// reviewWords returns the texts of static/review.js and static/analysis.js.
func reviewWords() []string {
	return append([]string{"Analysing the game: %d of %d positions", "Better: %s", "Attackers",
		"Defenders", "Loading the computer.", "The computer could not be loaded. Try again in a moment.",
		"Attackers: %s winning chance", "%s: proven win in %d moves", "Mistake", "Blunder", "Inaccuracy",
		"Analysing the position.", "Expected: %s", "Play a move on the board to try it.",
		"The game is over", "%s to move"},
		review.Texts()...)
}

// watchWords returns the texts of static/game.js.
func watchWords() []string {
	return []string{"%d of %d", "%d in hand: %s", "%d captured: %s", "not connected", "Reconnecting.",
		"The service does not answer. Try again in a moment."}
}
