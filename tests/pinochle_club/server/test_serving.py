"""Who speaks slowly, says nothing or opens a thousand connections stops nobody. Most of it in this process, with an
application of three lines; the club itself is asked whether it serves like that."""

import http.client
import socket
import threading
import time
import urllib.request
from contextlib import closing, contextmanager, suppress
from types import SimpleNamespace

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments

from pinochle_club.server import serving
from pinochle_club.server.serving import Front, ServingWorker, Threads
from tests.slow_senders import slow_senders
from tests.tablet import Tablet

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
DEVICES, OF_EACH = 60, 6
SLOW = 100


def application(environ, start_response):
    """Answers with what was sent; at /nothing without a body, at /hang when `let_go` is set, at /exit not at all."""
    if environ["PATH_INFO"] == "/hang":
        let_go.wait(60)
    if environ["PATH_INFO"] == "/nothing":
        start_response("204 No Content", [("Content-Length", "0")])
        return []
    if environ["PATH_INFO"] == "/exit":
        raise SystemExit
    body = environ["wsgi.input"].read() or environ["REMOTE_ADDR"].encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


let_go = threading.Event()


@contextmanager
def opened(most=512, threads=2, loops=True):
    """A front, with its loop in a thread of its own."""
    let_go.clear()
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:
        info = (listener.family, listener.type, listener.proto, listener.getsockname())
        settings = Adjustments(cleanup_interval=0, ident="", log_socket_errors=False)
        front = Front(
            application,
            {},
            _sock=listener,
            dispatcher=Threads(threads),
            adj=settings,
            sockinfo=info,
            bind_socket=False,
            most=most,
        )
        over = threading.Event()
        loop = threading.Thread(target=lambda: serve(front, over))
        if loops:
            loop.start()
        try:
            yield front
        finally:
            let_go.set()
            until = time.monotonic() + 60
            while len(front.task_dispatcher.resting) < front.task_dispatcher.started and time.monotonic() < until:
                time.sleep(0.01)  # the threads: the loop that they wake up must not be gone
            over.set()
            if loops:
                loop.join()
            wasyncore.close_all(front._map)


def serve(front, over):
    while not over.is_set():
        wasyncore.loop(timeout=0.05, use_poll=True, map=front._map, count=1)


def call(front, source="127.0.0.1"):
    return socket.create_connection(front.socket.getsockname(), timeout=20, source_address=(source, 0))


def answer(connection):
    with closing(http.client.HTTPResponse(connection)) as response:
        response.begin()
        return response.status, response.read()


def is_closed(connection):
    connection.settimeout(20)
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:  # it was closed while something was still on its way there
        return True


# -- connections -------------------------------------------------------------------------


def test_connection_is_kept_after_an_answer_without_a_body():
    """Else every poll would connect anew."""
    with opened() as front, call(front) as tablet:
        for _ in range(2):
            tablet.sendall(ASK.replace(b"/ ", b"/nothing "))
            assert answer(tablet) == (204, b"")


def test_asked_for_the_head_alone_no_body_comes():
    with opened() as front, call(front) as monitor:
        monitor.sendall(ASK.replace(b"GET", b"HEAD") + ASK)
        said = b""
        while b"127.0.0.1" not in said:
            said += monitor.recv(4096)

    assert said.count(b"Content-Length: 9") == 2
    assert said.count(b"127.0.0.1") == 1


def test_connection_is_closed_where_that_was_asked_for():
    with opened() as front, call(front) as proxy:
        proxy.sendall(ASK.replace(b"/ ", b"/nothing ").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))

        assert answer(proxy) == (204, b"")
        assert is_closed(proxy)


@pytest.mark.parametrize(
    "begun",
    [b"", b"GET / HTTP/1.1\r\nHost: ", b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nab"],
    ids=["silent", "in the headers", "in the body"],
)
def test_who_never_comes_to_an_end_is_cut_off(monkeypatch, begun):
    monkeypatch.setattr(serving, "MOST_SECONDS", 0.5)
    with opened() as front, call(front) as slow:
        slow.sendall(begun)
        with suppress(OSError):  # on a busy machine it is cut off before
            for _ in range(3 if begun else 0):  # a byte now and then does not help
                time.sleep(0.1)
                slow.sendall(b"x")

        assert is_closed(slow)


def test_whoever_has_most_connections_makes_room_for_others():
    with opened(most=4) as front:
        tablet = call(front)
        greedy = [call(front, "127.0.0.9") for _ in range(6)]
        newcomer = call(front, "127.0.0.7")
        for each in (tablet, newcomer):
            each.sendall(ASK)

        assert answer(newcomer) == (200, b"127.0.0.7")
        assert answer(tablet) == (200, b"127.0.0.1")
        assert all(is_closed(each) for each in greedy[:4])
        for each in (tablet, newcomer, *greedy):
            each.close()


def test_connection_that_waits_for_its_answer_is_not_the_one_that_goes():
    with opened(most=2) as front:
        works = call(front)
        works.sendall(ASK.replace(b"/ ", b"/hang "))
        while front.requests_taken < 1:
            time.sleep(0.01)
        others = [call(front) for _ in range(4)]
        others[-1].sendall(ASK)
        assert answer(others[-1])[0] == 200
        let_go.set()

        assert answer(works)[0] == 200
        for each in (works, *others):
            each.close()


def test_thread_goes_on_after_what_nobody_foresaw():
    with opened(threads=1) as front, call(front) as one, call(front) as other:
        one.sendall(ASK.replace(b"/ ", b"/exit "))
        assert is_closed(one)
        other.sendall(ASK)
        assert answer(other)[0] == 200


# -- signs of life -----------------------------------------------------------------------


class Worker(ServingWorker):
    """Without gunicorn around it."""

    def __init__(self):
        self.signs = 0

    def notify(self):
        self.signs += 1


@pytest.mark.parametrize(("requests", "is_alive"), [(0, True), (2, True), (3, False)])
def test_process_in_which_all_threads_hang_gives_no_sign_of_life(monkeypatch, requests, is_alive):
    """Two may hang as long as nobody waits for them."""
    monkeypatch.setattr(serving, "STEP", 0.05)
    worker = Worker()
    with opened(threads=2, loops=False) as front:
        connections = [call(front) for _ in range(requests)]
        for each in connections:
            each.sendall(ASK.replace(b"/ ", b"/hang "))
        while front.requests_taken < requests:
            worker.step(front)
        worker.step(front)
        before = worker.signs
        for _ in range(3):
            worker.step(front)

        assert (worker.signs > before) == is_alive
        for each in connections:
            each.close()


def test_process_that_closes_answers_what_is_in_hand_and_what_was_just_being_sent(monkeypatch):
    monkeypatch.setattr(serving, "STEP", 0.05)
    monkeypatch.setattr(serving, "LINGER", 0.3)
    worker = Worker()
    worker.cfg = SimpleNamespace(graceful_timeout=60)
    with opened(loops=False) as front, call(front) as works, call(front) as last, call(front) as silent:
        works.sendall(ASK.replace(b"/ ", b"/hang "))
        while front.requests_taken < 1 or len(front.active_channels) < 3:
            worker.step(front)
        closing = threading.Thread(target=worker.close, args=[front])
        last.sendall(ASK)
        closing.start()

        assert b"Connection: close" in last.recv(4096)
        assert is_closed(silent)
        assert closing.is_alive()
        let_go.set()
        assert answer(works)[0] == 200
        closing.join(60)
        assert not closing.is_alive()


# -- the club ----------------------------------------------------------------------------


def test_hand_is_saved_beside_a_hundred_who_send_slowly(club_server):
    tablet = Tablet(club_server.url)
    card = tablet.begin("st-hilary")
    page = tablet.open(card)
    with slow_senders(club_server.port, SLOW):
        assert urllib.request.urlopen(club_server.url + "/health", timeout=20).read() == b"ok"
        assert tablet.save(page, first_dealer="N").is_saved


def test_sixty_devices_behind_one_router_have_all_the_connections_they_want(club_server):
    """And keep them: each is asked on twice, while all are open."""
    with slow_senders(club_server.port, SLOW):
        devices = [
            http.client.HTTPConnection("127.0.0.1", club_server.port, timeout=20) for _ in range(DEVICES * OF_EACH)
        ]
        try:
            for device in devices:
                device.connect()
            sockets = [device.sock for device in devices]
            for _ in range(2):
                for device in devices:
                    device.request("GET", "/health")
                assert {device.getresponse().read() for device in devices} == {b"ok"}
            assert [device.sock for device in devices] == sockets
        finally:
            for device in devices:
                device.close()


def test_request_that_is_too_long_is_refused_and_leaves_no_line(club_server):
    """Many of them, since others may write a line meanwhile."""
    written = len(club_server.log.read_text())
    for line in (b"GET /" + b"x" * 40_000, b"no request at all") * 10:
        with socket.create_connection(("127.0.0.1", club_server.port), timeout=20) as stranger:
            stranger.sendall(line + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")

            assert answer(stranger)[0] in (400, 431)

    assert club_server.log.read_text()[written:].count("\n") < 10
