"""Life_grid runs Conway's Game of Life on a grid that is a torus."""

WIDTH, HEIGHT = 80, 60


def new_grid():
    return [[0] * WIDTH for _ in range(HEIGHT)]


def step(grid, after):
    for y, row in enumerate(grid):
        above = grid[y - 1]
        below = grid[(y + 1) % HEIGHT]
        for x in range(WIDTH):
            left, right = x - 1, (x + 1) % WIDTH
            n = above[left] + above[x] + above[right] + row[left] + row[right] + below[left] + below[x] + below[right]
            if n == 3 or n == 2 and row[x] == 1:
                after[y][x] = 1
            else:
                after[y][x] = 0


def population(grid):
    return sum(map(sum, grid))


def main():
    grid, after = new_grid(), new_grid()
    x = 23
    for row in grid:
        for j in range(WIDTH):
            x = (x * 1103515245 + 12345) & 0x7FFFFFFF
            if (x >> 12) % 3 == 0:
                row[j] = 1
    print(population(grid))
    for _ in range(400):
        step(grid, after)
        grid, after = after, grid
    check = 0
    for i, row in enumerate(grid):
        for j, v in enumerate(row):
            check += v * (i * WIDTH + j)
    print(population(grid), check)


if __name__ == "__main__":
    main()
