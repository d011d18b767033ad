"""Heap finds shortest ways on a grid with Dijkstra's algorithm and a heap."""

from heapq import heappop, heappush

WAYS = [(0, 1), (1, 0), (0, -1), (-1, 0)]


def grid(n):
    cost = []
    x = 17
    for _ in range(n):
        row = []
        for _ in range(n):
            x = (x * 1103515245 + 12345) & 0x7FFFFFFF
            row.append(1 + (x >> 10) % 9)
        cost.append(row)
    return cost


def distances(cost):
    """Return the distances of all cells from the first."""
    n = len(cost)
    distance = [-1] * (n * n)
    distance[0] = 0
    queue = [(0, 0)]
    while queue:
        here, at = heappop(queue)
        if here > distance[at]:
            continue
        i, j = divmod(at, n)
        for dy, dx in WAYS:
            y, x = i + dy, j + dx
            if y < 0 or y >= n or x < 0 or x >= n:
                continue
            d, at = here + cost[y][x], y * n + x
            if distance[at] < 0 or d < distance[at]:
                distance[at] = d
                heappush(queue, (d, at))
    return distance


def main():
    n = 480
    distance = distances(grid(n))
    print(distance[n * n - 1], max(distance), sum(distance))


if __name__ == "__main__":
    main()
