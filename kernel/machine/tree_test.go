package machine_test

import "testing"

// TestTree runs programs that hand values of their own types to packages that walk through values.
func TestTree(t *testing.T) { testPrograms(t, "testdata/tree") }
