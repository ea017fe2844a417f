package library

import (
	"database/sql"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold returns a key that is equal for names which differ only in case or in the composition of their letters:
// Unicode full case folding in normal form C.
func fold(name string) string {
	name = strings.TrimSpace(name)
	if isASCII(name) {
		return strings.ToLower(name)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(name)))
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x80 {
			return false
		}
	}
	return true
}

// identity returns the form of a name that enters the number by which equal games are recognized. The number is
// stored in files, so this function must never change; fold is more thorough.
func identity(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// foldNames folds the names of games stored before names were folded by Unicode. ASCII names are already correct.
func foldNames(tx *sql.Tx) error {
	rows, err := tx.Query(`SELECT id, attackers, defenders, event, tags FROM games
		WHERE attackers || defenders || event || tags GLOB '*[^' || char(1) || '-' || char(127) || ']*'`)
	if err != nil {
		return err
	}
	type names struct {
		id                                int64
		attackers, defenders, event, tags string
	}
	var list []names
	for rows.Next() {
		var n names
		if err := rows.Scan(&n.id, &n.attackers, &n.defenders, &n.event, &n.tags); err != nil {
			_ = rows.Close()
			return err
		}
		list = append(list, n)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, n := range list {
		_, err := tx.Exec("UPDATE games SET attackers_key = ?, defenders_key = ?, event_key = ?, tags = ? WHERE id = ?",
			fold(n.attackers), fold(n.defenders), fold(n.event), foldTags(n.tags), n.id)
		if err != nil {
			return err
		}
	}
	return nil
}

// foldTags folds the values in the tags column of a game.
func foldTags(tags string) string {
	lines := strings.Split(tags, "\n")
	for i, line := range lines {
		if name, value, is := strings.Cut(line, "="); is {
			lines[i] = name + "=" + fold(value)
		}
	}
	return strings.Join(lines, "\n")
}
