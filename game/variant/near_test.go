package variant

import (
	"strings"
	"testing"
)

// BenchmarkUnknown measures what a name costs that no variant has: strangers may send
// one to a service again and again.
func BenchmarkUnknown(b *testing.B) {
	for name, id := range map[string]string{"mistyped": "copenhagan", "other": "fidchell", "nonsense": "qqqqqqq",
		"long": strings.Repeat("x", 60_000)} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Get(id); err == nil {
					b.Fatal("there is one")
				}
			}
		})
	}
}
