package render

import (
	"strings"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tafl3d/panel"
)

// keyNames maps keys without a letter or digit to their names.
var keyNames = map[glfw.Key]string{
	glfw.KeyEnter: "Enter", glfw.KeyKPEnter: "Enter", glfw.KeyEscape: "Esc", glfw.KeySpace: "Space", glfw.KeyTab: "Tab",
	glfw.KeyLeft: "Left", glfw.KeyRight: "Right", glfw.KeyUp: "Up", glfw.KeyDown: "Down",
	glfw.KeyHome: "Home", glfw.KeyEnd: "End", glfw.KeyPageUp: "PageUp", glfw.KeyPageDown: "PageDown",
	glfw.KeyDelete: "Delete", glfw.KeyBackspace: "Backspace", glfw.KeyMenu: "Menu",
	glfw.KeyKPAdd: "+", glfw.KeyKPSubtract: "-", glfw.KeyMinus: "-",
	glfw.KeyF1: "F1", glfw.KeyF2: "F2", glfw.KeyF3: "F3", glfw.KeyF4: "F4", glfw.KeyF5: "F5", glfw.KeyF6: "F6",
	glfw.KeyF7: "F7", glfw.KeyF8: "F8", glfw.KeyF9: "F9", glfw.KeyF10: "F10", glfw.KeyF11: "F11", glfw.KeyF12: "F12",
}

// keyOf returns the key of an event. Letters follow the keyboard layout.
func keyOf(e event) panel.Key {
	k := panel.Key{Ctrl: e.mods&(glfw.ModControl|glfw.ModSuper) != 0, Shift: e.mods&glfw.ModShift != 0,
		Alt: e.mods&glfw.ModAlt != 0}
	if name, ok := keyNames[e.key]; ok {
		k.Name = name
		return k
	}
	if e.key >= glfw.KeyKP0 && e.key <= glfw.KeyKP9 {
		k.Name = string(rune('0' + e.key - glfw.KeyKP0))
		return k
	}
	switch {
	case e.key == glfw.KeyEqual && k.Shift: // "+" on a US keyboard
		k.Name = "+"
	case len(e.name) == 1 && isNamed(e.name[0]):
		k.Name = e.name
	}
	return k
}

func isNamed(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+' || c == '-'
}

// printed returns the letter on a key in the current keyboard layout. If that is no supported letter, it
// returns the letter of the US layout.
func printed(k glfw.Key, code int) string {
	if k < glfw.KeySpace || k > glfw.KeyWorld2 {
		return ""
	}
	if name := strings.ToLower(glfw.GetKeyName(k, code)); len(name) == 1 && isNamed(name[0]) {
		return name
	}
	if k >= glfw.Key0 && k <= glfw.KeyZ {
		return strings.ToLower(string(rune(k)))
	}
	return ""
}
