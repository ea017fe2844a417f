package tournament_test

import (
	"errors"
	"fmt"
	"os"
	"time"

	"tafl3d/tournament"
)

// An event is a log of events that are applied at their times. The package
// plays no game: it says what is due and hears how it went.
func ExampleTournament_Apply() {
	at := time.Date(2026, 6, 24, 12, 0, 0, 0, time.UTC)
	t, err := tournament.New(tournament.Config{
		Name: "Midsummer", Format: tournament.RoundRobin, Games: 1, Seed: 1,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	apply := func(e tournament.Event) {
		if err := t.Apply(at, e); err != nil {
			fmt.Println(err)
		}
	}
	for _, name := range []string{"Astrid", "Dag", "Eir", "Finn"} {
		apply(tournament.Enter{Name: name})
	}
	apply(tournament.Start{})
	for t.Phase() == tournament.Running {
		apply(tournament.Pair{})
		for _, d := range t.Due() { // who entered first wins every game
			p := d.Game.Players
			verdict := tournament.Attackers
			if p[1] < p[0] {
				verdict = tournament.Defenders
			}
			apply(tournament.Report{Pairing: d.Pairing, Leg: d.Leg, Verdict: verdict,
				Cause: "king-captured", Plies: 40})
		}
	}
	for _, row := range t.Standings() {
		fmt.Println(row.Rank, row.Name, row.Points)
	}
	// Output:
	// 1 Astrid 3
	// 2 Dag 2
	// 3 Eir 1
	// 4 Finn 0
}

// What does not fit is refused with an error to decide by, and nothing has
// changed.
func ExampleTournament_Apply_refused() {
	t, _ := tournament.New(tournament.Config{
		Name: "Midsummer", Format: tournament.KnockOut,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}},
	})
	err := t.Apply(time.Time{}, tournament.Start{})
	fmt.Println(errors.Is(err, tournament.ErrFew), t.Phase())
	// Output: true entry
}

// A saved event is played through again when it is read.
func ExampleDecode() {
	t, _ := tournament.New(tournament.Config{
		Name: "Midsummer", Format: tournament.Swiss,
		Variants: []tournament.Variant{{ID: "brandubh-gorrion"}},
	})
	_ = t.Apply(time.Unix(0, 0), tournament.Enter{Name: "Astrid"})
	saved, _ := t.Encode()
	again, err := tournament.Decode(saved)
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = again.CrossTable().WriteCSV(os.Stdout)
	fmt.Println(again.Config().Format, len(again.Log()))
	// Output:
	// rank,name,points,games,wins,draws,losses,against 1,buchholz,direct,harder-wins,fewest-plies
	// 1,Astrid,0,0,0,0,0,*,0,–,0,–
	// swiss 1
}
