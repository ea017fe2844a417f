package editor

import (
	"strings"

	"tafl3d/app/rulebook"
	"tafl3d/game/variant"
	"tafl3d/tongue"
)

const (
	textMirror     = "Mirrored"
	textMirrorNote = "Each piece is also placed on the mirrored squares"
)

var textMirrors = []string{"no", "left and right", "on four sides", "on all eight sides"}

func textMy(name string) string { return tongue.Textf("My %s", name) }

func textCustomTitle(name string) string { return tongue.Textf("Customise %s", name) }

func textSameAs(name string) string { return tongue.Textf("The same rules as %s", name) }

func textDiffersFrom(name string) string { return tongue.Textf("Differs from %s", name) }

func textNameNote(file string) string {
	return tongue.Textf("Saved in the file %s", tongue.Name(file))
}

func textTaken(v *variant.Variant) string {
	return tongue.Textf("Replaces your variant %s in the file %s", v.Name, v.File)
}

func textSaved(name string) string { return tongue.Textf("%s is saved in your variants", name) }

func textDeleteLine(name string) string { return tongue.Textf("%s will be permanently deleted.", name) }

func textMadeStart(name string) string {
	return tongue.Textf("%s with a different start position.", name)
}

func textDifferences(ds []string) string { return tongue.UpperFirst(strings.Join(ds, "; ")) + "." }

func textMade(name string, n int) string {
	if n == 1 {
		return tongue.Textf("%s with one rule changed.", name)
	}
	return tongue.Textf("%s with %s rules changed.", name, rulebook.Number(n))
}

func textOtherBoard(n int) string { return tongue.Textf("a board of %d by %d", n, n) }

func textPicked(n int) string {
	if n == 0 {
		return tongue.Text("No squares selected: click the squares.")
	}
	return tongue.Textf("%d squares selected.", n)
}
