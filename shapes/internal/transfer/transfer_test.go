// SPDX-License-Identifier: BSD-3-Clause

package transfer

import (
	"math/big"
	"os"
	"testing"

	"polka/shapes/internal/job"
)

// fixed are the values of A001168 from no cell to 34.
var fixed = []uint64{
	1, 1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446, 135268, 505861, 1903890, 7204874, 27394666, 104592937, 400795844,
	1540820542, 5940738676, 22964779660, 88983512783, 345532572678, 1344372335524, 5239988770268, 20457802016011,
	79992676367108, 313224032098244, 1228088671826973, 4820975409710116, 18946775782611174, 74541651404935148,
	293560133910477776, 1157186142148293638, 4565553929115769162,
}

func TestCounts(t *testing.T) {
	most := 22
	if os.Getenv("POLKA_LONG") != "" {
		most = 34
	}
	for n := range most + 1 {
		if n > 16 && n < most {
			continue
		}
		counts, ok := Counts(n, 1+n%2, nil)
		if !ok || len(counts) != n+1 {
			t.Fatalf("Counts(%d) gives %d numbers, %v", n, len(counts), ok)
		}
		for i, c := range counts {
			if c.Cmp(new(big.Int).SetUint64(fixed[i])) != 0 {
				t.Errorf("Counts(%d)[%d] = %v, want %d", n, i, c, fixed[i])
			}
		}
	}
}

// Beyond 34 cells the counts do not fit into words, and are found in two ways.
func TestCountsBeyondWords(t *testing.T) {
	if os.Getenv("POLKA_LONG") == "" {
		t.Skip("takes minutes; make long")
	}
	const n = 36
	counts, ok := Counts(n, 2, nil)
	residues, _, _ := run(n, 2, prime, nil)
	for i := 1; i <= n; i++ {
		if residue := new(big.Int).Mod(counts[i], big.NewInt(prime)); !ok || residue.Uint64() != residues[i] {
			t.Errorf("%d cells: %v is %v modulo the prime, but a count modulo it gives %d", i, counts[i], residue, residues[i])
		}
	}
	// A001168.
	for i, want := range map[int]string{35: "18027932215016128134", 36: "71242712815411950635"} {
		if counts[i].String() != want {
			t.Errorf("%d cells: %v, want %s", i, counts[i], want)
		}
	}
}

func TestResidues(t *testing.T) {
	const n = 20
	residues, _, _ := run(n, 1, prime, nil)
	for i := 1; i <= n; i++ {
		if residues[i] != fixed[i]%prime {
			t.Errorf("%d cells: %d modulo the prime, want %d", i, residues[i], fixed[i]%prime)
		}
	}
	want, _ := new(big.Int).SetString("1234567890123456789012345678901234567", 10)
	a := new(big.Int).Mod(want, new(big.Int).Lsh(big.NewInt(1), 64)).Uint64()
	b := new(big.Int).Mod(want, new(big.Int).SetUint64(prime)).Uint64()
	if got := combine(a, b); got.Cmp(want) != 0 {
		t.Errorf("combine gives %v, want %v", got, want)
	}
}

func TestCountsStop(t *testing.T) {
	var stopped job.Job
	stopped.Stop()
	if _, ok := Counts(38, 2, &stopped); ok {
		t.Error("a stopped count came to its end")
	}
}

func BenchmarkCounts24(b *testing.B) {
	for b.Loop() {
		Counts(24, 1, nil)
	}
}
