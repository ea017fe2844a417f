package app

import (
	"time"

	"tafl3d/tongue"
)

// learnClient implements learn.Client.
type learnClient struct{ a *App }

func (c learnClient) Now() time.Time { return c.a.opt.Clock.Now() }

func (c learnClient) Copy(text string) bool {
	if c.a.opt.Copy == nil {
		return false
	}
	c.a.opt.Copy(text)
	return true
}

func (c learnClient) Play(variant string) {
	p := &newPage{a: c.a, choice: c.a.settings.New, v: c.a.board.Lib.Usual(variant)}
	if p.choice.Mode, p.choice.Variant = againstComputer, p.v.ID; c.a.opt.Engines == nil {
		p.choice.Mode = twoPeople
	}
	c.a.shell.Open(p)
}

func (c learnClient) Chance(variant string, score int) (float64, bool) {
	if c.a.opt.Chance == nil {
		return 0, false
	}
	return c.a.opt.Chance(variant, score), true
}

func (c learnClient) Study(text string) { c.a.study.Read(text) }

// firstCourse is the course offered at the first start.
const firstCourse = "first"

// Texts of the first course and the page about the program.
const (
	textTour         = "Learn to play"
	textAboutProgram = "About the program"
)

func textVersion(version string) string { return tongue.Textf("Version %s", version) }
