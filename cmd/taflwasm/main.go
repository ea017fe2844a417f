//go:build js && wasm

// Command taflwasm is the rules and the computer's levels for a browser: a game by rules that a
// page was given as data, against a level. It draws nothing, knows no network and runs in a worker,
// which calls it by the functions of main.
package main

import "syscall/js"

func main() {
	g := &play{}
	js.Global().Set("tafl", map[string]any{
		"begin": js.FuncOf(func(_ js.Value, a []js.Value) any {
			return g.begin(a[0].String(), a[1].String(), a[2].Int(), a[3].Int())
		}),
		"position": js.FuncOf(func(_ js.Value, a []js.Value) any { return g.position(a[0].String()) }),
		"play": js.FuncOf(func(_ js.Value, a []js.Value) any {
			return g.ask(a[0].String(), a[1].String(), a[2].String(), a[3].String())
		}),
		"think": js.FuncOf(func(_ js.Value, a []js.Value) any { return g.think(a[0].String()) }),
		"back":  js.FuncOf(func(_ js.Value, a []js.Value) any { return g.back(a[0].String()) }),
	})
	select {}
}
