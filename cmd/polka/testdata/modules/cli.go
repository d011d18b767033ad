package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v3"
)

type Failure struct{ code int }

func (f Failure) Error() string { return fmt.Sprint("failure ", f.code) }

func (f Failure) ExitCode() int { return f.code }

type Point struct{ x, y int }

func (p *Point) Set(s string) error {
	_, err := fmt.Sscanf(s, "%d:%d", &p.x, &p.y)
	return err
}

func (p *Point) String() string { return fmt.Sprintf("%d:%d", p.x, p.y) }

func (p *Point) Get() any { return *p }

func main() {
	var at Point
	cmd := &cli.Command{
		Name: "prog", Usage: "does things", Writer: os.Stdout, ErrWriter: os.Stdout,
		ExitErrHandler: func(context.Context, *cli.Command, error) {},
		Flags: []cli.Flag{
			&cli.IntFlag{Name: "n", Value: 3, Usage: "how many"},
			&cli.GenericFlag{Name: "at", Value: &at},
		},
		Commands: []*cli.Command{{
			Name: "sub", Usage: "a part",
			Action: func(ctx context.Context, c *cli.Command) error {
				fmt.Println("sub", c.Int("n"), at, c.Args().Slice())
				if c.Args().Len() > 1 {
					return Failure{c.Args().Len()}
				}
				return nil
			},
		}},
	}
	ctx := context.Background()
	fmt.Println(cmd.Run(ctx, []string{"prog", "--n", "5", "--at", "1:2", "sub", "x"}))
	err := cmd.Run(ctx, []string{"prog", "sub", "x", "y"})
	var f Failure
	fmt.Println(errors.As(err, &f), f.code, err)
	fmt.Println(cmd.Run(ctx, []string{"prog", "--n", "many"}))
	fmt.Println(cmd.Run(ctx, []string{"prog", "--help"}))
}
