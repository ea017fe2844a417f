package store

import "testing"

// TestPushes stores one subscription of each device, and removes it after failures, with the device and with the
// account.
func TestPushes(t *testing.T) {
	s, ctx := open(t), t.Context()
	person(t, s, "astrid")
	person(t, s, "dag")
	put := func(device, account, endpoint string) Push {
		t.Helper()
		p := Push{Device: device, Account: account, Endpoint: endpoint, P256dh: "k", Auth: "a", Language: "is"}
		if err := s.Pushes.Put(ctx, p, noon); err != nil {
			t.Fatal(err)
		}
		return p
	}
	count := func(account string, want int) []Push {
		t.Helper()
		list, err := s.Pushes.Of(ctx, account)
		if err != nil || len(list) != want {
			t.Errorf("%s: %+v, %v, want %d", account, list, err, want)
		}
		return list
	}
	put("key-astrid", "astrid", "one")
	put("other", "astrid", "two")
	old := put("key-astrid", "astrid", "three")
	if list := count("astrid", 2); list[0].Endpoint != "three" || list[0].Language != "is" {
		t.Errorf("%+v", list)
	}
	put("key-dag", "dag", "three") // the same browser with another account
	count("astrid", 1)
	if err := s.Pushes.Expired(ctx, old); err != nil { // the device has none now
		t.Fatal(err)
	}
	last := count("dag", 1)[0]
	for _, ok := range []bool{false, false, true, false, false} {
		if err := s.Pushes.Sent(ctx, last, ok, 3); err != nil {
			t.Fatal(err)
		}
	}
	count("dag", 1)
	if err := s.Pushes.Sent(ctx, last, false, 3); err != nil {
		t.Fatal(err)
	}
	count("dag", 0)
	gone := put("key-dag", "dag", "four")
	if err := s.Pushes.Expired(ctx, gone); err != nil {
		t.Fatal(err)
	}
	count("dag", 0)
	put("key-dag", "dag", "five")
	if err := s.Pushes.Remove(ctx, "astrid", "key-dag"); err != nil { // of someone else
		t.Fatal(err)
	}
	count("dag", 1)
	if err := s.Accounts.Revoke(ctx, "dag", "key-dag", noon); err != nil {
		t.Fatal(err)
	}
	count("dag", 0)
	if err := s.Accounts.Delete(ctx, "astrid", noon); err != nil {
		t.Fatal(err)
	}
	count("astrid", 0)
}
