//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "taflwasm runs in a browser: see make engine")
	os.Exit(2)
}
