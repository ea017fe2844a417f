package web

import (
	"strings"

	"tafl3d/game"
)

// scriptWords returns the texts of static/session.js, lobby.js and board.js. Causes of a game's end have the same texts
// as in records.
func scriptWords() []string {
	list := []string{
		"This browser cannot make the key that you sign in with. A newer one can, or tafl3d itself.",
		"The service does not answer. Try again in a moment.",
		"Nobody looks for a game just now. Open one, or send a link.",
		"Your challenge is sent.", "Broken off", "%s asks to take back", "%s asks for a pause", "%s wants to go on",
		"%s wants to play again", "Reconnecting.", "Your turn", "None", "Withdraw", "Play", "Decline",
		"it is not your turn",
		"A draw", "%s wins", "Paused", "%s claims", "The claim is not granted: the game goes on",
		"The position is repeated",
		"Whoever forces a repetition loses, if the other side claims it and is right. If nobody claims, the game is " +
			"drawn.",
		"If the king can never break out, you may claim so. If %s agrees, you win; if not, the game goes on.",
		"You claim that the king can never break out. Until %s answers, the game goes on.",
		"You claim that %s forces the repetition. If it is so, you win; if not, it is a draw.",
		"They say that the king can never break out of their barrier. If it is so, they win.",
		"They say that you force the repetition. If it is so, they win; if not, it is a draw.",
		"%s offers a draw.", "Waiting for the answer to what you did", "%s to move",
		"not connected", "Resign?", "Join", "Leave", "open for entry", "Under way", "Ready: %s to %s",
		"The move that you had ready is not allowed now", "The other player is asked",
		"bot", "Challenge", "Somebody waits for this", "You are paired with players whose rating is at most %d " +
			"points from yours. The longer you wait, the wider this becomes.", "By now you are paired with anybody.",
		"this one", "Remove", "That is not your name",
		"rules of one’s own", "rated", "rated, but not for a guest", "two, with sides swapped", "from a position",
		"Level", "%d in hand: %s", "Days of vacation that are left this year: %d",
		"Type this code on your other device within ten minutes, where it signs in.",
		"Write these down and keep them safe: each lets you in once if you lose your device. Older codes no longer " +
			"work.",
		"You two will not be paired or challenge each other", "You two may meet again",
		"The operator of the service will read it",
		"Solved", "The solution", "Exercises", "You", "You win", "The computer", "The computer is being loaded.",
		"The computer cannot be loaded just now. Try again in a moment.",
	}
	for c := game.None + 1; c <= game.Adjudicated; c++ {
		list = append(list, strings.ReplaceAll(c.String(), "-", " "))
	}
	return list
}

// eventWords returns the texts of static/event.js.
func eventWords() []string {
	return []string{"Round %d", "It is done", "Open games are forfeited. That cannot be undone.", "End the event?",
		"The attackers win", "The defenders win", "A draw", "Both lose",
		"It ends as it stands, and games that are being played are void. This cannot be undone.", "Reconnecting.",
		"The service does not answer. Try again in a moment.",
		"This browser cannot make the key that you sign in with. A newer one can, or tafl3d itself."}
}

// watchWords returns the texts of static/game.js.
func watchWords() []string {
	return []string{"%d of %d", "%d in hand: %s", "not connected", "Reconnecting.",
		"The service does not answer. Try again in a moment."}
}
