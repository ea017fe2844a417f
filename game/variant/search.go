package variant

import (
	"cmp"
	"slices"
	"strings"
	"sync"
)

// folded returns a text for comparison: lower-case letters without accents, and digits.
func folded(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(IDFor(text), "v-"), "-", "")
}

// byID is the catalogue by id.
var byID = sync.OnceValue(func() map[string]*Variant {
	all := map[string]*Variant{}
	for _, v := range All() {
		all[v.ID] = v
	}
	return all
})

// kindOf returns the first word of an id.
func kindOf(v *Variant) string {
	kind, _, _ := strings.Cut(v.ID, "-")
	return kind
}

// mates returns the other names of the main variant of which v is a form: one that v extends and whose id begins with
// the same word.
func mates(v *Variant) []string {
	for p := byID()[v.Extends]; p != nil && kindOf(p) == kindOf(v); p = byID()[p.Extends] {
		if p.Also != "" {
			return p.others()
		}
	}
	return nil
}

// others returns the alternative names of v.
func (v *Variant) others() (list []string) {
	for name := range strings.SplitSeq(v.Also, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// names returns the texts by which v is found: its id, its names in any language, and alternative names. Those of its
// main variant come last.
func names(v *Variant, local string) []string {
	list := append([]string{v.Name, local, v.ID, v.Family, v.Group}, v.others()...)
	if v.Also == "" {
		list = append(list, mates(v)...)
	}
	if v.Family == "tafl" {
		list = append(list, "hnefatafl")
	}
	return list
}

// Search returns the variants of a list that match a text, best first. A variant matches if each word occurs in one
// of its names, in any spelling, or in its summary. Main variants come before other equal matches. A mistyped word is
// replaced by the nearest word. If no variant matches, Search returns those with the nearest names, and false. local
// returns the name of a variant in the player's language.
func Search(text string, list []*Variant, local func(*Variant) string) (found []*Variant, named bool) {
	words := strings.Fields(text)
	for i := range words {
		words[i] = folded(words[i])
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return slices.Clone(list), true
	}
	if found = fitting(words, list, local); len(found) > 0 {
		return found, true
	}
	if meant, ok := corrected(words, list, local); ok {
		if found = fitting(meant, list, local); len(found) > 0 {
			return found[:min(len(found), mostNear)], false
		}
	}
	return nearest(strings.Join(words, ""), list, local), false
}

// fitting returns the variants that match all words, best first.
func fitting(words []string, list []*Variant, local func(*Variant) string) (found []*Variant) {
	rank := map[*Variant]int{}
	for _, v := range list {
		if n, ok := fits(v, local(v), words); ok {
			rank[v] = n
			found = append(found, v)
		}
	}
	main := func(v *Variant) int {
		if v.Also == "" {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(found, func(a, b *Variant) int {
		return cmp.Or(cmp.Compare(rank[a], rank[b]),
			main(a)-main(b))
	})
	return found
}

// corrected replaces each word that occurs in no name by the nearest word of a name. It returns false if there is
// none.
func corrected(words []string, list []*Variant, local func(*Variant) string) (meant []string, ok bool) {
	known := vocabulary(list, local)
	for _, w := range words {
		best, far := "", max(1, len(w)/3)+1
		for _, k := range known {
			if strings.Contains(k, w) {
				best, far = w, 0
				break
			}
			if d := distance(w, k, far-1); d < far {
				best, far = k, d
			}
		}
		if best == "" {
			return nil, false
		}
		meant = append(meant, best)
	}
	return meant, true
}

// vocabulary returns the words of all names in a list, each once, in the order of the list.
func vocabulary(list []*Variant, local func(*Variant) string) (known []string) {
	seen := map[string]bool{}
	for _, v := range list {
		for _, n := range names(v, local(v)) {
			for _, part := range strings.Fields(strings.ReplaceAll(n, "-", " ")) {
				if w := folded(part); len(w) > 2 && !seen[w] {
					seen[w] = true
					known = append(known, w)
				}
			}
		}
	}
	return known
}

// fits reports whether all words match v. A smaller rank is better; it is best if the words are exactly one of its
// names.
func fits(v *Variant, local string, words []string) (rank int, ok bool) {
	whole := strings.Join(words, "")
	if slices.ContainsFunc(v.others(), func(n string) bool { return folded(n) == whole }) {
		return -1, true
	}
	all := names(v, local)
	for _, w := range words {
		at := slices.IndexFunc(all, func(n string) bool { return strings.Contains(folded(n), w) })
		switch {
		case at < 0 && len(w) > 2 && strings.Contains(folded(v.Summary), w):
			at = 100
		case at < 0:
			return 0, false
		case at < 3 && strings.HasPrefix(folded(all[at]), w):
			at = 0
		default:
			at++
		}
		rank += at
	}
	return rank, true
}

// mostNear is the number of variants suggested instead of an unknown one.
const mostNear = 6

// nearest returns the variants with a name similar to a text.
func nearest(word string, list []*Variant, local func(*Variant) string) (near []*Variant) {
	far := map[*Variant]int{}
	for _, v := range list {
		d := len(word)
		for _, n := range names(v, local(v)) {
			for _, part := range append(strings.Fields(strings.ReplaceAll(n, "-", " ")), n) {
				d = min(d, distance(word, folded(part), mostFar(word)))
			}
		}
		if far[v] = d; d <= mostFar(word) {
			near = append(near, v)
		}
	}
	slices.SortStableFunc(near, func(a, b *Variant) int { return cmp.Compare(far[a], far[b]) })
	return near[:min(len(near), mostNear)]
}
