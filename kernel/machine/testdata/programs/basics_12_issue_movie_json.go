// Movies with tags: marshal with indent, decode only titles.

package main

import (
	"encoding/json"
	"fmt"
	"reflect"
)

type Movie struct {
	Title  string
	Year   int  `json:"released"`
	Color  bool `json:"color,omitempty"`
	Actors []string
	rating float64
}

func main() {
	movies := []Movie{
		{Title: "First", Year: 1942, Actors: []string{"A B", "C D"}, rating: 9},
		{Title: "Second", Year: 1967, Color: true},
	}
	data, err := json.MarshalIndent(movies, "", "  ")
	fmt.Println(string(data), err)
	var titles []struct{ Title string }
	if err := json.Unmarshal(data, &titles); err != nil {
		fmt.Println(err)
	}
	fmt.Println(titles)
	var back []Movie
	fmt.Println(json.Unmarshal(data, &back), reflect.DeepEqual(back, movies), back[1].Color)
	movies[0].rating = 0
	fmt.Println(len(back), back[0].Actors[1], back[1].Actors == nil)
}
