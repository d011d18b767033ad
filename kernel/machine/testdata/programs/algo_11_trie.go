// A trie with map children: insertion, prefixes, counting and deletion.

package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

type trie struct {
	kids map[rune]*trie
	end  bool
	n    int
}

func (t *trie) insert(w string) {
	for _, r := range w {
		if t.kids == nil {
			t.kids = make(map[rune]*trie)
		}
		if t.kids[r] == nil {
			t.kids[r] = new(trie)
		}
		t.n++
		t = t.kids[r]
	}
	t.end = true
	t.n++
}

func (t *trie) find(prefix string) *trie {
	for _, r := range prefix {
		if t = t.kids[r]; t == nil {
			return nil
		}
	}
	return t
}

func (t *trie) words(prefix string) (out []string) {
	if t == nil {
		return
	}
	if t.end {
		out = append(out, prefix)
	}
	for _, r := range slices.Sorted(maps.Keys(t.kids)) {
		out = append(out, t.kids[r].words(prefix+string(r))...)
	}
	return
}

func (t *trie) remove(w []rune) (empty bool) {
	if len(w) == 0 {
		t.end = false
	} else if k := t.kids[w[0]]; k != nil && k.remove(w[1:]) {
		delete(t.kids, w[0])
	}
	return !t.end && len(t.kids) == 0
}

func main() {
	root := &trie{}
	for _, w := range strings.Fields("car cart care dog do été étage") {
		root.insert(w)
	}
	fmt.Println(root.words(""))
	fmt.Println(root.find("car").words("car"), root.find("ét").words("ét"), root.find("x").words("x"))
	fmt.Println(root.find("ca").n, root.find("do").end, root.find("ca").end)
	root.remove([]rune("cart"))
	root.remove([]rune("dog"))
	root.remove([]rune("nothing"))
	fmt.Println(root.words(""), root.find("dog") == nil)
}
