package ruleset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tafl3d/game"
)

// Toggle is one rule that a variant may set: its name in files, what it means
// and which values it takes. It is the one place that ties a name to a field.
type Toggle struct {
	Key    string   // "king.capture"
	Group  string   // heading in an editor: "King"
	Doc    string   // what it means, one line
	Values []string // the words it takes; empty for numbers, sets and squares
	Form   string   // what it takes when Values is empty: "a number", ...
	Takes  Takes
	Least  int // of a number

	choices func(*Ruleset) []string // nil: Values
	get     func(*Ruleset) string
	set     func(*Ruleset, string) error
}

// Get returns the toggle's value in s, in the words that Set takes.
func (t *Toggle) Get(s *Ruleset) string { return t.get(s) }

// Set changes the toggle in s. The error names the values it takes.
func (t *Toggle) Set(s *Ruleset, value string) error { return t.set(s, strings.TrimSpace(value)) }

// Toggles returns every toggle in the order of docs/rulesets.md. The slice
// is shared: do not change it.
func Toggles() []*Toggle { return toggles }

// ToggleFor returns the toggle of a key, nil if there is none.
func ToggleFor(key string) *Toggle { return toggleOf[key] }

// Set changes one rule by its dotted name.
func (s *Ruleset) Set(key, value string) error {
	if s.Lines != nil {
		return s.setLine(key, value)
	}
	t := ToggleFor(key)
	if t == nil {
		return game.Faultf("%q is no rule", key)
	}
	return t.Set(s, value)
}

func (t *Toggle) refuse(value string) error {
	if len(t.Values) > 0 {
		return fmt.Errorf("%s: %w", t.Key, game.Faultf("%q is none of %s", value, strings.Join(t.Values, ", ")))
	}
	return fmt.Errorf("%s: %w", t.Key, game.Faultf("%q is not %s", value, game.Word(t.Form)))
}

// words makes a toggle whose values are the names of an enumeration.
func words[E ~uint8](key, group, doc string, at func(*Ruleset) *E, names ...string) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Values: names}
	t.get = func(s *Ruleset) string { return names[*at(s)] }
	t.set = func(s *Ruleset, v string) error {
		i := slices.Index(names, v)
		if i < 0 {
			return t.refuse(v)
		}
		*at(s) = E(i)
		return nil
	}
	return t
}

// flag makes a toggle that is off or on.
func flag(key, group, doc string, at func(*Ruleset) *bool) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Values: []string{"off", "on"}}
	t.get = func(s *Ruleset) string {
		if *at(s) {
			return "on"
		}
		return "off"
	}
	t.set = func(s *Ruleset, v string) error {
		switch v {
		case "on", "true":
			*at(s) = true
		case "off", "false":
			*at(s) = false
		default:
			return t.refuse(v)
		}
		return nil
	}
	return t
}

// number makes a toggle that counts, from least to 999.
func number(key, group, doc string, least int, at func(*Ruleset) *int) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: fmt.Sprintf("a number from %d to %d", least, MostNumber), Takes: TakesNumber, Least: least}
	t.get = func(s *Ruleset) string { return strconv.Itoa(*at(s)) }
	t.set = func(s *Ruleset, v string) error {
		n, err := strconv.Atoi(v)
		if err != nil || n < least || n > MostNumber {
			return t.refuse(v)
		}
		*at(s) = n
		return nil
	}
	return t
}

var classWords = map[string]Classes{
	"nobody": NoClass, "king": ClassKing, "defenders": ClassDefender | ClassKing,
	"attackers": ClassAttacker, "all": AllClass,
}

// who makes a toggle that names who may do something.
func who(key, group, doc string, at func(*Ruleset) *Classes) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Values: []string{"nobody", "king", "defenders", "attackers", "all"}}
	t.get = func(s *Ruleset) string {
		for _, w := range t.Values {
			if classWords[w] == *at(s) {
				return w
			}
		}
		return "nobody"
	}
	t.set = func(s *Ruleset, v string) error {
		c, ok := classWords[v]
		if !ok {
			return t.refuse(v)
		}
		*at(s) = c
		return nil
	}
	return t
}

const classLetters = "adk"

// classes makes a toggle that is a set of the letters a, d, k.
func classes(key, group, doc string, at func(*Ruleset) *Classes) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: "a set of the letters a, d, k",
		choices: always(subsets(strings.Split(classLetters, ""), "")...)}
	t.get = func(s *Ruleset) string {
		var b strings.Builder
		for i, l := range classLetters {
			if *at(s)>>i&1 != 0 {
				b.WriteRune(l)
			}
		}
		return b.String()
	}
	t.set = func(s *Ruleset, v string) error {
		var c Classes
		for _, l := range strings.Join(members(v), "") {
			i := strings.IndexRune(classLetters, l)
			if i < 0 || c>>i&1 != 0 {
				return t.refuse(v)
			}
			c |= 1 << i
		}
		*at(s) = c
		return nil
	}
	return t
}

var regionWords = []string{"throne", "corner", "camp"}

// regions makes a toggle that is a list of named groups of squares.
func regions(key, group, doc string, at func(*Ruleset) *Region) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: "a list of throne, corner, camp", choices: always(subsets(regionWords, ",")...)}
	t.get = func(s *Ruleset) string {
		var w []string
		for i, name := range regionWords {
			if *at(s)>>i&1 != 0 {
				w = append(w, name)
			}
		}
		return strings.Join(w, ",")
	}
	t.set = func(s *Ruleset, v string) error {
		var r Region
		for _, name := range members(v) {
			i := slices.Index(regionWords, name)
			if i < 0 {
				return t.refuse(v)
			}
			r |= 1 << i
		}
		*at(s) = r
		return nil
	}
	return t
}

// members splits a set. The empty one has names, too.
func members(s string) []string {
	if slices.Contains([]string{"none", "nobody", "(nobody)"}, s) {
		return nil
	}
	return Fields(s)
}

// fields splits a list at blanks and commas.
func Fields(s string) []string {
	return strings.FieldsFunc(s, func(c rune) bool { return c == ' ' || c == ',' })
}

// squares makes a toggle that is a pattern or a list of squares. Whether the
// squares are on the board is checked by Compile.
func squares(key, group, doc, form string, at func(*Ruleset) *string, patterns ...string) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: form, Takes: TakesSquares, choices: always(patterns...)}
	big, _ := game.NewGrid(game.MaxSize)
	t.get = func(s *Ruleset) string { return *at(s) }
	t.set = func(s *Ruleset, v string) error {
		if !slices.Contains(patterns, v) {
			for _, f := range Fields(strings.ReplaceAll(v, "/", " ")) {
				if _, ok := big.Named(f); !ok {
					return t.refuse(v)
				}
			}
			if v == "" {
				v = "none"
			}
		}
		*at(s) = v
		return nil
	}
	return t
}

var toggleOf = func() map[string]*Toggle {
	m := make(map[string]*Toggle, len(toggles))
	for _, t := range toggles {
		m[t.Key] = t
	}
	return m
}()

var toggles = slices.Concat(boardToggles, captureToggles, kingToggles, endToggles)

var boardToggles = []*Toggle{
	words("first", "Start", "Which side makes the first turn.", func(s *Ruleset) *game.Side { return &s.First }, "attackers", "defenders"),
	squares("throne", "Throne", "The throne squares.", "none, centre or a list of squares", func(s *Ruleset) *string { return &s.Throne.Squares }, "none", "centre"),
	who("throne.enter", "Throne", "Who may end a move on the empty throne, coming from outside.", func(s *Ruleset) *Classes { return &s.Throne.Enter }),
	who("throne.pass", "Throne", "Who may slide across the empty throne.", func(s *Ruleset) *Classes { return &s.Throne.Pass }),
	classes("throne.hostile", "Throne", "To whom the empty throne is hostile.", func(s *Ruleset) *Classes { return &s.Throne.Hostile }),
	classes("throne.hostileOccupied", "Throne", "To whom the throne is hostile although the king stands on it.", func(s *Ruleset) *Classes { return &s.ThroneHostileOccupied }),
	squares("corner", "Corners", "Which squares are corners: the four, each with its two neighbours, blocks of four, or chosen ones.", "none, corners, L3, 2x2 or a list of squares", func(s *Ruleset) *string { return &s.Corner.Squares }, "none", "corners", "L3", "2x2"),
	who("corner.enter", "Corners", "Who may end a move on a corner square.", func(s *Ruleset) *Classes { return &s.Corner.Enter }),
	who("corner.pass", "Corners", "Who may slide across a corner square of a larger area.", func(s *Ruleset) *Classes { return &s.Corner.Pass }),
	classes("corner.hostile", "Corners", "To whom an empty corner square is hostile.", func(s *Ruleset) *Classes { return &s.Corner.Hostile }),
	flag("corner.piercing", "Corners", "An empty corner counts as a commander against the king.", func(s *Ruleset) *bool { return &s.CornerPiercing }),
	squares("camps", "Camps", "The squares of the attackers' camps.", "none or lists of squares divided by /", func(s *Ruleset) *string { return &s.Camp.Squares }, "none"),
	flag("camp.inside", "Camps", "An attacker may move about in the camp from which it starts.", func(s *Ruleset) *bool { return &s.CampInside }),
	who("camp.enter", "Camps", "Who may end a move on a camp square, coming from outside.", func(s *Ruleset) *Classes { return &s.Camp.Enter }),
	who("camp.pass", "Camps", "Who may slide across a camp square, coming from outside.", func(s *Ruleset) *Classes { return &s.Camp.Pass }),
	classes("camp.hostile", "Camps", "To whom an empty camp square is hostile.", func(s *Ruleset) *Classes { return &s.Camp.Hostile }),
	classes("edge.anvil", "Edge", "Who can be taken by one enemy against the edge of the board.", func(s *Ruleset) *Classes { return &s.EdgeAnvil }),
	number("steps.attacker", "Movement", "Longest slide of the attackers; 0 is unlimited.", 0, func(s *Ruleset) *int { return &s.Steps[0] }),
	number("steps.defender", "Movement", "Longest slide of the defenders; 0 is unlimited.", 0, func(s *Ruleset) *int { return &s.Steps[1] }),
	number("steps.king", "Movement", "Longest slide of the king; 0 is unlimited.", 0, func(s *Ruleset) *int { return &s.Steps[2] }),
	words("jump.man", "Movement", "How a man leaps.", func(s *Ruleset) *Jump { return &s.JumpMan }, jumpWords...),
	words("jump.commander", "Movement", "How a commander leaps.", func(s *Ruleset) *Jump { return &s.JumpCommander }, jumpWords...),
	words("jump.knight", "Movement", "How a knight leaps.", func(s *Ruleset) *Jump { return &s.JumpKnight }, jumpWords...),
	words("jump.king", "Movement", "How the king leaps.", func(s *Ruleset) *Jump { return &s.JumpKing }, jumpWords...),
}

var jumpWords = []string{"none", "leap", "leap-any", "capture", "restricted"}

var captureToggles = []*Toggle{
	flag("custodial", "Capture", "A man between the piece that moved and another enemy, or a hostile square, is taken.", func(s *Ruleset) *bool { return &s.Custodial }),
	words("custodial.passive", "Capture", "Who may not come to rest between two enemies.", func(s *Ruleset) *Passive { return &s.Passive }, "none", "men", "all"),
	flag("custodial.passiveSquares", "Capture", "For a man who steps between two enemies hostile squares count like enemies.", func(s *Ruleset) *bool { return &s.PassiveSquares }),
	flag("shieldwall", "Capture", "A row on the edge is taken when both its ends are closed and each of it has an enemy before him.", func(s *Ruleset) *bool { return &s.Shieldwall }),
	number("shieldwall.min", "Capture", "The shortest row that a shieldwall takes.", 1, func(s *Ruleset) *int { return &s.ShieldwallMin }),
	flag("shieldwall.corner", "Capture", "An empty corner may close one end of the row.", func(s *Ruleset) *bool { return &s.ShieldwallCorner }),
	words("shieldwall.trigger", "Capture", "Whether the last move must close an end of the row, or may be any that shuts it in.", func(s *Ruleset) *Trigger { return &s.ShieldwallBy }, "flank", "any"),
	flag("linnaeus10", "Capture", "When three attackers stand beside the king on his throne, his man on the fourth side can be taken against it.", func(s *Ruleset) *bool { return &s.Linnaeus10 }),
	words("immobilise", "Capture", "Who is taken when the last free square beside him is closed.", func(s *Ruleset) *Immobilise { return &s.Immobilise }, "none", "men", "king", "all"),
	flag("immobilise.edge", "Capture", "The edge counts as a closed side.", func(s *Ruleset) *bool { return &s.ImmobiliseEdge }),
	flag("group", "Capture", "A connected group without a free square beside it is taken.", func(s *Ruleset) *bool { return &s.Group }),
}

var kingToggles = []*Toggle{
	words("king.capture", "King", "Where the king needs four captors: nowhere, at the throne, on the throne, or everywhere.", func(s *Ruleset) *KingCapture { return &s.KingCapture }, "custodial", "near-throne", "on-throne", "enclosed"),
	words("king.edge", "King", "Whether a surrounded king is safe on the edge or confined by it.", func(s *Ruleset) *KingEdge { return &s.KingEdge }, "safe", "confine"),
	words("king.power", "King", "Whether the king takes when he moves, helps to take while he stands, does both, or neither.", func(s *Ruleset) *Power { return &s.KingPower }, "armed", "hammer", "anvil", "unarmed"),
	regions("king.custodialSquares", "King", "Against which empty hostile squares one enemy can take the king.", func(s *Ruleset) *Region { return &s.KingSquares }),
	flag("commander.piercing", "King", "A pair of commanders takes a king whom men could not.", func(s *Ruleset) *bool { return &s.Piercing }),
	flag("commander.piercingOnThrone", "King", "A pair of commanders takes the king even on the throne.", func(s *Ruleset) *bool { return &s.PiercingOnThrone }),
	words("chain", "Chains", "Whether a piece that took may, or must, go on taking in the same turn.", func(s *Ruleset) *Chain { return &s.Chain }, "off", "optional", "mandatory"),
	flag("chain.escape", "Chains", "After a capture the king may add a step to a winning square.", func(s *Ruleset) *bool { return &s.ChainEscape }),
	words("escape", "King", "Where the king must arrive to win.", func(s *Ruleset) *Escape { return &s.Escape }, "edge", "corner", "edge-safe"),
	flag("escape.excludeCamps", "King", "Camp squares on the rim do not count as edge.", func(s *Ruleset) *bool { return &s.EscapeExceptCamps }),
}

var endToggles = []*Toggle{
	words("exitFort", "Ends", "Whether a fort on the edge wins, and how sound it must be.", func(s *Ruleset) *ExitFort { return &s.ExitFort }, "off", "survive", "unbreakable"),
	words("encirclement", "Ends", "Which unbroken ring of attackers wins.", func(s *Ruleset) *Encirclement { return &s.Encirclement }, "off", "region", "all"),
	words("encirclement.when", "Ends", "Whether the ring must outlast the defenders' reply.", func(s *Ruleset) *When { return &s.EncirclementWhen }, "afterDefender", "immediate"),
	words("blockade", "Ends", "Whether the attackers may claim an unbreakable barrier.", func(s *Ruleset) *Blockade { return &s.Blockade }, "off", "claim"),
	flag("attackersGone", "Ends", "The defenders win when no attacker is left.", func(s *Ruleset) *bool { return &s.AttackersGone }),
	words("noMove", "Ends", "What becomes of a side without a legal turn.", func(s *Ruleset) *NoMove { return &s.NoMove }, "loses", "draw"),
	words("repetition", "Ends", "What a repeated position means.", func(s *Ruleset) *Repeat { return &s.Repetition },
		"off", "draw", "defender-loses", "mover-loses", "mover-wins", "defender-forbidden", "mover-forbidden", "aggressor-claim"),
	number("repetition.count", "Ends", "Which occurrence of a position counts as repetition.", 2, func(s *Ruleset) *int { return &s.RepetitionCount }),
	number("drawFort", "Ends", "The attackers win when the defenders' placing has been the same so many times; 0 is off.", 0, func(s *Ruleset) *int { return &s.DrawFort }),
	number("noCapture", "Ends", "A draw after so many full moves without a capture; 0 is off.", 0, func(s *Ruleset) *int { return &s.NoCapture }),
	words("warn", "Warnings", "Which threats are announced.", func(s *Ruleset) *Warn { return &s.Warn }, "off", "check", "raichi"),
	words("watchKing", "Warnings", "What happens when the king steps where he can be taken.", func(s *Ruleset) *WatchKing { return &s.WatchKing }, "off", "warn", "forbid"),
}
