package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"logarium/engine/message"
)

func TestAnswersAndEventsComeBack(t *testing.T) {
	for _, want := range []message.Answer{
		{ID: 1, Error: "no\nview"},
		{ID: 2, Result: &message.Result{Exit: 1, Out: "two\nlines\n", Err: "{\"event\":"}},
		{ID: 3, View: []byte(`{"text":"a"}`)},
		{ID: 4, View: []byte("null")},
		{ID: 5, Complete: &message.Completion{From: 2, Words: []string{"ls"}}},
	} {
		got, event, err := Decode(Answer(want))
		if err != nil || event.Name != "" || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v came back as %+v, %+v, %v", want, got, event, err)
		}
	}
	want := message.Event{Name: "log", Lines: []message.LogLine{{Text: "a\nb"}}}
	if _, got, err := Decode(Event(want)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v came back as %+v, %v", want, got, err)
	}
}

func TestRequestsComeBack(t *testing.T) {
	for _, want := range []message.Request{
		{ID: 7, Op: "view", View: "hex", Params: []byte(`{"offset":1}`)},
		{ID: 1 << 40, Op: "view", View: `"odd" 1`, Params: []byte("null")},
		{ID: 8, Op: "view", View: "serverLog"},
		{ID: 9, Op: "exec", Line: "echo \"a\"", Merge: true},
		{ID: 10, Op: "open", Link: "x"},
	} {
		data, err := Request(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := DecodeRequest(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%+v came back as %+v, %v", want, got, err)
		}
	}
}

// TestARequestIsReadAsByPackageJSON, also where it looks like one for a view and is not quite.
func TestARequestIsReadAsByPackageJSON(t *testing.T) {
	for _, data := range []string{
		`{"id":1,"op":"view","view":"hex","params":{"a":"\",\"params\":"}}`, `{"id":1,"op":"view","view":"hex","params":{"a":","params":"}}`,
		`{"id":1,"op":"view","view":"hex","params":{"a":1},"line":"x"}`, `{"id":1,"op":"view","view":"hex","params":}`, `{"id":1,"op":"view","view":"hex","params":{}`,
		`{"id":01,"op":"view","view":"hex","params":{}}`, `{"id":1.5,"op":"view","view":"hex","params":{}}`, `{"id":-3,"op":"view","view":"hex","params":7}`, `{"id":+3,"op":"view","view":"hex","params":7}`,
		`{"id":1,"op":"view","view":"h\"x","params":{}}`, `{"id":1,"op":"view","view":"","params":{}}`, `{"id":1,"op":"exec","line":"ls"}`,
	} {
		var want message.Request
		bad := json.Unmarshal([]byte(data), &want) != nil
		if got, err := DecodeRequest([]byte(data)); (err != nil) != bad || !bad && !reflect.DeepEqual(got, want) {
			t.Errorf("%s is read as %+v, %v; want %+v", data, got, err, want)
		}
	}
}

func TestNonsenseIsAnError(t *testing.T) {
	for _, data := range []string{"", "{", `{"event":`, "\n", "[]", `{"id":}`, `{"id":1x}`} {
		if _, _, err := Decode([]byte(data)); err == nil {
			t.Errorf("no error for %q", data)
		}
		if _, err := DecodeRequest([]byte(data)); err == nil {
			t.Errorf("no error for the request %q", data)
		}
	}
}
