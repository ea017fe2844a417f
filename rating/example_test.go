package rating_test

import (
	"fmt"

	"tafl3d/game"
	"tafl3d/rating"
)

// The example of Glickman's paper: a player of 1500 and deviation 200 meets
// three others in one rating period.
func ExampleSystem_Update() {
	player := rating.Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	after := rating.System{}.Update(player, []rating.Played{
		{Opponent: rating.Rating{Points: 1400, Deviation: 30, Volatility: 0.06}, Score: 1},
		{Opponent: rating.Rating{Points: 1550, Deviation: 100, Volatility: 0.06}, Score: 0},
		{Opponent: rating.Rating{Points: 1700, Deviation: 300, Volatility: 0.06}, Score: 0},
	})
	fmt.Printf("%.0f, deviation %.0f, provisional %v\n", after.Points, after.Deviation, after.Provisional())
	// Output: 1464, deviation 152, provisional true
}

// Both players are new, so the first game changes both ratings by much.
func ExampleBook_Rate() {
	var book rating.Book
	book = book.Rate([]rating.Result{
		{Variant: "brandubh-gorrion", Attackers: "Astrid", Defenders: "Dag", Score: 1},
	})
	for _, name := range []string{"Astrid", "Dag"} {
		fmt.Printf("%s %.0f\n", name, book.Players[name].Points)
	}
	// Output:
	// Astrid 1662
	// Dag 1338
}

// Defenders win repeatedly between equal players: the variant learns the disadvantage of the attackers.
func ExampleAdvantage_Learn() {
	known := rating.Rating{Points: 1500, Deviation: 50, Volatility: 0.06}
	var a rating.Advantage
	for range 12 {
		a = a.Learn(known, known, 0)
	}
	side, sure := a.Harder()
	fmt.Println(side, sure, a.Edge(game.Defenders) > 0)
	fmt.Printf("%.2f\n", rating.Expected(known, known, a.Edge(game.Attackers)))
	// Output:
	// attackers true true
	// 0.19
}
