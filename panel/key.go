package panel

// Key is a key that was pressed, by name. Letters are lower case ("a" to "z"),
// digits "0" to "9"; the others are "F1" to "F12", "Enter", "Esc", "Left",
// "Right", "Up", "Down", "Space", "Tab", "Home", "End", "PageUp", "PageDown",
// "Delete", "Backspace", "+" and "-". Any other key has no name.
type Key struct {
	Name             string
	Ctrl, Shift, Alt bool
}

// Writes reports whether k types a character in a field.
func (k Key) Writes() bool {
	return !k.Ctrl && !k.Alt && (len(k.Name) < 2 || k.Name == "Space")
}
