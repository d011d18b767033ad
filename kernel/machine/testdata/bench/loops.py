"""Loops nests three loops around a little arithmetic."""


def loops(n):
    a = b = c = 0
    for i in range(n):
        for j in range(n):
            for k in range(j, n):
                x = (i * j + k * k) % 1000
                if x & 3 == 0:
                    a += x
                elif x % 5 == 0:
                    b ^= x << 4
                else:
                    c += 1
    return a, b, c


if __name__ == "__main__":
    print(*loops(185))
