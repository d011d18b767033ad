"""Fib computes a Fibonacci number by plain recursion."""


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


if __name__ == "__main__":
    print(fib(33))
