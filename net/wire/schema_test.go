package wire

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/invopop/jsonschema"
)

var update = flag.Bool("update", false, "write docs/protocol.schema.json again")

const schemaFile = "../../docs/protocol.schema.json"

// everything returns the schemas of each message, request and answer.
func everything() jsonschema.Definitions {
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true, Namer: func(t reflect.Type) string {
		name, of, generic := strings.Cut(t.Name(), "[tafl3d/net/wire.")
		if !generic {
			return name
		}
		return name + strings.TrimSuffix(of, "]")
	}}
	all := []reflect.Type{reflect.TypeFor[Frame](), reflect.TypeFor[GameFull]()}
	for _, read := range readers {
		b, _ := read(nil)
		all = append(all, reflect.TypeOf(b))
	}
	for _, e := range Endpoints() {
		all = append(all, e.In, e.Out)
	}
	of := jsonschema.Definitions{}
	for _, t := range all {
		if t != reflect.TypeFor[None]() {
			maps.Copy(of, r.ReflectFromType(t).Definitions)
		}
	}
	return of
}

// TestSchema compares docs/protocol.schema.json with the types. After a change of the protocol: go test ./net/wire
// -run TestSchema -update
func TestSchema(t *testing.T) {
	all := everything()
	s := jsonschema.Schema{Version: jsonschema.Version, Title: "Messages of tafl3d's network protocol, version 1",
		Definitions: all}
	want, err := json.MarshalIndent(&s, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	want = append(want, '\n')
	if *update {
		if err := os.WriteFile(schemaFile, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/protocol.schema.json is not what the types say: go test ./net/wire -run TestSchema -update")
	}
	for name, read := range readers {
		b, _ := read(nil)
		if all[reflect.TypeOf(b).Name()] == nil {
			t.Errorf("the message %q is missing in the schema", name)
		}
	}
}
