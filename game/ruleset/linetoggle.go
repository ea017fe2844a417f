package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
)

// TogglesFor returns the toggles of s: those of the tafl games, or, for other families, those of each kind of piece
// and the general ones. The former depend on the current kinds of s.
func TogglesFor(s *Ruleset) []*Toggle {
	if s.Lines == nil {
		return toggles
	}
	list := []*Toggle{
		lineText("board", "Board", "The board, by name or as a list of its lines.", strings.Join(game.Shapes, ", "),
			func(l *LineRules) *string { return &l.Board }, checkBoard).choose(always(game.Shapes...)),
		lineWord("diagonals", "Board", "The diagonals of the fox board.",
			func(l *LineRules) *string { return &l.Diagonals }, game.Diagonals...),
		first(),
		kindList(),
	}
	for i := range s.Lines.Kinds {
		list = append(list, kindToggles(i, &s.Lines.Kinds[i])...)
	}
	return append(append(list, lineToggles...), lineEnds...)
}

// ToggleOf returns the toggle of s with a key, nil if there is none.
func ToggleOf(s *Ruleset, key string) *Toggle {
	for _, t := range TogglesFor(s) {
		if t.Key == key {
			return t
		}
	}
	return nil
}

// first returns the toggle for the starting side. It also accepts the letters used in records.
func first() *Toggle {
	return lines(&Toggle{Key: "first", Group: "Start", Doc: "The side that moves first.",
		Values: []string{"A", "B"},
		get:    func(s *Ruleset) string { return SideWords[s.First] },
		set: func(s *Ruleset, v string) error {
			switch v {
			case "A", "attackers":
				s.First = game.Attackers
			case "B", "defenders":
				s.First = game.Defenders
			default:
				return fmt.Errorf("first: %w", game.Faultf("%q is not one of %s", v, "A, B"))
			}
			return nil
		}})
}

var (
	SideWords    = []string{"A", "B"}
	whoWords     = []string{"off", "A", "B"}
	filterWords  = []string{"none", "weak", "strict"}
	overWords    = []string{"none", "anyEnemy", "enemyRank<=own"}
	chainWords   = []string{"none", "optional", "mandatory"}
	retreatWords = []string{"off", "steps", "all"}
)

// lines makes a toggle change a copy of the LineRules, because copies of a Ruleset share them.
func lines(t *Toggle) *Toggle {
	set := t.set
	t.set = func(s *Ruleset, v string) error {
		if s.Lines == nil {
			return fmt.Errorf("%s: %w", t.Key, game.Faultf("this rule belongs to another family of games"))
		}
		old := s.Lines
		s.Lines = old.Clone()
		if err := set(s, v); err != nil {
			s.Lines = old
			return err
		}
		return nil
	}
	return t
}

func lineWords[E ~uint8](key, group, doc string, at func(*LineRules) *E, names ...string) *Toggle {
	return lines(words(key, group, doc, func(s *Ruleset) *E { return at(s.Lines) }, names...))
}

func lineFlag(key, group, doc string, at func(*LineRules) *bool) *Toggle {
	return lines(flag(key, group, doc, func(s *Ruleset) *bool { return at(s.Lines) }))
}

func lineNumber(key, group, doc string, least int, at func(*LineRules) *int) *Toggle {
	t := number(key, group, doc, least, func(s *Ruleset) *int { return at(s.Lines) })
	set := t.set
	t.set = func(s *Ruleset, v string) error {
		if v == "off" {
			v = "0"
		}
		return set(s, v)
	}
	return lines(t)
}

// lineText returns a text toggle. check validates the value; without it Compile does.
func lineText(key, group, doc, form string, at func(*LineRules) *string, check func(string) error) *Toggle {
	return lines(&Toggle{Key: key, Group: group, Doc: doc, Form: form, Takes: TakesText,
		get: func(s *Ruleset) string { return *at(s.Lines) },
		set: func(s *Ruleset, v string) error {
			if check != nil {
				if err := check(v); err != nil {
					return fmt.Errorf("%s: %w", key, err)
				}
			}
			*at(s.Lines) = v
			return nil
		}})
}

func checkBoard(v string) error {
	_, err := game.Shape(v, "")
	return err
}

func checkName(v string) error {
	if v == "" {
		return game.Faultf("enter a name")
	}
	return nil
}

// lineWord returns a toggle with one of several words, stored as text.
func lineWord(key, group, doc string, at func(*LineRules) *string, names ...string) *Toggle {
	t := lineText(key, group, doc, "", at, func(v string) error {
		if !slices.Contains(names, v) {
			return game.Faultf("%q is not one of %s", v, strings.Join(names, ", "))
		}
		return nil
	})
	t.Values, t.Takes = names, TakesWords
	return t
}

// pointsText returns a toggle with a list of points or the name of a region.
func pointsText(key, group, doc string, at func(*LineRules) *string) *Toggle {
	t := lineText(key, group, doc, "none, a list of points or a region such as paddock", at, nil)
	t.Takes, t.choices = TakesSquares, pointChoices
	set := t.set
	t.set = func(s *Ruleset, v string) error {
		if v = strings.Join(Fields(strings.Trim(v, "[]")), " "); v == "" {
			v = "none"
		}
		return set(s, v)
	}
	return t
}

// letterSet returns a toggle with a set of letters.
func letterSet[E ~uint8](key, group, doc, letters string, at func(*LineRules) *E) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc,
		Form:    "a set of the letters " + strings.Join(strings.Split(letters, ""), ", "),
		choices: always(subsets(strings.Split(letters, ""), "")...)}
	t.get = func(s *Ruleset) string {
		var b strings.Builder
		for i := range len(letters) {
			if *at(s.Lines)>>i&1 != 0 {
				b.WriteByte(letters[i])
			}
		}
		return b.String()
	}
	t.set = func(s *Ruleset, v string) error {
		var e E
		for _, c := range []byte(strings.Join(Fields(strings.Trim(v, "[]")), "")) {
			i := strings.IndexByte(letters, c)
			if i < 0 || e>>i&1 != 0 {
				return t.refuse(v)
			}
			e |= 1 << i
		}
		*at(s.Lines) = e
		return nil
	}
	return lines(t)
}

// kindList returns the toggle for the letters of the kinds. Kinds that remain keep their rules.
func kindList() *Toggle {
	t := &Toggle{Key: "kinds", Group: "Pieces", Doc: "The letters of the kinds of pieces.",
		Form: "letters separated by spaces", Takes: TakesText}
	t.get = func(s *Ruleset) string {
		var letters []string
		for _, k := range s.Lines.Kinds {
			letters = append(letters, string(k.Letter))
		}
		return strings.Join(letters, " ")
	}
	t.set = func(s *Ruleset, v string) error {
		var kinds []PieceRules
		for _, f := range Fields(strings.Trim(v, "[]")) {
			c := f[0]
			if len(f) != 1 || c|0x20 < 'a' || c|0x20 > 'z' ||
				slices.ContainsFunc(kinds, func(k PieceRules) bool { return k.Letter == c }) {
				return fmt.Errorf("kinds: %w", game.Faultf("%q is not a single letter, or is used twice", f))
			}
			if i := s.Lines.KindOf(c); i >= 0 {
				kinds = append(kinds, s.Lines.Kinds[i])
			} else {
				kinds = append(kinds, newPiece(c))
			}
		}
		if len(kinds) == 0 || len(kinds) > maxKinds {
			return fmt.Errorf("kinds: %w", game.Faultf("%d kinds of pieces; a game can have 1 to %d",
				len(kinds), maxKinds))
		}
		s.Lines.Kinds = kinds
		return nil
	}
	return lines(t)
}

// kindToggles returns the toggles of the kind with index i.
func kindToggles(i int, k *PieceRules) []*Toggle {
	x, group := string(k.Letter), "Pieces: "+k.Name
	at := func(l *LineRules) *PieceRules { return &l.Kinds[i] }
	return []*Toggle{
		lineText(x+".name", group, "The name of the piece.", "a word",
			func(l *LineRules) *string { return &at(l).Name }, checkName),
		lineWords(x+".side", group, "The side it belongs to.", func(l *LineRules) *game.Side { return &at(l).Side },
			SideWords...),
		lineNumber(x+".rank", group, "Its rank, for games in which only pieces of equal or lower rank are captured.", 1,
			func(l *LineRules) *int { return &at(l).Rank }),
		lineFlag(x+".royal", group, "A leader; losing it may lose the game.",
			func(l *LineRules) *bool { return &at(l).Royal }),
		pointsText("setup."+x, "Start", "Where they start.",
			func(l *LineRules) *string { return &at(l).Setup }),
		lineNumber("hands."+SideWords[k.Side]+"."+x, "Start", "How many are in hand at the start.", 0,
			func(l *LineRules) *int { return &at(l).Hand }),
		letterSet(x+".step.dirs", group, "Directions of its steps: forward, sideways, backward.", "FSB",
			func(l *LineRules) *Ways { return &at(l).StepWays }),
		letterSet(x+".step.lines", group,
			"Lines of its steps: ranks and files, diagonals, or diagonals that are not drawn.", game.ClassLetters,
			func(l *LineRules) *game.Class { return &at(l).StepLines }),
		lineWords(x+".step.range", group, "Whether it moves one point or any distance.",
			func(l *LineRules) *Range { return &at(l).StepRange }, "1", "inf"),
		lineWords(x+".step.filter", group, "Whether a step may lead away from the fortress, or must lead towards it.",
			func(l *LineRules) *Filter { return &at(l).StepFilter }, filterWords...).
			also("approach(paddock,weak)", "weak").also("approach(paddock,strict)", "strict"),
		lineWords(x+".leap.over", group, "Enemies it captures by leaping over them.",
			func(l *LineRules) *Over { return &at(l).Over }, overWords...),
		letterSet(x+".leap.dirs", group, "Directions of its leaps.", "FSB",
			func(l *LineRules) *Ways { return &at(l).LeapWays }),
		letterSet(x+".leap.lines", group, "Lines of its leaps.", game.ClassLetters,
			func(l *LineRules) *game.Class { return &at(l).LeapLines }),
		lineFlag(x+".leap.overFriend", group, "It may leap over its own side without capturing.",
			func(l *LineRules) *bool { return &at(l).OverFriend }),
		lineWords(x+".leap.chain", group, "Whether it may or must go on leaping in the same move.",
			func(l *LineRules) *Chain { return &at(l).Chain }, chainWords...),
		lineText(x+".promote", group, "The piece it becomes when it stops in its promotion region.",
			"none or a letter of a kind",
			func(l *LineRules) *string { return &at(l).Promote }, nil).choose(becomes(i)),
		pointsText(x+".promote.on", group, "The points where it is promoted.",
			func(l *LineRules) *string { return &at(l).PromoteOn }),
		lineWords(x+".promote.retreat", group, "Backward moves that forfeit promotion.",
			func(l *LineRules) *Retreat { return &at(l).Retreat }, retreatWords...),
		lineFlag(x+".replaces", group, "It captures by moving onto an enemy's point.",
			func(l *LineRules) *bool { return &at(l).Replaces }),
		lineFlag(x+".knight", group, "It also moves like a chess knight.",
			func(l *LineRules) *bool { return &at(l).Knight }),
		lineFlag(x+".pawn", group, "It moves like a chess pawn.", func(l *LineRules) *bool { return &at(l).Pawn }),
	}
}

// also makes a toggle accept another word for a value.
func (t *Toggle) also(word, value string) *Toggle {
	set := t.set
	t.set = func(s *Ruleset, v string) error {
		if strings.ReplaceAll(v, " ", "") == word {
			v = value
		}
		return set(s, v)
	}
	return t
}

// compelled returns the toggle for the kinds that must capture.
func compelled() *Toggle {
	return lineText("capture.compelled", "Capture", "Kinds of pieces that must capture when they can.",
		"none, all or letters of kinds",
		func(l *LineRules) *string { return &l.Capture.Compelled }, nil).choose(compelledChoices)
}

// setLine changes one rule of the other families. Besides the keys of TogglesFor it accepts longer and shorter forms:
// a key with or without the name of its group, and a key without A or B, or without the letter of a kind, which
// applies to all.
func (s *Ruleset) setLine(key, value string) error {
	switch key {
	case "foxStart":
		return s.setFoxStart(strings.TrimSpace(value))
	case "captureIsRetreat":
		return s.setCaptureIsRetreat(strings.TrimSpace(value))
	case "behind.line", "end.behind.line":
		key, value = "behind.runner", map[string]string{"A": "B", "B": "A"}[strings.TrimSpace(value)]
	}
	key = strings.TrimSuffix(key, ".to") // of promote
	for _, group := range []string{"end.", "draw."} {
		key = strings.TrimPrefix(key, group)
	}
	if full, ok := lineAlias[key]; ok {
		key = full
	}
	found := s.lineToggles(key)
	if len(found) == 0 {
		return game.Faultf("%q is not a rule of this family", key)
	}
	for _, t := range found {
		if err := t.Set(s, value); err != nil {
			return err
		}
	}
	return nil
}

var lineAlias = map[string]string{"behind": "behind.result", "reachRow": "reachRow.rank",
	"reachRow.side": "behind.runner", "stalemate": "noMove",
	"superko": "superko.afterHandEmpty", "mill.lines": "mill", "goalFill.side": "goalFill", "chain": "leap.chain",
	"filter":       "step.filter",
	"sides.A.name": "sides.A", "sides.B.name": "sides.B"}

// lineToggles returns the toggles that a key refers to.
func (s *Ruleset) lineToggles(key string) (found []*Toggle) {
	piece := strings.HasPrefix(key, "step.") || strings.HasPrefix(key, "leap.")
	for _, t := range TogglesFor(s) {
		if t.Key == key {
			return []*Toggle{t}
		}
		own := len(t.Key) > 1 && t.Key[1] == '.' // of a kind
		switch {
		case own && piece && t.Key[2:] == key,
			!own && strings.HasSuffix(t.Key, "."+key),
			strings.HasSuffix(key, "."+t.Key),
			t.Key == key+".A", t.Key == key+".B",
			t.Key == "hands."+strings.TrimPrefix(key, "hand."):
			found = append(found, t)
		}
	}
	return found
}

// setCaptureIsRetreat sets whether a backward capture forfeits promotion for men that forfeit it by backward steps.
func (s *Ruleset) setCaptureIsRetreat(value string) error {
	retreat, ok := map[string]Retreat{"on": RetreatAll, "true": RetreatAll, "off": RetreatSteps,
		"false": RetreatSteps}[value]
	if !ok {
		return fmt.Errorf("captureIsRetreat: %w", game.Faultf("%q is not one of %s", value, "off, on"))
	}
	s.Lines = s.Lines.Clone()
	for i := range s.Lines.Kinds {
		if k := &s.Lines.Kinds[i]; k.Retreat != RetreatOff {
			k.Retreat = retreat
		}
	}
	return nil
}

// setFoxStart sets the start of the runner's pieces: "any" lets the player choose, "inner" and "outer" are the points
// of two foxes, "fixed" that of one.
func (s *Ruleset) setFoxStart(value string) error {
	i := slices.IndexFunc(s.Lines.Kinds, func(k PieceRules) bool { return k.Side == game.Defenders })
	if i < 0 {
		return fmt.Errorf("foxStart: %w", game.Faultf("this game has no fox"))
	}
	s.Lines = s.Lines.Clone()
	k, l := &s.Lines.Kinds[i], s.Lines
	if points, ok := map[string]string{"inner": "c5 e5", "outer": "c7 e7", "fixed": "d4"}[value]; ok {
		value = points
	}
	k.Hand, l.Prephase.Kind = 0, "none"
	if value == "any" {
		l.Prephase = Prephase{Kind: string(k.Letter), Count: max(1, len(Fields(k.Setup))), Region: "all"}
		k.Setup, s.First = "none", game.Attackers
		return nil
	}
	k.Setup = strings.Join(Fields(strings.Trim(value, "[]")), " ")
	return nil
}
