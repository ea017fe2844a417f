package panel

// Tongue translates a text into the player's language.
type Tongue func(string) string

// Reword translates the plain texts of a screen; all of them pass through here. Composed texts are
// already translated, and names of people stay. It copies lists, because screens often share them.
func (s *Screen) Reword(t Tongue) {
	for i := range s.Toasts {
		t.say(&s.Toasts[i].Text)
	}
	s.Bar = t.buttons(s.Bar)
	if s.Banner != nil {
		t.say(&s.Banner.Text, &s.Banner.Button.Label)
	}
	if s.Game != nil {
		t.sheet(s.Game)
	}
	if s.Dialog != nil {
		t.dialog(s.Dialog)
	}
}

func (t Tongue) say(texts ...*string) {
	for _, text := range texts {
		*text = t(*text)
	}
}

func (t Tongue) sheet(s *Sheet) {
	t.say(&s.Variant, &s.Status, &s.Warning)
	if s.Value != nil {
		t.say(&s.Value.Tip)
	}
	for i := range s.Seats {
		t.say(&s.Seats[i].Detail)
	}
	for i := range s.Notes {
		t.say(&s.Notes[i].Text, &s.Notes[i].Tip)
	}
}

func (t Tongue) dialog(d *Dialog) {
	t.say(&d.Title)
	d.Lines, d.Faults = t.all(d.Lines), t.all(d.Faults)
	d.Parts, d.Aside = t.parts(d.Parts), t.parts(d.Aside)
	d.Buttons = t.buttons(d.Buttons)
	for i := range d.Keys {
		t.say(&d.Keys[i].Does)
	}
	for i := range d.Palette {
		t.say(&d.Palette[i].Label)
	}
	for i := range d.Fields {
		f := &d.Fields[i]
		t.say(&f.Label, &f.Note)
		f.Options = t.all(f.Options)
		if f.Rows != nil {
			t.table(&f.Rows.Table)
		}
		for j := range f.Cards {
			t.say(&f.Cards[j].Head)
			f.Cards[j].Lines = t.all(f.Cards[j].Lines)
		}
	}
	for i := range d.Charts {
		t.chart(&d.Charts[i])
	}
}

func (t Tongue) chart(c *Chart) {
	t.say(&c.Head)
	for i := range c.Ties {
		t.say(&c.Ties[i].Label, &c.Ties[i].Tip)
	}
	for i := range c.Boards {
		t.say(&c.Boards[i].Line)
	}
	if c.Table != nil {
		t.table(c.Table)
	}
}

func (t Tongue) table(c *Table) {
	for i := range c.Columns {
		t.say(&c.Columns[i].Head, &c.Columns[i].Tip)
	}
	for _, row := range c.Rows {
		for i := range row {
			t.say(&row[i].Text, &row[i].Tip)
		}
	}
}

func (t Tongue) all(texts []string) []string {
	said := make([]string, len(texts))
	for i, text := range texts {
		said[i] = t(text)
	}
	return said
}

func (t Tongue) parts(parts []Part) []Part {
	said := append([]Part(nil), parts...)
	for i := range said {
		t.say(&said[i].Head, &said[i].Text)
	}
	return said
}

func (t Tongue) buttons(list []Button) []Button {
	said := append([]Button(nil), list...)
	for i := range said {
		t.say(&said[i].Label, &said[i].Short, &said[i].Why)
	}
	return said
}
