package wire

import (
	"context"
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
)

// All requests. docs/protocol.md says who may send them and what they do.
var (
	// Accounts.
	PostAccounts   = route[SignUp, Session]("POST /v1/accounts")
	PostSessions   = route[SignIn, Session]("POST /v1/sessions")
	PostDevices    = route[Join, Session]("POST /v1/devices")
	DeleteSessions = route[None, None]("DELETE /v1/sessions")
	GetMe          = route[None, Me]("GET /v1/me")
	PatchMe        = route[Rename, Player]("PATCH /v1/me")
	DeleteMe       = route[None, None]("DELETE /v1/me")
	GetExport      = route[None, Export]("GET /v1/me/export") // followed by a GameFull in each line
	PostPairing    = route[None, Codes]("POST /v1/me/pairing")
	PostRecovery   = route[None, Codes]("POST /v1/me/recovery")
	PostVacation   = route[Rest, Vacation]("POST /v1/me/vacation")
	PostRevoke     = route[Revoke, None]("POST /v1/me/revoke")
	PostBots       = route[SignUp, Player]("POST /v1/me/bots")
	PostBlocks     = route[Block, None]("POST /v1/me/blocks")
	PostFriends    = route[Block, None]("POST /v1/me/friends")
	GetFriends     = route[None, []Friend]("GET /v1/me/friends")
	PostAccepts    = route[Accepts, None]("POST /v1/me/challenges")
	PostWarning    = route[Warning, None]("POST /v1/me/warning")
	GetPush        = route[None, Pushes]("GET /v1/me/push")
	PostPush       = route[Subscription, None]("POST /v1/me/push")
	PostUnpush     = route[Revoke, None]("POST /v1/me/push/remove")
	PostReports    = route[Report, None]("POST /v1/reports")

	// Lobby, players and games.
	GetLobby      = route[None, Lobby]("GET /v1/lobby")
	PostSeeks     = route[Seek, OpenSeek]("POST /v1/seeks")
	PostTake      = route[Take, Begun]("POST /v1/seeks/take")
	PostWithdraw  = route[Take, None]("POST /v1/seeks/withdraw")
	GetInvitation = route[None, OpenSeek]("GET /v1/invitations/{code}")
	PostRematch   = route[Begun, OpenSeek]("POST /v1/rematch")
	PostQueue     = route[Seek, Waiting]("POST /v1/queue")
	GetQueue      = route[None, Waiting]("GET /v1/queue")
	DeleteQueue   = route[None, None]("DELETE /v1/queue")
	PostQueueBot  = route[Block, Begun]("POST /v1/queue/bot")
	GetPlayer     = route[None, Profile]("GET /v1/players/{name}")
	GetMine       = route[None, []GameBrief]("GET /v1/me/games")
	GetEnded      = route[None, Ended]("GET /v1/me/games/{after}")
	GetGame       = route[None, GameFull]("GET /v1/games/{id}")
	GetPosition   = route[None, Position]("GET /v1/games/{id}/position")
	GetLadder     = route[None, []Rung]("GET /v1/ladder/{pool}")

	// Conditional moves.
	GetConditional  = route[None, Conditional]("GET /v1/games/{id}/conditional")
	PostConditional = route[Conditional, Conditional]("POST /v1/games/{id}/conditional")

	// Tournaments.
	GetEvents  = route[None, []EventBrief]("GET /v1/events")
	PostEvents = route[EventSpec, EventBrief]("POST /v1/events")
	GetEvent   = route[None, Event]("GET /v1/events/{id}")
	PostJoin   = route[JoinEvent, EventBrief]("POST /v1/events/{id}/join")
	PostLeave  = route[None, EventBrief]("POST /v1/events/{id}/leave")
	PostOrders = route[Order, EventBrief]("POST /v1/events/{id}/orders")

	// GetSocket is upgraded to a WebSocket that carries frames.
	GetSocket = route[None, None]("GET /v1/socket")

	// Requests that a desktop on the local network answers too.
	GetOffer  = local[None, Found]("GET /v1/offer")
	GetRecord = local[None, json.RawMessage]("GET /v1/records/{game}")
)

// Route is a kind of request with the types of its JSON bodies; None means no body.
type Route[In, Out any] struct {
	Method string
	Path   string // from the root; at most one part is an id in braces
}

// Asker sends requests. Do sends in as JSON and decodes the answer into out, unless they are nil. A refusal is an
// *Error.
type Asker interface {
	Do(ctx context.Context, method, path string, in, out any) error
}

// Pattern returns the pattern for http.ServeMux: for all ids, or for the given one.
func (r Route[In, Out]) Pattern(id ...string) string {
	return r.Method + " " + r.At(id...)
}

// At returns the path with an id filled in.
func (r Route[In, Out]) At(id ...string) string {
	before, rest, found := strings.Cut(r.Path, "{")
	if !found || len(id) == 0 {
		return r.Path
	}
	_, after, _ := strings.Cut(rest, "}")
	return before + url.PathEscape(id[0]) + after
}

// Ask sends a request, with an id if the path has one.
func (r Route[In, Out]) Ask(ctx context.Context, a Asker, in In, id ...string) (out Out, err error) {
	var send, read any = in, &out
	if _, none := send.(None); none {
		send = nil
	}
	if _, none := any(out).(None); none {
		read = nil
	}
	err = a.Do(ctx, r.Method, r.At(id...), send, read)
	return out, err
}

// Endpoint is a Route with its types as values.
type Endpoint struct {
	Method, Path string
	In, Out      reflect.Type
	Local        bool // answered only by a desktop on the local network
}

// Endpoints lists all routes.
func Endpoints() []Endpoint { return endpoints }

var endpoints []Endpoint

func route[In, Out any](pattern string) Route[In, Out] {
	method, path, _ := strings.Cut(pattern, " ")
	endpoints = append(endpoints, Endpoint{Method: method, Path: path, In: reflect.TypeFor[In](),
		Out: reflect.TypeFor[Out]()})
	return Route[In, Out]{method, path}
}

func local[In, Out any](pattern string) Route[In, Out] {
	r := route[In, Out](pattern)
	endpoints[len(endpoints)-1].Local = true
	return r
}
