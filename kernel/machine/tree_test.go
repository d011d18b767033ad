package machine_test

import "testing"

// TestTree runs programs that pass values of their own types to packages that examine values by
// reflection.
func TestTree(t *testing.T) { testPrograms(t, "testdata/tree") }
