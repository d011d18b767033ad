// Recursive methods on trees, with nil receivers and callbacks.

package main

import "fmt"

type tree struct {
	key         int
	left, right *tree
}

func (t *tree) insert(k int) *tree {
	if t == nil {
		return &tree{key: k}
	}
	switch {
	case k < t.key:
		t.left = t.left.insert(k)
	case k > t.key:
		t.right = t.right.insert(k)
	}
	return t
}

func (t *tree) walk(f func(int) bool) bool {
	return t == nil || t.left.walk(f) && f(t.key) && t.right.walk(f)
}

func (t *tree) depth() int {
	if t == nil {
		return 0
	}
	return 1 + max(t.left.depth(), t.right.depth())
}

func (t *tree) remove(k int) *tree {
	switch {
	case t == nil:
		return nil
	case k < t.key:
		t.left = t.left.remove(k)
	case k > t.key:
		t.right = t.right.remove(k)
	case t.left == nil:
		return t.right
	case t.right == nil:
		return t.left
	default:
		m := t.right
		for m.left != nil {
			m = m.left
		}
		t.key, t.right = m.key, t.right.remove(m.key)
	}
	return t
}

func (t *tree) keys() (ks []int) {
	t.walk(func(k int) bool { ks = append(ks, k); return true })
	return
}

func main() {
	var t *tree
	for _, k := range []int{50, 30, 70, 20, 40, 60, 80, 30} {
		t = t.insert(k)
	}
	fmt.Println(t.keys(), t.depth())
	n := 0
	t.walk(func(k int) bool { n++; return k < 50 })
	fmt.Println("visited", n)
	for _, k := range []int{20, 30, 50, 99} {
		t = t.remove(k)
		fmt.Println(k, t.keys(), t.key)
	}
}
