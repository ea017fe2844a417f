package app

import (
	"tafl3d/game"
	"tafl3d/game/rules"
)

// to returns a goal: the move must end on a square.
func to(square string) func(*tourPage, *rules.Delta) bool {
	return func(t *tourPage, d *rules.Delta) bool { return t.rules.Board().Name(d.Move().To) == square }
}

// kingMoves reports whether a move is the king's.
func kingMoves(t *tourPage, d *rules.Delta) bool {
	return t.rules.Kinds()[t.position.At(d.Move().From)].Royal
}

// largeLessons are those of Copenhagen. Some say what those of the small game do, on its board.
var largeLessons = []lesson{
	{title: "The large game", text: "Copenhagen is played on eleven by eleven squares: twenty-four dark men against twelve light ones and their king. Pieces move as on the small board. Move one of the dark men.",
		done: "So a game begins.", turn: game.Attackers, goal: func(*tourPage, *rules.Delta) bool { return true }},
	{title: "The king takes, too", text: "The king is armed: he takes like any of his men. Take the dark man with him.", done: "The king and his man took him between them.",
		hint: "Take him with the king", men: "td4,ta9,Ke8,Tc4", turn: game.Defenders, goal: func(t *tourPage, d *rules.Delta) bool { return d.Captures() > 0 && kingMoves(t, d) }},
	{title: lessons[2].title, text: lessons[2].text, done: lessons[2].done, hint: lessons[2].hint, men: "tb3,td3,Tc1,Kf6", turn: game.Defenders, goal: to("c3")},
	{title: lessons[3].title, text: lessons[3].text, done: lessons[3].done, hint: textTourTakeHint, men: "tc5,Tb11,Kg6", turn: game.Attackers, goal: takesMan},
	{title: lessons[4].title, text: lessons[4].text, done: lessons[4].done, hint: textTourTakeHint, men: "ta8,Tf7,Kg3", turn: game.Attackers, goal: takesMan},
	{title: lessons[5].title, text: lessons[5].text, done: lessons[5].done, hint: lessons[5].hint, men: "tc5,te9,Ka5,Tg3", turn: game.Defenders, goal: lessons[5].goal},
	{title: "Four against the king", text: "Two do not take the king here: in the open all four sides must be shut, and on the edge he cannot be taken. Close the last side.", done: "Shut in on four sides: the attackers win.",
		hint: textTourKingHint, men: "tg4,ti4,th5,th1,Kh4,Tc9", turn: game.Attackers, goal: takesKing},
	{title: "Beside the throne", text: "Beside the throne three men are enough: the empty throne is the fourth side. Close the ring.", done: "Three men and the throne hold him.",
		hint: textTourKingHint, men: "tg7,th6,tg1,Kg6,Tc9", turn: game.Attackers, goal: takesKing},
	{title: "The shieldwall", text: "A row of men on the edge falls at one stroke when each of them has an enemy before him and both ends are held. Hold the open end.", done: "Both fell at once: a shieldwall.",
		hint: "The row must be held at both ends, on the edge", men: "td2,te2,tf1,tc6,Td1,Te1,Kg8", turn: game.Attackers, goal: func(_ *tourPage, d *rules.Delta) bool { return d.Captures() > 1 }},
	{title: "A fort on the edge", text: "The light side also wins with its king on the edge, in a fort that nobody can break and in which he can move. Close it.", done: "Nobody breaks in any more: once the reply has not helped, the defenders win.",
		hint: "The fort is still open, at its end on the edge", men: "ta9,th7,Ke1,Td1,Te2,Tf2,Tg5", turn: game.Defenders, goal: to("g1")},
	{title: "The ring", text: "The dark side also wins with a closed ring around all the others. Close it.", done: "Nobody gets out any more: once the reply has not helped, the attackers win.",
		hint: "The ring is still open", men: "tf9,tg8,th7,ti6,th5,tg4,tf3,te4,td5,td7,te8,tc10,Kf6,Tf7,Te6", turn: game.Attackers, goal: to("c6")},
	{title: "No way to and fro", text: "When the same position occurs for the third time, the light side loses. The king has gone to and fro already: move one of his men.", done: "That is a new position. Now you know the large game.",
		hint: "The king would only go back: move one of his men", men: "tk6,tk2,Kd6,Th8,Tb3", turn: game.Defenders, goal: func(t *tourPage, d *rules.Delta) bool { return !kingMoves(t, d) }},
}
