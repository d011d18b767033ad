// Trees builds and walks binary trees, as in the Computer Language Benchmarks Game, and fills a tree of search.
package main

import "fmt"

type tree struct{ left, right *tree }

func build(depth int) *tree {
	if depth == 0 {
		return &tree{}
	}
	return &tree{build(depth - 1), build(depth - 1)}
}

func (t *tree) count() int {
	if t.left == nil {
		return 1
	}
	return 1 + t.left.count() + t.right.count()
}

type node struct {
	key         int
	left, right *node
}

func insert(n *node, key int) *node {
	if n == nil {
		return &node{key: key}
	}
	if key < n.key {
		n.left = insert(n.left, key)
	} else if key > n.key {
		n.right = insert(n.right, key)
	}
	return n
}

func height(n *node) int {
	if n == nil {
		return 0
	}
	return 1 + max(height(n.left), height(n.right))
}

func walk(n *node, visit func(int)) {
	if n != nil {
		walk(n.left, visit)
		visit(n.key)
		walk(n.right, visit)
	}
}

func main() {
	most := 13
	long := build(most)
	for depth := 4; depth <= most; depth += 3 {
		rounds := 1 << (most - depth + 4)
		nodes := 0
		for range rounds {
			nodes += build(depth).count()
		}
		fmt.Println(rounds, depth, nodes)
	}
	fmt.Println(most, long.count())

	var root *node
	x := 1
	for range 40000 {
		x = x * 16807 % 2147483647
		root = insert(root, x%100000)
	}
	size, check := 0, 0
	walk(root, func(key int) {
		size++
		check = (check*7 + key) % 1000003
	})
	fmt.Println(size, height(root), check)
}
