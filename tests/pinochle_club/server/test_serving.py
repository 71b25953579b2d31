"""Who speaks slowly, says nothing or opens a thousand connections stops nobody. Most of it in this process, with an
application of three lines; the club itself is asked whether it serves like that."""

import http.client
import json
import socket
import threading
import time
import urllib.request
from contextlib import closing, contextmanager, suppress
from itertools import pairwise
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from waitress import wasyncore
from waitress.adjustments import Adjustments

from pinochle_club.ground import __version__
from pinochle_club.ground.http import SENT_BY, Sender
from pinochle_club.ground.uploads import MOST_OF_A_FILE
from pinochle_club.server import serving
from pinochle_club.server.serving import MOST_BYTES_OF_FORM, REFUSED, Front, Serving, Threads
from tests.slow_senders import slow_senders
from tests.tablet import Answer, Tablet, new_id

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
DEVICES, OF_EACH = 60, 6
SLOW = 100


def application(environ, start_response):
    """Answers with what was sent; at /nothing without a body, at /unknown without a length,
    at /hang when `let_go` is set, at /exit not at all."""
    if environ["PATH_INFO"] == "/hang":
        let_go.wait(60)
    if environ["PATH_INFO"] == "/nothing":
        start_response("204 No Content", [("Content-Length", "0")])
        return []
    if environ["PATH_INFO"] == "/table":
        environ[SENT_BY] = (Sender.TABLE, "secret")
    if environ["PATH_INFO"] == "/unknown":
        start_response("200 OK", [])
        return []
    if environ["PATH_INFO"] == "/exit":
        raise SystemExit
    if REFUSED in environ:
        start_response(f"{environ[REFUSED]} Refused", [("Content-Length", "4")])
        return [b"page"]
    body = environ["wsgi.input"].read() or environ["REMOTE_ADDR"].encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


let_go = threading.Event()


@contextmanager
def opened(most=512, threads=2, loops=True, may_send=0):
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
            most_from=lambda environ: may_send,
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


def form_of(size, expect=""):
    return f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {size}\r\n{expect}\r\n".encode()


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


def test_of_an_answer_of_unknown_length_the_head_is_all_that_comes():
    with opened() as front, call(front) as browser:
        browser.sendall(ASK.replace(b"GET / ", b"HEAD /unknown "))
        said = b""
        while more := browser.recv(4096):
            said += more

    assert said.startswith(b"HTTP/1.1 200 OK\r\n")
    assert said.endswith(b"\r\n\r\n")
    assert said.count(b"\r\n\r\n") == 1


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


# -- what is too much --------------------------------------------------------------------

LARGE = 3 * 2**20


def test_form_that_anybody_may_send_is_taken_unasked():
    with opened() as front, call(front) as tablet:
        tablet.sendall(form_of(MOST_BYTES_OF_FORM) + b"x" * MOST_BYTES_OF_FORM)

        assert answer(tablet) == (200, b"x" * MOST_BYTES_OF_FORM)


def test_large_body_is_taken_from_whoever_may_send_it():
    """Also behind another request, and where a part of it comes together with its head."""
    with opened(may_send=LARGE) as front, call(front) as office:
        for _ in range(2):
            office.sendall(ASK + form_of(LARGE) + b"x" * LARGE)
            assert answer(office) == (200, b"127.0.0.1")
            assert answer(office) == (200, b"x" * LARGE)


def test_large_body_may_take_its_time(monkeypatch):
    """Over poor Wi-Fi an archive takes longer than anything else may."""
    monkeypatch.setattr(serving, "MOST_SECONDS", 0.2)
    monkeypatch.setattr(serving, "SLOWEST", LARGE / 20)
    with opened(may_send=LARGE) as front, call(front) as office:
        office.sendall(form_of(LARGE) + b"x" * (LARGE - 1))
        time.sleep(0.6)
        office.sendall(b"x")

        assert answer(office) == (200, b"x" * LARGE)


@pytest.mark.parametrize("comes", ["before it is answered", "after"])
def test_large_body_of_anybody_else_is_refused_by_its_length_and_the_answer_arrives(comes):
    """The rest of it is let by: a browser that is cut off in the middle shows no answer."""
    with opened(may_send=LARGE - 1) as front, call(front) as stranger:
        stranger.sendall(form_of(LARGE))
        if comes == "after":
            while not front.letting_by:
                time.sleep(0.01)
        stranger.sendall(b"x" * LARGE)

        assert answer(stranger) == (413, b"page")


def test_body_of_unknown_length_is_refused_where_it_becomes_too_large():
    with opened(may_send=LARGE) as front, call(front) as stranger:
        head = form_of(0).replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        stranger.sendall(head + b"%x\r\n" % LARGE + b"x" * LARGE)

        assert answer(stranger) == (413, b"page")


def test_who_waits_for_leave_to_send_is_answered_at_once():
    with opened() as front, call(front) as careful:
        careful.sendall(form_of(LARGE, expect="Expect: 100-continue\r\n"))

        assert careful.recv(12) == b"HTTP/1.1 413"


def test_only_some_of_an_address_are_let_by(monkeypatch):
    monkeypatch.setattr(serving, "MOST_LETTING_BY", 1)
    with opened() as front, call(front) as one, call(front) as other:
        for each in (one, other):
            each.sendall(form_of(LARGE))
            assert answer(each) == (413, b"page")

        assert is_closed(other)


def test_head_that_is_too_long_is_refused():
    with opened() as front, call(front) as stranger:
        stranger.sendall(b"GET /" + b"x" * 300_000)

        assert answer(stranger) == (431, b"page")


# -- who comes first ---------------------------------------------------------------------


@pytest.fixture
def threads(monkeypatch):
    """Makes some; nobody has heard of an evening before."""
    monkeypatch.setattr(serving, "_heard", bytearray(8 * len(Sender)))
    let_go.clear()
    yield Threads
    let_go.set()


class Asked:
    """A request that is answered when `until` says so; `done` are the names in the order in which they were begun."""

    def __init__(self, done, sender, visitor="10.0.0.7", until=lambda: None):
        self.done, self.whose, self.until = done, (sender, visitor), until

    def service(self):
        self.done.append(self.whose)
        self.until()


def wait_until(true):
    end = time.monotonic() + 20
    while not true():
        assert time.monotonic() < end
        time.sleep(0.002)


def test_tables_come_first_then_officials_members_and_strangers_and_addresses_take_turns(threads):
    one = threads(1)
    done: list[tuple[Sender, str]] = []
    one.add_task(Asked([], Sender.STRANGER, until=let_go.wait))
    for visitor in ("a", "a", "a", "b"):
        one.add_task(Asked(done, Sender.STRANGER, visitor))
    for sender in (Sender.MEMBER, Sender.OFFICIAL, Sender.TABLE):
        one.add_task(Asked(done, sender))
    let_go.set()

    wait_until(lambda: len(done) == 7)
    assert [sender for sender, _ in done[:3]] == [Sender.TABLE, Sender.OFFICIAL, Sender.MEMBER]
    assert [visitor for _, visitor in done[3:]] == ["a", "b", "a", "a"]


@pytest.mark.parametrize(("writes", "at_once"), [(None, 4), (Sender.TABLE, 1), (Sender.AT_HOME, 1)])
def test_strangers_have_no_more_than_their_share_while_cards_are_written(threads, writes, at_once):
    some = threads(4)
    done: list[object] = []
    table: list[object] = []
    if writes is not None:
        some.add_task(Asked(table, writes))
        wait_until(lambda: some.finished == 1)
    for number in range(6):
        some.add_task(Asked(done, Sender.STRANGER, f"10.0.0.{number}", until=let_go.wait))
    wait_until(lambda: len(done) >= at_once)
    if writes is not None:
        some.add_task(Asked(table, writes))
        wait_until(lambda: some.finished == 2)

    assert len(done) == at_once
    let_go.set()
    wait_until(lambda: len(done) == 6)


def test_who_waits_for_what_is_done_elsewhere_takes_no_share(threads):
    some = threads(4)
    done: list[object] = []

    def wait_elsewhere():
        with some.aside():
            let_go.wait()

    some.add_task(Asked([], Sender.TABLE))
    for _ in range(4):
        some.add_task(Asked(done, Sender.STRANGER, until=wait_elsewhere))

    wait_until(lambda: len(done) == 4)
    let_go.set()
    wait_until(lambda: not some.at_work)


def test_cards_at_home_keep_nobody_of_the_club_waiting(threads):
    some = threads(4)
    done: list[object] = []
    some.add_task(Asked([], Sender.AT_HOME))
    for _ in range(4):
        some.add_task(Asked(done, Sender.MEMBER, until=let_go.wait))

    wait_until(lambda: len(done) == 4)


def test_strangers_rest_after_their_work_and_go_on_by_themselves(threads, monkeypatch):
    monkeypatch.setitem(serving.FAIR, Sender.STRANGER, serving.Fair(1, 1, rest=10))
    some, began = threads(4), []

    def work():
        began.append(time.monotonic())
        until = time.thread_time() + 0.02
        while time.thread_time() < until:
            pass

    some.add_task(Asked([], Sender.TABLE))
    for _ in range(3):
        some.add_task(Asked([], Sender.STRANGER, until=work))

    wait_until(lambda: len(began) == 3)
    assert all(later - earlier > 0.2 for earlier, later in pairwise(began))


def test_club_tells_whose_requests_they_are_by_their_cookie():
    """What it told stands for all that carry it, and a cookie that nobody has told of is a stranger's."""
    ask = ASK.replace(b"/ ", b"/table ").replace(b"\r\n\r\n", b"\r\nCookie: a=b; device=secret\r\n\r\n")
    with opened() as front, call(front) as tablet:
        tablet.sendall(ask)
        answer(tablet)
        wait_until(lambda: front.known)

        cookies = ("a=b; device=secret", "device=guessed", "")
        senders = [whose(front, COOKIE=each)[0] for each in cookies]
        assert senders == [Sender.TABLE, Sender.STRANGER, Sender.STRANGER]


def test_who_asks_for_a_card_comes_before_who_reads_what_is_open_to_anybody():
    with opened() as front:
        front.learn(Sender.TABLE, "secret")

        assert whose(front, "/cards/1/")[0] == whose(front, "/cards/1/", COOKIE="device=guessed")[0] == Sender.AT_HOME
        assert whose(front, "/cards/1/", COOKIE="device=secret")[0] == Sender.TABLE
        assert {whose(front, path)[0] for path in ("/", "/clubs/cards/", "/play/")} == {Sender.STRANGER}


def whose(front, path="/", **headers):
    return front.whose(SimpleNamespace(visitor="10.0.0.9"), SimpleNamespace(path=path, headers=headers))


@pytest.mark.parametrize(("is_public", "address"), [(True, "192.0.2.7"), (False, "10.0.0.9")])
def test_behind_a_proxy_the_last_address_it_names_is_the_visitors(settings, is_public, address):
    settings.IS_PUBLIC = is_public
    with opened() as front:
        assert whose(front, X_FORWARDED_FOR="made up, 192.0.2.7") == (Sender.STRANGER, address)


def test_server_forgets_who_was_known_first(monkeypatch):
    monkeypatch.setattr(serving, "MOST_KNOWN", 2)
    with opened() as front:
        for cookie in ("one", "two", "three"):
            front.learn(Sender.MEMBER, cookie)

        assert list(front.known) == ["two", "three"]


# -- signs of life -----------------------------------------------------------------------


class Worker(Serving):
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
        assert urllib.request.urlopen(club_server.url + "/health", timeout=20).status == 200
        assert tablet.save(page, first_dealer="N").is_saved


def test_sixty_devices_behind_one_router_have_all_the_connections_they_want(club_server):
    """And keep them: of each one is asked on again, while all are open."""
    with slow_senders(club_server.port, SLOW):
        devices = [
            http.client.HTTPConnection("127.0.0.1", club_server.port, timeout=20) for _ in range(DEVICES * OF_EACH)
        ]
        try:
            for device in devices:
                device.connect()
            sockets = [device.sock for device in devices]
            for asking in (devices, devices[::OF_EACH]):
                for device in asking:
                    device.request("GET", "/health")
                told = {"says": "ok", "version": __version__}
                assert [json.loads(device.getresponse().read()) for device in asking] == [told] * len(asking)
            assert [device.sock for device in devices] == sockets
        finally:
            for device in devices:
                device.close()


def test_request_that_is_too_long_is_refused_and_leaves_no_line(club_server):
    """Many of them, since others may write a line meanwhile."""
    written = len(club_server.log.read_text())
    for line, says in ((b"GET /" + b"x" * 40_000, b"That address is too long"), (b"no request at all", b"")) * 10:
        with socket.create_connection(("127.0.0.1", club_server.port), timeout=20) as stranger:
            stranger.sendall(line + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")

            status, page = answer(stranger)

            assert (status in (400, 431), says in page) == (True, True)

    assert club_server.log.read_text()[written:].count("\n") < 10


ARCHIVE = """
from django.test import Client
from league.outside.archive.format import ON_A_PAGE
from league.outside.archive.writing import archive_of
from tests.league.makers import make_club, make_user
club = make_club(slug="large")
client = Client()
client.force_login(make_user(club, "admin", "keeper"))
print(client.cookies["sessionid"].value, archive_of(club.pk, "large", ON_A_PAGE.zipped, False).hex())
"""


def test_archive_of_as_many_bytes_as_the_page_promises_is_restored_and_a_stranger_sends_none_of_it(club_server):
    """Zip files may have anything before them: so the archive of a new club becomes as large as that of an old one."""
    session, archive = club_server.manage("shell", "-v", "0", "-c", ARCHIVE).split()
    large = bytes.fromhex(archive).rjust(MOST_OF_A_FILE, b"x")
    stranger, admin = Tablet(club_server.url), Tablet(club_server.url, {"sessionid": session})
    for tablet in (stranger, admin):
        tablet.get("/")
    admin.get("/clubs/new/archive/")

    refused = send_file(stranger, "/clubs/new/archive/", large)
    elsewhere = send_file(admin, "/clubs/large/members/import/", large)
    too_large = send_file(admin, "/clubs/new/archive/", large + b"x")
    restored = send_file(admin, "/clubs/new/archive/", large)

    assert (refused.status, elsewhere.status, restored.status) == (413, 413, 302)
    assert "too large to send" in refused.text
    assert "24 MB. Restore it at the club’s computer" in too_large.text
    assert restored.location.startswith("/clubs/")


def send_file(tablet, path, content):
    edge = "----edge"
    fields = {**tablet.token, "client_id": new_id()}
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}' for name, value in fields.items()]
    file = 'Content-Disposition: form-data; name="file"; filename="club.zip"\r\nContent-Type: application/zip\r\n\r\n'
    head = "".join(f"--{edge}\r\n{part}\r\n" for part in parts) + f"--{edge}\r\n{file}"
    headers = {**tablet.headers(), "Content-Type": f"multipart/form-data; boundary={edge}"}
    with closing(http.client.HTTPConnection(urlsplit(tablet.url).netloc, timeout=60)) as connection:
        connection.request("POST", path, head.encode() + content + f"\r\n--{edge}--\r\n".encode(), headers)
        response = connection.getresponse()
        return Answer(response.status, response.read().decode(), response.getheader("Location", ""))
