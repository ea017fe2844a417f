package lines

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tafl3d/game"
	"tafl3d/game/rules/internal/core"
	"tafl3d/game/ruleset"
)

// TestFaults: what no game can be made of is refused, and said by its key.
func TestFaults(t *testing.T) {
	const chess = "board=chess8; kinds=K P k; K.royal=on; k.royal=on; K.replaces=on; setup.K=e1; setup.k=e8; "
	for _, c := range []struct{ set, want string }{
		{"", ""},
		{"setup.M=a1; setup.m=a1", "setup.m: a1 is occupied"},
		{"setup.M=z1", `setup.M: "z1" is not a point on the board`},
		{"setup.M=a1; noRest=a1", "setup.M: no piece may be on a1"},
		{"setup.M=a1 a1", "setup.M: a1 is listed twice"},
		{"M.promote=m", "M.promote: it would become a piece of the other side"},
		{"M.promote=x", `M.promote: unknown kind of piece: "x"`},
		{"M.step.filter=weak", "M.step.filter: only the board cross33"},
		{"prephase=M; hands.A.M=1", "prephase: set how many with prephase.count"},
		{"prephase=M; prephase.count=2; prephase.region=a1", "prephase.region: too small for 2 pieces"},
		{"prephase=M m", "prephase: only one kind"},
		{"royalLost=on", "royalLost: A has no royal piece"},
		{"turn.actions=2; capture.compelled=M; capture.enforce=huff", "capture.enforce: huffing"},
		{"turn.actions=2; noRest=b1", "noRest: "},
		{"turn.actions=2; mustDropFirst=off", "mustDropFirst: "},
		{"turn.actions=2; singleCombat=on", "singleCombat: "},
		{"scriptedOpening=on; board=alquerque5", "scriptedOpening: "},
		{"scriptedOpening=on; board=grid7", ""},
		{"behind.result=win", "behind.result: M may step backward"},
		{"behind.result=win; M.step.dirs=FS", ""},
		{"reachRow.rank=9", "reachRow.rank: the board has no rank 9"},
		{"check=on", "check: no piece captures"},
		{chess + "check=on", ""},
		{chess + "check=on; k.royal=off", "side B has 0 royal pieces"},
		{chess + "check=on; setup.K=e1 d1", "side A has 2 royal pieces"},
		{chess + "check=on; hands.A.K=1", "royal pieces in hand"},
		{chess + "check=on; P.promote=K", "P.promote: with check"},
		{chess + "check=on; P.pawn=on; promotion=K", "promotion: with check"},
		{chess + "P.pawn=on; promotion=k", "promotion: pawn P would become a piece of the other side"},
		{chess + "castle=K k", "castle: a king and a rook of the same side"},
		{chess + "castle=K P; setup.K=none", "castle: there must be exactly one king"},
		{"board=o: a1-b1-c1-d1 a1-b2-c1; M.leap.over=anyEnemy", "board: two lines lead from a1 to c1"},
	} {
		rules := ruleset.LineGame()
		for _, part := range strings.Split("board=o: a1-b1-c1-d1; kinds=M m; setup.M=a1; setup.m=c1; "+c.set, ";") {
			if key, value, ok := strings.Cut(part, "="); ok {
				if err := rules.Set(strings.TrimSpace(key), strings.TrimSpace(value)); err != nil {
					t.Fatal(err)
				}
			}
		}
		_, _, err := Compile(rules)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %q", c.set, err, c.want)
		}
	}
}

// TestPlace: a placement is checked, and filled in again as it was.
func TestPlace(t *testing.T) {
	const rules = "kinds=M m; M.promote.retreat=steps; capture.compelled=M; capture.enforce=huff; " +
		"M.leap.over=anyEnemy; hands.A.M=2; "
	p, _ := at(t, rules, "M . m . m")
	s := game.Setup{Pieces: slices.Clone(p.Cell[:5]), Turn: game.Attackers, Hand: []int{0, 2, 0},
		Flagged: []game.Square{0}, Huff: []game.Square{2}}
	q, err := Place(p.Rules, p.Game, s)
	if err != nil {
		t.Fatal(err)
	}
	var got game.Setup
	q.Fill(&got)
	if !slices.Equal(got.Hand, s.Hand) || !slices.Equal(got.Flagged, s.Flagged) || !slices.Equal(got.Huff, s.Huff) ||
		q.Hash == p.Hash {
		t.Errorf("%+v, want %+v", got, s)
	}
	for want, change := range map[string]func(s *game.Setup){
		"unknown piece 9 on b1": func(s *game.Setup) { s.Pieces[1] = 9 },
		"impossible number of pieces in hand: -1": func(s *game.Setup) {
			s.Hand[1] =
				-1
		},
		"flags: no piece on b1":                            func(s *game.Setup) { s.Flagged[0] = 1 },
		"huff: no piece of the other side on a1":           func(s *game.Setup) { s.Huff[0] = 0 },
		"this game has no castling":                        func(s *game.Setup) { s.Castling = "k" },
		"impossible position: 4 squares, side 0 and 3 han": func(s *game.Setup) { s.Pieces = s.Pieces[:4] },
	} {
		bad := game.Setup{Pieces: slices.Clone(s.Pieces), Hand: slices.Clone(s.Hand), Flagged: slices.Clone(s.Flagged),
			Huff: slices.Clone(s.Huff)}
		change(&bad)
		if _, err := Place(p.Rules, p.Game, bad); !errors.Is(err, core.ErrSetup) ||
			!strings.Contains(strings.ReplaceAll(err.Error(), "\n", " "), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if rows := WriteRows(p.Rules, s); !slices.Equal(rows, []string{"M.m.m"}) {
		t.Errorf("rows %q", rows)
	}
	if back, err := ParseRows(p.Rules, []string{"M.m.m"}); err != nil || !slices.Equal(back.Pieces, s.Pieces) {
		t.Errorf("%v: %v", back.Pieces, err)
	}
	if _, err := ParseRows(p.Rules, []string{"M.x.m"}); err == nil ||
		!strings.Contains(err.Error(), `row 1, column 3: "x"`) {
		t.Errorf("an unknown letter: %v", err)
	}
}

// TestCastlingRights: a placement says who may castle, if they stand where they do.
func TestCastlingRights(t *testing.T) {
	p, _ := at(t, army+"castle=K R", ". . . . k . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . . . .\n. . . . . "+
		". . .\n. . . . . . . .\n. . . . . . . .\nR . . . K . . R")
	for text, want := range map[string]string{"kq": "kq", "q": "q", "-": "", "": ""} {
		s := p.Rules.Start
		s.Castling = text
		q, err := Place(p.Rules, p.Game, s)
		if err != nil || castlingText(&q) != want {
			t.Errorf("%q: %q, %v", text, castlingText(&q), err)
		}
	}
	s := p.Rules.Start
	s.Pieces = slices.Clone(s.Pieces)
	s.Pieces[7], s.Castling = game.Empty, "k"
	if _, err := Place(p.Rules, p.Game, s); err == nil ||
		!strings.Contains(err.Error(), "are not on their squares for k") {
		t.Errorf("no rook: %v", err)
	}
}

// TestAreas: the groups of points that a game names, and those of a key.
func TestAreas(t *testing.T) {
	p, _ := at(t, "board=cross33; goalFill=B; goalFill.region=paddock; noRest=a3; ownCorner.A=c1; goalRest.B=c1; "+
		"goalRest.A=g5; M.promote.on=far",
		". . . . M . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . m . . .\n. . . . . . .")
	var said []string
	for _, a := range Areas(p.Rules, p.Game) {
		said = append(said, a.Name+": "+names(p, a.Squares))
	}
	want := []string{"paddock: c5 d5 e5 c6 d6 e6 c7 d7 e7", "goal: g5", "goal: c1", "no rest: a3"}
	if !slices.Equal(said, want) {
		t.Errorf("%q, want %q", said, want)
	}
	for key, want := range map[string]string{"noRest": "a3", "M.promote.on": "c7 d7 e7", "m.promote.on": "c1 d1 e1",
		"repetition": "", "ownCorner.A": "c1"} {
		if got := names(p, PointsOf(p.Rules, p.Game, key)); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}
