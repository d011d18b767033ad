// SPDX-License-Identifier: BSD-3-Clause

package nb_test

import (
	"fmt"
	"strings"

	"polka/kernel/nb"
)

const small = `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
	{"cell_type": "markdown", "id": "title", "metadata": {}, "source": "# Sums"},
	{"cell_type": "code", "id": "sum", "metadata": {}, "execution_count": 1, "source": ["a, b := 1, 2\n", "a + b"],
	 "outputs": [{"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": "3"}}]}]}`

func ExampleParse() {
	n, err := nb.Parse([]byte(small))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range n.Cells {
		fmt.Printf("%s %s %q\n", c.Type, c.ID, c.Source)
	}
	_, err = nb.Parse([]byte("{\n \"nbformat\": 3}"))
	fmt.Println(err)
	// Output:
	// markdown title "# Sums"
	// code sum "a, b := 1, 2\na + b"
	// 2:14: nbformat 3; expected 4 (open and save an older notebook with Jupyter to convert it)
}

func ExampleCompare() {
	stored, err := nb.Parse([]byte(small))
	if err != nil {
		fmt.Println(err)
		return
	}
	fresh := stored.Clone()
	fresh.Cells[1].Outputs[0].Data = map[string]any{"text/plain": "4"}
	for _, d := range nb.Compare(stored, fresh) {
		fmt.Print(d)
	}
	// Output:
	// cell 1 (sum): output 1, text/plain
	//   - 3
	//   + 4
}

func ExampleExport() {
	n, err := nb.Parse([]byte(small))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := nb.Export(n, nb.GoForm, nb.ExportOptions{})
	fmt.Printf("%s", text)
	page, err2 := nb.Export(n, nb.HTML, nb.ExportOptions{})
	fmt.Println(strings.Contains(string(page), "<title>Sums</title>"), err, err2)
	// Output:
	// // ---
	// // jupyter:
	// //   kernelspec:
	// //     display_name: Polka (Go)
	// //     language: go
	// //     name: polka
	// // ---
	//
	// // %% [markdown]
	// // # Sums
	//
	// // %%
	// a, b := 1, 2
	// display.Show(a + b)
	// true <nil> <nil>
}
