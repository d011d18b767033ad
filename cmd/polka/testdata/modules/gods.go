package main

import (
	"cmp"
	"encoding/json"
	"fmt"

	"github.com/emirpasic/gods/v2/lists/arraylist"
	"github.com/emirpasic/gods/v2/maps/linkedhashmap"
	"github.com/emirpasic/gods/v2/maps/treemap"
	"github.com/emirpasic/gods/v2/queues/priorityqueue"
	"github.com/emirpasic/gods/v2/sets/hashset"
	"github.com/emirpasic/gods/v2/trees/redblacktree"
)

type Task struct {
	Name string
	Rank int
}

func byRank(a, b Task) int { return cmp.Or(cmp.Compare(b.Rank, a.Rank), cmp.Compare(a.Name, b.Name)) }

func main() {
	l := arraylist.New(Task{"a", 1}, Task{"b", 2})
	l.Insert(0, Task{"z", 0})
	fmt.Println(l.Size(), l.Values(), l.Contains(Task{"a", 1}))
	fmt.Println(l)
	b, err := json.Marshal(l)
	fmt.Println(string(b), err)
	back := arraylist.New[Task]()
	fmt.Println(json.Unmarshal(b, back), back.Values())
	fmt.Println(l.Select(func(_ int, t Task) bool { return t.Rank > 0 }).Size())
	q := priorityqueue.NewWith(byRank)
	for _, t := range l.Values() {
		q.Enqueue(t)
	}
	fmt.Println(q.Dequeue())
	m := treemap.NewWith[Task, int](byRank)
	m.Put(Task{"x", 1}, 1)
	m.Put(Task{"y", 9}, 2)
	fmt.Println(m.Keys(), m)
	h := linkedhashmap.New[string, *Task]()
	h.Put("k", &Task{"p", 1})
	v, ok := h.Get("k")
	fmt.Println(v.Name, ok, hashset.New(Task{"a", 1}).Contains(Task{"a", 1}))
	tree := redblacktree.New[int, string]()
	for i := range 4 {
		tree.Put(i, fmt.Sprint(i))
	}
	fmt.Println(tree)
	for it := tree.Iterator(); it.Next(); {
		fmt.Print(it.Key(), it.Value(), " ")
	}
	fmt.Printf("\n%T %T\n", tree, l)
}
