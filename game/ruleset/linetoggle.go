package ruleset

import (
	"fmt"
	"slices"
	"strings"

	"tafl3d/game"
)

// TogglesFor returns the toggles that s has: those of the tafl games, or for
// another family those of its pieces and of everything else. The toggles of
// another family belong to the kinds that s has now.
func TogglesFor(s *Ruleset) []*Toggle {
	if s.Lines == nil {
		return toggles
	}
	list := []*Toggle{
		lineText("board", "Board", "The board, by its name or as a list of its lines.", strings.Join(game.Shapes, ", "), func(l *LineRules) *string { return &l.Board }, checkBoard).choose(always(game.Shapes...)),
		lineWord("diagonals", "Board", "Which diagonals the fox board has.", func(l *LineRules) *string { return &l.Diagonals }, game.Diagonals...),
		first(),
		kindList(),
	}
	for i := range s.Lines.Kinds {
		list = append(list, kindToggles(i, &s.Lines.Kinds[i])...)
	}
	return append(append(list, lineToggles...), lineEnds...)
}

// ToggleOf returns the toggle of a key that s has, nil if there is none.
func ToggleOf(s *Ruleset, key string) *Toggle {
	for _, t := range TogglesFor(s) {
		if t.Key == key {
			return t
		}
	}
	return nil
}

// first says who begins. The letters of the records are understood too.
func first() *Toggle {
	return lines(&Toggle{Key: "first", Group: "Start", Doc: "Which side makes the first turn.", Values: []string{"A", "B"},
		get: func(s *Ruleset) string { return SideWords[s.First] },
		set: func(s *Ruleset, v string) error {
			switch v {
			case "A", "attackers":
				s.First = game.Attackers
			case "B", "defenders":
				s.First = game.Defenders
			default:
				return fmt.Errorf("first: %w", game.Faultf("%q is none of %s", v, "A, B"))
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

// lines makes a toggle change a copy of the rules of lines, because rulesets
// are copied without them.
func lines(t *Toggle) *Toggle {
	set := t.set
	t.set = func(s *Ruleset, v string) error {
		if s.Lines == nil {
			return fmt.Errorf("%s: %w", t.Key, game.Faultf("this is a rule of another family"))
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

// lineText makes a toggle of free text that check accepts, or that Compile
// checks if there is no check.
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
		return game.Faultf("a name is missing")
	}
	return nil
}

// lineWord makes a toggle that is one of some words, kept as text.
func lineWord(key, group, doc string, at func(*LineRules) *string, names ...string) *Toggle {
	t := lineText(key, group, doc, "", at, func(v string) error {
		if !slices.Contains(names, v) {
			return game.Faultf("%q is none of %s", v, strings.Join(names, ", "))
		}
		return nil
	})
	t.Values, t.Takes = names, TakesWords
	return t
}

// pointsText makes a toggle that is a list of points or the name of a region.
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

// letterSet makes a toggle that is a set of the letters of letters.
func letterSet[E ~uint8](key, group, doc, letters string, at func(*LineRules) *E) *Toggle {
	t := &Toggle{Key: key, Group: group, Doc: doc, Form: "a set of the letters " + strings.Join(strings.Split(letters, ""), ", "),
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

// kindList is the letters of the kinds. Kinds that stay keep their rules.
func kindList() *Toggle {
	t := &Toggle{Key: "kinds", Group: "Pieces", Doc: "The letters of the kinds of pieces.", Form: "letters divided by blanks", Takes: TakesText}
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
			if len(f) != 1 || c|0x20 < 'a' || c|0x20 > 'z' || slices.ContainsFunc(kinds, func(k PieceRules) bool { return k.Letter == c }) {
				return fmt.Errorf("kinds: %w", game.Faultf("%q is not a single letter, or stands twice", f))
			}
			if i := s.Lines.KindOf(c); i >= 0 {
				kinds = append(kinds, s.Lines.Kinds[i])
			} else {
				kinds = append(kinds, newPiece(c))
			}
		}
		if len(kinds) == 0 || len(kinds) > maxKinds {
			return fmt.Errorf("kinds: %w", game.Faultf("%d kinds; a game has from 1 to %d", len(kinds), maxKinds))
		}
		s.Lines.Kinds = kinds
		return nil
	}
	return lines(t)
}

// kindToggles is the rules of the kind with index i.
func kindToggles(i int, k *PieceRules) []*Toggle {
	x, group := string(k.Letter), "Pieces: "+k.Name
	at := func(l *LineRules) *PieceRules { return &l.Kinds[i] }
	return []*Toggle{
		lineText(x+".name", group, "What the piece is called.", "a word", func(l *LineRules) *string { return &at(l).Name }, checkName),
		lineWords(x+".side", group, "Whose it is.", func(l *LineRules) *game.Side { return &at(l).Side }, SideWords...),
		lineNumber(x+".rank", group, "Its rank, for games in which only equals and inferiors are taken.", 1, func(l *LineRules) *int { return &at(l).Rank }),
		lineFlag(x+".royal", group, "It is a leader whose loss may lose the game.", func(l *LineRules) *bool { return &at(l).Royal }),
		pointsText("setup."+x, "Start", "Where they stand at the start.", func(l *LineRules) *string { return &at(l).Setup }),
		lineNumber("hands."+SideWords[k.Side]+"."+x, "Start", "How many are in hand at the start.", 0, func(l *LineRules) *int { return &at(l).Hand }),
		letterSet(x+".step.dirs", group, "Directions of its steps: forward, sideways, backward.", "FSB", func(l *LineRules) *Ways { return &at(l).StepWays }),
		letterSet(x+".step.lines", group, "Lines of its steps: ranks and files, diagonals, or diagonals that are not drawn.", game.ClassLetters, func(l *LineRules) *game.Class { return &at(l).StepLines }),
		lineWords(x+".step.range", group, "Whether it steps one point or any distance.", func(l *LineRules) *Range { return &at(l).StepRange }, "1", "inf"),
		lineWords(x+".step.filter", group, "Whether a step may lead away from the fortress, or must lead towards it.", func(l *LineRules) *Filter { return &at(l).StepFilter }, filterWords...).
			also("approach(paddock,weak)", "weak").also("approach(paddock,strict)", "strict"),
		lineWords(x+".leap.over", group, "Whom it leaps over and takes.", func(l *LineRules) *Over { return &at(l).Over }, overWords...),
		letterSet(x+".leap.dirs", group, "Directions of its leaps.", "FSB", func(l *LineRules) *Ways { return &at(l).LeapWays }),
		letterSet(x+".leap.lines", group, "Lines of its leaps.", game.ClassLetters, func(l *LineRules) *game.Class { return &at(l).LeapLines }),
		lineFlag(x+".leap.overFriend", group, "It may leap over its own side, who stay.", func(l *LineRules) *bool { return &at(l).OverFriend }),
		lineWords(x+".leap.chain", group, "Whether it may, or must, go on leaping in the same turn.", func(l *LineRules) *Chain { return &at(l).Chain }, chainWords...),
		lineText(x+".promote", group, "What it becomes at rest on its promotion region.", "none or a letter of a kind", func(l *LineRules) *string { return &at(l).Promote }, nil).choose(becomes(i)),
		pointsText(x+".promote.on", group, "The points on which it is promoted.", func(l *LineRules) *string { return &at(l).PromoteOn }),
		lineWords(x+".promote.retreat", group, "Which backward moves spoil it for promotion.", func(l *LineRules) *Retreat { return &at(l).Retreat }, retreatWords...),
		lineFlag(x+".replaces", group, "Its steps take an enemy by standing in his place.", func(l *LineRules) *bool { return &at(l).Replaces }),
		lineFlag(x+".knight", group, "It also goes as a chess knight.", func(l *LineRules) *bool { return &at(l).Knight }),
		lineFlag(x+".pawn", group, "It goes as a chess pawn.", func(l *LineRules) *bool { return &at(l).Pawn }),
	}
}

// also makes a toggle understand another word for a value.
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

// compelled is the kinds that must capture.
func compelled() *Toggle {
	return lineText("capture.compelled", "Capture", "Which kinds must capture when they can.", "none, all or letters of kinds",
		func(l *LineRules) *string { return &l.Capture.Compelled }, nil).choose(compelledChoices)
}

// Set changes one rule of another family. Besides the keys of TogglesFor it
// knows longer and shorter forms of them: a key may lack or have the name of
// its group, and one without A or B, or without the letter of a kind, is for all.
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
		return game.Faultf("%q is no rule of this family", key)
	}
	for _, t := range found {
		if err := t.Set(s, value); err != nil {
			return err
		}
	}
	return nil
}

var lineAlias = map[string]string{"behind": "behind.result", "reachRow": "reachRow.rank", "reachRow.side": "behind.runner", "stalemate": "noMove",
	"superko": "superko.afterHandEmpty", "mill.lines": "mill", "goalFill.side": "goalFill", "chain": "leap.chain", "filter": "step.filter",
	"sides.A.name": "sides.A", "sides.B.name": "sides.B"}

// lineToggles returns the toggles that a key names.
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

// setCaptureIsRetreat says whether a backward capture spoils the men who are
// spoiled by backward steps.
func (s *Ruleset) setCaptureIsRetreat(value string) error {
	retreat, ok := map[string]Retreat{"on": RetreatAll, "true": RetreatAll, "off": RetreatSteps, "false": RetreatSteps}[value]
	if !ok {
		return fmt.Errorf("captureIsRetreat: %w", game.Faultf("%q is none of %s", value, "off, on"))
	}
	s.Lines = s.Lines.Clone()
	for i := range s.Lines.Kinds {
		if k := &s.Lines.Kinds[i]; k.Retreat != RetreatOff {
			k.Retreat = retreat
		}
	}
	return nil
}

// setFoxStart places the pieces of the runner's side: any lets their player
// choose, inner and outer are the places of two foxes, fixed that of one.
func (s *Ruleset) setFoxStart(value string) error {
	i := slices.IndexFunc(s.Lines.Kinds, func(k PieceRules) bool { return k.Side == game.Defenders })
	if i < 0 {
		return fmt.Errorf("foxStart: %w", game.Faultf("there is no fox"))
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

var lineToggles = []*Toggle{
	lineText("sides.A", "Sides", "What side A is called.", "a word", func(l *LineRules) *string { return &l.Names[0] }, checkName),
	lineText("sides.B", "Sides", "What side B is called.", "a word", func(l *LineRules) *string { return &l.Names[1] }, checkName),
	lineFlag("sides.flipped", "Sides", "Side A sits at the top of the board.", func(l *LineRules) *bool { return &l.Flipped }),
	lineText("prephase", "Start", "Which piece is dropped in a turn before the first one.", "none or the letter of a kind", func(l *LineRules) *string { return &l.Prephase.Kind }, nil).choose(func(s *Ruleset) []string { return kindChoices(s, anyKind) }),
	lineNumber("prephase.count", "Start", "How many are dropped in that turn.", 1, func(l *LineRules) *int { return &l.Prephase.Count }),
	pointsText("prephase.region", "Start", "Where they may be dropped.", func(l *LineRules) *string { return &l.Prephase.Region }),
	lineFlag("mustDropFirst", "Start", "Pieces in hand must be dropped before any other move.", func(l *LineRules) *bool { return &l.DropsFirst }),
	lineFlag("scriptedOpening", "Start", "The first turn enters the centre, and the reply to it takes if it can.", func(l *LineRules) *bool { return &l.Scripted }),
	pointsText("noRest", "Board", "Points on which no turn may end.", func(l *LineRules) *string { return &l.NoRest }),
	compelled(),
	lineWords("capture.satisfiedBy", "Capture", "Whose capture fulfils the duty.", func(l *LineRules) *Satisfied { return &l.Capture.SatisfiedBy }, "same", "any"),
	lineWords("capture.enforce", "Capture", "Whether other moves are illegal, or the piece may be taken off.", func(l *LineRules) *Enforce { return &l.Capture.Enforce }, "forced", "huff", "none"),
	lineFlag("capture.longest", "Capture", "As many as possible must be taken.", func(l *LineRules) *bool { return &l.Capture.Longest }),
	lineFlag("capture.huffShort", "Capture", "A chain that was stopped early may be huffed.", func(l *LineRules) *bool { return &l.Capture.HuffShort }),
	lineNumber("turn.actions", "Turns", "How many steps or leaps a turn may have.", 1, func(l *LineRules) *int { return &l.Actions.Number }),
	lineNumber("turn.firstTurnActions", "Turns", "How many the very first turn may have.", 0, func(l *LineRules) *int { return &l.Actions.First }),
	lineFlag("turn.allowNullTurn", "Turns", "A turn of several actions may lead back to where it began.", func(l *LineRules) *bool { return &l.Actions.NullTurn }),
	lineFlag("turn.ambush", "Turns", "Several lower pieces may take a higher one together.", func(l *LineRules) *bool { return &l.Actions.Ambush }),
	lineFlag("turn.ambushReuse", "Turns", "In an ambush one piece may leap more than once.", func(l *LineRules) *bool { return &l.Actions.AmbushReuse }),
	lineWords("turn.ambushCount", "Turns", "Whether an ambush adds up ranks or leaps.", func(l *LineRules) *Count { return &l.Actions.AmbushCount }, "ranks", "jumps"),
	letterSet("mill", "Mills", "Lines of three on which a side's men make a mill.", game.ClassLetters, func(l *LineRules) *game.Class { return &l.Mill.Lines }).also("off", "").also("none", ""),
	lineWords("mill.removePerTurn", "Mills", "Whether two mills at once remove one man or two.", func(l *LineRules) *Removes { return &l.Mill.Removes }, "1", "perMill"),
	lineWords("mill.protectMills", "Mills", "Whether men in a mill may be removed.", func(l *LineRules) *Protect { return &l.Mill.Protect }, "unlessAll", "always", "never"),
	lineNumber("fly", "Mills", "With exactly so many men left they go anywhere; 0 is off.", 0, func(l *LineRules) *int { return &l.Fly }),
	lineWords("sweep", "Capture", "Whose pieces are taken off when they cannot move.", func(l *LineRules) *Who { return &l.Sweep }, whoWords...),
	lineFlag("check", "Chess", "A royal piece may not stay under attack.", func(l *LineRules) *bool { return &l.Chess.Check }),
	lineText("castle", "Chess", "Letters of the king and the rook that castle.", "none or two letters", func(l *LineRules) *string { return &l.Chess.Castle }, nil).choose(castleChoices),
	lineText("promotion", "Chess", "Letters of what a pawn may become.", "none or letters", func(l *LineRules) *string { return &l.Chess.Promote }, nil).choose(pawnChoices).also("on", "q r b n").also("off", "none"),
}

var lineEnds = []*Toggle{
	pointsText("ownCorner.A", "Ends", "Where A loses by coming to rest.", func(l *LineRules) *string { return &l.Ends.OwnCorner[0] }),
	pointsText("ownCorner.B", "Ends", "Where B loses by coming to rest.", func(l *LineRules) *string { return &l.Ends.OwnCorner[1] }),
	pointsText("goalRest.A", "Ends", "Where A wins by coming to rest.", func(l *LineRules) *string { return &l.Ends.GoalRest[0] }),
	pointsText("goalRest.B", "Ends", "Where B wins by coming to rest.", func(l *LineRules) *string { return &l.Ends.GoalRest[1] }),
	lineWords("goalFill", "Ends", "Who wins by filling a region.", func(l *LineRules) *Who { return &l.Ends.GoalFill }, whoWords...),
	pointsText("goalFill.region", "Ends", "The region to be filled.", func(l *LineRules) *string { return &l.Ends.GoalRegion }),
	lineWords("goalFill.counts", "Ends", "Which pieces fill it: own, own and shut-in enemies, or any.", func(l *LineRules) *Fill { return &l.Ends.GoalCounts }, "own", "own+immobile", "any"),
	lineFlag("royalLost", "Ends", "Whoever has no leader left loses.", func(l *LineRules) *bool { return &l.Ends.RoyalLost }),
	lineFlag("bareLeader", "Ends", "Whoever has nothing but the leader left loses.", func(l *LineRules) *bool { return &l.Ends.BareLeader }),
	lineFlag("loneLeaders", "Ends", "A draw when both sides have nothing but their leader.", func(l *LineRules) *bool { return &l.Ends.LoneLeaders }),
	lineFlag("singleCombat", "Ends", "The last two pieces, equals but no leaders, must take or go nearer to each other.", func(l *LineRules) *bool { return &l.Combat }),
	lineNumber("minPieces.A", "Ends", "A loses with fewer pieces, those in hand included; 0 is off.", 0, func(l *LineRules) *int { return &l.Ends.MinPieces[0] }),
	lineNumber("minPieces.B", "Ends", "B loses with fewer pieces, those in hand included; 0 is off.", 0, func(l *LineRules) *int { return &l.Ends.MinPieces[1] }),
	lineWords("behind.result", "Ends", "What it means that the runner has passed the whole line.", func(l *LineRules) *Result { return &l.Ends.Behind }, "off", "win", "draw"),
	lineWords("behind.runner", "Ends", "Who is the runner.", func(l *LineRules) *Who { return &l.Ends.Runner }, whoWords...),
	lineFlag("foxHome", "Ends", "The runner wins on the first row of the line's side.", func(l *LineRules) *bool { return &l.Ends.FoxHome }),
	lineNumber("reachRow.rank", "Ends", "The runner wins on this rank; 0 is off.", 0, func(l *LineRules) *int { return &l.Ends.ReachRow }),
	lineFlag("foxPassed", "Ends", "The runner wins when no piece of the line is on a rank behind him.", func(l *LineRules) *bool { return &l.Ends.FoxPassed }),
	lineWords("noMove.A", "Ends", "What becomes of A without a legal turn.", func(l *LineRules) *NoMove { return &l.Ends.NoMove[0] }, "lose", "draw").also("loses", "lose"),
	lineWords("noMove.B", "Ends", "What becomes of B without a legal turn.", func(l *LineRules) *NoMove { return &l.Ends.NoMove[1] }, "lose", "draw").also("loses", "lose"),
	lineNumber("repetition", "Ends", "At which occurrence a position ends the game; 0 is off.", 0, func(l *LineRules) *int { return &l.Draws.Repetition }),
	lineWords("repetitionLoss", "Ends", "Who loses by repetition; none is a draw.", func(l *LineRules) *Loses { return &l.Draws.Loss }, "none", "A", "B", "mover"),
	lineFlag("superko.afterHandEmpty", "Ends", "No earlier position may come back once all pieces are dropped.", func(l *LineRules) *bool { return &l.Draws.Superko }),
	lineNumber("quiet", "Ends", "A draw after so many turns without capture, drop, removal or promotion; 0 is off.", 0, func(l *LineRules) *int { return &l.Draws.Quiet }),
}
