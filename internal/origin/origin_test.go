// SPDX-License-Identifier: BSD-3-Clause

package origin

import (
	"testing"
	"testing/fstest"
)

func TestLinks(t *testing.T) {
	for path, want := range map[string]string{"polka": "", "example.org/ann/polka": "https://example.org/ann/polka"} {
		list, err := Links(fstest.MapFS{"go.mod": {Data: []byte("module " + path + "\n")}})
		if err != nil {
			t.Fatal(err)
		}
		home := ""
		if len(list) > 0 {
			home = list[0].Address
		}
		if home != want {
			t.Errorf("the home page of %s is %q, want %q", path, home, want)
		}
	}
	if _, err := Links(fstest.MapFS{"go.mod": {Data: []byte("go 1.26\n")}}); err == nil {
		t.Error("a go.mod file without a module gives no error")
	}
}
