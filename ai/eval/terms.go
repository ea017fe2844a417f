package eval

// Term is a named weight of the evaluation, or a row of weights, in hundredths of an attackers'
// man.
type Term struct {
	Name string
	Len  int
	Doc  string // feature that is counted, and for which side; "each" multiplies by a number
}

// zones is the number of kinds of places. A place is its distances to the nearer edges along both
// axes, the smaller one first, each capped at deep.
const (
	deep  = 5
	zones = (deep + 1) * (deep + 2) / 2
)

// TaflTerms are the terms of tafl rulesets.
var TaflTerms = []Term{
	{"attacker", 2, "a man, for the attackers: the first captured, the last one; in between in proportion"},
	{"defender", 2, "the same for the defenders, times the attackers at the start by twice the defenders"},
	{"place.attacker", zones, "where an attacker stands, for the attackers; places in the order 0-0, 0-1, 1-1, 0-2 " +
		".. 5-5 of the distances to the edges"},
	{"place.defender", zones, "where a defender stands, for the attackers"},
	{"place.king", zones, "where the king stands, for the defenders"},
	{"throne", 2, "the king on a throne square, next to one; for the defenders"},
	{"moves", 1, "each square that the king reaches with one move, up to 12, for the defenders"},
	{"escape", 2, "directions in which the king reaches a goal in one move: one, more; for the defenders"},
	{"second", 9, "lines to goals in two moves: one, two .. nine and more; for the defenders"},
	{"third", 9, "the same in three moves, where two are not enough"},
	{"ring.strong", 4, "hostile sides of a king captured by four: one .. four; for the attackers"},
	{"ring.weak", 4, "hostile sides of a king captured by two: one .. four; for the attackers"},
	{"guards", 4, "defenders next to the king: one .. four; for the defenders"},
	{"rim", 1, "each edge square that the king could reach without defenders, for the defenders"},
	{"room", 1, "each square that the king could reach so, for the defenders"},
	{"goals", 4, "goals that the king could reach so: one .. four and more; for the defenders"},
	{"sealed", 2, "the king could reach none: where a closed ring wins nothing, where it wins; for the attackers"},
	{"penned", 1, "each square that defenders and king reach, once the king has few squares so, for the defenders; " +
		"a square reached along both axes counts twice"},
	{"links", 1, "each pair of attackers that touch at a corner, for the attackers"},
	{"fort", 6, "the king on the edge with exit forts, by defenders on the five squares around: none .. " +
		"five; for the defenders"},
	{"mobility", 2, "each square that attackers reach, for them; that defenders reach, for them; a square reached " +
		"along both axes counts twice"},
}

// FieldTerms are the terms of rulesets with lines.
var FieldTerms = []Term{
	{"value", 3, "a piece: at least; for each way that it has from a point on average; for each rank"},
	{"replaces", 1, "in addition, each way of a piece that captures by replacement"},
	{"chess", 2, "in addition, a piece that moves as a knight; a pawn instead"},
	{"step", 4, "each free step, up to ten of a piece: as a rule, of a hunted side, of its hunters, of two armies " +
		"that must capture"},
	{"stuck", 4, "each piece that cannot move, against it: the same four"},
	{"approach", 2,
		"each step from a region that is to be filled, from one on which to come to rest; against the side"},
	{"promotion", 1, "each step from where a piece becomes a better one, against its side"},
	{"threat", 2, "each capture that waits for its turn, up to three: as a rule, of two armies that must capture"},
	{"exposed", 1,
		"each piece of two armies that an enemy nearby could leap over, where captures are optional; against it"},
	{"lead", 1, "how much more the difference of such armies counts at the end, in hundredths"},
	{"runner", 2,
		"the piece of two armies that is nearest to where it comes to rest and wins; each step of it, " +
			"against its side"},
	{"area", 1, "each point that a hunted side could walk to, up to fourteen"},
	{"path", 2, "a way from a hunted side to its goal; each step of it, up to ten, against it"},
	{"passed", 1, "each piece, up to six, that a runner has not got behind; against the runner"},
	{"mill.one", 3, "a line of three with one man of a side and none of the other, where mills stand: while it has " +
		"men in hand, while they step, once they fly"},
	{"mill.two", 3, "the same with two men"},
	{"mill.closed", 3, "a mill of a side, in the same three phases"},
	{"mill.ready", 3, "a line with two men that a third one closes with its next step"},
	{"mill.double", 3, "such a line that a man of a mill closes"},
	{"mill.step", 3, "each point that a man of a side could step to"},
	{"mill.stuck", 3, "each man that cannot step, against it"},
}
