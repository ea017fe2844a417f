#!/usr/bin/env python3
"""A client of the network protocol: signs in, plays a game against a bot at random, and comes back to it after a kill.

Needs Python 3.9 and nothing else: Ed25519 (RFC 8032) and WebSockets (RFC 6455) are written out below, plainly and
slowly; a program of yours should take libraries for both. See protocol.md.

    python3 client.py http://localhost:7350 key.bin Astrid Tafl3d-1

key.bin is made where it is missing: it is the account.
"""
import base64, hashlib, json, os, random, secrets, socket, ssl, struct, sys, time
import urllib.error, urllib.parse, urllib.request

VARIANT, CLOCK, MOST = "brandubh-gorrion", "5m+3s", 60  # after so many turns the game is given up

# Ed25519: points are (x, y); the secret is 32 bytes.
P, L = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, P) % P)


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2
    return ((x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P)


def times(n, point=BASE):
    sum = (0, 1)
    while n:
        if n & 1:
            sum = add(sum, point)
        point, n = add(point, point), n >> 1
    return sum


def pack(point):
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def sign(seed, message):
    """Returns the public key and the signature."""
    number = lambda *parts: int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")
    h = hashlib.sha512(seed).digest()
    a = int.from_bytes(h[:32], "little") & (2**254 - 8) | 2**254
    public, r = pack(times(a)), number(h[32:], message) % L
    return public, pack(times(r)) + ((r + number(pack(times(r)), public, message) * a) % L).to_bytes(32, "little")


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Refused(Exception):
    def __init__(self, body):
        super().__init__(body["text"])
        self.code = body["code"]


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
        key, now, nonce = b64(sign(seed, b"")[0]), int(time.time()), secrets.token_hex(12)
        text = f"tafl3d sign-in 1\n{self.url.hostname}\n{key}\n{now}\n{nonce}"
        return {"key": key, "time": now, "nonce": nonce, "signature": b64(sign(seed, text.encode())[1])}

    def enter(self, seed, name):
        """Signs in, or makes the account if the key has none."""
        try:
            session = self.ask("POST", "/v1/sessions", {"proof": self.proof(seed)})
        except Refused as e:
            if e.code != "forbidden":
                raise
            session = self.ask("POST", "/v1/accounts", {"proof": self.proof(seed), "name": name})
        self.token = session["token"]
        return session["player"]


class Line:
    """A WebSocket of text frames, a JSON document each."""

    def __init__(self, service):
        u, secure = service.url, service.url.scheme == "https"
        self.s = socket.create_connection((u.hostname, u.port or (443 if secure else 80)), 30)
        if secure:
            self.s = ssl.create_default_context().wrap_socket(self.s, server_hostname=u.hostname)
        key = base64.b64encode(os.urandom(16)).decode()
        self.s.sendall((f"GET /v1/socket HTTP/1.1\r\nHost: {u.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        self.f, self.asked = self.s.makefile("rb"), 0
        if b" 101 " not in self.f.readline():
            raise ConnectionError("no socket")
        while self.f.readline().strip():
            pass

    def send(self, data, op=1):
        mask = os.urandom(4)
        size = struct.pack("!B", 128 | len(data)) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.s.sendall(bytes([128 | op]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def ask(self, type, body, id=None):
        if id is None:
            self.asked += 1
            id = self.asked
        self.send(json.dumps({"v": 1, "type": type, "id": id, "body": body}).encode())
        return id

    def next(self):
        """Returns the next frame of the service; its pings are answered."""
        text = b""
        while True:
            op, size = self.f.read(2)
            if size > 125:  # the length follows, in two bytes or eight
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
                    self.ask("pong", frame["body"], frame.get("id", 0))

    def answer(self, type, body):
        """Asks and returns the body of the answer; what else comes meanwhile is dropped: the position tells it."""
        id = self.ask(type, body)
        while True:
            frame = self.next()
            if frame.get("id") == id:
                if frame["type"] == "refused":
                    raise Refused(frame["body"])
                return frame["body"]


def find(service, bot):
    """Returns one's game under way, or challenges the bot to one."""
    mine = service.ask("GET", "/v1/lobby")["mine"]
    if mine:
        print("back in", mine[0]["game"], flush=True)
        return mine[0]["game"]
    service.ask("POST", "/v1/seeks", {"variants": [VARIANT], "clocks": [CLOCK], "to": bot})
    while not mine:
        time.sleep(0.3)
        mine = service.ask("GET", "/v1/lobby")["mine"]
    print("begun", mine[0]["game"], flush=True)
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
            line.next()  # whatever it is, the position tells how the game stands
            continue
        act = {"kind": "play", "ply": p["ply"], "moves": [random.choice(p["moves"])], "token": secrets.token_hex(8)}
        if p["ply"] >= MOST:
            act = {"kind": "resign", "ply": p["ply"], "token": act["token"]}
        try:
            print("turn", p["ply"], "entry", line.answer("do", {"game": game, "act": act})["seq"], flush=True)
        except Refused as e:
            if e.code not in ("stale", "not-your-turn", "unavailable", "over"):  # these mend themselves: look again
                raise


def main(address, keys, name, bot):
    if not os.path.exists(keys):
        with open(keys, "wb") as f:
            f.write(os.urandom(32))
    service = Service(address.rstrip("/"))
    with open(keys, "rb") as f:
        me = service.enter(f.read(), name)
    game = find(service, bot)
    while True:
        try:
            print("over", *play(service, me, game), flush=True)
            return
        except (OSError, ValueError):  # the line broke: come back
            time.sleep(1)


if __name__ == "__main__":
    main(*sys.argv[1:5])
