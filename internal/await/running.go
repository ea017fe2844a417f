package await

import (
	"runtime"
	"strings"
)

// Running returns the stacks of the goroutines that run one of some functions or were started by one, each named by the
// beginning of its full name; "" if there are none. A test calls it after Close, which is to wait for its goroutines.
func Running(functions ...string) string {
	buf := make([]byte, 4<<20)
	var found []string
	for stack := range strings.SplitSeq(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
		for _, name := range functions {
			if strings.Contains(stack, "\n"+name) || strings.Contains(stack, "\ncreated by "+name) {
				found = append(found, stack)
				break
			}
		}
	}
	return strings.Join(found, "\n\n")
}
