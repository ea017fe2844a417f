package web

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"tafl3d/game"
	"tafl3d/game/rules"
	"tafl3d/game/variant"
	"tafl3d/picture"
)

// art holds the pictures of carved boards and pieces, which `make pages-art` renders: boards by picture.Ground, in
// two sizes, and pieces by picture.Piece.
//
//go:embed art
var art embed.FS

// artFiles maps the names of the pictures in addresses to files of art.
var artFiles = func() map[string]string {
	all := map[string]string{}
	for _, kind := range []string{"board", "small", "piece"} {
		files, _ := art.ReadDir("art/" + kind) // embedded, no error
		for _, f := range files {
			all[kind+"-"+f.Name()] = "art/" + kind + "/" + f.Name()
		}
	}
	return all
}()

// artAddress returns the address of a picture, empty if there is none.
func artAddress(kind, name string) string {
	file := kind + "-" + name + ".webp"
	if artFiles[file] == "" {
		return ""
	}
	return staticAddress(file)
}

// figurePrefix begins the symbols of the pictures of pieces.
const figurePrefix = "piece-"

// figure returns the symbol of a kind of piece on pages: of its picture, or else of its drawing.
func figure(k game.Kind) string {
	plain := game.Kind{Side: k.Side, Royal: k.Royal, Name: "man"}
	if k.Royal {
		plain.Name = "king"
	}
	for _, k := range []game.Kind{k, plain} {
		if name := picture.Piece(k); artFiles[figurePrefix+name+".webp"] != "" {
			return figurePrefix + name
		}
	}
	return picture.Symbol(k)
}

// sideFigure returns the symbol of a side: its kind of piece of which there are most at the start.
func sideFigure(r *rules.Rules, side game.Side) string {
	start := r.Start()
	count := make([]int, len(r.Kinds()))
	for _, p := range start.Setup().Pieces {
		count[p]++
	}
	best := game.Empty
	for i, k := range r.Kinds() {
		if p := game.Piece(i); p != game.Empty && k.Side == side && (best == game.Empty || count[p] > count[best]) {
			best = p
		}
	}
	if best == game.Empty {
		return side.String()
	}
	return figure(r.Kinds()[best])
}

// figuresHere is where withFigures adds the symbols of a page.
const figuresHere = "<!--figures-->"

// withFigures returns a page with the symbols of all pieces that it mentions.
func withFigures(page []byte) []byte {
	at := bytes.Index(page, []byte(figuresHere))
	if at < 0 {
		return bytes.Clone(page)
	}
	var names []string
	for rest := page; ; {
		i := bytes.Index(rest, []byte(figurePrefix))
		if i < 0 {
			break
		}
		rest = rest[i+len(figurePrefix):]
		end := bytes.IndexFunc(rest, func(r rune) bool { return r != '-' && (r < 'a' || r > 'z') })
		if name := string(rest[:max(end, 0)]); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return slices.Concat(page[:at], []byte(defineFigures(names)), page[at+len(figuresHere):])
}

// pictureWide is the width of the picture of a piece, in units of a drawing.
const pictureWide = 1.8 * picture.Unit

// defineFigures returns the symbols of pieces by the names of their pictures, each with its drawing for readers who see
// no pictures. Unknown names are left out.
func defineFigures(names []string) string {
	var b strings.Builder
	for _, name := range names {
		if address := artAddress("piece", name); address != "" {
			fmt.Fprintf(&b,
				`<g id="%s%s"><use class="drawn" href="#%s"/><image class="carved" href="%s" x="%g" y="%[5]g" `+
					`width="%[6]g" height="%[6]g"/></g>`, figurePrefix, name, drawings()[name], address,
				-pictureWide/2.0,
				pictureWide)
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return `<svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false"><defs>` + b.String() +
		"</defs></svg>"
}

// drawings maps the names of the pictures of pieces to the symbols of their drawings.
var drawings = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, v := range variant.All() {
		for _, k := range v.Rules.Kinds()[1:] {
			all[picture.Piece(k)] = picture.Symbol(k)
		}
	}
	return all
})

// grounds are the names of the boards of the catalogue.
var grounds = sync.OnceValue(func() map[*rules.Rules]string {
	all := map[*rules.Rules]string{}
	for _, v := range variant.All() {
		all[v.Rules] = picture.Ground(v.Rules)
	}
	return all
})

// carved returns the pictures for a board of r.
func carved(r *rules.Rules, small bool) *picture.Carved {
	name, ok := grounds()[r]
	if !ok {
		name = picture.Ground(r)
	}
	size := "board"
	if small {
		size = "small"
	}
	return &picture.Carved{Board: artAddress(size, name), Piece: figure}
}
