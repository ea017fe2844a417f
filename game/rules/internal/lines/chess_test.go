package lines

import "testing"

// army is the rules of the chess pieces: white Q K R N P, black k r p.
const army = "board=chess8; kinds=K R N P k r p; K.royal=on; K.replaces=on; R.replaces=on; R.step.range=inf; " +
	"R.step.lines=o; " +
	"N.knight=on; N.step.dirs=; P.pawn=on; P.step.dirs=; k.royal=on; k.replaces=on; r.replaces=on; r.step.range=inf; " +
	"r.step.lines=o; p.pawn=on; p.step.dirs=; "

// TestChessMoves is lines 15: pieces that take by standing in another's place.
func TestChessMoves(t *testing.T) {
	const tame = army + "p.pawn=off; " // whose side cannot become a white piece
	show(t, `
		. . . . . . . .
		P . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . p . . . .
		. . p . . . . .
		. P . . . . . .
		. . . . . . . .`,
		shown{"pawns", army, "", "may: a7-a8 b2-b3 b2-b4 b2-c3"},
		shown{"promotion", tame + "promotion=R N", "", "may: a7-a8=N a7-a8=R b2-b3 b2-b4 b2-c3"},
		shown{"it becomes what is said", tame + "promotion=R", "a7-a8=R", "a8 is R, A by no-move"},
		shown{"pawns of the other side go down", army + "first=B", "", "may: c3-b2 c3-c2 d4-d3"},
		shown{"a pawn takes", army, "b2-c3", "c3 by place"},
		shown{"not what is before it", army, "b2-b3 d4-d3 b3-b4 c3-c2", ""},
		shown{"no turn may end there", army + "noRest=a8 b4", "", "may: b2-b3 b2-c3"})
	show(t, `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		R . p . . . . .
		. P . . . . . .
		N . . . . . . .
		. . . . . . . k`,
		shown{"a rook slides and takes", army, "a4-c4", "c4 by place"},
		shown{"not beyond", army, "a4-d4", "refused: a4 to d4: c4 is occupied"},
		shown{"a knight", army, "a2-c3 h1-h2 c3-c5", "refused: c3 to c5: the N may not move that way"},
		shown{"a knight takes nobody of his own", army, "a2-b4 c4-b3", "b3 by place"})
}

// TestCheck: no royal piece may stay under attack.
func TestCheck(t *testing.T) {
	const on = army + "check=on; "
	show(t, `
		. . . . . . . k
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		r . . R . . . .
		. . . . . . . .
		. . . . . . . .
		. . . K . . . .`,
		shown{"another piece must not leave him in check", on, "d4-d5 a4-a1 d5-d8",
			"refused: the side of the R would be in check"},
		shown{"where there is no check it may", army, "d4-d5 a4-a1 d5-d8", ""},
		shown{"it may step between", on, "d4-c4 a4-a1 c4-c1 h8-h7", ""},
		shown{"he may not step into check", on, "d4-d5 a4-a2 d1-d2", "refused: the side of the K would be in check"},
		shown{"nor along the line of attack", on, "d4-d5 a4-a1 d1-e1", "refused: the side of the K would be in check"},
		shown{"he may step out of it", on, "d4-d5 a4-a1 d1-d2", ""},
		shown{"he may take who gives it", on, "d4-d5 a4-a1 d1-c2 a1-b1 c2-b1", "b1 by place"})
	show(t, `
		. . . r . . . k
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . R . . . .
		. . . . . . . .
		. . . . . . . .
		. . . K . . . .`,
		shown{"a pinned piece", on, "d4-e4", "refused: the side of the R would be in check"},
		shown{"stays on the line", on, "d4-d6", ""},
		shown{"or takes who pins it", on, "d4-d8", "d8 by place"})
	show(t, `
		. . . . k . . .
		. . . . . . . .
		. . N . . . . .
		. . . . . . . .
		. . . . p . . .
		. . . . . . . .
		. . . . K . . .
		. . . . . . . .`,
		shown{"pawns attack slantwise", on, "e2-d3", "refused: the side of the K would be in check"},
		shown{"not forward", on, "e2-e3", ""},
		shown{"knights attack", on, "e2-e1 e8-e7", "refused: the side of the k would be in check"},
		shown{"as knights do", on, "e2-e1 e8-f7", ""})
	show(t, `
		. r . . . . . k
		P . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		r . . . . . . .
		. . . . . . . K`,
		shown{"mate", on + "first=B", "b8-b1", "B by checkmate"},
		shown{"no mate where there is no check", army + "first=B", "b8-b1", ""})
	show(t, `
		. r . . . . . k
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		r . . . . . . .
		. . . . . . . K`,
		shown{"stalemate loses", on + "first=B", "b8-g8", "B by stalemate"},
		shown{"or is a draw", on + "first=B; noMove.A=draw", "b8-g8", "draw by stalemate"})
}

// TestCheckGiven tells who gives check, and nothing in games without.
func TestCheckGiven(t *testing.T) {
	const rows = `
		. . . r . . . k
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . p . . .
		. . . . . . . .
		. . . K . . . .
		. . . . . . . .`
	for set, want := range map[string]string{army + "check=on": "d8", army: "", army + "check=on; first=B": ""} {
		p, _ := at(t, set, rows)
		w := p.CheckGiven()
		if got := names(p, w.Squares); got != want || w.Checked != (want != "") {
			t.Errorf("check by %q, want %q", got, want)
		}
	}
}

// TestCastling: neither has moved, the way is free, and the king crosses no attack.
func TestCastling(t *testing.T) {
	const on = army + "check=on; castle=K R; "
	const moved = "refused: castling is not possible now: the king or the rook has moved"
	show(t, `
		. . . . . . . k
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		P . . . . . . P
		R . . . K . . R`,
		shown{"to the king's wing, the rook beside him", on, "O-O h8-h7 f1-f8", ""},
		shown{"to the queen's", on, "O-O-O h8-h7 d1-d8", ""},
		shown{"the king has moved", on, "e1-e2 h8-h7 e2-e1 h7-h8 O-O", moved},
		shown{"a step of two says so, too", on, "e1-e2 h8-h7 e2-e1 h7-h8 e1-g1", moved},
		shown{"this rook has moved", on, "h1-g1 h8-h7 g1-h1 h7-h8 O-O", moved},
		shown{"the other has not", on, "h1-g1 h8-h7 g1-h1 h7-h8 O-O-O", ""},
		shown{"both are among the steps", on + "K.step.dirs=; R.step.dirs=; P.pawn=off", "", "may: O-O O-O-O"})
	for at, want := range map[string]string{
		". . . . r . . .": "refused: the king may not castle out of check",
		". . . . . r . .": "refused: the king may not castle across f1, which is attacked",
		". . . . . . r .": "refused: the side of the K would be in check",
		". . . . . . . r": "",
		". . . r . . . .": "",
	} {
		show(t, `
			. . . . . . . k
			. . . . . . . .
			. . . . . . . .
			`+at+`
			. . . . . . . .
			. . . . . . . .
			. . . . . . . .
			. . . . K . . R`, shown{"attacked by " + at, on, "O-O", want})
	}
	show(t, `
		. . . . . . . k
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . K . N R`, shown{"the way is not free", on, "O-O", "refused: e1 to g1: g1 is occupied"})
}
