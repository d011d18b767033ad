"""Workers hands jobs to threads over queues and collects what they find."""

import threading
from queue import SimpleQueue


def divisors(n):
    count = 0
    d = 1
    while d * d <= n:
        if n % d == 0:
            count += 2
            if d * d == n:
                count -= 1
        d += 1
    return count


def main():
    jobs = SimpleQueue()
    results = SimpleQueue()
    lock = threading.Lock()
    histogram = {}

    def work():
        while (n := jobs.get()) is not None:
            d = divisors(n)
            with lock:
                histogram[d] = histogram.get(d, 0) + 1
            results.put((n, d))
        results.put(None)

    for _ in range(4):
        threading.Thread(target=work).start()

    def produce():
        for n in range(1, 36001):
            jobs.put(n)
        for _ in range(4):
            jobs.put(None)

    threading.Thread(target=produce).start()

    total = best = most = 0
    working = 4
    while working:
        result = results.get()
        if result is None:
            working -= 1
            continue
        n, d = result
        total += d
        if d > most or d == most and n < best:
            best, most = n, d
    print(total, best, most, len(histogram), histogram[2])


if __name__ == "__main__":
    main()
