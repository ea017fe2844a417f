// Package storetest lets tests of the service run on both databases: on SQLite files, and on a PostgreSQL server if
// TAFL3D_POSTGRES names one, as scripts/with-postgres does.
package storetest

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "tafl3d/server/store" // for the PostgreSQL driver
)

// made are the existing databases, by the data folder of their service.
var made sync.Map

// Address returns the value of server.Options.Database for a service over a data folder. Each folder has a separate
// database, empty at first, which is dropped after the test that asked first. An empty address is a file in the folder.
func Address(t testing.TB, dir string) string {
	t.Helper()
	server := os.Getenv("TAFL3D_POSTGRES")
	if server == "" {
		return ""
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatalf("TAFL3D_POSTGRES: %v", err)
	}
	name := fmt.Sprintf("t%x", sha256.Sum256([]byte(dir)))[:40]
	if _, exists := made.LoadOrStore(dir, name); !exists {
		change(t, server, "CREATE DATABASE "+name)
		t.Cleanup(func() {
			made.Delete(dir)
			change(t, server, "DROP DATABASE "+name+" WITH (FORCE)")
		})
	}
	u.Path = "/" + name
	return u.String()
}

// Path returns the argument of store.Open for a service over a data folder.
func Path(t testing.TB, dir string) string {
	t.Helper()
	if address := Address(t, dir); address != "" {
		return address
	}
	return filepath.Join(dir, "tafl.db")
}

// change runs one statement on a new connection. It uses no test context, which has ended when cleanups run.
func change(t testing.TB, server, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(statement); err != nil {
		t.Errorf("%s: %v", statement, err)
	}
}
