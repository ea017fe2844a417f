#!/usr/bin/env python3
"""A client of the network protocol: signs in, plays random moves against a bot, and resumes the game after a kill.

Needs only Python 3.9. Ed25519 (RFC 8032) and WebSockets (RFC 6455) are implemented below, simply and slowly; your own
program should use libraries for both. See protocol.md.

    python3 client.py http://localhost:7350 key.bin Astrid Tafl3d-1

key.bin is created if it is missing. It is the key of the account: keep it.
"""
import base64, hashlib, json, os, pathlib, random, secrets, socket, ssl, struct, sys, time
import urllib.error, urllib.parse, urllib.request

VARIANT, CLOCK, MOST = "brandubh-gorrion", "5m+3s", 60  # the client resigns after MOST moves
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493  # prime and order of Ed25519; points are (x, y)
D = -121665 * pow(121666, -1, P) % P
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, P) % P)

def add(a, b):
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2
    return ((x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P)

def times(n, point=BASE):
    sum = (0, 1)
    while n:
        sum, point, n = add(sum, point) if n & 1 else sum, add(point, point), n >> 1
    return (sum[1] | (sum[0] & 1) << 255).to_bytes(32, "little")

def sign(seed, message):
    """Returns the public key and the signature, both in base64."""
    number = lambda *parts: int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")
    h = hashlib.sha512(seed).digest()
    a, r = int.from_bytes(h[:32], "little") & (2**254 - 8) | 2**254, number(h[32:], message) % L
    public, point = times(a), times(r)
    signature = point + ((r + number(point, public, message) * a) % L).to_bytes(32, "little")
    return [base64.urlsafe_b64encode(x).decode().rstrip("=") for x in (public, signature)]

class Refused(Exception):
    code = property(lambda self: self.args[0]["code"])

class Service:
    def __init__(self, address):
        self.url, self.token, self.headers = urllib.parse.urlsplit(address), None, {}

    def ask(self, method, path, body=None):
        headers = self.headers | ({"Authorization": "Bearer " + self.token} if self.token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url.geturl() + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.loads(answer.read() or "null")
        except urllib.error.HTTPError as e:
            raise Refused(json.loads(e.read()))

    def proof(self, seed):
        key, now, nonce = sign(seed, b"")[0], int(time.time()), secrets.token_hex(12)
        text = f"tafl3d sign-in 1\n{self.url.hostname}\n{key}\n{now}\n{nonce}"
        return {"key": key, "time": now, "nonce": nonce, "signature": sign(seed, text.encode())[1]}

    def enter(self, seed, name):
        """Signs in, or creates the account if the key has none."""
        try:
            session = self.ask("POST", "/v1/sessions", {"proof": self.proof(seed)})
        except Refused:  # forbidden: no account has this key
            session = self.ask("POST", "/v1/accounts", {"proof": self.proof(seed), "name": name})
        self.token = session["token"]
        return session["player"]

class Line:
    """A WebSocket with one JSON document per text frame."""

    def __init__(self, service):
        u, secure = service.url, service.url.scheme == "https"
        self.s, self.asked = socket.create_connection((u.hostname, u.port or (443 if secure else 80)), 30), 0
        if secure:
            self.s = ssl.create_default_context().wrap_socket(self.s, server_hostname=u.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall((f"GET /v1/socket HTTP/1.1\r\nHost: {u.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.f = self.s.makefile("rb")
        if b" 101 " not in self.f.readline():
            raise ConnectionError("no socket")
        while self.f.readline().strip():
            pass

    def send(self, data, op=1):
        mask, short = os.urandom(4), len(data) < 126
        size = struct.pack("!B", 128 | len(data)) if short else struct.pack("!BH", 254, len(data))
        self.s.sendall(bytes([128 | op]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def tell(self, type, body, id):
        self.send(json.dumps({"v": 1, "type": type, "id": id, "body": body}).encode())

    def next(self):
        """Returns the next frame from the service. Answers pings."""
        text = b""
        while True:
            op, size = self.f.read(2)
            if size > 125:  # the length follows in two or eight bytes
                size = int.from_bytes(self.f.read(2 if size == 126 else 8), "big")
            data = self.f.read(size)
            if op & 15 == 8:
                raise ConnectionError("closed")
            if op & 15 == 9:
                self.send(data, 10)
            elif op & 15 < 2:
                text += data
                if op & 128:
                    frame, text = json.loads(text), b""
                    if frame["type"] != "ping":
                        return frame
                    self.tell("pong", frame["body"], frame.get("id", 0))

    def answer(self, type, body):
        """Sends a request and returns the body of the answer. Drops other frames: play asks for the position."""
        self.asked += 1
        self.tell(type, body, self.asked)
        while True:
            frame = self.next()
            if frame.get("id") == self.asked:
                if frame["type"] == "refused":
                    raise Refused(frame["body"])
                return frame["body"]

def find(service, bot):
    """Returns the game in progress, or challenges the bot to one."""
    mine, how = service.ask("GET", "/v1/lobby")["mine"], "back in"
    if not mine:
        service.ask("POST", "/v1/seeks", {"variants": [VARIANT], "clocks": [CLOCK], "to": bot})
    while not mine:
        time.sleep(0.3)
        mine, how = service.ask("GET", "/v1/lobby")["mine"], "begun"
    print(how, mine[0]["game"], flush=True)
    return mine[0]["game"]

def play(service, me, game):
    line = Line(service)
    line.answer("hello", {"token": service.token, "program": "client.py"})
    first = line.answer("watch", {"game": game, "from": 1})["entries"][0]["spec"]
    side = ["attackers", "defenders"][[p["id"] for p in first["seats"]].index(me["id"])]
    while True:
        p = service.ask("GET", f"/v1/games/{game}/position")
        if p.get("over"):
            return p.get("result", "none"), p["cause"]
        if p["turn"] != side:
            line.next()  # wait for any frame, then ask for the position again
            continue
        act = {"kind": "resign", "ply": p["ply"], "token": secrets.token_hex(8)}
        if p["ply"] < MOST:
            act |= {"kind": "play", "moves": [random.choice(p["moves"])]}
        try:
            print("turn", p["ply"], "entry", line.answer("do", {"game": game, "act": act})["seq"], flush=True)
        except Refused as e:
            if e.code not in ("stale", "not-your-turn", "unavailable", "over"):  # these are temporary: ask again
                raise

def main(address, keys, name, bot):
    keys, service = pathlib.Path(keys), Service(address.rstrip("/"))
    if not keys.exists():
        keys.write_bytes(os.urandom(32))
    me = service.enter(keys.read_bytes(), name)
    game = find(service, bot)
    while True:
        try:
            return print("over", *play(service, me, game), flush=True)
        except (OSError, ValueError):  # the connection broke: reconnect
            time.sleep(1)

if __name__ == "__main__":
    main(*sys.argv[1:5])
