// Mutex, RWMutex, Once, atomic, Cond, sync.Map, Pool and OnceValue.

package main

import (
	"bytes"
	"fmt"
	"sync"
	"sync/atomic"
)

type store struct {
	mu sync.RWMutex
	m  map[string]int
}

func (s *store) add(k string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.m[k] += n
}
func (s *store) get(k string) int {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.m[k]
}

func main() {
	s := &store{m: map[string]int{}}
	var wg sync.WaitGroup
	var n atomic.Int64
	var once sync.Once
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			once.Do(func() { n.Add(1000) })
			s.add([]string{"even", "odd"}[i%2], i)
			n.Add(1)
		}()
	}
	wg.Wait()
	fmt.Println(s.get("even"), s.get("odd"), n.Load())
	calls := 0
	v := sync.OnceValue(func() int { calls++; return 42 })
	fmt.Println(v(), v(), calls)
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	go func() { mu.Lock(); ready = true; mu.Unlock(); cond.Broadcast() }()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
	fmt.Println("ready", ready)
	var m sync.Map
	m.Store("a", 1)
	old, loaded := m.LoadOrStore("a", 2)
	_, ok := m.Load("b")
	fmt.Println(old, loaded, ok)
	m.Range(func(k, v any) bool { fmt.Println(k, v); return true })
	p := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	b := p.Get().(*bytes.Buffer)
	b.WriteString("pooled")
	fmt.Println(b)
	var av atomic.Value
	av.Store([]int{1, 2})
	fmt.Println(av.Load().([]int)[1], atomic.AddInt32(new(int32), 5))
}
