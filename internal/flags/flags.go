// Package flags improves the error messages of the flag package.
package flags

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"time"

	"tafl3d/game/variant"
)

// Choice returns a suggestion for a wrong name: the names that are similar, else all names. The prefix is put before
// each.
func Choice(prefix, wrong string, all []string) string {
	if near := variant.Near(wrong, all); len(near) > 0 {
		return "did you mean " + prefix + strings.Join(near, ", "+prefix) + "?"
	}
	return "there are " + prefix + strings.Join(all, ", "+prefix)
}

// Error messages of the flag package for an unknown flag, a flag without its value, and an invalid value with the
// reason.
var (
	unknownFlag = regexp.MustCompile(`^flag provided but not defined: -(.*)$`)
	bareFlag    = regexp.MustCompile(`^flag needs an argument: -(.*)$`)
	wrongValue  = regexp.MustCompile(`(?s)^invalid (?:boolean )?value (".*") for (?:flag )?-(\S+): (.*)$`)
)

// Words parses the flags of f and returns the arguments before, between and after them. All arguments after "--" are
// positional. With an error of the flag package it returns the arguments before the wrong flag.
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

// mostListed is the largest number of flags that Explain lists in one line.
const mostListed = 12

// Explain returns a clearer message for an error of the flag package.
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
		return fmt.Sprintf("-%s needs %s", m[1], wants(f.Lookup(m[1])))
	}
	if m := wrongValue.FindStringSubmatch(text); m != nil {
		switch g := f.Lookup(m[2]); m[3] {
		case "parse error":
			return fmt.Sprintf("-%s needs %s, not %s", m[2], wants(g), m[1])
		case "value out of range":
			return fmt.Sprintf("-%s %s is too large", m[2], m[1])
		default: // the flag's own message
			return fmt.Sprintf("-%s %s: %s", m[2], m[1], m[3])
		}
	}
	return text
}

// Listed returns a sentence that tells how to list the flags of f.
func Listed(f *flag.FlagSet) string { return f.Name() + " -h lists the flags" }

// wants describes the values that a flag accepts.
func wants(g *flag.Flag) string {
	if v, is := g.Value.(flag.Getter); is {
		switch v.Get().(type) {
		case int, int64:
			return "a whole number"
		case uint, uint64:
			return "a whole number, 0 or more"
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
