// Knapsack fills a knapsack by dynamic programming, and counts the ways to change money.
package main

import "fmt"

type item struct{ weight, value int }

func items(n int) []item {
	list := make([]item, n)
	x := 1
	for i := range list {
		x = x * 16807 % 2147483647
		list[i] = item{1 + x%50, 1 + (x>>8)%100}
	}
	return list
}

// pack gives the greatest value and the number of items that have it.
func pack(list []item, capacity int) (value, count int) {
	best := make([][]int, len(list)+1)
	best[0] = make([]int, capacity+1)
	for i, it := range list {
		before := best[i]
		row := append([]int(nil), before...)
		for c := it.weight; c <= capacity; c++ {
			if v := before[c-it.weight] + it.value; v > row[c] {
				row[c] = v
			}
		}
		best[i+1] = row
	}
	c := capacity
	for i := len(list); i > 0; i-- {
		if best[i][c] != best[i-1][c] {
			count++
			c -= list[i-1].weight
		}
	}
	return best[len(list)][capacity], count
}

func change(coins []int, amount int) int {
	ways := make([]int, amount+1)
	ways[0] = 1
	for _, coin := range coins {
		for a := coin; a <= amount; a++ {
			ways[a] = (ways[a] + ways[a-coin]) % 1000000007
		}
	}
	return ways[amount]
}

func main() {
	value, count := pack(items(350), 10000)
	fmt.Println(value, count)
	coins := []int{1, 2, 5, 10, 20, 50, 100, 200}
	fmt.Println(change(coins, 200), change(coins, 100000))
}
