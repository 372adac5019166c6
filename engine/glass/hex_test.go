package glass

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"logarium/engine/machine/disk"
)

// TestHex runs the scripts in testdata/hex: files put down byte by byte, then shown with every byte named.
//
//	put FILE           hexadecimal bytes
//	text FILE          the file's text
//	zeros FILE n=N     N zero bytes at the end
//	hex FILE [offset=N] [length=N] [first=N] [records=N] [used=N]
//	dump [options of kafka-dump-log]
func TestHex(t *testing.T) {
	datadriven.Walk(t, "testdata/hex", func(t *testing.T, path string) {
		d := disk.New(disk.Options{})
		datadriven.RunTest(t, path, func(t *testing.T, data *datadriven.TestData) string {
			switch data.Cmd {
			case "put":
				put(t, d, file(data), unhex(t, data.Input))
			case "text":
				put(t, d, file(data), []byte(data.Input+"\n"))
			case "zeros":
				b, err := d.ReadFile(file(data))
				if err != nil {
					t.Fatal(err)
				}
				put(t, d, file(data), append(b, make([]byte, number64(t, data, "n"))...))
			case "hex":
				return showHex(t, d, data)
			case "dump":
				return showDump(t, d, data)
			default:
				return "no such command"
			}
			return ""
		})
	})
}

func file(data *datadriven.TestData) string { return "/d/orders-0/" + data.CmdArgs[0].Key }

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// number64 is the value of an optional argument.
func number64(t *testing.T, data *datadriven.TestData, name string) (n int64) {
	data.MaybeScanArgs(t, name, &n)
	return n
}

func showHex(t *testing.T, d *disk.Disk, data *datadriven.TestData) string {
	var b strings.Builder
	w := Window{Offset: number64(t, data, "offset"), Length: number64(t, data, "length"), First: int(number64(t, data, "first")),
		Records: int(number64(t, data, "records")), Used: number64(t, data, "used")}
	if err := WriteHex(&b, OnDisk(d), file(data), w); err != nil {
		return err.Error()
	}
	return b.String()
}

func showDump(t *testing.T, d *disk.Disk, data *datadriven.TestData) string {
	var args []string
	for _, a := range data.CmdArgs {
		args = append(args, strings.TrimSuffix(a.String(), "="))
	}
	o, err := parseDump(args)
	if err != nil {
		return err.Error()
	}
	o.Dir = "/d/orders-0"
	var out, errs strings.Builder
	if err := Dump(OnDisk(d), o, &out, &errs); err != nil {
		return out.String() + "thrown: " + err.Error()
	}
	return out.String() + errs.String()
}
