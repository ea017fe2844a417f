package notation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
)

// OpenTafl's notation (docs/rules/notation.md, 3): rules strings, position records and move records. Rules that its
// rules strings cannot express are added under private keys, "x-" and the name of the rule, which OpenTafl ignores.

// otPieces are the letters of piece lists by class. Mercenaries and guards, which do not exist here, are treated as
// men of their side.
var otPieces = []struct {
	class   ruleset.Classes
	letters string
}{{ruleset.ClassAttacker, "tcnkm"}, {ruleset.ClassDefender, "TCNM"}, {ruleset.ClassKing, "K"}}

func otList(c ruleset.Classes) string {
	var b strings.Builder
	for _, p := range otPieces {
		if c&p.class != 0 {
			b.WriteString(p.letters)
		}
	}
	return b.String()
}

// otClasses parses a piece list. A class is in the result if its ordinary piece is in the list.
func otClasses(list string) (c ruleset.Classes) {
	for _, p := range otPieces {
		if strings.Contains(list, p.letters[:1]) {
			c |= p.class
		}
	}
	return c
}

// otKey maps a key of a rules string to the ruleset. write returns the value and whether it differs from the key's
// default.
type otKey struct {
	key, std string // std is the default of the key
	write    func(*ruleset.Ruleset, *game.Board) string
	read     func(*ruleset.Ruleset, string) error
}

// pick returns the parser of a key whose values are single words.
func pick(values map[string]func(*ruleset.Ruleset)) func(*ruleset.Ruleset, string) error {
	return func(s *ruleset.Ruleset, v string) error {
		set, ok := values[v]
		if !ok {
			var words []string
			for w := range values {
				words = append(words, w)
			}
			slices.Sort(words)
			return game.Faultf("%q is not one of %s", v, strings.Join(words, ", "))
		}
		set(s)
		return nil
	}
}

// yesNo returns a key with the values y and n for a toggle.
func yesNo(key, std, toggle, yes, no string) otKey {
	set := func(v string) func(*ruleset.Ruleset) { return func(s *ruleset.Ruleset) { s.Set(toggle, v) } }
	return otKey{key, std,
		func(s *ruleset.Ruleset, _ *game.Board) string {
			if ruleset.ToggleFor(toggle).Get(s) == no {
				return "n"
			}
			return "y"
		},
		pick(map[string]func(*ruleset.Ruleset){"y": set(yes), "n": set(no)})}
}

// word returns a key for a toggle with pairs of OpenTafl's and this program's values. A value of this program is
// written as the first pair that contains it.
func word(key, std, toggle string, pairs ...[2]string) otKey {
	values := map[string]func(*ruleset.Ruleset){}
	for _, p := range slices.Backward(pairs) {
		values[p[0]] = func(s *ruleset.Ruleset) { s.Set(toggle, p[1]) }
	}
	return otKey{key, std,
		func(s *ruleset.Ruleset, _ *game.Board) string {
			v := ruleset.ToggleFor(toggle).Get(s)
			for _, p := range pairs {
				if p[1] == v {
					return p[0]
				}
			}
			return std
		},
		pick(values)}
}

// list returns a key whose value is a piece list.
func list(key, std string, at func(*ruleset.Ruleset) *ruleset.Classes) otKey {
	return otKey{key, std,
		func(s *ruleset.Ruleset, _ *game.Board) string { return otList(*at(s)) },
		func(s *ruleset.Ruleset, v string) error {
			if i := strings.IndexFunc(v, func(c rune) bool { return !strings.ContainsRune("tcnkmgTCNKMG", c) }); i >=
				0 {
				return game.Faultf("%q is not a piece (tcnkmgTCNKMG)", v[i:i+1])
			}
			*at(s) = otClasses(v)
			return nil
		}}
}

// forts returns the key for the hostility of forts: OpenTafl has one for empty and occupied squares together.
func forts(k otKey) otKey {
	read := k.read
	k.read = func(s *ruleset.Ruleset, v string) error {
		err := read(s, v)
		s.Camp.HostileOccupied = s.Camp.Hostile
		return err
	}
	return k
}

const (
	otAll       = "tcnkmgTCNKMG"
	otAttackers = "tcnkm"
	otDefenders = "TCNKM"
)

var jumpPairs = [][2]string{{"n", "none"}, {"r", "restricted"}, {"j", "leap"}, {"j", "leap-any"}, {"c", "capture"}}

// otKeys are the keys of a rules string except dim, name, start and those that list squares.
var otKeys = []otKey{
	word("esc", "c", "escape", [2]string{"c", "corner"}, [2]string{"e", "edge"}, [2]string{"e", "edge-safe"}),
	{"surf", "y", func(s *ruleset.Ruleset, _ *game.Board) string {
		if s.Encirclement == ruleset.EncirclementOff {
			return "n"
		}
		return "y"
	}, pick(map[string]func(*ruleset.Ruleset){
		"y": func(s *ruleset.Ruleset) {
			s.Encirclement, s.EncirclementWhen = ruleset.EncirclementAll, ruleset.Immediate
		},
		"n": func(s *ruleset.Ruleset) { s.Encirclement = ruleset.EncirclementOff },
	})},
	word("atkf", "y", "first", [2]string{"y", "attackers"}, [2]string{"n", "defenders"}),
	word("tfr", "d", "repetition", [2]string{"d", "draw"}, [2]string{"w", "mover-loses"}, [2]string{"l", "mover-wins"},
		[2]string{"i", "off"}, [2]string{"w", "defender-loses"}, [2]string{"w", "defender-forbidden"},
		[2]string{"w", "mover-forbidden"}, [2]string{"d", "aggressor-claim"}),
	word("ka", "y", "king.power", [2]string{"y", "armed"}, [2]string{"a", "anvil"}, [2]string{"h", "hammer"},
		[2]string{"n", "unarmed"}),
	{"ks", "s", writeStrength, pick(map[string]func(*ruleset.Ruleset){
		"s": strength(ruleset.KingEnclosed, ruleset.EdgeSafe), "y": strength(ruleset.KingEnclosed, ruleset.EdgeSafe),
		"c": strength(ruleset.KingNearThrone, ruleset.EdgeSafe),
		"m": strength(ruleset.KingEnclosed, ruleset.EdgeConfine),
		"w": strength(ruleset.KingCustodial, ruleset.EdgeSafe), "n": strength(ruleset.KingCustodial, ruleset.EdgeSafe),
	})},
	word("kj", "n", "jump.king", jumpPairs...),
	word("nj", "c", "jump.knight", jumpPairs...),
	word("cj", "j", "jump.commander", jumpPairs...),
	{"spd", "-1", writeSpeeds, readSpeeds},
	list("corh", otAll, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Corner.Hostile }),
	list("cenh", otAttackers, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Throne.HostileOccupied }),
	list("cenhe", otAll, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Throne.Hostile }),
	forts(list("aforh", otDefenders, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Camp.Hostile })),
	list("corp", "K", func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Corner.Pass }),
	list("cenp", otAll, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Throne.Pass }),
	list("aforp", otAll, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Camp.Pass }),
	list("cors", "K", func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Corner.Enter }),
	list("cens", "K", func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Throne.Enter }),
	list("afors", otAll, func(s *ruleset.Ruleset) *ruleset.Classes { return &s.Camp.Enter }),
	{"sw", "n", func(s *ruleset.Ruleset, _ *game.Board) string {
		switch {
		case !s.Shieldwall:
			return "n"
		case s.ShieldwallCorner:
			return "s"
		}
		return "w"
	}, pick(map[string]func(*ruleset.Ruleset){
		"n": func(s *ruleset.Ruleset) { s.Shieldwall = false },
		"w": func(s *ruleset.Ruleset) { s.Shieldwall, s.ShieldwallCorner = true, false },
		"s": func(s *ruleset.Ruleset) { s.Shieldwall, s.ShieldwallCorner = true, true },
	})},
	word("swf", "y", "shieldwall.trigger", [2]string{"y", "flank"}, [2]string{"n", "any"}),
	word("efe", "n", "exitFort", [2]string{"n", "off"}, [2]string{"y", "unbreakable"}, [2]string{"y", "survive"}),
	yesNo("linc", "n", "linnaeus10", "on", "off"),
	word("ber", "n", "chain", [2]string{"n", "off"}, [2]string{"c", "mandatory"}, [2]string{"c", "optional"}),
}

func strength(k ruleset.KingCapture, e ruleset.KingEdge) func(*ruleset.Ruleset) {
	return func(s *ruleset.Ruleset) { s.KingCapture, s.KingEdge = k, e }
}

func writeStrength(s *ruleset.Ruleset, _ *game.Board) string {
	switch {
	case s.KingCapture == ruleset.KingEnclosed && s.KingEdge == ruleset.EdgeConfine:
		return "m"
	case s.KingCapture == ruleset.KingEnclosed:
		return "s"
	case s.KingCapture == ruleset.KingCustodial:
		return "w"
	}
	return "c"
}

// writeSpeeds writes the maximum distances of slides in the order tcnkmgTCNKMG.
func writeSpeeds(s *ruleset.Ruleset, _ *game.Board) string {
	if s.Steps == [3]int{} {
		return "-1"
	}
	var parts []string
	for _, p := range otAll {
		n := s.Steps[0]
		switch {
		case p == 'K':
			n = s.Steps[2]
		case p < 'a':
			n = s.Steps[1]
		}
		if n == 0 {
			n = -1
		}
		parts = append(parts, strconv.Itoa(n))
	}
	return strings.Join(parts, ",")
}

func readSpeeds(s *ruleset.Ruleset, v string) error {
	parts := strings.Split(strings.TrimSuffix(v, ","), ",")
	at := [3]int{}
	switch len(parts) {
	case 1:
	case 2:
		at = [3]int{0, 1, 1}
	case 8:
		at = [3]int{0, 4, 7}
	case 10:
		at = [3]int{0, 5, 8}
	case 12:
		at = [3]int{0, 6, 9}
	default:
		return game.Faultf("%d numbers; use 1, 2, 8, 10 or 12", len(parts))
	}
	for i := range s.Steps {
		n, err := strconv.Atoi(parts[at[i]])
		if err != nil || n < -1 {
			return game.Faultf("%q is not a number of squares", parts[at[i]])
		}
		s.Steps[i] = max(n, 0)
	}
	return nil
}

// otSquares are the keys that list squares, with the default for a board of any size.
var otSquares = []struct {
	key, std string
	at       func(*ruleset.Ruleset) *string
}{
	{"cor", "corners", func(s *ruleset.Ruleset) *string { return &s.Corner.Squares }},
	{"cen", "centre", func(s *ruleset.Ruleset) *string { return &s.Throne.Squares }},
	{"afor", "none", func(s *ruleset.Ruleset) *string { return &s.Camp.Squares }},
}

// OpenTaflRules writes a rules string: OpenTafl's keys with the nearest values, and private keys for the rest, so
// that ParseOpenTaflRules returns the same rules.
func OpenTaflRules(r *rules.Rules, name string) string {
	set := r.Ruleset()
	parts := []string{"dim:" + strconv.Itoa(r.Board().Size()), "name:" + strings.ReplaceAll(name, " ", "_")}
	for _, k := range otKeys {
		if v := k.write(&set, r.Board()); v != k.std && !(isList(k.std) && otClasses(v) == otClasses(k.std)) {
			parts = append(parts, k.key+":"+v)
		}
	}
	parts = append(parts, placesText(r)...)
	start := "starti:" + "/" + strings.TrimSuffix(strings.TrimSuffix(Setup(r, r.Setup()), " a"), " d") + "/"
	back := otParser{set: otDefaults(), again: map[string]ruleset.Classes{}}
	back.readAll(strings.Join(append(slices.Clone(parts), start), " ")) // the program's own output is valid
	for _, t := range ruleset.Toggles() {
		if v := t.Get(&set); v != t.Get(&back.set) {
			parts = append(parts, "x-"+t.Key+":"+strings.ReplaceAll(v, " ", "_"))
		}
	}
	return strings.Join(append(parts, start), " ")
}

func isList(std string) bool {
	return std == otAll || std == otAttackers || std == otDefenders || std == "K"
}

// placesText writes the marked squares that differ from the default.
func placesText(r *rules.Rules) (parts []string) {
	set := r.Ruleset()
	groups := [][]game.Square{r.Corners(), r.Throne(), slices.Concat(r.Camps()...)}
	for i, k := range otSquares {
		if *k.at(&set) == k.std {
			continue
		}
		var names []string
		for _, s := range groups[i] {
			names = append(names, r.Board().Name(s))
		}
		parts = append(parts, k.key+":"+strings.Join(names, ","))
	}
	return parts
}

// ParseOpenTaflRules parses a rules string and returns the rules and the name. Values have the meaning of the
// OpenTafl program. The error gives the column and the key.
func ParseOpenTaflRules(text string) (ruleset.Ruleset, string, error) {
	p := otParser{set: otDefaults(), again: map[string]ruleset.Classes{}}
	if err := p.readAll(text); err != nil {
		return p.set, p.name, err
	}
	_, err := rules.Compile(p.set)
	return p.set, p.name, err
}

// otDefaults returns the rules of a string without keys.
func otDefaults() ruleset.Ruleset {
	s := ruleset.Linnaean()
	s.Corner.Pass = ruleset.ClassKing
	for _, k := range otKeys {
		k.read(&s, k.std)
	}
	for _, k := range otSquares {
		*k.at(&s) = k.std
	}
	return s
}

type otParser struct {
	set     ruleset.Ruleset
	name    string
	dim     int
	private [][2]string
	again   map[string]ruleset.Classes // pieces that may re-enter, by key
}

// readAll parses the keys of a rules string and joins the errors.
func (p *otParser) readAll(text string) error {
	for _, f := range columns(text) {
		key, value, ok := strings.Cut(f.text, ":")
		if !ok {
			return inColumn(ErrSyntax, f.column, game.Faultf("%q has no colon", f.text))
		}
		if err := p.read(key, value); err != nil {
			return game.Faultf("%s: column %d: %s: %s", ErrSyntax, f.column, key, err)
		}
	}
	if p.set.Rows == nil || len(p.set.Rows) != p.dim {
		return game.Faultf("%s: start has %d rows, dim is %d", ErrSyntax, len(p.set.Rows), p.dim)
	}
	return p.finish()
}

func (p *otParser) read(key, value string) error {
	switch key {
	case "dim":
		n, err := strconv.Atoi(value)
		if err != nil {
			return game.Faultf("%q is not a number", value)
		}
		p.dim = n
		return nil
	case "name":
		p.name = strings.ReplaceAll(value, "_", " ")
		return nil
	case "start", "starti":
		rows, err := otRows(value)
		if key == "start" {
			slices.Reverse(rows)
		}
		p.set.Rows = rows
		return err
	case "corre", "cenre", "aforre":
		p.again[key] = otClasses(value)
		return nil
	case "dfor", "dforh", "dforp", "dfors", "dforre", "mj", "gj":
		if key == "dfor" && strings.Trim(value, ",") != "" {
			return game.Faultf("fortresses of the defenders are not supported")
		}
		return nil
	}
	if name, ok := strings.CutPrefix(key, "x-"); ok {
		p.private = append(p.private, [2]string{name, strings.ReplaceAll(value, "_", " ")})
		return nil
	}
	for _, k := range otSquares {
		if k.key == key {
			return p.places(k.at(&p.set), key, value)
		}
	}
	for _, k := range otKeys {
		if k.key == key {
			return k.read(&p.set, value)
		}
	}
	return game.Faultf("unknown key")
}

// places parses a list of squares. Adjacent fortress squares form one camp.
func (p *otParser) places(at *string, key, value string) error {
	names := fieldsOf(value)
	if len(names) == 0 {
		*at = "none"
		return nil
	}
	board, err := game.NewGrid(max(p.dim, game.MinSize))
	if err != nil {
		return err
	}
	var squares []game.Square
	for _, n := range names {
		s, ok := board.Named(n)
		if !ok {
			return game.Faultf("%s is not on a board of %d by %d", n, p.dim, p.dim)
		}
		squares = append(squares, s)
	}
	if key != "afor" {
		*at = strings.Join(names, " ")
		return nil
	}
	var camps []string
	for _, camp := range connected(board, squares) {
		var list []string
		for _, s := range camp {
			list = append(list, board.Name(s))
		}
		camps = append(camps, strings.Join(list, " "))
	}
	*at = strings.Join(camps, " / ")
	return nil
}

func fieldsOf(value string) []string {
	return strings.FieldsFunc(value, func(c rune) bool { return c == ',' })
}

// connected divides squares into groups of neighbours.
func connected(b *game.Board, squares []game.Square) (groups [][]game.Square) {
	left := slices.Clone(squares)
	for len(left) > 0 {
		group := []game.Square{left[0]}
		left = left[1:]
		for i := 0; i < len(group); i++ {
			for d := range game.GridDirs {
				if j := slices.Index(left, b.Next(group[i], d)); j >= 0 {
					group = append(group, left[j])
					left = slices.Delete(left, j, j+1)
				}
			}
		}
		slices.SortFunc(group, func(a,
			b game.Square) int {
			return slices.Index(squares, a) - slices.Index(squares, b)
		})
		groups = append(groups, group)
	}
	return groups
}

// finish combines the keys that depend on each other and applies the private keys.
func (p *otParser) finish() error {
	if cen, ok := p.again["cenre"]; ok { // without it OpenTafl ignores the others; if one is missing then, no piece may
		p.set.Throne.Enter &= cen
		p.set.Corner.Enter &= p.again["corre"]
		p.set.Camp.Enter &= p.again["aforre"]
	}
	for _, kv := range p.private {
		if err := p.set.Set(kv[0], kv[1]); err != nil {
			return fmt.Errorf("%w: x-%w", ErrSyntax, err)
		}
	}
	return nil
}

// otRows returns the rows of a position record in their order.
func otRows(record string) ([]string, error) {
	var rows []string
	for i, part := range strings.Split(strings.Trim(record, "/"), "/") {
		if j := strings.IndexAny(part, "gmGM"); j >= 0 {
			return nil, game.Faultf("row %d: %s", i+1, game.Faultf("%q: guards and mercenaries are not supported",
				part[j:j+1]))
		}
		row, err := expand(part)
		if err != nil {
			return nil, game.Faultf("row %d: %s", i+1, err)
		}
		rows = append(rows, row)
	}
	for i, row := range rows { // rows need not end with a number
		if n := len(rows) - len(row); n > 0 {
			rows[i] = row + strings.Repeat(".", n)
		}
	}
	return rows, nil
}

// OpenTaflPosition writes a position record, rank 1 first.
func OpenTaflPosition(p *rules.Position) string {
	text, _, _ := strings.Cut(Position(p), " ")
	rows := strings.Split(text, "/")
	slices.Reverse(rows)
	return "/" + strings.Join(rows, "/") + "/"
}

// ParseOpenTaflPosition parses a position record, rank 1 first. The record does not contain the side to move.
func ParseOpenTaflPosition(r *rules.Rules, text string, turn game.Side) (rules.Position, error) {
	rows, err := otRows(strings.TrimSpace(text))
	if err != nil {
		return rules.Position{}, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	slices.Reverse(rows)
	setup, err := r.ParseRows(rows)
	if err != nil {
		return rules.Position{}, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	setup.Turn = turn
	return r.Position(setup)
}

// token is a token with its column, from 1.
type token struct {
	text   string
	column int
}

func columns(text string) (list []token) {
	begin := -1
	for i, c := range text + " " {
		switch blank := c == ' ' || c == '\t' || c == '\n' || c == '\r'; {
		case blank && begin >= 0:
			list = append(list, token{text[begin:i], begin + 1})
			begin = -1
		case !blank && begin < 0:
			begin = i
		}
	}
	return list
}
