//go:build js && wasm && !review

// Command taflwasm runs the rules and the computer opponents in a browser: a game against a level
// by rules that the page received as data. It neither draws nor uses the network. It runs in a
// worker, which calls the functions that main registers.
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
