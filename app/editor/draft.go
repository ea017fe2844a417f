package editor

import (
	"strings"

	"tafl3d/game/rules"
	"tafl3d/game/ruleset"
	"tafl3d/game/variant"
	"tafl3d/panel"
)

// draftFile returns the file name of the draft of a variant.
func draftFile(id string) string { return "drafts/" + id + ".toml" }

// draftOf returns the id for the draft of a variant; for unsaved rules, the id of their base.
func draftOf(v *variant.Variant) string { return strings.TrimSuffix(v.ID, changedID) }

// changedID is the id suffix of unsaved rules.
const changedID = "-changed"

// draft returns the saved draft of a variant.
func (r *Editor) draft(v *variant.Variant) (ruleset.Ruleset, bool) {
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

// keepDraft saves a draft. The file has the last valid rules.
func (r *Editor) keepDraft(v *variant.Variant, set ruleset.Ruleset, sound *rules.Rules) {
	r.known[draftOf(v)] = set
	r.shell.Keep(draftFile(draftOf(v)), variant.Encode(&variant.Variant{ID: draftOf(v), Name: v.Name, Family: v.Family,
		Rules: sound}, nil))
}

// dropDraft deletes a draft.
func (r *Editor) dropDraft(v *variant.Variant) {
	delete(r.known, draftOf(v))
	r.shell.Drop(draftFile(draftOf(v)))
}

// restore shows the draft of the page's variant, if there is one.
func (p *customPage) restore() {
	set, is := p.r.draft(p.v)
	if !is {
		return
	}
	p.change(set)
	p.r.known[draftOf(p.v)] = set
	p.r.shell.Say("Your changes are still here. “Reset” discards them.", panel.Plain)
}

// left saves the changes as a draft when the page closes.
func (p *customPage) left() {
	if was := p.v.Rules.Ruleset(); len(variant.Differences(p.set, was)) > 0 || !sameRows(p.set.Rows, was.Rows) {
		p.r.keepDraft(p.v, p.set, p.rules)
		return
	}
	p.r.dropDraft(p.v)
}

func sameRows(a, b []string) bool { return strings.Join(a, "/") == strings.Join(b, "/") }

// askLeave is the command of Esc if unsaved changes of the position would be lost.
const askLeave = "leave"

// cancel returns the command of Esc on an editor page.
func cancel(changed bool) string {
	if changed {
		return askLeave
	}
	return "close"
}

// leaving is the action that asks whether to discard the changes of the position.
func (r *Editor) leaving() panel.Action {
	return panel.Action{ID: askLeave, Run: func(int) {
		r.shell.Ask("Discard changes?", "Your changes to the board will be lost.", "Leave", r.shell.CloseTop)
	}}
}
