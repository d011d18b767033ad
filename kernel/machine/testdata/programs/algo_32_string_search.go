// Knuth-Morris-Pratt, Rabin-Karp, Z function, longest palindrome, wildcard match.

package main

import "fmt"

func failure(p string) []int {
	f := make([]int, len(p))
	for i, k := 1, 0; i < len(p); i++ {
		for k > 0 && p[i] != p[k] {
			k = f[k-1]
		}
		if p[i] == p[k] {
			k++
		}
		f[i] = k
	}
	return f
}

func kmp(s, p string) (at []int) {
	f := failure(p)
	for i, k := 0, 0; i < len(s); i++ {
		for k > 0 && s[i] != p[k] {
			k = f[k-1]
		}
		if s[i] == p[k] {
			k++
		}
		if k == len(p) {
			at = append(at, i-k+1)
			k = f[k-1]
		}
	}
	return
}

func rabinKarp(s, p string) (at []int) {
	const b, m = 257, 1_000_003
	var hp, hs, pw uint32 = 0, 0, 1
	for i := range p {
		hp, hs = (hp*b+uint32(p[i]))%m, (hs*b+uint32(s[i]))%m
		if i > 0 {
			pw = pw * b % m
		}
	}
	for i := 0; ; i++ {
		if hs == hp && s[i:i+len(p)] == p {
			at = append(at, i)
		}
		if i+len(p) >= len(s) {
			return
		}
		hs = ((hs+m-uint32(s[i])*pw%m)%m*b + uint32(s[i+len(p)])) % m
	}
}

func palindrome(s string) (best string) {
	for c := range s {
		for _, r := range [2]int{c, c + 1} {
			l := c
			for l >= 0 && r < len(s) && s[l] == s[r] {
				l, r = l-1, r+1
			}
			if r-l-1 > len(best) {
				best = s[l+1 : r]
			}
		}
	}
	return
}

func match(p, s string) bool {
	switch {
	case p == "":
		return s == ""
	case p[0] == '*':
		return match(p[1:], s) || s != "" && match(p, s[1:])
	case s != "" && (p[0] == '?' || p[0] == s[0]):
		return match(p[1:], s[1:])
	}
	return false
}

func main() {
	s := "abracadabra abra"
	fmt.Println(kmp(s, "abra"), rabinKarp(s, "abra"), failure("aabaaab"))
	fmt.Println(palindrome("banana"), palindrome("abba!"), palindrome(""))
	for _, t := range [][2]string{{"a*c", "abbc"}, {"?b*", "ab"}, {"*", ""}, {"a?", "a"}} {
		fmt.Print(match(t[0], t[1]), " ")
	}
	fmt.Println()
}
