package variant_test

import (
	"testing"
	"testing/fstest"

	"tafl3d/game/variant"
)

// FuzzLoad feeds the loaders any text: they refuse it or return something
// whole, and never fall over.
func FuzzLoad(f *testing.F) {
	f.Add(fine)
	f.Add(child + "[rules]\n\"king.capture\" = \"enclosed\"\ncamps = \"a1 a2/e5\"\n")
	f.Add("id = \"x\"\nname = \"X\"\nboard = \"\"\"\n. . #\n\"\"\"\n[rules]\nfirst = [1]\n")
	f.Fuzz(func(t *testing.T, text string) {
		all, err := variant.Load(fstest.MapFS{"a.toml": file(fine), "b.toml": file(text)})
		if len(all) == 0 {
			t.Error("the sound file is gone")
		}
		if len(all) == 1 && err == nil {
			t.Error("a file vanished without a word")
		}
		for _, v := range all {
			if v.Name == "" || v.Rules == nil || len(v.Rules.Setup().Pieces) == 0 {
				t.Errorf("half a variant: %+v", v)
			}
		}
		boards, err := variant.LoadBoards(fstest.MapFS{"b.toml": file(text)})
		if len(boards) == 0 && err == nil {
			t.Error("a board vanished without a word")
		}
	})
}
