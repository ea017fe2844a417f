package tournament

// draft is a pairing that has no number yet. Without a second player it is a bye.
type draft struct {
	a, b  int
	first int // the player with the attackers in the first game; 0: chosen by balance of sides
	stage Stage
	group int
	node  int
	bye   Bye
}

// berger returns the pairs of a round, from 0, of a round robin of n players numbered from 1. The first of each pair
// has the first side. With odd n the number n+1 stands for a bye.
//
// It follows Berger's table (FIDE handbook, C.05 annex 1): the last player keeps their place, the numbers of the
// others advance by half the field each round, and the side of the last player alternates.
func berger(n, round int) [][2]int {
	even := n + n%2
	shift := round * even / 2
	number := func(i int) int {
		switch {
		case i == even && n%2 == 1:
			return 0
		case i == even:
			return even
		}
		return (i-1+shift)%(even-1) + 1
	}
	pairs := make([][2]int, 0, even/2)
	for i := 1; i <= even/2; i++ {
		p := [2]int{number(i), number(even + 1 - i)}
		if i == 1 && round%2 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// pairer pairs the players of a round, as the format says.
type pairer struct{ t *Tournament }

func (t *Tournament) pairer() pairer { return pairer{t} }

// cycles returns the number of rounds in a round robin of n players.
func (pr pairer) cycles(n int) int { return pr.t.config.Rounds * (n - 1 + n%2) }

// roundRobin drafts a round, from 0, among players. In every second cycle the sides are swapped.
func (pr pairer) roundRobin(players []int, round int, stage Stage, group int) []draft {
	n := len(players)
	if round >= pr.cycles(n) {
		return nil
	}
	once := n - 1 + n%2
	var list []draft
	for _, p := range berger(n, round%once) {
		if round/once%2 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		d := draft{stage: stage, group: group}
		switch {
		case p[0] == 0:
			d.a, d.bye = players[p[1]-1], RestBye
		case p[1] == 0:
			d.a, d.bye = players[p[0]-1], RestBye
		default:
			d.a, d.b = players[p[0]-1], players[p[1]-1]
			d.first = d.a
		}
		list = append(list, d)
	}
	return list
}

// groups returns the players of each group. Seeds are assigned in alternating direction, 1 2 3 3 2 1 1 2 3, so that
// the groups are equally strong.
func (pr pairer) groups() [][]int {
	t := pr.t
	lists := make([][]int, t.config.Groups)
	for i, id := range t.order {
		g := i % (2 * len(lists))
		if g >= len(lists) {
			g = 2*len(lists) - 1 - g
		}
		lists[g] = append(lists[g], id)
	}
	return lists
}

// groupRounds returns the number of rounds in the group stage.
func (pr pairer) groupRounds() int {
	t := pr.t
	most := (len(t.order) + t.config.Groups - 1) / t.config.Groups
	return pr.cycles(most)
}

// groupRound drafts a round of all groups.
func (pr pairer) groupRound(round int) []draft {
	var list []draft
	for g, players := range pr.groups() {
		list = append(list, pr.roundRobin(players, round, InGroup, g+1)...)
	}
	return list
}
