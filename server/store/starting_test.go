package store_test

import (
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgproto3"

	"tafl3d/server/store"
)

// TestOpenWaitsForPostgres opens a database that is starting: the store connects again until it gets another answer.
func TestOpenWaitsForPostgres(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var connected atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			refusal := &pgproto3.ErrorResponse{Severity: "FATAL", Code: "57P03", Message: "starting up"}
			if connected.Add(1) > 2 {
				refusal.Code, refusal.Message = "3D000", "no such database"
			}
			b := pgproto3.NewBackend(c, c)
			if _, err := b.ReceiveStartupMessage(); err == nil {
				b.Send(refusal)
				if err := b.Flush(); err != nil {
					t.Error(err)
				}
			}
			c.Close()
		}
	}()
	s, err := store.Open(t.Context(), "postgres://tafl@"+l.Addr().String()+"/tafl?sslmode=disable")
	if err == nil {
		s.Close()
		t.Fatal("the database was opened")
	}
	if !strings.Contains(err.Error(), "3D000") || connected.Load() < 3 {
		t.Errorf("after %d connections: %v", connected.Load(), err)
	}
}
