package account

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Names that no player may choose: they would pass for the service, its operator or its bots. A name is compared after
// its separators, digits and accents are removed and look-alikes are replaced.
var (
	// reserved are words of the service. A name is refused if it consists of them and of fillers.
	reserved = closeAll("abuse", "admin", "administrator", "gone", "guest", "helpdesk", "host", "hostmaster", "mod",
		"moderation", "moderator", "mods", "official", "operator", "postmaster", "root", "security",
		"server", "service",
		"staff", "superuser", "support", "sysadmin", "sysop", "system", "tafl", "tafl3d", "taflmatch", "webmaster")
	// fillers are words that do not make a reserved name another one.
	fillers = closeAll("account", "bot", "bots", "chief", "desk", "game", "games", "head", "online", "real",
		"team", "the")
	// reservedStarts begin no name of a player.
	reservedStarts = []string{closer("guest-"), closer("guest_"), closer("guest."), closer("gone-")}
)

// BotPrefix begins the names of the service's bots, followed by the level. No name of a player begins with botStart.
const (
	BotPrefix = "Tafl3d-"
	botStart  = "tafl3d"
)

func closeAll(words ...string) (all []string) {
	for _, word := range words {
		all = append(all, closer(word))
	}
	return all
}

// isReserved reports whether a name at a service called host is reserved.
func isReserved(host, name string) bool {
	for _, l := range Looks(name) {
		l = closer(l)
		if slices.ContainsFunc(reservedStarts, func(start string) bool { return strings.HasPrefix(l, start) }) {
			return true
		}
	}
	if strings.HasPrefix(joined(name), closer(botStart)) {
		return true
	}
	own := ownWords(host)
	for _, r := range reduced(name) {
		if slices.Contains(own, r) || composed(r, own) {
			return true
		}
	}
	return false
}

// ownWords returns the host name of a service and its first part, as names are compared with them.
func ownWords(host string) (own []string) {
	first, _, _ := strings.Cut(host, ".")
	for _, text := range []string{host, first} {
		own = append(own, joined(text))
		own = append(own, reduced(text)...)
	}
	own = slices.DeleteFunc(own, func(word string) bool { return len(word) < 2 })
	slices.Sort(own)
	return slices.Compact(own)
}

// joined returns a text as it is compared, with its digits.
func joined(text string) string { return closer(withoutMarks(text)) }

// reduced returns the texts that are compared with reserved words: with digits as the letters that they resemble, and
// without digits.
func reduced(name string) []string {
	plain := withoutMarks(name)
	ends := strings.TrimFunc(plain, unicode.IsDigit)
	none := strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, plain)
	all := []string{joined(plain)}
	for _, text := range []string{plain, ends, none, latinTwin(strings.ToLower(none))} {
		for _, t := range []string{digitLetters.Replace(text), text} {
			all = append(all, closer(t), closer(strings.ToLower(t)))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// digitLetters replaces digits by the letters that are written so.
var digitLetters = strings.NewReplacer("0", "o", "1", "i", "3", "e", "4", "a", "5", "s", "6", "g", "7", "t", "8", "b",
	"9", "g")

// withoutMarks removes separators, accents and differences of width.
func withoutMarks(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.", r) || unicode.IsMark(r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
}

// composed reports whether a text consists of reserved words, own words and fillers, with one reserved word at least.
func composed(text string, own []string) bool {
	// plain[i] and named[i] say that the first i bytes consist of such words: of fillers, or with a reserved one.
	plain, named := make([]bool, len(text)+1), make([]bool, len(text)+1)
	plain[0] = true
	for i := range len(text) {
		if !plain[i] && !named[i] {
			continue
		}
		for _, words := range []struct {
			list     []string
			reserved bool
		}{{reserved, true}, {fillers, false}, {own, false}} {
			for _, word := range words.list {
				if !strings.HasPrefix(text[i:], word) {
					continue
				}
				named[i+len(word)] = named[i+len(word)] || named[i] || words.reserved
				plain[i+len(word)] = plain[i+len(word)] || plain[i] && !words.reserved
			}
		}
	}
	return named[len(text)]
}
