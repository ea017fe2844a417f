package store

// Conditions about the maker (s.account) and the target (s.target) of a challenge s. A player with games has one of six
// moves, from which on a game can be rated.
const (
	hasPlayed = `(EXISTS (SELECT 1 FROM games g WHERE g.attackers = s.account AND g.plies >= 6)
		OR EXISTS (SELECT 1 FROM games g WHERE g.defenders = s.account AND g.plies >= 6))`
	isFriend = `EXISTS (SELECT 1 FROM friends f WHERE f.account = s.target AND f.other = s.account)`
	haveMet  = `(EXISTS (SELECT 1 FROM games g WHERE g.attackers = s.account AND g.defenders = s.target)
		OR EXISTS (SELECT 1 FROM games g WHERE g.attackers = s.target AND g.defenders = s.account)
		OR EXISTS (SELECT 1 FROM live l WHERE l.attackers = s.account AND l.defenders = s.target)
		OR EXISTS (SELECT 1 FROM live l WHERE l.attackers = s.target AND l.defenders = s.account))`
	// pair is a challenge s between the accounts $1 and $2.
	pair = `(SELECT CAST($1 AS TEXT) AS account, CAST($2 AS TEXT) AS target) AS s`
)

// deleteFriends are the statements that delete what Friends stores about an account.
var deleteFriends = []string{`DELETE FROM friends WHERE account = $1 OR other = $1`,
	`DELETE FROM accepts WHERE account = $1`}
