"""Knapsack fills a knapsack by dynamic programming, and counts the ways to change money."""


def items(n):
    result = []
    x = 1
    for _ in range(n):
        x = x * 16807 % 2147483647
        result.append((1 + x % 50, 1 + (x >> 8) % 100))
    return result


def pack(items, capacity):
    """Return the greatest value and the number of items that have it."""
    best = [[0] * (capacity + 1)]
    for weight, value in items:
        before = best[-1]
        row = before[:]
        for c in range(weight, capacity + 1):
            v = before[c - weight] + value
            if v > row[c]:
                row[c] = v
        best.append(row)
    c = capacity
    count = 0
    for i in range(len(items), 0, -1):
        if best[i][c] != best[i - 1][c]:
            count += 1
            c -= items[i - 1][0]
    return best[-1][capacity], count


def change(coins, amount):
    ways = [0] * (amount + 1)
    ways[0] = 1
    for coin in coins:
        for a in range(coin, amount + 1):
            ways[a] = (ways[a] + ways[a - coin]) % 1000000007
    return ways[amount]


def main():
    value, count = pack(items(350), 10000)
    print(value, count)
    coins = [1, 2, 5, 10, 20, 50, 100, 200]
    print(change(coins, 200), change(coins, 100000))


if __name__ == "__main__":
    main()
