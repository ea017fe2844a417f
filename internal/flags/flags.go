// Package flags says in our words what the flag package found wrong with a command line.
package flags

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"time"

	"tafl3d/game/variant"
)

// Choice tells which of all names may have been meant by a wrong one, or that
// there are only these, each behind a prefix.
func Choice(prefix, wrong string, all []string) string {
	if near := variant.Near(wrong, all); len(near) > 0 {
		return "did you mean " + prefix + strings.Join(near, ", "+prefix) + "?"
	}
	return "there are " + prefix + strings.Join(all, ", "+prefix)
}

// What the flag package says of a wrong flag: of one that is not known, one without its value, one
// whose value is not understood, and why.
var (
	unknownFlag = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	bareFlag    = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	wrongValue  = regexp.MustCompile(`(?s)^invalid (?:boolean )?value (".*") for (?:flag )?-(\S+): (.*)$`)
)

// Words reads the flags of f and returns the words before, between and after them. Everything after "--" is a word.
// With an error, which is that of the flag package, it returns the words that stand before the wrong flag.
func Words(f *flag.FlagSet, args []string) (words []string, err error) {
	for {
		if err := f.Parse(args); err != nil || f.NArg() == 0 {
			return words, err
		}
		if read := len(args) - f.NArg(); read > 0 && args[read-1] == "--" {
			return append(words, f.Args()...), nil
		}
		words, args = append(words, f.Arg(0)), f.Args()[1:]
	}
}

// mostListed is how many flags a line has room for.
const mostListed = 12

// Explain says in our words what the flag package found wrong with the flags of f.
func Explain(f *flag.FlagSet, err error) string {
	text := err.Error()
	if m := unknownFlag.FindStringSubmatch(text); m != nil {
		var flags []string
		f.VisitAll(func(g *flag.Flag) { flags = append(flags, g.Name) })
		if len(flags) > mostListed && len(variant.Near(m[1], flags)) == 0 {
			return "there is no flag -" + m[1]
		}
		return fmt.Sprintf("there is no flag -%s; %s", m[1], Choice("-", m[1], flags))
	}
	if m := bareFlag.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("-%s wants %s behind it", m[1], wants(f.Lookup(m[1])))
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		switch g := f.Lookup(m[2]); m[3] {
		case "parse error":
			return fmt.Sprintf("-%s wants %s, not %s", m[2], wants(g), m[1])
		case "value out of range":
			return fmt.Sprintf("-%s %s is too large", m[2], m[1])
		default: // the flag's own words
			return fmt.Sprintf("-%s %s: %s", m[2], m[1], m[3])
		}
	}
	return text
}

// Listed says how the flags of f are listed.
func Listed(f *flag.FlagSet) string { return f.Name() + " -h lists the flags" }

// wants names the values that a flag takes.
func wants(g *flag.Flag) string {
	if v, is := g.Value.(flag.Getter); is {
		switch v.Get().(type) {
		case int, int64:
			return "a whole number"
		case uint, uint64:
			return "a whole number from 0 on"
		case float64:
			return "a number"
		case bool:
			return "true or false"
		case time.Duration:
			return "a time such as 300ms, 5s or 2m"
		}
	}
	return "a value"
}
