# SPDX-License-Identifier: BSD-3-Clause

"""The code of the cells that the tests run, in Go for Polka and in Python for ipykernel.

The tests do not depend on a language. They ask a Language for, say, a cell that prints a word and loops forever. So the
same tests also run with ipykernel, the most widely used kernel: if a test fails there, either the test is wrong, or
ipykernel violates the rule; such rules are marked, with the reason, in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Language:
    """The cells of one language. A field whose comment begins with "says" first prints that word on a line of its own.
    """

    name: str  # language_info.name
    extension: str  # language_info.file_extension

    # Values. `let` takes a name and a number; `get` shows a name's value as its last expression.
    value: str  # a cell with the value 42
    let: str
    get: str
    increment: str  # adds one to the variable `name`
    hide: str  # an assignment: runs, shows nothing
    function: str  # defines a function `name` of no arguments, whose value is the number
    call: str  # shows the value of that function

    # Output.
    hello: str  # prints "hello, world" on a line
    stderr: str  # prints "oops" to stderr
    unfinished: str  # prints "no newline" without one
    interleaved: str  # prints o0 e0 o1 e1 o2 e2, the e ones to stderr, a line each
    lines: str  # prints `line 0` to `line 99999`
    split: str  # writes the bytes of "€😀\n" one by one to file descriptor 1 or its like, as they come
    flood: str  # prints 64 MiB and then the word end
    display: str  # display_data with text/html
    display_as: str  # shows `text` on the display `id`
    update_as: str  # changes the display `id` to `text`
    clear: str
    clear_later: str
    page: str  # the pager shows something
    next_input: str  # puts "1 + 1" into the next cell
    blocks: str  # 300 times display_data of about 1 MB, numbered in the metadata-free text/html as <b>0</b>...
    background: str  # starts something that prints "late" after the cell has ended

    # Errors.
    error: str  # fails with the message "boom"
    late_error: str  # fails with the message "boom" after a tenth of a second
    syntax_error: str
    fail_after_line: str  # fails after it has read a line with the prompt "line? "

    # Time.
    endless: str  # says started, then adds one to the variable n forever
    blocked: str  # says started, then waits for what never comes
    long_native: str  # says started, then computes for minutes in compiled code

    # Input.
    ask: str  # the value is the line that the user gave at the prompt "name? "
    ask_secret: str  # the same with the prompt "secret? ", not echoed
    ask_twice: str  # prints both answers, with a blank between, at the prompts "first? " and "second? "

    # Help while typing: texts with the cursor at their end.
    completes: tuple[str, str]  # text, and the text as it is after the completion
    astral_completes: tuple[str, str]  # the same after characters beyond the first 65536
    no_completion: str
    inspects: str  # a name of which much is known
    astral_inspects: str
    unknown_name: str
    complete: tuple[str, ...]
    incomplete: tuple[str, ...]
    invalid: tuple[str, ...]

    # User expressions.
    expression: str  # 6 * 7, as an expression
    bad_expression: str


GO = Language(
    name="go",
    extension=".go",
    value="6 * 7",
    let="{name} := {number}",
    get="{name}",
    increment="{name}++",
    hide="hidden := 1",
    function="func {name}() int {{ return {number} }}",
    call="{name}()",
    hello='import "fmt"\n\nfmt.Println("hello, world")',
    stderr='import (\n\t"fmt"\n\t"os"\n)\n\nfmt.Fprintln(os.Stderr, "oops")',
    unfinished='import "fmt"\n\nfmt.Print("no newline")',
    interleaved="""import (
	"fmt"
	"os"
)

for i := 0; i < 3; i++ {
	fmt.Printf("o%d\\n", i)
	fmt.Fprintf(os.Stderr, "e%d\\n", i)
}""",
    lines="""import "fmt"

for i := 0; i < 100000; i++ {
	fmt.Println("line", i)
}""",
    split="""import "os"

for _, b := range []byte("€😀\\n") {
	os.Stdout.Write([]byte{b})
}""",
    flood="""import (
	"fmt"
	"strings"
)

block := strings.Repeat(strings.Repeat("x", 127)+"\\n", 1<<13)
for i := 0; i < 64; i++ {
	fmt.Print(block)
}
fmt.Println("end")""",
    display='import "polka/kernel/display"\n\ndisplay.Show(display.HTML("<b>bold</b>"))',
    display_as='import "polka/kernel/display"\n\ndisplay.ShowAs("{id}", display.Markdown("{text}"))',
    update_as='import "polka/kernel/display"\n\ndisplay.UpdateAs("{id}", display.Markdown("{text}"))',
    clear='import "polka/kernel/display"\n\ndisplay.Clear()',
    clear_later='import "polka/kernel/display"\n\ndisplay.ClearLater()',
    page='import "polka/kernel/display"\n\ndisplay.Page("a long story")',
    next_input='import "polka/kernel/display"\n\ndisplay.SetNextInput("1 + 1")',
    blocks="""import (
	"fmt"
	"polka/kernel/display"
	"strings"
)

block := strings.Repeat("x", 1<<19)
for i := 0; i < 300; i++ {
	display.Show(display.HTML(fmt.Sprintf("<b>%d</b>%s", i, block)))
}""",
    background="""import (
	"fmt"
	"time"
)

go func() {
	time.Sleep(200 * time.Millisecond)
	fmt.Println("late")
}()""",
    error='panic("boom")',
    late_error='import "time"\n\ntime.Sleep(100 * time.Millisecond)\npanic("boom")',
    syntax_error="x := := 1",
    fail_after_line="""import "polka/kernel/display"

display.Input("line? ")
panic("boom")""",
    endless='import "fmt"\n\nfmt.Println("started")\nfor {\n\tn++\n}',
    blocked='import (\n\t"fmt"\n\t"time"\n)\n\nfmt.Println("started")\n<-time.After(1000 * time.Hour)',
    long_native="""import (
	"fmt"
	"polka/cover"
	"polka/shapes"
)

fmt.Println("started")
cover.New(cover.Rectangle(10, 12), append(shapes.Pentominoes(), shapes.Pentominoes()...)...).Count()""",
    ask='import "polka/kernel/display"\n\ndisplay.Input("name? ")',
    ask_secret='import "polka/kernel/display"\n\ndisplay.Password("secret? ")',
    ask_twice="""import (
	"fmt"
	"polka/kernel/display"
)

first := display.Input("first? ")
second := display.Input("second? ")
fmt.Println(first, second)""",
    completes=("strings.ToUpperS", "strings.ToUpperSpecial"),
    astral_completes=('s := "𝔽😀"; strings.ToUpperS', 's := "𝔽😀"; strings.ToUpperSpecial'),
    no_completion="zzzNothingBeginsLikeThis",
    inspects="strings.ToUpper",
    astral_inspects='s := "𝔽😀"; strings.ToUpper',
    unknown_name="zzzNobodyKnowsThis",
    complete=("1 + 1", "x := 3", 'fmt.Println("a")', "func f() int {\n\treturn 1\n}", "for i := 0; i < 3; i++ {\n}", ""),
    incomplete=("func f() int {", "for i := 0; i < 3; i++ {", "x := []int{1,", "s := `raw", "fmt.Println("),
    invalid=("x := := 1", "func )", "1 +* 2 }"),
    expression="6 * 7",
    bad_expression="zzzNobodyKnowsThis + 1",
)

PYTHON = Language(
    name="python",
    extension=".py",
    value="6 * 7",
    let="{name} = {number}",
    get="{name}",
    increment="{name} += 1",
    hide="hidden = 1",
    function="def {name}(): return {number}",
    call="{name}()",
    hello='print("hello, world")',
    stderr='import sys\nprint("oops", file=sys.stderr)',
    unfinished='print("no newline", end="")',
    interleaved='import sys\nfor i in range(3):\n    print(f"o{i}")\n    print(f"e{i}", file=sys.stderr)',
    lines="for i in range(100000): print('line', i)",
    split="import os\nfor b in '€😀\\n'.encode(): os.write(1, bytes([b]))",
    flood="block = ('x' * 127 + '\\n') * 2**13\nfor i in range(64): print(block, end='')\nprint('end')",
    display="from IPython.display import display, HTML\ndisplay(HTML('<b>bold</b>'))",
    display_as="from IPython.display import Markdown\n_ = display(Markdown('{text}'), display_id='{id}')",
    update_as="from IPython.display import Markdown, update_display\nupdate_display(Markdown('{text}'), display_id='{id}')",
    clear="from IPython.display import clear_output\nclear_output()",
    clear_later="from IPython.display import clear_output\nclear_output(wait=True)",
    page="print?",
    next_input="get_ipython().set_next_input('1 + 1')",
    blocks="""from IPython.display import HTML
block = 'x' * 2**20
for i in range(300): display(HTML(f'<b>{i}</b>{block}'))""",
    background="""import threading
threading.Timer(0.2, print, ['late']).start()""",
    error="raise ValueError('boom')",
    late_error='import time\ntime.sleep(0.1)\nraise Exception("boom")',
    syntax_error="x = = 1",
    fail_after_line="input('line? ')\nraise ValueError('boom')",
    endless="print('started', flush=True)\nwhile True: n += 1",
    blocked="import threading\nprint('started', flush=True)\nthreading.Event().wait()",
    long_native="import hashlib\nprint('started', flush=True)\nhashlib.pbkdf2_hmac('sha256', b'', b'', 2 * 10**9)",
    ask="input('name? ')",
    ask_secret="import getpass\ngetpass.getpass('secret? ')",
    ask_twice="first = input('first? ')\nsecond = input('second? ')\nprint(first, second)",
    completes=("import itertoo", "import itertools"),
    astral_completes=("s = '𝔽😀'; s.casefo", "s = '𝔽😀'; s.casefold"),
    no_completion="zzz_nothing_begins_like_this",
    inspects="print",
    astral_inspects="s = '𝔽😀'; print",
    unknown_name="zzz_nobody_knows_this",
    complete=("1 + 1", "x = 3", "print('a')", "def f(): return 1\n", ""),
    incomplete=("def f():", "for i in range(3):", "x = [1,", "s = '''raw", "print("),
    invalid=("x = = 1", "def )", "1 +* 2 }"),
    expression="6 * 7",
    bad_expression="zzz_nobody_knows_this + 1",
)
