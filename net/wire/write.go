package wire

import (
	"encoding/json"
	"strconv"
)

// appender is a body that encodes itself without reflection, since it is sent with each move: the output equals that
// of encoding/json.
type appender interface{ appendTo(to []byte) []byte }

// appendTo implements appender.
func (n News) appendTo(to []byte) []byte {
	to = appendText(append(to, `{"game":`...), n.Game)
	to = n.Entry.Append(append(to, `,"entry":`...))
	to = appendNumber(append(to, `,"now":`...), n.Now)
	if n.Position != nil {
		to = n.Position.append(append(to, `,"position":`...))
	}
	return append(to, '}')
}

// appendTo implements appender.
func (d Done) appendTo(to []byte) []byte {
	to = appendText(append(to, `{"game":`...), d.Game)
	to = appendNumber(append(to, `,"seq":`...), d.Seq)
	return append(to, '}')
}

// Append appends the entry as JSON, as encoding/json writes it.
func (e *Entry) Append(to []byte) []byte {
	to = appendNumber(append(to, `{"seq":`...), e.Seq)
	to = appendNumber(append(to, `,"at":`...), e.At)
	if e.Late != 0 {
		to = appendNumber(append(to, `,"late":`...), e.Late)
	}
	to = appendText(append(to, `,"by":`...), e.By)
	to = e.Act.append(append(to, `,"act":`...))
	if e.Spec != nil {
		to = appendAny(append(to, `,"spec":`...), e.Spec)
	}
	to = appendText(append(to, `,"hash":`...), e.Hash)
	return append(to, '}')
}

func (a *Act) append(to []byte) []byte {
	to = appendText(append(to, `{"kind":`...), a.Kind)
	to = appendNumber(append(to, `,"ply":`...), a.Ply)
	to = appendList(to, `,"moves":`, a.Moves, appendMove)
	if a.Plies != 0 {
		to = appendNumber(append(to, `,"plies":`...), a.Plies)
	}
	to = appendNonEmpty(to, `,"of":`, a.Of)
	to = appendText(append(to, `,"token":`...), a.Token)
	return append(to, '}')
}

func (p *Position) append(to []byte) []byte {
	to = appendNumber(append(to, `{"seq":`...), p.Seq)
	to = appendNumber(append(to, `,"ply":`...), p.Ply)
	to = appendText(append(to, `,"turn":`...), p.Turn)
	to = appendText(append(to, `,"pieces":`...), p.Pieces)
	if len(p.Hand) > 0 {
		to = appendAny(append(to, `,"hand":`...), p.Hand)
	}
	to = appendList(to, `,"last":`, p.Last, appendMove)
	to = appendNonEmpty(to, `,"text":`, p.Text)
	to = appendList(to, `,"moves":`, p.Moves, appendMove)
	to = appendNonEmpty(to, `,"legal":`, p.Legal)
	to = appendList(to, `,"left":`, p.Left[:], appendNumber)
	to = appendNonEmpty(to, `,"runs":`, p.Runs)
	to = appendNumber(append(to, `,"at":`...), p.At)
	to = appendTrue(to, `,"paused":`, p.Paused)
	to = appendNonEmpty(to, `,"offer":`, p.Offer)
	to = appendNonEmpty(to, `,"ask":`, p.Ask)
	to = appendNonEmpty(to, `,"ask_by":`, p.AskBy)
	if p.Plies != 0 {
		to = appendNumber(append(to, `,"plies":`...), p.Plies)
	}
	to = appendNonEmpty(to, `,"claim":`, p.Claim)
	to = appendTrue(to, `,"may":`, p.May)
	to = appendList(to, `,"may_claim":`, p.MayClaim, appendText)
	to = appendNonEmpty(to, `,"waived":`, p.Waived)
	to = appendTrue(to, `,"over":`, p.Over)
	to = appendNonEmpty(to, `,"result":`, p.Result)
	to = appendNonEmpty(to, `,"cause":`, p.Cause)
	return append(to, '}')
}

func appendMove(to []byte, m Move) []byte {
	begin := len(to)
	to = appendNonEmpty(to, `,"op":`, m.Op)
	to = appendNonEmpty(to, `,"piece":`, m.Piece)
	to = appendNonEmpty(to, `,"from":`, m.From)
	to = appendNonEmpty(to, `,"to":`, m.To)
	if len(to) == begin {
		return append(to, "{}"...)
	}
	to[begin] = '{' // replaces the first comma
	return append(to, '}')
}

// appendList appends a named list unless it is empty.
func appendList[T any](to []byte, name string, list []T, one func([]byte, T) []byte) []byte {
	if len(list) == 0 {
		return to
	}
	to = append(to, name...)
	for i, v := range list {
		sep := byte(',')
		if i == 0 {
			sep = '['
		}
		to = one(append(to, sep), v)
	}
	return append(to, ']')
}

// appendTrue appends a named value if it is true.
func appendTrue(to []byte, name string, is bool) []byte {
	if !is {
		return to
	}
	return append(append(to, name...), "true"...)
}

// appendNonEmpty appends a named text unless it is empty.
func appendNonEmpty[T ~string](to []byte, name string, text T) []byte {
	if text == "" {
		return to
	}
	return appendText(append(to, name...), text)
}

// appendText appends a JSON string.
func appendText[T ~string](to []byte, text T) []byte {
	for i := range len(text) {
		if !verbatim[text[i]] {
			return appendAny(to, string(text))
		}
	}
	return append(append(append(to, '"'), text...), '"')
}

// verbatim holds the bytes that encoding/json writes unescaped in every context.
var verbatim = func() (is [256]bool) {
	for c := ' '; c <= '~'; c++ {
		is[c] = true
	}
	for _, c := range `"\<>&` {
		is[c] = false
	}
	return is
}()

func appendNumber[T ~int | ~int64 | ~uint64](to []byte, n T) []byte {
	if n < 0 {
		return strconv.AppendInt(to, int64(n), 10)
	}
	return strconv.AppendUint(to, uint64(n), 10)
}

// appendAny appends a rare value by encoding/json, which cannot fail for it.
func appendAny(to []byte, v any) []byte {
	text, _ := json.Marshal(v)
	return append(to, text...)
}
