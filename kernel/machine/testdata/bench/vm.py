"""Vm runs the code of a small stack machine, which counts prime numbers."""

PUSH, LOAD, STORE, ADD, MULTIPLY, REMAINDER, LESS, LESS_EQUAL, JUMP, JUMP_ZERO, HALT = range(11)

# The variables of the program.
N, I, COUNT = range(3)


def primes(limit):
    """Return a program that counts the primes below a limit by division."""
    return [
        (PUSH, 2), (STORE, N),
        # 2: while n < limit
        (LOAD, N), (PUSH, limit), (LESS, 0), (JUMP_ZERO, 32),
        (PUSH, 2), (STORE, I),
        # 8: while i*i <= n
        (LOAD, I), (LOAD, I), (MULTIPLY, 0), (LOAD, N), (LESS_EQUAL, 0), (JUMP_ZERO, 23),
        (LOAD, N), (LOAD, I), (REMAINDER, 0), (JUMP_ZERO, 27),
        (LOAD, I), (PUSH, 1), (ADD, 0), (STORE, I), (JUMP, 8),
        # 23: n is prime
        (LOAD, COUNT), (PUSH, 1), (ADD, 0), (STORE, COUNT),
        # 27: the next n
        (LOAD, N), (PUSH, 1), (ADD, 0), (STORE, N), (JUMP, 2),
        # 32
        (LOAD, COUNT), (HALT, 0),
    ]


def run(code):
    """Return the number on the stack at the end, and the number of steps."""
    stack = []
    variables = [0] * 3
    pc = steps = 0
    while True:
        op, arg = code[pc]
        pc += 1
        steps += 1
        if op == PUSH:
            stack.append(arg)
        elif op == LOAD:
            stack.append(variables[arg])
        elif op == STORE:
            variables[arg] = stack.pop()
        elif op == ADD:
            right = stack.pop()
            stack[-1] += right
        elif op == MULTIPLY:
            right = stack.pop()
            stack[-1] *= right
        elif op == REMAINDER:
            right = stack.pop()
            stack[-1] %= right
        elif op == LESS:
            right = stack.pop()
            stack[-1] = int(stack[-1] < right)
        elif op == LESS_EQUAL:
            right = stack.pop()
            stack[-1] = int(stack[-1] <= right)
        elif op == JUMP:
            pc = arg
        elif op == JUMP_ZERO:
            if stack.pop() == 0:
                pc = arg
        elif op == HALT:
            return stack[-1], steps


def main():
    print(*run(primes(16000)))


if __name__ == "__main__":
    main()
