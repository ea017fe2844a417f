#!/usr/bin/env python3
"""Counts what a service has acknowledged, and what of that it still has: a witness in another language.

    python3 count.py EXAMPLES ADDRESS GAMES

Two players sit at each of GAMES boards and play at random, game after game, until standard input ends, whatever
happens to the service meanwhile: an act without an answer is sent again with its token. Then every act that was
acknowledged is looked for in the entries of its game. Prints one JSON document; EXAMPLES is the folder of client.py.
"""
import json, random, secrets, sys, threading, time

sys.path.insert(0, sys.argv[1])
import client

stop = threading.Event()
BROKEN = (OSError, ValueError, KeyError, IndexError)  # a line that breaks in the middle of anything
PASSING = ("unavailable", "too-much", "stale", "not-your-turn", "over", "missing", "taken")


def again(do):
    """Does something until the service is there to answer."""
    while True:
        try:
            return do()
        except BROKEN:
            time.sleep(0.2)
        except client.Refused as e:
            if e.code not in ("unavailable", "too-much"):
                raise
            time.sleep(0.2)


class Player:
    def __init__(self, address, number):
        self.service = client.Service(address)
        self.service.headers["X-Forwarded-For"] = f"10.77.{number >> 8}.{number & 255}"
        self.acked, self.sent, self.resent = {}, 0, 0  # acked: by game and token, the number of the entry
        seed = secrets.token_bytes(32)
        self.me = again(lambda: self.service.enter(seed, f"Witness-{number}"))

    def play(self, game):
        pending, line = None, None
        while not stop.is_set():
            try:
                if line is None:
                    line = client.Line(self.service)
                    line.s.settimeout(5)
                    line.answer("hello", {"token": self.service.token, "program": "count.py"})
                    first = line.answer("watch", {"game": game, "from": 1})["entries"][0]["spec"]
                    side = ["attackers", "defenders"][[p["id"] for p in first["seats"]].index(self.me["id"])]
                if pending is None:
                    p = self.service.ask("GET", f"/v1/games/{game}/position")
                    if p.get("over"):
                        return
                    if p["turn"] != side:
                        line.next()
                        continue
                    time.sleep(random.random() * 0.05)
                    pending = {"kind": "play", "ply": p["ply"], "moves": [random.choice(p["moves"])], "token": secrets.token_hex(8)}
                    self.sent += 1
                else:
                    self.resent += 1
                seq = line.answer("do", {"game": game, "act": pending})["seq"]
                self.acked[game, pending["token"]] = seq
                pending = None
            except client.Refused as e:
                if e.code not in PASSING:
                    raise
                if e.code != "unavailable":
                    pending = None  # it was not done, and never will be
                time.sleep(0.05)
            except BROKEN:
                line = None
                time.sleep(0.1)


def board(a, b, games):
    """Lets two players play until it is enough."""
    while not stop.is_set():
        def meet():
            code = a.service.ask("POST", "/v1/seeks", {"variants": [client.VARIANT], "clocks": ["10m+2s"], "invite": True})["code"]
            return b.service.ask("POST", "/v1/seeks/take", {"code": code})["game"]
        try:
            game = again(meet)
        except client.Refused:
            continue  # the invitation was accepted, and the answer lost
        games.append(game)
        other = threading.Thread(target=b.play, args=(game,))
        other.start()
        a.play(game)
        other.join()


def entries(service, game):
    """Returns the entries of a game, from the archive or the room."""
    try:
        return service.ask("GET", f"/v1/games/{game}")["entries"]
    except client.Refused:
        line = client.Line(service)
        line.answer("hello", {"token": service.token})
        return line.answer("watch", {"game": game, "from": 1})["entries"]


def count(players, games):
    found = {"acknowledged": 0, "resent": sum(p.resent for p in players), "games": len(games), "lost": [], "doubled": [], "gaps": []}
    for game in games:
        all = again(lambda: entries(players[0].service, game))
        if [e["seq"] for e in all] != list(range(1, len(all) + 1)):
            found["gaps"].append(game)
        tokens = [(e["by"], e["act"]["token"]) for e in all]
        if len(set(tokens)) != len(tokens):
            found["doubled"].append(game)
        for p in players:
            for (where, token), seq in p.acked.items():
                if where == game:
                    found["acknowledged"] += 1
                    if seq > len(all) or all[seq - 1]["act"]["token"] != token:
                        found["lost"].append([game, seq, token])
    return found


def main(address, boards):
    players = [Player(address, i) for i in range(2 * boards)]
    games = []
    threads = [threading.Thread(target=board, args=(players[2 * i], players[2 * i + 1], games)) for i in range(boards)]
    for t in threads:
        t.start()
    print("plays", flush=True)
    sys.stdin.read()
    stop.set()
    for t in threads:
        t.join()
    print(json.dumps(count(players, games)), flush=True)


if __name__ == "__main__":
    main(sys.argv[2], int(sys.argv[3]))
