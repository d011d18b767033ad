"""Tak computes the function of Takeuchi, which calls itself with calls as arguments."""


def tak(x, y, z):
    if y >= x:
        return z
    return tak(tak(x - 1, y, z), tak(y - 1, z, x), tak(z - 1, x, y))


if __name__ == "__main__":
    print(tak(24, 16, 8))
    print(tak(22, 16, 6))
