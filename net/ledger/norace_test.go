//go:build !race

package ledger

// racing says that the tests look for data races.
const racing = false
