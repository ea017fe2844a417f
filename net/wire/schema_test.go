package wire

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"

	"github.com/invopop/jsonschema"
)

var update = flag.Bool("update", false, "write docs/protocol.schema.json anew")

const schemaFile = "../../docs/protocol.schema.json"

// everything is a type with a field for each message, request and answer: what the
// schema describes.
type everything struct {
	Frame    Frame
	Hello    Hello
	Welcome  Welcome
	Watch    Watch
	Leave    Leave
	Do       Do
	Say      Say
	Ping     Ping
	Pong     Pong
	Snapshot Snapshot
	News     News
	Done     Done
	Refused  Refused
	Presence Presence
	Said     Said
	Notice   Notice

	Rest     Rest
	Vacation Vacation
	SignUp   SignUp
	SignIn   SignIn
	Join     Join
	Rename   Rename
	Revoke   Revoke
	Session  Session
	Me       Me
	Export   Export
	Codes    Codes
	Profile  Profile
	GameFull GameFull
	Rung     Rung
	Seek     Seek
	OpenSeek OpenSeek
	Lobby    Lobby
	Waiting  Waiting
	Take     Take
	Begun    Begun
	Block    Block
	Report   Report

	EventSpec  EventSpec
	EventBrief EventBrief
	Event      Event
	Order      Order
}

// TestSchema holds docs/protocol.schema.json to the types. After a change of the
// protocol: go test ./net/wire -run TestSchema -update
func TestSchema(t *testing.T) {
	r := jsonschema.Reflector{Anonymous: true, AllowAdditionalProperties: true}
	s := r.ReflectFromType(reflect.TypeFor[everything]())
	delete(s.Definitions, "everything")
	s.Ref = ""
	s.Title = "Messages of tafl3d's network protocol, version 1"
	want, err := json.MarshalIndent(s, "", " ")
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
	all := reflect.TypeFor[everything]()
	for name := range readers {
		found := false
		for i := range all.NumField() {
			if b, ok := reflect.Zero(all.Field(i).Type).Interface().(Body); ok && b.Type() == name {
				found = true
			}
		}
		if !found {
			t.Errorf("the message %q is missing in the schema", name)
		}
	}
}
