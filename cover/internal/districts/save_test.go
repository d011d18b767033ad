// SPDX-License-Identifier: BSD-3-Clause

package districts

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// grid is the graph of n by n cells.
func grid(n int) Graph {
	g := Graph{Earlier: make([][]int, n*n)}
	for v := range g.Earlier {
		if v%n > 0 {
			g.Earlier[v] = append(g.Earlier[v], v-1)
		}
		if v >= n {
			g.Earlier[v] = append(g.Earlier[v], v-n)
		}
	}
	return g
}

// star is a vertex with n neighbors.
func star(n int) Graph {
	g := Graph{[][]int{nil}}
	for range n {
		g.Earlier = append(g.Earlier, []int{0})
	}
	return g
}

// leaves is a star of n vertices and the center, which comes last.
func leaves(n int) Graph {
	g := Graph{Earlier: make([][]int, n+1)}
	for v := range n {
		g.Earlier[n] = append(g.Earlier[n], v)
	}
	return g
}

var errStopped = errors.New("stopped")

// saved returns what Save writes.
func saved(t *testing.T, c *Counter) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := c.Save(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSave stops counts at random moments, and continues some with the same counter and others with
// one that loads what is left.
func TestSave(t *testing.T) {
	random := rand.New(rand.NewPCG(19, 47))
	power := new(big.Int).Lsh(big.NewInt(1), 200)
	for _, test := range []struct {
		name string
		g    Graph
		q    Question
		want string
		most int // checks between two stops
	}{
		{"grid", grid(6), Question{Low: 6, High: 6}, "451206", 1 << 10},      // A172477
		{"tolerance", grid(5), Question{4, 6, 5}, "193128", 1 << 8},          // see TestMetagraphs in package cover
		{"any", grid(5), Question{1, 25, 5}, "72137699", 1 << 8},             // the same
		{"long numbers", star(200), Question{1, 201, 0}, power.String(), 60}, // see TestCarry
		{"long keys", leaves(16), Question{1, 8, 0}, "26333", 1 << 12},       // subsets of at most 7 of 16
	} {
		c, err := New(test.g, test.q, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		stops, inside, loaded, done := 0, 0, 0, 0.0
		for {
			left := random.IntN(test.most)
			c.patience = 1
			c.check = func() error {
				if left--; left < 0 {
					return errStopped
				}
				return nil
			}
			n, err := c.Run(t.Context(), nil)
			if err == nil {
				if n.String() != test.want {
					t.Errorf("%s, stopped %d times: %v, want %s", test.name, stops, n, test.want)
				}
				break
			}
			if err != errStopped {
				t.Fatal(err)
			}
			stops++
			if c.inside {
				inside++
			}
			if c.Done() < done && test.name != "long numbers" { // starts again
				t.Errorf("%s: progress went from %v to %v", test.name, done, c.Done())
			}
			done = c.Done()
			if random.IntN(3) == 0 {
				text := saved(t, c)
				if c, err = New(test.g, test.q, 1<<30); err != nil {
					t.Fatal(err)
				}
				if err := c.Load(bytes.NewReader(text)); err != nil {
					t.Fatal(err)
				}
				if again := saved(t, c); !bytes.Equal(again, text) && len(again) != len(text) {
					t.Errorf("%s: %d bytes are saved, and %d again", test.name, len(text), len(again))
				}
				loaded++
			}
		}
		if stops < 10 || inside == 0 || loaded < 3 {
			t.Errorf("%s: stopped %d times, %d inside a shape, %d loaded", test.name, stops, inside, loaded)
		}
		again, err := New(test.g, test.q, 1<<30)
		if err == nil {
			err = again.Load(bytes.NewReader(saved(t, c)))
		}
		if err != nil {
			t.Fatal(err)
		}
		if n, err := again.Run(t.Context(), nil); err != nil || n.String() != test.want {
			t.Errorf("%s: the result is saved as %v, %v", test.name, n, err)
		}
	}
}

// TestMemory runs out of memory, and continues with more.
func TestMemory(t *testing.T) {
	c, err := New(grid(6), Question{Low: 6, High: 6}, 1<<16)
	if err != nil {
		t.Fatal(err)
	}
	for bytesOf := 1 << 17; ; bytesOf *= 2 {
		n, err := c.Run(t.Context(), nil)
		if err == nil {
			if n.Int64() != 451206 {
				t.Errorf("%v", n)
			}
			if bytesOf <= 1<<19 {
				t.Errorf("the memory was used up less than three times")
			}
			return
		}
		if err != ErrWide {
			t.Fatal(err)
		}
		text := saved(t, c)
		if c, err = New(grid(6), Question{Low: 6, High: 6}, bytesOf); err != nil {
			t.Fatal(err)
		}
		if err := c.Load(bytes.NewReader(text)); err != nil && err != ErrWide {
			t.Fatal(err)
		} else if err == ErrWide {
			t.Errorf("what fits in %d bytes does not fit in %d", bytesOf/2, bytesOf)
		}
	}
}

// TestDamage changes what was saved, and truncates it.
func TestDamage(t *testing.T) {
	q := Question{Low: 6, High: 6}
	c, err := New(grid(6), q, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	left := 20
	c.check = func() error {
		if left--; left < 0 {
			return errStopped
		}
		return nil
	}
	if _, err := c.Run(t.Context(), nil); err != errStopped {
		t.Fatal(err)
	}
	text := saved(t, c)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 500 {
		bad := bytes.Clone(text)
		if i%2 == 0 {
			bad[random.IntN(min(len(bad), 50<<(i%10)))] ^= 1 << random.IntN(8)
		} else {
			bad = bad[:random.IntN(len(bad))]
		}
		c, err := New(grid(6), q, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		switch err := c.Load(bytes.NewReader(bad)); {
		case err == nil && i%2 == 1:
			t.Errorf("%d of %d bytes are loaded", len(bad), len(text))
		case err != nil && err != ErrDamaged && err != ErrWide:
			t.Errorf("%v", err)
		}
	}
	for _, bad := range [][]byte{
		bytes.Repeat([]byte{0xff}, 9), bytes.Repeat([]byte{0xff}, 10), bytes.Repeat([]byte{0xff}, 20), // numbers without an end
		{1}, {1, 2, 1}, {1, 100},
	} {
		c, err := New(grid(6), q, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Load(bytes.NewReader(bad)); err != ErrDamaged {
			t.Errorf("%v: %v, want %v", bad, err, ErrDamaged)
		}
	}
}

// TestLoadError expects the error of the reader.
func TestLoadError(t *testing.T) {
	for _, text := range []string{"", "\x00\x01", "\x01\x02", "\x01\x02\x03"} {
		c, err := New(grid(6), Question{Low: 6, High: 6}, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		from := io.MultiReader(strings.NewReader(text), iotest.ErrReader(errStopped))
		if err := c.Load(from); err != errStopped {
			t.Errorf("%q: %v, want %v", text, err, errStopped)
		}
	}
}

// TestEmptyShapes loads shapes without states, which need memory too.
func TestEmptyShapes(t *testing.T) {
	var b bytes.Buffer
	const number = 1000
	w := &writer{Writer: bufio.NewWriter(&b)}
	w.put(0, 1, 0, 0, 0, 0, number)
	for i := range uint64(number) {
		w.put(0, 1, i, 0) // the set of one district differs
	}
	w.Flush()
	for bytesOf, want := range map[int]error{1 << 16: ErrWide, 1 << 20: ErrDamaged} {
		c, err := New(grid(6), Question{Low: 6, High: 6}, bytesOf)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Load(bytes.NewReader(b.Bytes())); err != want {
			t.Errorf("%d bytes: %v, want %v", bytesOf, err, want)
		}
	}
}

// TestLongNumbers saves numbers of many words.
func TestLongNumbers(t *testing.T) {
	g, q := star(1<<17), Question{1, 1<<17 + 1, 0}
	c, err := New(g, q, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	c.words = 1 << 12 // half as many do not hold 2^(1<<17)
	c.start()
	again, err := New(g, q, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Load(bytes.NewReader(saved(t, c))); err != nil || again.words != c.words {
		t.Errorf("%v, %d words, want %d", err, again.words, c.words)
	}
	c.sum = new(big.Int).Lsh(big.NewInt(1), 1<<17)
	if err := again.Load(bytes.NewReader(saved(t, c))); err != nil || again.sum.Cmp(c.sum) != 0 {
		t.Errorf("%v, a number of %d bits", err, again.sum.BitLen())
	}
}
