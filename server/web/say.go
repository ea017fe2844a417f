package web

import (
	"cmp"
	"fmt"
	"html/template"
	"strings"
	"sync"
	"time"

	"tafl3d/game/variant"
	"tafl3d/net/wire"
	"tafl3d/picture"
	"tafl3d/tongue"
	"tafl3d/tournament"
	"tafl3d/tournament/tables"
)

// helpers are the functions for templates.
var helpers = template.FuncMap{
	"static":   staticAddress,
	"variant":  variantName,
	"variants": variantNames,
	"told":     func(say *tongue.Speaker, list []wire.GameBrief) gameList { return gameList{say, list} },
	"inc":      func(i int) int { return i + 1 },
	"sub":      func(a, b int) int { return a - b },
	"when":     when,
	"result":   resultOf,
	"pool":     pool,
	"phase": func(say *tongue.Speaker, e wire.EventBrief) template.HTML {
		return timed(say, phase(say, e), e.Spec.Starts)
	},
	"timed":  timed,
	"who":    func(say *tongue.Speaker, p wire.Player) who { return who{say, p} },
	"format": format,
	"clock":  tables.Clock,
	"sprite": sync.OnceValue(func() template.HTML { return template.HTML(picture.Sprite() + figuresHere) }),
}

func variantName(say *tongue.Speaker, id string) string {
	v, err := variant.Get(id)
	if err != nil {
		return id
	}
	return say.Text(v.Name)
}

func variantNames(say *tongue.Speaker, ids []string) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = variantName(say, id)
	}
	return strings.Join(names, ", ")
}

// when formats a time in the reader's language. static/times.js converts it to their time zone.
func when(say *tongue.Speaker, unix int64) template.HTML {
	if unix == 0 {
		return template.HTML(template.HTMLEscapeString(say.Text("now")))
	}
	at := time.Unix(unix, 0).UTC()
	return template.HTML(fmt.Sprintf(`<time datetime="%s">%s</time>`, at.Format(time.RFC3339),
		template.HTMLEscapeString(say.Time(at))))
}

func resultOf(say *tongue.Speaker, g wire.GameBrief) string {
	switch {
	case g.Ended == 0:
		return say.Text("in progress")
	case g.Result == "":
		return say.Text("aborted")
	case g.Result == "draw":
		return say.Textf("drawn, %s", words(g.Cause))
	}
	return say.Textf("%s won, %s", g.Result, words(g.Cause))
}

// aboutGame describes a variant.
func aboutGame(say *tongue.Speaker, v *variant.Variant) string {
	return say.Text(strings.Join(strings.Fields(v.Description), " "))
}

// textFamilies and textSpeeds are the names of the parts of rating pools.
var textFamilies = map[string]string{
	"tafl": "Tafl", "fox": "Fox and geese", "asalto": "Asalto", "tiger": "Tigers and leopards", "dablot": "Dablot",
	"halatafl": "Halatafl", "morris": "Morris", "maharajah": "Maharajah",
}

var textSpeeds = map[string]string{"blitz": "blitz", "rapid": "rapid", "classical": "classical",
	"correspondence": "correspondence", "odds": "time odds"}

// pool describes a rating pool: a family of variants and a speed.
func pool(say *tongue.Speaker, id string) string {
	family, speed, both := strings.Cut(id, " ")
	if !both || textSpeeds[speed] == "" {
		return id
	}
	return say.Text(cmp.Or(textFamilies[family], family)) + ", " + say.Text(textSpeeds[speed])
}

// phase describes the state of an event.
func phase(say *tongue.Speaker, e wire.EventBrief) string {
	return tables.Phase(say, tournament.Phase(e.Phase), e.Round, e.Rounds, starts(e))
}

// format returns the name of a format of events.
func format(say *tongue.Speaker, id string) string {
	name, _ := tables.Format(tournament.Format(id))
	return say.Text(cmp.Or(name, id))
}

// starts returns when an event begins, zero if unknown.
func starts(e wire.EventBrief) (at time.Time) {
	if e.Spec.Starts != 0 {
		at = time.Unix(e.Spec.Starts, 0).UTC()
	}
	return at
}

// gameList is a list of games with its language.
type gameList struct {
	Say   *tongue.Speaker
	Games []wire.GameBrief
}

// timed marks a time in a text, so that the script can convert it to the reader's time zone.
func timed(say *tongue.Speaker, text string, unix int64) template.HTML {
	text = template.HTMLEscapeString(text)
	if unix != 0 {
		text = strings.Replace(text, template.HTMLEscapeString(say.Time(time.Unix(unix, 0).UTC())),
			string(when(say, unix)), 1)
	}
	return template.HTML(text)
}

// who is a player with the language of the page.
type who struct {
	Say *tongue.Speaker
	wire.Player
}
