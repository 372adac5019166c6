package shell

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"logarium/engine/cluster"
	"logarium/engine/config"
)

// world is a cluster with a console.
type world struct {
	shell   *Shell
	cluster *cluster.Cluster
	command int
}

func newWorld(t testing.TB, properties ...string) *world {
	t.Helper()
	c, err := cluster.New(cluster.Options{Seed: 1, Properties: config.PropertiesOf(properties...)})
	if err != nil {
		t.Fatal(err)
	}
	return &world{shell: New(), cluster: c}
}

// run runs a line as a lab does: on a fork, which takes the cluster's place if the line changed something. If it says
// that it did not, the fork must be as the cluster was.
func (w *world) run(t testing.TB, line string, control *cluster.Control) Outcome {
	t.Helper()
	work := w.cluster.Fork()
	work.SetCommand(w.command + 1)
	got := w.shell.Run(&Env{Cluster: work, Control: control}, line)
	if got.Changed {
		w.cluster, w.command = work, w.command+1
		return got
	}
	if digest(work, false) != digest(w.cluster.Fork(), false) {
		t.Errorf("%s: it changed something and does not say so", line)
	}
	return got
}

// must runs lines that have to succeed.
func (w *world) must(t testing.TB, lines ...string) {
	t.Helper()
	for _, l := range lines {
		if got := w.run(t, l, nil); got.Exit != 0 {
			t.Fatalf("%s: exit %d\n%s%s", l, got.Exit, got.Out, got.Err)
		}
	}
}

// TestStories runs the scripts in testdata/stories. `run` is a command line and what it prints: standard error behind
// `2> `, then the exit status, and the journal's line if it is not the one typed. `head=N` shows the first lines only.
// `lab k=v...` begins anew; `complete` shows what may stand behind a line, or, with `blank`, behind it and a blank.
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata/stories", func(t *testing.T, path string) {
		w := newWorld(t)
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "lab":
				var properties []string
				for _, a := range d.CmdArgs {
					properties = append(properties, a.Key, strings.Join(a.Vals, ","))
				}
				w = newWorld(t, properties...)
				return ""
			case "run":
				return w.story(t, d)
			case "complete":
				line := d.Input
				if d.HasArg("blank") {
					line += " "
				}
				from, words := w.shell.Complete(&Env{Cluster: w.cluster.Fork()}, line)
				return fmt.Sprintf("%s[%s]\n", line[:from], strings.Join(words, " "))
			}
			t.Fatalf("%s: unknown command %s", d.Pos, d.Cmd)
			return ""
		})
	})
}

func (w *world) story(t *testing.T, d *datadriven.TestData) string {
	got := w.run(t, d.Input, nil)
	var b strings.Builder
	for _, l := range firstLines(d, lines(got.Out)) {
		b.WriteString(l + "\n")
	}
	for _, l := range firstLines(d, lines(got.Err)) {
		b.WriteString("2> " + l + "\n")
	}
	if got.Exit != 0 {
		fmt.Fprintf(&b, "[exit %d]\n", got.Exit)
	}
	if got.Changed && got.Line != d.Input {
		fmt.Fprintf(&b, "[journal] %s\n", got.Line)
	}
	if got.Exit != 0 && got.Changed {
		b.WriteString("[changed all the same]\n")
	}
	return b.String()
}

// firstLines keeps the first lines, if the story asks for that.
func firstLines(d *datadriven.TestData, all []string) []string {
	arg, ok := d.Arg("head")
	if !ok || len(arg.Vals) == 0 {
		return all
	}
	most, err := strconv.Atoi(arg.Vals[0])
	if err != nil || len(all) <= most {
		return all
	}
	return append(all[:most:most], fmt.Sprintf("(%d more lines)", len(all)-most))
}
