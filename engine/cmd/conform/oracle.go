package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// oracle is real Kafka behind a pipe: engine/conform/oracle, one line of JSON in, one out.
type oracle struct {
	dir string
	cmd *exec.Cmd
	in  io.WriteCloser
	out chan answer
}

// answer is a line of the oracle, or why there are no more.
type answer struct {
	line []byte
	err  error
}

// missing names the program without which the oracle cannot run; "" if all are there.
func missing() string {
	for _, name := range []string{"java", "javac", "mvn"} {
		if _, err := exec.LookPath(name); err != nil {
			return name
		}
	}
	return ""
}

// startOracle starts it; the first time, Maven fetches Kafka's jars and the driver is compiled.
func startOracle(dir string) (*oracle, error) {
	o := &oracle{dir: dir}
	return o, o.start()
}

func (o *oracle) start() error {
	o.cmd = exec.Command(filepath.Join(o.dir, "oracle"), "serve")
	o.cmd.Stderr = os.Stderr
	o.cmd.Env = scratch(os.Environ())
	in, err := o.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := o.cmd.Start(); err != nil {
		return err
	}
	o.in, o.out = in, make(chan answer, 2*ahead)
	go readAnswers(out, o.out)
	answer, err := o.ask([]byte(`{"op":"ping"}`))
	if err == nil && !strings.Contains(string(answer), `"kafka":"4.4.0"`) {
		err = fmt.Errorf("the oracle is not Kafka 4.4.0: %s", answer)
	}
	return err
}

// scratch lets Kafka write into memory where there is such a file system: its many fsyncs are what a comparison waits for.
func scratch(env []string) []string {
	const memory = "/dev/shm"
	if s, err := os.Stat(memory); os.Getenv("ORACLE_TMP") != "" || err != nil || !s.IsDir() {
		return env
	}
	return append(env, "ORACLE_TMP="+memory)
}

func (o *oracle) stop() {
	o.in.Close()
	for range o.out { // until it has ended
	}
	_ = o.cmd.Wait()
}

// send writes an operation, receive reads one answer.
func (o *oracle) send(line []byte) error {
	_, err := o.in.Write(append(append([]byte{}, line...), '\n'))
	return err
}

func (o *oracle) receive() ([]byte, error) {
	a, ok := <-o.out
	if !ok {
		a.err = errors.New("the oracle has ended")
	}
	return a.line, a.err
}

// readAnswers passes lines on until there are no more.
func readAnswers(from io.Reader, to chan<- answer) {
	defer close(to)
	r := bufio.NewReaderSize(from, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return
		}
		to <- answer{line, err}
		if err != nil {
			return
		}
	}
}

func (o *oracle) ask(line []byte) ([]byte, error) {
	if err := o.send(line); err != nil {
		return nil, err
	}
	return o.receive()
}

// reset gives a machine with an empty disk; an oracle that has died is started again.
func (o *oracle) reset() error {
	if _, err := o.ask([]byte(`{"op":"reset"}`)); err == nil {
		return nil
	}
	o.stop()
	return o.start()
}
