package app

import "tafl3d/tongue"

// Of the tour and the page about the program.
const (
	textTour      = "Learn to play"
	textTourNext  = "Next"
	textTourSkip  = "Skip this"
	textTourBack  = "Back"
	textTourAgain = "Do it again"
	textTourLeave = "Leave the tour"
	textTourPlay  = "Play a game"

	textTourMove        = "How pieces move"
	textTourMoveText    = "The dark attackers stand around a king and his light men. Every piece moves along a rank or a file, as far as the way is free. Pick up one of the dark men and move him."
	textTourMoveDone    = "Well moved. Now it would be the other side's turn."
	textTourTake        = "Taking a man"
	textTourTakeText    = "A man is taken when an enemy moves beside him and another stands on his far side. Take the light man: move the dark man from the lowest row beside him."
	textTourTakeDone    = "Taken between two. That is how nearly everything is taken here."
	textTourTakeHint    = "That takes nobody: he must stand between two enemies"
	textTourBetween     = "Going in between"
	textTourBetweenText = "Whoever moves between two enemies himself is safe. Move the light man from the lowest row up between the two dark ones."
	textTourBetweenDone = "Nothing happens to him: only the side that moves takes."
	textTourBetweenHint = "Go between the two dark men, to c3"
	textTourCorner      = "The corners"
	textTourCornerText  = "Only the king may stop on a corner, and a corner is hostile: it stands in for an enemy. Take the light man at the top against the corner beside him."
	textTourCornerDone  = "The corner held him, your man struck."
	textTourThrone      = "The throne"
	textTourThroneText  = "Only the king may stop on the throne in the middle. While it is empty it is hostile, too. Take the light man beside it."
	textTourThroneDone  = "Taken against the empty throne."
	textTourEscape      = "What the king wants"
	textTourEscapeText  = "The light side wins when its king stands on a corner. His way is open: go."
	textTourEscapeDone  = "The king has escaped: the defenders win."
	textTourEscapeHint  = "Bring the king to a corner"
	textTourKing        = "What the attackers want"
	textTourKingText    = "The dark side wins by taking the king. Away from his throne two men in a line are enough. Take him."
	textTourKingDone    = "The king is taken: the attackers win."
	textTourKingHint    = "The king is still free: close in on him"
	textTourFour        = "The king on his throne"
	textTourFourText    = "On his throne he falls only when all four sides are shut. Close the last one."
	textTourFourDone    = "Surrounded and taken. Now you know enough to play."
	textTourEnd         = "That is all"
	textTourEndText     = "Other variants have other boards, and some rules of their own: each tells them under Rules. When a move is refused, the game says why; H shows what the computer would play."

	textAboutProgram = "About the program"
	textAboutText    = "tafl3d brings the board games of the north to the screen: hnefatafl in all its variants, and its relatives, fox and geese, tiger games, halatafl, dablot and morris."
	textAboutFree    = "It needs no network and no account. Nothing leaves this machine unless you play with others."
	textAboutMade    = "Made with"
	textAboutWith    = "Go; g3n and OpenGL for the picture; Liberation, Latin Modern and their kin for the letters; Oto for the sound; NATS and SQLite for the service. Each is under its own free licence."
	textAboutHow     = "Where the rules come from"
	textAboutFrom    = "From Linnaeus's journey to Lapland in 1732, from finds at Ballinderry, Gokstad, Oslo, Trondheim and Bergen, from those who reconstructed the games, and from those who play them today. The rules sheet of each game names its sources and says how sure they are."
)

func textTourStep(at, of int) string { return tongue.Textf("Step %d of %d", at, of) }

func textVersion(version string) string { return tongue.Textf("Version %s", version) }
