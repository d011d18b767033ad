// SPDX-License-Identifier: BSD-3-Clause

package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"polka/internal/command"
	"polka/internal/limit"
	"polka/internal/plural"
	"polka/internal/po"
	"polka/internal/replace"
	"polka/kernel/exercise/handin"
	"polka/notebooks"
	"polka/notebooks/translations"
)

func newClass() *cobra.Command {
	var word, output, language string
	cmd := &cobra.Command{
		Use:   "class FILE...",
		Short: "Make a page of what the students of a class have handed in",
		Long: "Class finds the lines of %handin in files of any kind, such as mails, tables of a form, or notebooks, and writes\n" +
			"a page: who has solved which exercises, and the common mistakes. - stands for standard input. If students hand\n" +
			"in several times, their results are joined.\n\n" +
			"Lines that have been changed, or that have the word of another class, are reported and not counted. A line\n" +
			"does not prove that its student has solved the exercises alone, or at all; see docs/teaching.md.\n\n" +
			"polka class serve collects the lines by itself, while it runs, and has votes.",
		Example: "  polka class --word apricot mails.txt --output class.html\n  polka class submitted/*.ipynb",
		Args:    atLeast("a file with lines that were handed in"),
		RunE: func(cmd *cobra.Command, args []string) error {
			words, err := catalogOf(cmd, language)
			if err != nil {
				return err
			}
			var c handin.Class
			c.Speak(words)
			for _, name := range args {
				text, err := readText(name, cmd.InOrStdin(), limit.Text)
				if err != nil {
					return err
				}
				list, problems := handin.Read([]byte(text), word)
				for _, r := range list {
					c.Add(r)
				}
				for _, p := range problems {
					note := name + ": " + p.Error()
					c.Note(note)
					fmt.Fprintln(cmd.ErrOrStderr(), tame(note))
				}
			}
			if c.Students() == 0 {
				return errors.New("the files have no lines of this class")
			}
			if err := replace.File(output, []byte(c.HTML()), 0o644); err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", output, plural.Count(c.Students(), "student"))
			return nil
		},
	}
	cmd.AddCommand(newClassServe())
	f := cmd.Flags()
	f.StringVar(&language, "lang", "", languageUsage)
	f.StringVar(&word, "word", "", "`WORD` of the class, as in %handin --class WORD NAME")
	f.StringVarP(&output, "output", "o", "class.html", "write the page to `FILE`")
	return cmd
}

// languageUsage describes the flag --lang of polka class and polka class serve.
const languageUsage = "write the page in `LANGUAGE`, such as fr"

// catalogOf returns the texts in a language; "" and en are English.
func catalogOf(cmd *cobra.Command, language string) (c po.Catalog, err error) {
	if err := checkLanguage(cmd, &language); err != nil || language == "" {
		return c, err
	}
	return po.Load(translations.Files, language)
}

// checkLanguage refuses a language that the course is not in. It replaces en by "".
func checkLanguage(cmd *cobra.Command, language *string) error {
	known := notebooks.Languages()
	switch {
	case *language == "en":
		*language = ""
	case *language != "" && !slices.Contains(known, *language):
		return command.Wrong(cmd, "--lang: expected en or one of %s: %s", strings.Join(known, ", "), *language)
	}
	return nil
}
