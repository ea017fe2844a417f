//go:build race

package ledger

// racing is true in tests with the race detector.
const racing = true
