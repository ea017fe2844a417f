package library

import (
	"database/sql"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold makes texts the same that differ in case or in how their letters are composed alone: by
// Unicode's full case folding, in normal form C.
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

// identity is what names count as in the number by which games are the same. It is kept in files,
// and so must never change, although fold knows more.
func identity(name string) string { return strings.ToLower(strings.TrimSpace(name)) }

// foldNames folds the names of games that came in before names were folded by Unicode. Those in
// ASCII are right already.
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

// foldTags folds the values of tags as a game's row has them.
func foldTags(tags string) string {
	lines := strings.Split(tags, "\n")
	for i, line := range lines {
		if name, value, is := strings.Cut(line, "="); is {
			lines[i] = name + "=" + fold(value)
		}
	}
	return strings.Join(lines, "\n")
}
