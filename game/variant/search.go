package variant

import (
	"cmp"
	"slices"
	"strings"
)

// spellings are other names of games and other ways to write them, by what their
// ids contain. They are what people type who look for a game.
var spellings = []struct{ id, names string }{
	{"copenhagen", "hnefatafl hneftafl nefatafl kings table viking chess vikingeskak"}, {"hnefatafl", "kings table viking chess vikingeskak"},
	{"fetlar", "hnefatafl panda"}, {"brandubh", "brandub brannumh brandab black raven"}, {"ardri", "ard ri high king"},
	{"fithcheall", "fidchell ficheall fidhcheall fitchneal gwyddbwyll"}, {"tablut", "tablo saami sami lapland"}, {"linnaean-9x9", "tablut lapland linne"},
	{"linnaean-11x11", "tawlbwrdd tawl bwrdd tawlbord welsh wales"}, {"tawlbwrdd", "tawl bwrdd tawlbord tafl bwrdd welsh wales"},
	{"alea", "alea evangelii gospel"}, {"seabattle", "sea battle"}, {"skalk", "scalc museum"}, {"simple", "plain easy"},
	{"bagh-chal", "baghchal baghchaal bagha chal bagchal moving tiger nepal tigers and goats"}, {"pulijudam", "puli judam aadu puli attam puli meka tigers and goats lambs"},
	{"tapal", "rimau malay tigers"}, {"hat-diviyan", "diviyan keliya leopards sri lanka"}, {"len-choa", "thai leopards"},
	{"morris", "nine mens merels mill mills muehle moelle kvarn mylla"}, {"fox-geese", "fox and goose ravspel raevespil"}, {"fox-hounds", "fox and hounds wolf and sheep"},
	{"halatafl", "hala tafl fox game"}, {"asalto", "assalto assault officers sepoys belagerung fortress"}, {"ravspel", "raevespil fox and sheep"},
	{"maharajah", "maharaja sepoys shatranj diwana chess"}, {"dablot", "dablo prejjesne saami sami"},
}

// folded returns a text as it is compared: small plain letters and figures alone.
func folded(text string) string {
	return strings.ReplaceAll(strings.TrimPrefix(IDFor(text), "v-"), "-", "")
}

// names are what v is found by: its id, its names in any language, and others.
func names(v *Variant, local string) []string {
	list := []string{v.Name, local, v.ID, v.Family, v.Group}
	for _, s := range spellings {
		if strings.Contains(v.ID, s.id) {
			list = append(list, s.names)
		}
	}
	if v.Family == "tafl" {
		list = append(list, "hnefatafl")
	}
	return list
}

// Search returns the variants of a list that a text names, best first: each of its
// words stands in one of their names, however it is written, or in their summary.
// If there is none it returns those with the nearest names, and false. local
// returns what else a variant is called, in the player's language.
func Search(text string, list []*Variant, local func(*Variant) string) (found []*Variant, named bool) {
	words := strings.Fields(text)
	for i := range words {
		words[i] = folded(words[i])
	}
	words = slices.DeleteFunc(words, func(w string) bool { return w == "" })
	if len(words) == 0 {
		return slices.Clone(list), true
	}
	rank := map[*Variant]int{}
	for _, v := range list {
		if n, ok := fits(v, local(v), words); ok {
			rank[v] = n
			found = append(found, v)
		}
	}
	if len(found) == 0 {
		return nearest(strings.Join(words, ""), list, local), false
	}
	slices.SortStableFunc(found, func(a, b *Variant) int { return cmp.Compare(rank[a], rank[b]) })
	return found, true
}

// fits reports whether all words name v; the smaller the number, the better.
func fits(v *Variant, local string, words []string) (rank int, ok bool) {
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

// mostNear is how many variants are told of in the place of one that is not there.
const mostNear = 6

// nearest returns the variants one of whose names is nearly a word.
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
