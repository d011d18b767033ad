package main

import "testing"

func TestMentions(t *testing.T) {
	folders := []string{"shapes", "kernel", "cmd"}
	for text, want := range map[string]string{
		`import "polka/shapes"`:             `import "example.org/polka/shapes"`,
		"go doc polka/kernel/worker":        "go doc example.org/polka/kernel/worker",
		`HasPrefix(path, "polka/")`:         `HasPrefix(path, "example.org/polka/")`,
		"cmd/polka/kernel.go bin/polka":     "cmd/polka/kernel.go bin/polka",
		"kernels/polka/kernel.json":         "kernels/polka/kernel.json",
		"polka/programs, polka kernel":      "polka/programs, polka kernel",
		"`polka/shapes` and (polka/kernel)": "`example.org/polka/shapes` and (example.org/polka/kernel)",
		"polka/shapestring":                 "polka/shapestring",
		"polka/cmd/polka":                   "example.org/polka/cmd/polka",
	} {
		got := mentions("polka", folders).ReplaceAllString(text, "${1}example.org/polka/$2")
		if got != want {
			t.Errorf("%s becomes %s", text, got)
		}
		if again := mentions("example.org/polka", folders).ReplaceAllString(got, "${1}polka/$2"); again != text {
			t.Errorf("%s becomes %s", got, again)
		}
	}
}
