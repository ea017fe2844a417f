package record

import (
	"regexp"
	"strings"
	"time"
)

// dateLayouts are the date formats in which the month is unambiguous.
var dateLayouts = []string{"2006-1-2", "2006.1.2", "2006/1/2", "2.1.2006", "2 January 2006", "2. January 2006",
	"2 Jan 2006", "January 2, 2006", "Jan 2, 2006", "January 2 2006", "Jan 2 2006", "20060102",
	time.RFC3339, "2006-01-02 15:04:05"}

var (
	isoDate   = regexp.MustCompile(`^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$`)
	yearMonth = regexp.MustCompile(`^(\d{4})[-./](\d{1,2})$`)
)

// Date returns a date as 2026-11-23, 2026-11 or 2026. Unknown parts in PGN dates, "2026.??.??", are omitted. It
// returns "" for a text that is not a date, or whose month is ambiguous, such as "4/5/2026".
func Date(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.TrimRight(strings.NewReplacer(".??", "", "-??", "").Replace(text), ".-")
	if isoDate.MatchString(text) {
		return text
	}
	if m := yearMonth.FindStringSubmatch(text); m != nil && len(m[2]) == 1 {
		text = m[1] + "-0" + m[2]
	} else if m != nil {
		text = m[1] + "-" + m[2]
	}
	if isoDate.MatchString(text) {
		return text
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, text); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return ""
}
