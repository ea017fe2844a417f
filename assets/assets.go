// Package assets holds the files that are built into the program.
package assets

import "embed"

// Shaders holds the sources of the programs that run on the graphics card.
//
//go:embed shaders
var Shaders embed.FS
