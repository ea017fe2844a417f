package app

import "tafl3d/tongue"

// The one boundary at which plain texts are put into the player's language:
// whatever a screen says passes here. Texts that are put together were put
// together in his language already, and names of people are left alone.

// spoken puts the plain texts of a screen into the language in use.
func (s *Screen) spoken() {
	for i := range s.Toasts {
		say(&s.Toasts[i].Text)
	}
	s.Bar = spokenButtons(s.Bar)
	if s.Game != nil {
		s.Game.spoken()
	}
	if s.Dialog != nil {
		s.Dialog.spoken()
	}
}

func say(texts ...*string) {
	for _, t := range texts {
		*t = tongue.Text(*t)
	}
}

func (s *Sheet) spoken() {
	say(&s.Variant, &s.Status, &s.Warning)
	for i := range s.Seats {
		say(&s.Seats[i].Detail)
	}
	for i := range s.Notes {
		say(&s.Notes[i].Text)
	}
}

func (d *Dialog) spoken() {
	say(&d.Title)
	d.Lines, d.Faults = spokenAll(d.Lines), spokenAll(d.Faults)
	d.Parts, d.Aside = spokenParts(d.Parts), spokenParts(d.Aside)
	d.Buttons = spokenButtons(d.Buttons)
	for i := range d.Keys {
		say(&d.Keys[i].Does)
	}
	for i := range d.Palette {
		say(&d.Palette[i].Label)
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		say(&f.Label, &f.Note)
		f.Options = spokenAll(f.Options)
	}
	for i := range d.Charts {
		d.Charts[i].spoken()
	}
}

func (c *Chart) spoken() {
	say(&c.Head)
	for i := range c.Ties {
		say(&c.Ties[i].Label, &c.Ties[i].Tip)
	}
	for i := range c.Boards {
		say(&c.Boards[i].Line)
	}
	if c.Table == nil {
		return
	}
	for i := range c.Table.Columns {
		say(&c.Table.Columns[i].Head, &c.Table.Columns[i].Tip)
	}
	for _, row := range c.Table.Rows {
		for i := range row {
			say(&row[i].Text, &row[i].Tip)
		}
	}
}

// spokenAll returns texts in the language in use. Lists are often shared, so
// that they are copied.
func spokenAll(texts []string) []string {
	said := make([]string, len(texts))
	for i, t := range texts {
		said[i] = tongue.Text(t)
	}
	return said
}

func spokenParts(parts []Part) []Part {
	said := append([]Part(nil), parts...)
	for i := range said {
		say(&said[i].Head, &said[i].Text)
	}
	return said
}

func spokenButtons(list []Button) []Button {
	said := append([]Button(nil), list...)
	for i := range said {
		say(&said[i].Label)
	}
	return said
}
