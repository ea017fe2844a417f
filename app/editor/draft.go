package editor

import (
	"strings"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// draftFile returns the file of the draft of a variant.
func draftFile(id string) string { return "drafts/" + id + ".toml" }

// draftOf returns the id under which the draft of a variant is kept: rules that were
// changed just now belong to what they were made of.
func draftOf(v *variant.Variant) string { return strings.TrimSuffix(v.ID, changedID) }

// changedID ends the id of rules that are on no shelf.
const changedID = "-changed"

// draft returns the draft that was left of a variant.
func (r *Room) draft(v *variant.Variant) (ruleset.Ruleset, bool) {
	id := draftOf(v)
	if set, is := r.known[id]; is || r.store == nil {
		return set, is
	}
	text, err := r.store.Load(draftFile(id))
	if err != nil {
		return ruleset.Ruleset{}, false
	}
	d, err := variant.Parse(draftFile(id), text)
	if err != nil {
		r.shell.PutAside(draftFile(id), "Cannot read the changes to these rules", err)
		return ruleset.Ruleset{}, false
	}
	return d.Rules.Ruleset(), true
}

// keepDraft keeps what was changed. The file has the newest rules that hold together.
func (r *Room) keepDraft(v *variant.Variant, set ruleset.Ruleset, sound *rules.Rules) {
	r.known[draftOf(v)] = set
	r.shell.Keep(draftFile(draftOf(v)), variant.Encode(&variant.Variant{ID: draftOf(v), Name: v.Name, Family: v.Family,
		Rules: sound}, nil))
}

// dropDraft forgets what was changed.
func (r *Room) dropDraft(v *variant.Variant) {
	delete(r.known, draftOf(v))
	r.shell.Drop(draftFile(draftOf(v)))
}

// restore shows the draft that was left of the page's variant, if there is one.
func (p *customPage) restore() {
	set, is := p.r.draft(p.v)
	if !is {
		return
	}
	p.change(set)
	p.r.known[draftOf(p.v)] = set
	p.r.shell.Say("Your changes are still here. “Reset” discards them.", panel.Plain)
}

// left keeps what differs from the variant that was opened.
func (p *customPage) left() {
	if was := p.v.Rules.Ruleset(); len(variant.Differences(p.set, was)) > 0 || !sameRows(p.set.Rows, was.Rows) {
		p.r.keepDraft(p.v, p.set, p.rules)
		return
	}
	p.r.dropDraft(p.v)
}

func sameRows(a, b []string) bool { return strings.Join(a, "/") == strings.Join(b, "/") }

// askLeave is the command of Esc where something was put up by hand that would be lost.
const askLeave = "leave"

// cancel is the command of Esc on a sheet beside the board.
func cancel(changed bool) string {
	if changed {
		return askLeave
	}
	return "close"
}

// leave asks whether to give up what was put up by hand.
func (r *Room) leave() {
	r.shell.Ask("Discard changes?", "Your changes to the board will be lost.", "Leave", r.shell.CloseTop)
}
