"""A bad network in front of a server: events of the stream come late, twice and in the wrong order."""

from __future__ import annotations

import http.client
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Scrambler(BaseHTTPRequestHandler):
    """Passes everything on as it is, except the events of streams, none of which is lost."""

    protocol_version = "HTTP/1.1"
    port = 0
    chance = random.Random(7)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        self._pass_on()

    def do_POST(self) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        upstream = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        body = self.rfile.read(int(self.headers.get("content-length", "0")))
        headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        upstream.request(self.command, self.path, body or None, headers)
        answer = upstream.getresponse()
        is_stream = self.path.endswith("/stream")
        try:
            self.send_response_only(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("transfer-encoding", "connection", "content-length"):
                    self.send_header(name, value)
            if is_stream:
                self.send_header("connection", "close")
                self.end_headers()
                self.close_connection = True
                self._scramble(answer)
            else:
                data = answer.read()
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)
        except (BrokenPipeError, ConnectionResetError, OSError):
            self.close_connection = True
        finally:
            upstream.close()

    def _scramble(self, answer: http.client.HTTPResponse) -> None:
        """Hold each event back for a moment of its own, and let some of them come once more."""
        lock, timers = threading.Lock(), list[threading.Timer]()

        def send(event: bytes) -> None:
            try:
                with lock:
                    self.wfile.write(event)
                    self.wfile.flush()
            except OSError:
                pass

        event = b""
        first = True
        while line := answer.readline():
            event += line
            if line != b"\n":
                continue
            times = 1 if first else self.chance.choice((1, 1, 2, 3))
            for _ in range(times):
                timer = threading.Timer(0 if first else self.chance.random() * 0.5, send, [event])
                timer.daemon = True
                timer.start()
                timers.append(timer)
            event, first = b"", False
        for timer in timers:
            timer.join()


@contextmanager
def scrambled(port: int) -> Iterator[str]:
    """A bad network to the server on `port`; the address at which phones find it."""
    handler = type("Bad", (Scrambler,), {"port": port})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        time.sleep(0.05)
