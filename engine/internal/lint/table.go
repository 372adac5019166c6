package lint

import (
	"fmt"
	"strings"
)

// Table reads the packages of the engine from the table in docs/architecture.md, lowest first: the first column of the rows
// that follow "## Packages".
func Table(document string) ([]string, error) {
	_, rest, ok := strings.Cut(document, "## Packages\n")
	if !ok {
		return nil, fmt.Errorf("no section Packages")
	}
	section, _, _ := strings.Cut(rest, "\n## ")
	var order []string
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 || !strings.Contains(cells[1], "`") {
			continue
		}
		for _, name := range strings.Split(cells[1], ",") {
			order = append(order, "engine/"+strings.Trim(name, " `"))
		}
	}
	if len(order) < 2 {
		return nil, fmt.Errorf("the section Packages has no table")
	}
	return order, nil
}
