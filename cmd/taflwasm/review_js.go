//go:build review

// With the tag review, Command taflwasm reviews games in a browser as the desktop does, with nets and books. Pages load
// this larger build only for a review.
package main

import (
	"syscall/js"

	"tafl3d/ai"
	"tafl3d/ai/review"
)

// answer returns the answer for the page: an error begins with "!".
func answer(text string, err error) string {
	if err != nil {
		return "!" + err.Error()
	}
	return text
}

func main() {
	js.Global().Set("tafl", map[string]any{
		"review": js.FuncOf(func(_ js.Value, a []js.Value) any {
			opt := review.Options{Limits: ai.Limits{Nodes: int64(a[4].Int())}} // 0: as many as the desktop
			text, err := reviewGame(a[0].String(), a[1].String(), a[2].String(), a[3].String(), opt,
				func(done, of int) { js.Global().Call("postMessage", map[string]any{"done": done, "of": of}) })
			return answer(text, err)
		}),
		"position": js.FuncOf(func(_ js.Value, a []js.Value) any {
			return answer(positionAfter(a[0].String(), a[1].String(), a[2].String()))
		}),
		"analyse": js.FuncOf(func(_ js.Value, a []js.Value) any {
			limits := ai.Limits{Nodes: int64(a[4].Int()), Threads: 1}
			return answer(analyse(a[0].String(), a[1].String(), a[2].String(), a[3].String(), limits))
		}),
	})
	select {}
}
