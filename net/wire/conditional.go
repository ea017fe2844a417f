package wire

// Limits of conditional moves.
const (
	MaxLines     = 20 // lines of a game
	MaxLineMoves = 20 // moves of a line, of both sides
)

// Conditional is what the service plays for a player of a correspondence game. Only that player sees it.
type Conditional struct {
	Ply int `json:"ply"` // moves played where the lines begin; the opponent is to move
	// Lines are moves in notation with spaces between them: a move of the opponent, the player's reply, and so on. The
	// steps of one move are joined by "=". Each line ends with a reply.
	Lines []string `json:"lines"`
}
