package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// TestJoin joins what two runs leave behind.
func TestJoin(t *testing.T) {
	d := Declared{Variables: []string{"a", "b"}}.Join(Declared{Variables: []string{"b", "c", "c", "a"}})
	if want := []string{"a", "b", "c"}; !slices.Equal(d.Variables, want) {
		t.Errorf("variables %v, want %v", d.Variables, want)
	}
	if d := (Declared{Variables: []string{"a"}}).Join(Declared{Reset: true}); len(d.Variables) != 0 {
		t.Errorf("variables %v after a reset", d.Variables)
	}
}

// TestJoinIsLinear joins four times as many variables, which must not take sixteen times as long.
func TestJoinIsLinear(t *testing.T) {
	join := func(n int) time.Duration {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprint("variable", i))
		}
		least := time.Hour
		for range 5 {
			begin := time.Now()
			Declared{}.Join(Declared{Variables: list})
			least = min(least, time.Since(begin))
		}
		return least
	}
	if few, many := join(1<<12), join(1<<14); many > 11*few {
		t.Errorf("%d variables take %v, %d take %v", 1<<12, few, 1<<14, many)
	}
}
