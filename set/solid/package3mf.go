package solid

import (
	"archive/zip"
	"bufio"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// Item is a body of a set and how many of it are printed.
type Item struct {
	Name   string
	Mesh   *Mesh
	Count  int
	Colour [3]uint8
}

// spacing is what lies between two bodies of a build, in millimetres.
const spacing = 5

// Write3MF writes bodies as a 3MF package in millimetres. Each is an object once, and stands in the build as often as
// it is printed, in rows side by side.
func Write3MF(out io.Writer, title string, items []Item) error {
	z := zip.NewWriter(out)
	for _, f := range []struct{ name, text string }{
		{"[Content_Types].xml", `<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
			`<Default Extension="rels" ` +
			`ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
			`<Default Extension="model" ` +
			`ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>`},
		{"_rels/.rels", `<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
			`<Relationship Target="/3D/3dmodel.model" Id="rel0" ` +
			`Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`},
	} {
		w, err := z.Create(f.name)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, f.text); err != nil {
			return err
		}
	}
	w, err := z.Create("3D/3dmodel.model")
	if err != nil {
		return err
	}
	buf := bufio.NewWriter(w)
	writeModel(buf, title, items)
	if err := buf.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// writeModel writes the objects and the build.
func writeModel(w *bufio.Writer, title string, items []Item) {
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?>
<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">
<metadata name="Title">%s</metadata>
<metadata name="Application">tafl3d</metadata>
<resources>
<basematerials id="1">
`, escape(title))
	for _, it := range items {
		fmt.Fprintf(w, "<base name=\"%s\" displaycolor=\"#%02X%02X%02X\"/>\n", escape(it.Name), it.Colour[0],
			it.Colour[1],
			it.Colour[2])
	}
	w.WriteString("</basematerials>\n")
	for i, it := range items {
		fmt.Fprintf(w, "<object id=\"%d\" type=\"model\" name=\"%s\" pid=\"1\" pindex=\"%d\">\n<mesh>\n<vertices>\n",
			i+2,
			escape(it.Name), i)
		for _, p := range it.Mesh.Points {
			fmt.Fprintf(w, "<vertex x=\"%.4f\" y=\"%.4f\" z=\"%.4f\"/>\n", p.X, p.Y, p.Z)
		}
		w.WriteString("</vertices>\n<triangles>\n")
		for _, t := range it.Mesh.Triangles {
			fmt.Fprintf(w, "<triangle v1=\"%d\" v2=\"%d\" v3=\"%d\"/>\n", t[0], t[1], t[2])
		}
		w.WriteString("</triangles>\n</mesh>\n</object>\n")
	}
	w.WriteString("</resources>\n<build>\n")
	writeBuild(w, items)
	w.WriteString("</build>\n</model>\n")
}

// writeBuild places the bodies: those of one kind in rows of ten at most, kind behind kind.
func writeBuild(w *bufio.Writer, items []Item) {
	const across = 10
	y := 0.0
	for i, it := range items {
		low, high := it.Mesh.Bounds()
		stepX, stepY := high.X-low.X+spacing, high.Y-low.Y+spacing
		for k := range it.Count {
			fmt.Fprintf(w, "<item objectid=\"%d\" transform=\"1 0 0 0 1 0 0 0 1 %.4f %.4f 0\"/>\n", i+2,
				float64(k%across)*stepX-low.X, y+float64(k/across)*stepY-low.Y)
		}
		y += float64((it.Count+across-1)/across) * stepY
	}
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}
