// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestRead(t *testing.T) {
	const output = `{"Action":"start","Package":"a"}
{"Action":"pass","Package":"a","Test":"TestOne/part","Elapsed":9}
{"Action":"pass","Package":"a","Test":"TestOne","Elapsed":9.5}
{"Action":"pass","Package":"a","Test":"TestQuick","Elapsed":1.9}
{"Action":"fail","Package":"a","Test":"TestTwo","Elapsed":20}
{"Action":"fail","Package":"a","Elapsed":31}
`
	list, failed, err := read(strings.NewReader(output), 2*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if want := []test{{"a", "TestTwo", 20 * time.Second}, {"a", "TestOne", 9500 * time.Millisecond}}; !slices.Equal(list, want) {
		t.Errorf("%v, want %v", list, want)
	}
	if want := []string{"a TestTwo", "a"}; !slices.Equal(failed, want) {
		t.Errorf("failed: %v, want %v", failed, want)
	}
	if _, _, err := read(strings.NewReader("ok  \ta\t1s\n"), 0); err == nil {
		t.Error("text is accepted, expected an error")
	}
}
