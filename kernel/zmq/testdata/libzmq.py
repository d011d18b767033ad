"""Peers of real ZeroMQ (libzmq, by way of pyzmq) for the sockets of this package.

    python libzmq.py SHELL IOPUB STDIN CONTROL HB

takes the five addresses of a server that echoes on shell, control and stdin, and publishes what it is asked
to (see publish). Each function named test_* is a test; the program prints a line for each and exits with 1 if any failed.
"""

import sys
import threading
import time
import traceback

import zmq
from zmq.utils.monitor import recv_monitor_message

SHELL, IOPUB, STDIN, CONTROL, HB = sys.argv[1:]
PATIENCE = 30_000  # milliseconds

context = zmq.Context()


def unconnected(kind, **options):
    s = context.socket(kind)
    s.linger = 0
    s.rcvtimeo = s.sndtimeo = PATIENCE
    for name, value in options.items():
        setattr(s, name, value)
    return s


def connect(kind, addr, **options):
    s = unconnected(kind, **options)
    s.connect(addr)
    return s


def subscriber(topic=b"", **options):
    s = connect(zmq.SUB, IOPUB, **options)
    s.subscribe(topic)
    return s


def same(got, want):
    assert got == want, f"got {got!r:.200}, want {want!r:.200}"


def ask(s, *frames):
    s.send_multipart(frames)
    return s.recv_multipart()


def publish(s, topic, n, size):
    """Asks the server to publish n messages, or, if n is negative, to go on until it gets "stop". When it has
    published all, it answers; the last of them may still be on their way.
    """
    s.send_multipart([b"publish", topic, b"%d" % n, b"%d" % size])


def test_echo():
    for addr in SHELL, STDIN, CONTROL:
        for options in {}, {"identity": b"me"}, {"identity": b"i" * 255}:
            with connect(zmq.DEALER, addr, **options) as s:
                for frames in [b"hello"], [b"", b"two"], [b"x" * 255, b"y" * 256, b""], [b"\x00" * (3 << 20)]:
                    same(ask(s, *frames), frames)
        with connect(zmq.REQ, addr) as s:
            same(ask(s, b"hello"), [b"hello"])


def test_heartbeat():
    with connect(zmq.REQ, HB) as a, connect(zmq.REQ, HB) as b, connect(zmq.DEALER, HB) as c:
        for i in range(1000):
            body = b"ping %d" % i
            same(ask(a, body), [body])
            same(ask(b, body), [body])
            same(ask(c, body), [body])
        same(ask(a, b""), [b""])


def test_large():
    with connect(zmq.DEALER, SHELL) as s:
        body = b"0123456789abcdef" * (60 << 16)
        same(ask(s, body), [body])


def test_order():
    with connect(zmq.DEALER, SHELL, sndhwm=0, rcvhwm=0) as s:
        n = 20_000
        for i in range(n):
            s.send(b"%d" % i)
        for i in range(n):
            same(s.recv(), b"%d" % i)


def test_reconnect():
    for i in range(30):
        with connect(zmq.DEALER, SHELL, identity=b"again") as s:
            same(ask(s, b"%d" % i), [b"%d" % i])


def test_welcome():
    with subscriber() as s:
        same(s.recv_multipart(), [b"", b"welcome"])
    with subscriber(b"t") as s:
        same(s.recv_multipart(), [b"t", b"welcome"])
        s.subscribe(b"other")
        same(s.recv_multipart(), [b"other", b"welcome"])


def test_nothing_missed_after_welcome():
    with connect(zmq.DEALER, SHELL) as shell:
        publish(shell, b"missed", -1, 10)
        for _ in range(30):
            with subscriber() as s:
                same(s.recv_multipart(), [b"", b"welcome"])
                numbers = [int(s.recv_multipart()[1]) for _ in range(50)]
                same(numbers, list(range(numbers[0], numbers[0] + 50)))
        shell.send(b"stop")
        same(shell.recv_multipart(), [b"published"])


def test_nothing_lost():
    for topic, options in (b"lost1", {}), (b"lost2", {"rcvhwm": 10}), (b"lost3", {"rcvhwm": 0}):
        with connect(zmq.DEALER, SHELL) as shell, subscriber(topic, **options) as s:
            same(s.recv_multipart(), [topic, b"welcome"])
            publish(shell, topic, 20_000, 100)
            for i in range(20_000):
                same(s.recv_multipart()[:2], [topic, b"%d" % i])
            same(shell.recv_multipart(), [b"published"])


def test_stuck_subscriber():
    topic = b"stuck"
    with connect(zmq.DEALER, SHELL) as shell, subscriber(topic, rcvhwm=1) as stuck, subscriber(topic) as s:
        same(s.recv_multipart(), [topic, b"welcome"])
        same(stuck.recv_multipart(), [topic, b"welcome"])
        publish(shell, topic, 60, 1 << 20)
        for i in range(60):
            same(s.recv_multipart()[:2], [topic, b"%d" % i])
        same(shell.recv_multipart(), [b"published"])


def test_unsubscribe():
    with connect(zmq.DEALER, SHELL) as shell, subscriber(b"t") as s:
        same(s.recv_multipart(), [b"t", b"welcome"])
        publish(shell, b"t", 1, 1)
        same(s.recv_multipart()[:2], [b"t", b"0"])
        same(shell.recv_multipart(), [b"published"])
        s.unsubscribe(b"t")
        s.subscribe(b"sync")
        same(s.recv_multipart(), [b"sync", b"welcome"])
        publish(shell, b"t", 1, 1)
        same(shell.recv_multipart(), [b"published"])
        s.subscribe(b"t")
        same(s.recv_multipart(), [b"t", b"welcome"])


def test_pings():
    """libzmq's own heartbeats are answered, or it would end the connection."""
    options = {"heartbeat_ivl": 20, "heartbeat_timeout": 500, "heartbeat_ttl": 1000}
    for kind, addr in (zmq.DEALER, SHELL), (zmq.SUB, IOPUB), (zmq.REQ, HB):
        with unconnected(kind, **options) as s:
            monitor = s.get_monitor_socket(zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_SUCCEEDED)
            s.connect(addr)
            assert monitor.poll(PATIENCE), "no handshake"
            same(recv_monitor_message(monitor)["event"], zmq.EVENT_HANDSHAKE_SUCCEEDED)
            assert not monitor.poll(1200), "disconnected"
            s.disable_monitor()


def refused(kind, addr, **options):
    with unconnected(kind, **options) as s:
        monitor = s.get_monitor_socket(
            zmq.EVENT_DISCONNECTED | zmq.EVENT_HANDSHAKE_FAILED_PROTOCOL | zmq.EVENT_HANDSHAKE_FAILED_NO_DETAIL
        )
        s.connect(addr)
        assert monitor.poll(PATIENCE), "not refused"
        s.disable_monitor()


def test_wrong_socket_type():
    for kind, addr in (zmq.SUB, SHELL), (zmq.DEALER, IOPUB), (zmq.PUSH, CONTROL), (zmq.PAIR, HB):
        refused(kind, addr)


def test_curve_is_refused():
    public, secret = zmq.curve_keypair()
    options = {"curve_publickey": public, "curve_secretkey": secret, "curve_serverkey": public}
    refused(zmq.DEALER, SHELL, **options)


def test_threads():
    def client(i):
        with connect(zmq.DEALER, SHELL) as s:
            for j in range(200):
                body = b"%d %d" % (i, j)
                same(ask(s, body), [body])

    errors = []

    def run(i):
        try:
            client(i)
        except Exception as e:
            errors.append(e)

    threads = [threading.Thread(target=run, args=(i,)) for i in range(10)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    if errors:
        raise errors[0]


def main():
    failed = 0
    for name, f in list(globals().items()):
        if not name.startswith("test_"):
            continue
        start = time.monotonic()
        try:
            f()
            print(f"ok {name} {time.monotonic() - start:.2f}", flush=True)
        except Exception:
            failed += 1
            print(f"FAIL {name}\n{traceback.format_exc()}", flush=True)
    sys.exit(failed > 0)


main()
