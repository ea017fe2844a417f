package gametest

import "testing"

// sources are positions in which sources disagree, or in which a rule of the catalogue is easily
// misread; docs/rulesets.md, "Known differences and doubts", gives the reason for each.
var sources = []sentence{
	{name: "York: a ring of men who can be captured does not win", variant: "york-11x11",
		first: "attackers", before: yorkRing, play: "k6-k7; e8-e9; k7-k6; g8-g9xf9"},
	{name: "York, Brown: nor does it there", variant: "york-brown-11x11",
		first: "attackers", before: yorkRing, play: "k6-k7; e8-e9; k7-k6; g8-g9xf9"},
	{name: "Brandubh: one attacker captures the king against a corner", variant: "brandubh-gorrion",
		first: "attackers", before: kingBesideCorner, play: "c4-c1xKb1", end: "attackers:king-captured"},
	{name: "Copenhagen: a ring with a second pocket does not win", variant: "copenhagen-11x11-tdiamond",
		first: "attackers", before: twoPockets, play: "k6-h6; Kf6-f7"},
	{name: "Total: nor there", variant: "total-11x11-tdiamond",
		first: "attackers", before: twoPockets, play: "k6-h6; Kf6-f7"},
	{name: "Bell: nor there", variant: "linnaean-11x11-belldiamond-w",
		first: "attackers", before: twoPockets, play: "k6-h6; Kf6-f7"},
	{name: "Copenhagen, rule page: it wins at once", variant: "copenhagen-wtf",
		first: "attackers", before: twoPockets, play: "k6-h6", end: "attackers:encirclement"},
	{name: "Ealdfaeder: three capture the king on the edge", variant: "ealdfaeder-9x9",
		first: "attackers", before: kingOnEdge9, play: "b9-b5xKa5", end: "attackers:king-captured"},
	{name: "Old Hnefatafl: three capture the king on the edge", variant: "old-hnefatafl-11x11",
		first: "attackers", before: kingOnEdge11, play: "b9-b5xKa5", end: "attackers:king-captured"},
	{name: "Fetlar: no move is a draw", variant: "fetlar-11x11",
		first: "attackers", before: shutInOnEdge, play: "c5-b5",
		end: "draw:no-move"},
	{name: "Copenhagen 2015: both sides repeat, and the ban on draw forts decides", variant: "copenhagen-2015",
		first: "attackers", before: startOf11, play: "k8-k9; f8-g8; k9-k8; g8-f8; k8-k9; f8-g8; k9-k8; g8-f8",
		end: "attackers:draw-fort"},
}

const (
	yorkRing = `
		. . . . . . . . . . .
		. . . . t . t . . . .
		. . . t . t . t . . .
		. . . t T K T t . . .
		. . . . t t t . . . .
		. . . . . . . . . . t
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .`
	kingBesideCorner = `
		. . . . . . .
		. . . . . . .
		. . . . . . .
		. . t . . . .
		. . . . . . .
		. . . . . . .
		. K . . . . .`
	twoPockets = `
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . t . . . . .
		. . . . t . t . . . .
		. . . t . K . . . . t
		. . . . t . t . . . .
		. . t t . t . . . . .
		. t T T t . . . . . .
		. . t t . . . . . . .
		. . . . . . . . . . .`
	kingOnEdge9 = `
		. t . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		t . . . . . . . .
		K . . . . . . . .
		t . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .
		. . . . . . . . .`
	kingOnEdge11 = `
		. . . . . . . . . . .
		. . . . . . . . . . .
		. t . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		t . . . . . . . . . .
		K . . . . . . . . . .
		t . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .`
	shutInOnEdge = `
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		t . . . . . . . . . .
		K . t . . . . . . . .
		t . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .
		. . . . . . . . . . .`
	startOf11 = `
		. . . t t t t t . . .
		. . . . . t . . . . .
		. . . . . . . . . . .
		t . . . . T . . . . t
		t . . . T T T . . . t
		t t . T T K T T . t t
		t . . . T T T . . . t
		t . . . . T . . . . t
		. . . . . . . . . . .
		. . . . . t . . . . .
		. . . t t t t t . . .`
)

func TestSources(t *testing.T) {
	for _, s := range sources {
		t.Run(s.name, s.run)
	}
}
