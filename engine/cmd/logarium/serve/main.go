package serve

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
)

// Main is the command "serve [DIR]": it serves DIR (dist) until it is interrupted, and prints the address.
// It returns the exit status.
func Main(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(errs)
	port := flags.String("port", portFromEnvironment(), "port; 0 takes a free one (environment: PORT)")
	host := flags.String("host", "127.0.0.1", "address to listen on")
	if err := flags.Parse(args); err != nil {
		return 2
	}
	dir := "dist"
	if flags.NArg() > 0 {
		dir = flags.Arg(0)
	}
	if err := run(dir, net.JoinHostPort(*host, *port), out); err != nil {
		fmt.Fprintln(errs, "serve:", err)
		return 1
	}
	return 0
}

func portFromEnvironment() string {
	if port := os.Getenv("PORT"); port != "" {
		return port
	}
	return "8080"
}

func run(dir, address string, out io.Writer) error {
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return fmt.Errorf("%s holds no page (./build.sh build makes one): %w", dir, err)
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Logarium: http://%s/\n", shown(listener.Addr()))
	return http.Serve(listener, Handler(dir))
}

// shown writes a loopback address as localhost, which browsers trust like https.
func shown(address net.Addr) string {
	tcp, ok := address.(*net.TCPAddr)
	if ok && (tcp.IP.IsLoopback() || tcp.IP.IsUnspecified()) {
		return fmt.Sprintf("localhost:%d", tcp.Port)
	}
	return address.String()
}
