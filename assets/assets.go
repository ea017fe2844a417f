// Package assets embeds the files that are built into the program.
package assets

import "embed"

// Shaders holds the GLSL sources.
//
//go:embed shaders
var Shaders embed.FS
