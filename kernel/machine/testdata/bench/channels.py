"""Channels sends numbers through pipelines of threads joined by queues, the sieve of prime numbers among them."""

import threading
from queue import Queue

END = object()


def stage(work):
    """Run work in a thread of its own and give the queue that it writes to."""
    out = Queue(maxsize=1)

    def run():
        work(out.put)
        out.put(END)

    threading.Thread(target=run).start()
    return out


def items(queue):
    while (v := queue.get()) is not END:
        yield v


def count(start, end):
    def work(put):
        for i in range(start, end):
            put(i)

    return stage(work)


def square(numbers):
    def work(put):
        for v in items(numbers):
            put(v * v)

    return stage(work)


def without(numbers, p):
    """Give the numbers that p does not divide."""

    def work(put):
        for v in items(numbers):
            if v % p != 0:
                put(v)

    return stage(work)


def main():
    total = 0
    for v in items(without(square(count(0, 20000)), 3)):
        total = (total + v) % 1000003
    print(total)

    primes = last = 0
    numbers = count(2, 400)
    while True:
        p = numbers.get()
        if p is END:
            break
        primes, last = primes + 1, p
        numbers = without(numbers, p)
    print(primes, last)


if __name__ == "__main__":
    main()
