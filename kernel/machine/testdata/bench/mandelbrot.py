"""Mandelbrot counts the steps after which points leave the Mandelbrot set."""


def escape(cx, cy, limit):
    x = y = 0.0
    for n in range(limit):
        xx, yy = x * x, y * y
        if xx + yy > 4:
            return n
        x, y = xx - yy + cx, 2 * x * y + cy
    return limit


def main():
    width, height, limit = 300, 200, 180
    inside = total = 0
    for j in range(height):
        cy = j / height * 2 - 1
        for i in range(width):
            cx = i / width * 3 - 2
            n = escape(cx, cy, limit)
            if n == limit:
                inside += 1
            total += n
    print(inside, total)
    for j in range(16):
        line = ""
        for i in range(48):
            n = escape(i / 16 - 2, j / 8 - 1, limit)
            line += " .:-=+*#%@"[n % 10]
        print(line + "|")


if __name__ == "__main__":
    main()
