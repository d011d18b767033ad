// What package users write to read files of this version.
import (
	"bytes"
	"context"
	"os"

	"polka/dlx"
	"polka/shapes"
)

text := func(name string) string {
	b, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return string(b)
}
problem, err := dlx.Parse(text("langford8.dlx"))
family, err := problem.ReadFamily(bytes.NewReader([]byte(text("langford8.family"))))
fmt.Println(family, err)
count, err := problem.Solver(dlx.Options{}).Count(context.Background())
fmt.Println(count.Solutions, err)
list, err := shapes.ReadFile("shapes.txt.gz")
fmt.Println(len(list), err)
for _, one := range []string{"P = [(0,0), (1,0), (0,1), (1,1), (0,2)]", "hexagon [(0,0), (1,0), (0,1)]", "triangle [(0,0,0), (0,0,1)]", "P = ##/##/#.", "hexagon # #/ # #"} {
	fmt.Println(shapes.Parse(one))
}
