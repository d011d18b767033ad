"""Matrix multiplies matrices of floats and takes a power of a matrix of ints."""


def multiply(a, b):
    columns = list(zip(*b))
    return [[sum(x * y for x, y in zip(row, column)) for column in columns] for row in a]


def generate(n, seed):
    return [[seed * float((i + 2 * j) * (i + j) % 1000) / n for j in range(n)] for i in range(n)]


MODULUS = 1000003


def times(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] = (c[i][j] + a[i][k] * b[k][j]) % MODULUS
    return c


def power(a, n):
    result = [[int(i == j) for j in range(len(a))] for i in range(len(a))]
    while n > 0:
        if n % 2 == 1:
            result = times(result, a)
        a = times(a, a)
        n //= 2
    return result


def main():
    n = 180
    c = multiply(generate(n, 1), generate(n, 2))
    trace = sum(c[i][i] for i in range(n))
    print(f"{c[n // 2][n // 3]:.6f} {trace:.6f}")

    a = [[i * 7 + j * 3 + 1 for j in range(6)] for i in range(6)]
    total = 0
    for e in range(1000000, 1000150):
        p = power(a, e)
        total = (total + p[e % 6][5]) % MODULUS
    print(total)


if __name__ == "__main__":
    main()
