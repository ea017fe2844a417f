package record

import (
	"encoding/json"
	"regexp"
	"strings"

	"tafl3d/game"
	"tafl3d/game/notation"
	"tafl3d/game/rules"
	"tafl3d/game/tree"
	"tafl3d/game/variant"
)

// siteGame is a game as stored by the server of hnefatafl.org: the moves as one text, the board from rank 1 on as in
// OpenTafl records.
type siteGame struct {
	ID        json.RawMessage `json:"id"`
	Attackers string          `json:"attackers"`
	Defenders string          `json:"defenders"`
	Dim       int             `json:"dim"`
	BoardSize int             `json:"board_size"`
	Start     string          `json:"start"`
	Moves     string          `json:"moves"`
	Result    string          `json:"result"`
	Date      string          `json:"date"`
}

// siteVariant is the variant of hnefatafl.org: exactly the published Copenhagen rules.
const siteVariant = "copenhagen-wtf"

func readSite(text string, opt *Options) (*tree.Game, error) {
	var in siteGame
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return nil, game.Faultf("this hnefatafl.org game has a field of the wrong type")
	}
	g, err := in.play(opt)
	if err != nil {
		return nil, err
	}
	g.SetTag(tree.TagAttackers, in.Attackers)
	g.SetTag(tree.TagDefenders, in.Defenders)
	g.SetTag(tree.TagSite, "hnefatafl.org")
	g.SetTag(tree.TagID, strings.Trim(string(in.ID), `"`))
	g.SetTag(tree.TagDate, Date(in.Date))
	tell(g, in.Result)
	return g, nil
}

// play plays the moves by the rules of the site, or by others if these do not allow them.
func (in *siteGame) play(opt *Options) (*tree.Game, error) {
	if opt.Variant != nil {
		return in.by(opt.Variant)
	}
	if v, err := variant.Get(siteVariant); err == nil {
		if g, err := in.by(v); err == nil {
			return g, nil
		}
	}
	v, err := opt.choose(func() (fit []*variant.Variant) {
		for _, v := range variant.All() {
			if _, err := in.by(v); err == nil && !v.Rules.Lines() {
				fit = append(fit, v)
			}
		}
		return fit
	})
	if err != nil {
		return nil, err
	}
	return in.by(v)
}

func (in *siteGame) by(v *variant.Variant) (*tree.Game, error) {
	start, size := v.Rules.Start(), max(in.Dim, in.BoardSize)
	if n := v.Rules.Board().Size(); size > 0 && n != size {
		return nil, game.Faultf("the board is %d squares wide, but that of %s is %d", size, v.ID, n)
	}
	if in.Start != "" {
		var err error
		if start, err = notation.ParseOpenTaflPosition(v.Rules, in.Start, start.Turn()); err != nil {
			return nil, game.Faultf("start position: %s", err)
		}
	}
	return turnsFrom(v, start, strings.Fields(in.Moves))
}

// The game log of the server of the Italian Tablut competition has two lines per entry. The second contains a move,
// the players, or the end of the game.
var (
	competitionMove    = regexp.MustCompile(`Turn: ([WB]) Pawn from ([a-i][1-9]) to ([a-i][1-9])`)
	competitionPlayers = regexp.MustCompile(`Players:\s*(?:White:)?\s*(\S+)\s+vs\s+(?:Black:)?\s*(\S+)`)
	competitionDate    = regexp.MustCompile(`^([A-Za-z]{3,4} \d{1,2}, \d{4})`)
)

// competitionVariant is the variant of that competition.
const competitionVariant = "tablut-competition"

// beginsCompetition reports whether a line belongs to such a log.
func beginsCompetition(line string) bool { return strings.Contains(line, ".competition.tablut.") }

// startsCompetition reports whether a line of a log begins another game.
func startsCompetition(line string) bool {
	return beginsCompetition(line) && strings.Contains(line, "<init>")
}

func readCompetition(text string, line int, opt *Options) (*tree.Game, error) {
	v := opt.Variant
	if v == nil {
		var err error
		if v, err = opt.find(competitionVariant); err != nil {
			return nil, err
		}
	}
	found := competitionMove.FindAllStringSubmatchIndex(text, -1)
	start := v.Rules.Start()
	if len(found) > 0 {
		first := game.Attackers
		if text[found[0][2]] == 'W' {
			first = game.Defenders
		}
		start = movedBy(start, first)
	}
	r := &own{text: text, line: line, game: tree.New(v.ID, start)}
	r.cursor = r.game.Cursor()
	for _, at := range found {
		if _, err := r.cursor.Text(text[at[4]:at[5]] + "-" + text[at[6]:at[7]]); err != nil {
			return nil, r.fail(at[0], err)
		}
	}
	r.competitionTags()
	return r.game, nil
}

// competitionTags sets the players, the date, and the result if the board does not determine it.
func (r *own) competitionTags() {
	if m := competitionPlayers.FindStringSubmatch(r.text); m != nil {
		r.game.SetTag(tree.TagDefenders, m[1])
		r.game.SetTag(tree.TagAttackers, m[2])
	}
	if m := competitionDate.FindStringSubmatch(r.text); m != nil {
		r.game.SetTag(tree.TagDate, Date(m[1]))
	}
	if r.game.Settle().Over() {
		return
	}
	switch {
	case strings.Contains(r.text, "Bianco vince"):
		tell(r.game, "defenders")
	case strings.Contains(r.text, "Nero vince"):
		tell(r.game, "attackers")
	case strings.Contains(r.text, "pareggio"):
		tell(r.game, "draw")
	}
}

// movedBy returns a position with the given side to move.
func movedBy(p rules.Position, side game.Side) rules.Position {
	if p.Turn() == side {
		return p
	}
	s := p.Setup()
	s.Turn = side
	if q, err := p.Rules().Position(s); err == nil {
		return q
	}
	return p
}
