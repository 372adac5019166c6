package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"logarium/engine/cluster"
	"logarium/engine/config"
	"logarium/engine/lab"
	"logarium/engine/message"
	"logarium/engine/store"
)

const whyUsage = `usage: logarium why [-config [TOPIC:]NAME=VALUE]... [-property NAME=VALUE]... [-now TIME] [-json] DIR [PARTITION]...

DIR is a broker's log directory, or the directory of one partition. Settings that are not named have Kafka's defaults.

  -config retention.ms=60000         a setting of all topics; orders:retention.ms=60000: of the topic orders
  -property log.retention.hours=24   a setting of the broker's server.properties
  -now 2026-03-02T10:00:00Z          as if it were then, also as ms since 1970; without it the present time
  -json                              a line of JSON for each partition
`

// asked is what the command line of why says.
type asked struct {
	configs    map[string]config.Properties
	properties config.Properties
	now        int64
	json       bool
}

// why answers for each segment in a real broker's log directory why it is still there, or when it goes. The files are read and never
// changed: a broker in memory starts on a copy of them.
func why(args []string, out, errs io.Writer) int {
	a := asked{configs: map[string]config.Properties{}, now: time.Now().UnixMilli()}
	flags := flag.NewFlagSet("why", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, whyUsage) }
	flags.Func("config", "", a.config)
	flags.Func("property", "", func(s string) (err error) { a.properties, err = setting(a.properties, s); return })
	flags.Func("now", "", func(s string) (err error) { a.now, err = lab.Moment(s); return })
	flags.BoolVar(&a.json, "json", false, "")
	if flags.Parse(args) != nil {
		return 2
	}
	if flags.NArg() == 0 {
		fmt.Fprint(errs, whyUsage)
		return 2
	}
	if err := a.answer(flags.Arg(0), flags.Args()[1:], out, errs); err != nil {
		fmt.Fprintf(errs, "logarium: %v\n", err)
		return 1
	}
	return 0
}

// config takes one -config.
func (a *asked) config(s string) (err error) {
	topic := ""
	if before, after, ok := strings.Cut(s, ":"); ok && !strings.Contains(before, "=") {
		topic, s = before, after
	}
	a.configs[topic], err = setting(a.configs[topic], s)
	return err
}

func setting(have config.Properties, s string) (config.Properties, error) {
	name, value, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return have, fmt.Errorf("expected NAME=VALUE")
	}
	return have.With(name, value), nil
}

func (a *asked) answer(dir string, partitions []string, out, errs io.Writer) error {
	files, err := readLogDir(dir)
	if err != nil {
		return err
	}
	l, started, err := lab.Import(store.NewMemory(), lab.Options{Name: "why"}, cluster.Imported{
		Options: cluster.Options{Clock: a.now, Properties: a.properties}, Files: files, Configs: a.configs,
	})
	if err == nil {
		err = started
	}
	if err != nil {
		return err
	}
	if len(partitions) == 0 {
		partitions = partitionsOf(l)
	}
	if len(partitions) == 0 {
		return fmt.Errorf("%s: there is no partition in it", dir)
	}
	for _, p := range partitions {
		if err := a.one(l, p, out); err != nil {
			return err
		}
	}
	return nil
}

// one answers for a partition.
func (a *asked) one(l *lab.Lab, partition string, out io.Writer) error {
	if a.json {
		params, _ := json.Marshal(map[string]string{"partition": partition}) // always marshals
		v, err := l.View("verdicts", params)
		if err != nil {
			return err
		}
		return json.NewEncoder(out).Encode(struct {
			Partition string `json:"partition"`
			Why       any    `json:"why"`
		}{partition, v})
	}
	res := l.Exec(nil, "why "+partition, false)
	if res.Exit != 0 {
		return errors.New(strings.TrimSpace(res.Err))
	}
	fmt.Fprintf(out, "%s\n", partition)
	for line := range strings.Lines(res.Out) {
		fmt.Fprintf(out, "  %s", line)
	}
	return nil
}

func partitionsOf(l *lab.Lab) (names []string) {
	v, err := l.View("cluster", nil)
	if err != nil {
		return nil
	}
	for _, b := range v.(message.Cluster).Brokers {
		for _, d := range b.Dirs {
			for _, p := range d.Partitions {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

// readLogDir reads the files of a broker's log directory, or of one partition's.
func readLogDir(dir string) (files []cluster.File, err error) {
	prefix, err := partitionPrefix(dir)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		inside, err := filepath.Rel(dir, name)
		files = append(files, cluster.File{Path: path.Join(prefix, filepath.ToSlash(inside)), Mtime: info.ModTime().UnixMilli(), Data: data})
		return err
	})
	return files, err
}

// partitionPrefix is the name of the directory if segments lie right in it.
func partitionPrefix(dir string) (string, error) {
	logs, err := filepath.Glob(filepath.Join(dir, "*.log"))
	if err != nil || len(logs) == 0 {
		return "", err
	}
	abs, err := filepath.Abs(dir)
	return filepath.Base(abs), err
}
