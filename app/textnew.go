package app

import (
	"fmt"
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/app/words"
	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/tongue"
)

// Of the new game, the customised rules, the board that is edited, and the
// rules in words.
const (
	textBoard      = "Board"
	textByLot      = "By lot"
	textSetup      = "Start position"
	textRules      = "Rules"
	textEdit       = "Edit the board"
	textReset0     = "As it was"
	textSave       = "Save as"
	textSaveNow    = "Save"
	textDelete     = "Delete"
	textMirror     = "Mirrored"
	textMirrorNote = "Each piece is also put down where mirrors show it"
)

var textMirrors = []string{"no", "left to right", "on four sides", "on all eight sides"}

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

func textSizes(sizes []int) []string {
	names := make([]string, len(sizes))
	for i, n := range sizes {
		if names[i] = fmt.Sprintf("%d × %d", n, n); n == 0 {
			names[i] = tongue.Text("any size")
		}
	}
	return names
}

func textFaultsLine(folder string) string {
	return tongue.Textf("The others are there. Mend these files in %s and start again:", tongue.Name(folder))
}

func textMy(name string) string { return tongue.Textf("My %s", name) }

func textAsRules(r *rules.Rules, s game.Side) string {
	return tongue.Textf("as usual: %s", rulebook.Army(r, s))
}
func textGives(r *rules.Rules, s game.Side) string {
	return words.Number(r, s, "%s gives", "%s give", words.Side(r, s))
}

// textFaultsOf makes sentences of an error that lists faults line by line.
func textFaultsOf(err error) (faults []string) {
	if err == nil {
		return nil
	}
	text := strings.TrimPrefix(err.Error(), rules.ErrSetup.Error()+": ")
	for line := range strings.Lines(text) {
		faults = append(faults, tongue.UpperFirst(strings.TrimSpace(line))+".")
	}
	return faults
}

func textCustomTitle(name string) string { return tongue.Textf("Customise %s", name) }
func textSameAs(name string) string      { return tongue.Textf("The same rules as %s", name) }
func textDiffersFrom(name string) string { return tongue.Textf("Differs from %s", name) }
func textNameNote(file string) string {
	return tongue.Textf("It is kept in the file %s", tongue.Name(file))
}
func textTaken(v *variant.Variant) string {
	return tongue.Textf("It takes the place of your variant %s in the file %s", v.Name, v.File)
}
func textSaved(name string) string       { return tongue.Textf("%s is saved among your variants", name) }
func textDeleteLine(name string) string  { return tongue.Textf("%s will be gone for good.", name) }
func textMadeStart(name string) string   { return tongue.Textf("%s from another start position.", name) }
func textDifferences(ds []string) string { return tongue.UpperFirst(strings.Join(ds, "; ")) + "." }
func textMade(name string, n int) string {
	if n == 1 {
		return tongue.Textf("%s with one rule changed.", name)
	}
	return tongue.Textf("%s with %s rules changed.", name, rulebook.Number(n))
}

// textFind says of a find how sure its marks are.
func textFind(b *variant.Board) string {
	return tongue.UpperFirst(tongue.Text(b.Certainty)) + ". " + tongue.Text("The marks change no rules.")
}

// textFound is what is known about a find.
func textFound(b *variant.Board) string {
	return tongue.Text(strings.Join(strings.Fields(b.Description), " "))
}

// textAbout is what is known about a variant.
func textAbout(v *variant.Variant) string {
	text := tongue.Text(strings.Join(strings.Fields(v.Description), " "))
	if v.Certainty != "" {
		text += " " + tongue.Textf("How sure the rules are: %s.", v.Certainty)
	}
	if v.Sources != "" {
		text += " " + tongue.Textf("Sources: %s.", tongue.Name(strings.TrimSuffix(v.Sources, ".")))
	}
	return strings.TrimSpace(text)
}

func textOtherBoard(n int) string { return tongue.Textf("a board of %d by %d", n, n) }

func textPicked(n int) string {
	if n == 0 {
		return tongue.Text("No square is chosen: click the squares.")
	}
	return tongue.Textf("%d squares are chosen.", n)
}
