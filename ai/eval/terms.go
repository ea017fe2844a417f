package eval

// Term is a named weight of the evaluation, or a row of weights, in hundredths of an attackers'
// man. termDocs says what it counts.
type Term struct {
	Name string
	Len  int
}

// zones is the number of kinds of places. A place is its distances to the nearer edges along both
// axes, the smaller one first, each capped at deep.
const (
	deep  = 5
	zones = (deep + 1) * (deep + 2) / 2
)

// TaflTerms are the terms of tafl rulesets.
var TaflTerms = []Term{
	{"attacker", 2},
	{"defender", 2},
	{"place.attacker", zones},
	{"place.defender", zones},
	{"place.king", zones},
	{"throne", 2},
	{"moves", 1},
	{"escape", 2},
	{"second", 9},
	{"third", 9},
	{"ring.strong", 4},
	{"ring.weak", 4},
	{"guards", 4},
	{"rim", 1},
	{"room", 1},
	{"goals", 4},
	{"sealed", 2},
	{"penned", 1},
	{"links", 1},
	{"fort", 6},
	{"mobility", 2},
}

// FieldTerms are the terms of rulesets with lines.
var FieldTerms = []Term{
	{"value", 3},
	{"replaces", 1},
	{"chess", 2},
	{"step", 4},
	{"stuck", 4},
	{"approach", 2},
	{"promotion", 1},
	{"threat", 2},
	{"exposed", 1},
	{"lead", 1},
	{"runner", 2},
	{"area", 1},
	{"path", 2},
	{"passed", 1},
	{"mill.one", 3},
	{"mill.two", 3},
	{"mill.closed", 3},
	{"mill.ready", 3},
	{"mill.double", 3},
	{"mill.step", 3},
	{"mill.stuck", 3},
}

// termDocs says what each term counts and for which side; "each" multiplies by a number. The engine for browsers, which
// writes no weights, does without these texts.
var termDocs = map[string]string{
	"attacker": "a man, for the attackers: the first captured, the last one; in between in proportion",
	"defender": "the same for the defenders, times the attackers at the start by twice the defenders",
	"place.attacker": "where an attacker stands, for the attackers; places in the order 0-0, 0-1, 1-1, 0-2 " +
		".. 5-5 of the distances to the edges",
	"place.defender": "where a defender stands, for the attackers",
	"place.king":     "where the king stands, for the defenders",
	"throne":         "the king on a throne square, next to one; for the defenders",
	"moves":          "each square that the king reaches with one move, up to 12, for the defenders",
	"escape":         "directions in which the king reaches a goal in one move: one, more; for the defenders",
	"second":         "lines to goals in two moves: one, two .. nine and more; for the defenders",
	"third":          "the same in three moves, where two are not enough",
	"ring.strong":    "hostile sides of a king captured by four: one .. four; for the attackers",
	"ring.weak":      "hostile sides of a king captured by two: one .. four; for the attackers",
	"guards":         "defenders next to the king: one .. four; for the defenders",
	"rim":            "each edge square that the king could reach without defenders, for the defenders",
	"room":           "each square that the king could reach so, for the defenders",
	"goals":          "goals that the king could reach so: one .. four and more; for the defenders",
	"sealed":         "the king could reach none: where a closed ring wins nothing, where it wins; for the attackers",
	"penned": "each square that defenders and king reach, once the king has few squares so, for the defenders; " +
		"a square reached along both axes counts twice",
	"links": "each pair of attackers that touch at a corner, for the attackers",
	"fort": "the king on the edge with exit forts, by defenders on the five squares around: none .. " +
		"five; for the defenders",
	"mobility": "each square that attackers reach, for them; that defenders reach, for them; a square reached " +
		"along both axes counts twice",
	"value":    "a piece: at least; for each way that it has from a point on average; for each rank",
	"replaces": "in addition, each way of a piece that captures by replacement",
	"chess":    "in addition, a piece that moves as a knight; a pawn instead",
	"step": "each free step, up to ten of a piece: as a rule, of a hunted side, of its hunters, of two armies " +
		"that must capture",
	"stuck":     "each piece that cannot move, against it: the same four",
	"approach":  "each step from a region that is to be filled, from one on which to come to rest; against the side",
	"promotion": "each step from where a piece becomes a better one, against its side",
	"threat":    "each capture that waits for its turn, up to three: as a rule, of two armies that must capture",
	"exposed": "each piece of two armies that an enemy nearby could leap over, where captures are optional; " +
		"against it",
	"lead": "how much more the difference of such armies counts at the end, in hundredths",
	"runner": "the piece of two armies that is nearest to where it comes to rest and wins; each step of it, " +
		"against its side",
	"area":   "each point that a hunted side could walk to, up to fourteen",
	"path":   "a way from a hunted side to its goal; each step of it, up to ten, against it",
	"passed": "each piece, up to six, that a runner has not got behind; against the runner",
	"mill.one": "a line of three with one man of a side and none of the other, where mills stand: while it has " +
		"men in hand, while they step, once they fly",
	"mill.two":    "the same with two men",
	"mill.closed": "a mill of a side, in the same three phases",
	"mill.ready":  "a line with two men that a third one closes with its next step",
	"mill.double": "such a line that a man of a mill closes",
	"mill.step":   "each point that a man of a side could step to",
	"mill.stuck":  "each man that cannot step, against it",
}
