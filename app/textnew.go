package app

import (
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// Texts of new games, custom rules, the position editor and the rules.
const (
	textByLot = "Random"
	textSetup = "Start position"
	textRules = "Rules"

	textAllGames = "Press Space or click the name to browse games"
)

var textFamilyNames = map[string]string{
	"tafl": "Tafl", "fox": "Fox and geese", "asalto": "Asalto", "tiger": "Tigers and leopards", "dablot": "Dablot",
	"halatafl": "Halatafl", "morris": "Morris", "maharajah": "Maharajah",
}

func textFamilies(families []string) []string {
	names := make([]string, len(families))
	for i, f := range families {
		if names[i] = tongue.Text(textFamilyNames[f]); names[i] == "" {
			names[i] = tongue.UpperFirst(f)
		}
	}
	return names
}

func textFaultsLine(folder string) string {
	return tongue.Textf("The others are loaded. Fix these files in %s and restart:", tongue.Name(folder))
}

func textAsRules(r *rules.Rules, s game.Side) string {
	return tongue.Textf("default: %s", rulebook.Army(r, s))
}
func textGives(r *rules.Rules, s game.Side) string {
	return words.Number(r, s, "%s gives", "%s give", words.Side(r, s))
}

// textFind describes how reliable the marks of a find are.
func textFind(b *variant.Board) string {
	return tongue.UpperFirst(tongue.Text(b.Certainty)) + ". " + tongue.Text("The marks do not change the rules.")
}

// textFound describes a find.
func textFound(b *variant.Board) string {
	return tongue.Text(strings.Join(strings.Fields(b.Description), " "))
}

// textAbout describes a variant.
func textAbout(v *variant.Variant) string {
	text := tongue.Text(strings.Join(strings.Fields(v.Description), " "))
	if v.Certainty != "" {
		text += " " + tongue.Textf("Reliability of the rules: %s.", v.Certainty)
	}
	if v.Sources != "" {
		text += " " + tongue.Textf("Sources: %s.", tongue.Name(strings.TrimSuffix(v.Sources, ".")))
	}
	return strings.TrimSpace(text)
}
