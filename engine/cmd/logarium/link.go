package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"strings"

	"logarium/engine/lab"
	"logarium/engine/share"
	"logarium/engine/shell"
)

const linkUsage = `usage: logarium share [-json] [-url PAGE] [-view WORDS] FILE|LINK

A script becomes the link that opens it, a link the script that is in it; - reads standard input.
`

// link is the command share.
func link(args []string, in io.Reader, out, errs io.Writer) int {
	flags := flag.NewFlagSet("share", flag.ContinueOnError)
	flags.SetOutput(errs)
	flags.Usage = func() { fmt.Fprint(errs, linkUsage) }
	asJSON := flags.Bool("json", false, "script, view and link as JSON")
	page := flags.String("url", "", "address of the page, in front of the link")
	view := flags.String("view", "", "what the page shall show, in its own words")
	if flags.Parse(args) != nil {
		return exitUsage
	}
	if flags.NArg() != 1 {
		fmt.Fprint(errs, linkUsage)
		return exitUsage
	}
	text := flags.Arg(0)
	var err error
	if !isLink(text) {
		text, err = read(text, in)
	}
	if err != nil {
		return failed(errs, err)
	}
	l, encoded, err := bothWays(text, *view)
	switch {
	case err != nil:
		return failed(errs, err)
	case *asJSON:
		err = json.NewEncoder(out).Encode(struct {
			Link   string `json:"link"`
			Script string `json:"script"`
			View   string `json:"view"`
		}{*page + encoded, l.Script, l.View})
	case isLink(text):
		_, err = io.WriteString(out, l.Script)
	default:
		_, err = fmt.Fprintln(out, *page+encoded)
	}
	if err != nil {
		return failed(errs, err)
	}
	return exitOK
}

// isLink tells a link from a script: it is one line with the mark in it.
func isLink(text string) bool {
	return strings.Contains(text, share.Mark) && !strings.Contains(strings.TrimSpace(text), "\n")
}

// bothWays reads a link, or makes one of a script whose lines can be read.
func bothWays(text, view string) (l share.Link, encoded string, err error) {
	if isLink(text) {
		text = strings.TrimSpace(text)
		l, err = share.Decode(text)
		return l, text[strings.Index(text, share.Mark):], err
	}
	for line := range lab.Lines(text) {
		if _, err := shell.Parse(line); err != nil {
			return l, "", fmt.Errorf("%s: %w", brief(line), err)
		}
	}
	l = share.Link{Script: text, View: view}
	encoded, err = share.Encode(l)
	if err == nil && len(encoded) > share.Longest {
		err = fmt.Errorf("the link would have %d characters, more than the %d that mails and chats carry", len(encoded), share.Longest)
	}
	return l, encoded, err
}
