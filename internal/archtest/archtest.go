// Package archtest defines which package may import which. Its test reads the source tree and fails if an import
// violates the architecture in docs/design.md.
package archtest

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// Package describes a package of the product or the lab for the check.
type Package struct {
	Name        string   // path within the tree: "game/rules"
	Imports     []string // full import paths, without those of tests
	TestImports []string // of its tests
}

const module = "tafl3d/"

// ours maps each package to the packages of the product and the lab that it may import, as patterns of path.Match. A
// package without an entry fails the check, so that every new package gets one.
var ours = map[string]string{
	"game":            "",
	"game/ruleset":    "game",
	"game/rules":      "game game/ruleset game/rules/internal/*",
	"game/variant":    "game game/ruleset game/rules",
	"game/notation":   "game game/ruleset game/rules",
	"game/match":      "game game/ruleset game/rules game/notation",
	"game/tree":       "game game/ruleset game/rules game/match game/notation",
	"game/record":     "game game/ruleset game/rules game/match game/notation game/variant game/tree",
	"game/exercise":   "game game/rules game/notation game/tree game/record",
	"game/link":       "",
	"game/lesson":     "game game/rules game/notation game/tree game/variant",
	"game/table":      "game game/ruleset game/rules game/match",
	"game/balance":    "game game/ruleset game/rules game/variant",
	"game/gametest":   "game game/ruleset game/rules game/notation",
	"game/played":     "game game/tree game/variant",
	"library":         "game game/* library/ask rating internal/unpack internal/errno",
	"library/ask":     "game game/rules",
	"ai":              "game game/ruleset game/rules ai/*",
	"ai/search":       "game game/ruleset game/rules ai/eval",
	"ai/eval":         "game game/ruleset game/rules",
	"ai/net":          "game game/ruleset game/rules ai/eval",
	"ai/book":         "game game/ruleset game/rules game/notation ai/net",
	"ai/solve":        "game game/ruleset game/rules ai/search",
	"ai/protocol":     "game game/ruleset game/rules game/notation ai ai/search internal/memory",
	"ai/player":       "game game/match game/table ai",
	"ai/review":       "game game/rules game/ruleset game/tree ai ai/book ai/openings ai/search",
	"ai/review/words": "game ai/review tongue",
	"ai/trial":        "game game/balance game/rules ai",
	"ai/openings":     "game game/rules ai/book",
	"lab/load":        "game net/wire net/client net/ledger internal/heap",
	"lab/simulate":    "game server/queue",
	"lab/suite":       "game game/ruleset game/rules game/notation",
	"lab/mine":        "game game/rules game/tree game/exercise game/lesson game/notation ai ai/solve lab/suite",
	"lab/people":      "",
	"lab/tune":        "game game/rules ai/eval",
	"lab/yardstick":   "game game/rules ai/search",
	"lab/selfplay":    "game game/ruleset game/rules ai/search",
	"lab/gate":        "game game/rules ai/search",
	"lab/vector":      "",
	"lab/taflart":     "app app/board game game/* internal/command picture render render/* scene",
	"lab/tafllab":     "game game/* ai ai/* lab/* internal/*",
	"lab/train":       "game game/ruleset game/rules ai/eval ai/net lab/selfplay",
	"tongue":          "",
	"panel":           "game",
	"emblem":          "game",
	"app": "panel app/* game game/link game/ruleset game/rules game/match game/table game/tree " +
		"game/variant game/notation scene tournament tournament/* net/wire net/ledger tongue",
	"app/shell": "app/words panel game game/link game/ruleset scene tongue",
	"app/events": "app/board app/online app/remote app/rulebook app/shell app/words game game/match " +
		"game/table game/variant net/wire panel tongue tournament tournament/page tournament/play tournament/tables",
	"app/netgame": "app/after app/board app/events app/online app/remote app/shell app/words game game/match " +
		"game/table net/ledger net/wire panel tongue",
	"app/conditional": "app/board app/remote app/shell app/study app/words game game/match game/tree net/ledger " +
		"net/wire panel tongue",
	"app/remote": "game game/match game/table game/variant tournament tournament/tables net/client net/wire",
	"app/dial": "app/events app/remote app/shell game game/table game/variant tournament tournament/tables " +
		"net/bulletin net/client net/lan net/ledger net/wire",
	"app/folders": "app/catalogue app/events app/library app/shell app/study game/rules internal/unpack library " +
		"library/ask render/cache",
	"app/engines": "app/board app/study game game/balance game/rules game/table game/tree ai ai/player ai/protocol " +
		"ai/openings ai/review ai/review/words ai/trial library/ask internal/argv internal/memory",
	"app/after": "app/board app/shell app/study app/words game game/match game/notation game/record " +
		"game/tree panel picture picture/report tongue",
	"app/games": "app/board app/rulebook app/shell app/words game game/rules game/ruleset game/variant panel tongue",
	"app/study": "app/board app/rulebook app/shell app/words game game/link game/exercise game/match " +
		"game/notation game/record game/rules game/table game/tree game/variant panel scene tongue",
	"app/learn": "app/board app/rulebook app/shell app/study app/words game game/link game/exercise " +
		"game/lesson game/match game/notation game/record game/rules game/tree game/variant panel rating scene tongue",
	"app/library": "app/board app/rulebook app/shell app/words game game/match game/record game/rules " +
		"game/tree game/variant library/ask net/ledger net/wire panel tongue",
	"app/editor": "app/catalogue app/rulebook app/shell app/words game game/link game/rules game/ruleset " +
		"game/variant panel scene tongue",
	"app/fairness":  "app/shell app/words game game/balance game/rules game/variant panel tongue",
	"app/catalogue": "app/shell game/variant tongue",
	"app/rulebook":  "panel game game/ruleset game/rules tongue",
	"app/online": "app/remote app/shell app/words panel game game/match game/variant net/client net/ledger net/wire " +
		"tongue",
	"set": "app/rulebook emblem game game/rules game/ruleset game/variant panel render/carve scene set/solid " +
		"tongue",
	"set/solid":         "",
	"scene":             "game",
	"render":            "game scene panel assets render/* internal/cpu",
	"render/film":       "",
	"render/gl":         "",
	"render/cache":      "",
	"render/carve":      "emblem game scene",
	"render/hud":        "emblem game lettering panel tongue",
	"render/pace":       "",
	"render/room":       "scene",
	"sound":             "game",
	"assets":            "",
	"lettering":         "",
	"picture":           "game game/rules game/tree lettering",
	"picture/report":    "game game/tree picture",
	"rating":            "game",
	"matching":          "",
	"tournament":        "game matching",
	"tournament/tables": "game game/match tongue tournament",
	"tournament/page":   "tournament/tables",
	"tournament/play":   "game game/ruleset game/rules game/match game/table tournament",
	"net/wire":          "game",
	"net/wire/wiretest": "net/wire",
	"net/ledger":        "game game/ruleset game/rules game/match game/tree game/variant game/notation net/wire",
	"net/host":          "game net/wire net/ledger tongue",
	"net/bulletin":      "game net/wire tournament",
	"net/client":        "game game/match game/table game/variant net/wire net/ledger tongue internal/errno",
	"net/lan":           "game game/variant net/wire net/ledger net/host net/client tongue",
	"server/journal":    "net/wire net/host",
	"server/store":      "game rating",
	"server/queue":      "game matching",
	"server/engines": "game game/ruleset game/rules game/notation game/table net/wire net/ledger ai " +
		"ai/player server/journal",
	"server/web": "game game/match game/notation game/record game/ruleset game/rules game/tree game/exercise " +
		"game/variant ai/review library/ask net/wire net/ledger picture tongue tournament tournament/*",
	"server/signup":  "",
	"server/account": "net/wire rating server/signup server/store",
	"server/conditional": "game game/match game/notation game/rules net/host net/ledger net/wire server/account " +
		"server/store",
	"server/push":       "game game/match game/variant net/ledger net/wire server/account server/store tongue",
	"server/moderation": "net/wire server/account server/store",
	"server/console":    "net/wire server/account server/moderation server/store",
	"server/games":      "game game/match net/wire net/ledger net/host server/journal server/store server/account",
	"server/lobby":      "game net/wire net/ledger net/host server/queue server/store server/account server/games",
	"server/event": "game net/wire net/ledger net/host net/bulletin tournament tournament/play server/journal " +
		"server/store server/account server/games server/lobby",
	"server/operator": "net/wire net/host server/journal server/store",
	"server/doctor":   "server/cluster server/store internal/lock",
	"server/cluster":  "",
	"server/explorer": "game/rules game/tree library library/ask net/ledger net/wire server/store",
	"server": "game game/match game/rules library/ask net/wire net/ledger net/host rating tournament " +
		"server/* internal/lock tongue",
	"internal/archtest": "",
	"internal/await":    "",
	"internal/apptest":  "app app/catalogue app/shell internal/await panel scene",
	"internal/svctest":  "net/host net/wire server/*",
	"internal/command":  "game/rules game/variant internal/flags",
	"internal/flags":    "game/variant internal/errno",
	"internal/errno":    "",
	"internal/argv":     "",
	"internal/memory":   "",
	"internal/unpack":   "game",
	"internal/heap":     "",
	"internal/cpu":      "",
	"internal/lock":     "",
	"internal/longtest": "",
	"internal/testsum":  "",
	"cmd/taflwasm":      "ai ai/review game game/rules game/ruleset game/tree game/variant",
	"cmd/tafl3d":        "* library/ask tournament/* app/* game/* ai/* ai/review/words render/* net/* internal/* set/*",
	"e2e":               "",

	"server/store/storetest": "server/store",

	"game/rules/internal/core":  "game game/ruleset",
	"game/rules/internal/tafl":  "game game/ruleset game/rules/internal/core",
	"game/rules/internal/lines": "game game/ruleset game/rules/internal/core",

	"app/words": "net/wire app/rulebook game game/match game/rules game/ruleset game/table tongue " +
		"tournament/tables internal/errno",
	"app/board": "app/catalogue app/remote app/rulebook app/shell app/words game game/match game/notation " +
		"game/rules game/ruleset game/table game/variant net/client net/wire panel scene tongue tournament " +
		"internal/argv",
	"cmd/taflmatch": "game game/match game/table game/variant net/wire net/ledger net/client net/lan ai ai/player " +
		"ai/protocol server server/account server/moderation server/store " +
		"server/cluster server/doctor server/operator server/engines server/signup internal/command " +
		"internal/flags internal/heap internal/lock internal/argv",
	"ai/contest": "game game/rules game/notation ai ai/eval ai/net ai/protocol internal/command internal/argv " +
		"internal/memory",
	"cmd/tafl": "library game game/* ai ai/* ai/review/words picture picture/* rating tongue tournament tournament/* " +
		"internal/*",
}

// theirs maps each third-party module to the packages that may import it. Other modules are not allowed.
var theirs = map[string]string{
	"github.com/g3n/engine":          "render",
	"github.com/go-gl":               "render",
	"github.com/ebitengine/oto":      "sound",
	"github.com/fogleman/gg":         "render/hud picture",
	"github.com/go-fonts":            "render/hud render/carve picture lettering set",
	"codeberg.org/go-pdf/fpdf":       "set",
	"github.com/hpinc/go3mf":         "set/solid",
	"golang.org/x/image":             "lab/taflart render/hud render/carve picture lettering",
	"github.com/go-text/typesetting": "lettering",
	"eliasnaur.com/font":             "lettering",
	"go.mau.fi/util":                 "server/account",
	"golang.org/x/text":              "game/record game/variant library server/account tongue",
	"github.com/pelletier/go-toml":   "game/variant game/lesson ai/eval cmd/tafl lab/simulate tongue",
	"github.com/adrg/xdg":            "app/folders",
	"github.com/gofrs/flock":         "internal/lock",
	"github.com/ncruces/zenity":      "cmd/tafl3d",
	"github.com/coder/websocket":     "net/host net/client server cmd/taflmatch lab/load",
	"github.com/hashicorp/mdns":      "net/lan",
	"github.com/mmcloughlin/avo":     "lab/vector",
	"golang.org/x/sys":               "ai/net cmd/taflmatch server/doctor",
	"golang.org/x/time":              "net/host net/lan server",
	"golang.org/x/sync":              "server/web",
	"golang.org/x/mod":               "cmd/tafl3d",
	"github.com/andybalholm/brotli":  "server/web",
	"github.com/nats-io": "server server/cluster server/doctor server/journal server/engines" +
		" internal/svctest",
	"github.com/prometheus":         "server/operator",
	"go.opentelemetry.io":           "server server/operator",
	"google.golang.org/protobuf":    "server",
	"github.com/invopop/jsonschema": "net/wire",
	"modernc.org/sqlite":            "server/store library",
	"github.com/jackc/pgx":          "server/store",
	"github.com/pressly/goose":      "server/store",
	"github.com/chromedp":           "server",
	"golang.org/x/crypto":           "cmd/taflmatch",
	"github.com/SherClockHolmes":    "server/push",
}

// Check returns every forbidden import and every package without an entry, sorted.
func Check(pkgs []Package) []string {
	var bad []string
	for _, p := range pkgs {
		allowed, known := ours[p.Name]
		if !known {
			bad = append(bad, p.Name+" is not in the table of internal/archtest")
			continue
		}
		for _, i := range p.Imports {
			if name, is := strings.CutPrefix(i, module); is && !matches(allowed, name) {
				bad = append(bad, fmt.Sprintf("%s imports %s", p.Name, name))
			}
		}
		for _, i := range slices.Concat(p.Imports, p.TestImports) {
			if foreign(i) && !permitted(p.Name, i) {
				bad = append(bad, fmt.Sprintf("%s imports %s", p.Name, i))
			}
		}
	}
	slices.Sort(bad)
	return slices.Compact(bad)
}

// Unused returns the entries of the table whose package is not in pkgs.
func Unused(pkgs []Package) []string {
	var gone []string
	for name := range ours {
		if !slices.ContainsFunc(pkgs, func(p Package) bool { return p.Name == name }) {
			gone = append(gone, name)
		}
	}
	slices.Sort(gone)
	return gone
}

func matches(patterns, name string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

// foreign reports whether an import belongs to neither this module nor the standard library, whose import paths have
// no dot in the first element.
func foreign(i string) bool {
	first, _, _ := strings.Cut(i, "/")
	return strings.Contains(first, ".")
}

func permitted(name, i string) bool {
	for prefix, users := range theirs {
		if (i == prefix || strings.HasPrefix(i, prefix+"/")) && matches(users, name) {
			return true
		}
	}
	return false
}
