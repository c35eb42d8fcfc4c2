// Go: unicode/utf8, and the conversion of a string to runes.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"runtime"
	"unicode/utf8"
)

func field(bytes []byte) string {
	if len(bytes) == 0 {
		return "."
	}
	return hex.EncodeToString(bytes)
}

func validate(bytes []byte) string {
	if utf8.Valid(bytes) {
		return fmt.Sprintf("ok %d -", len(bytes))
	}
	for at := 0; ; {
		value, size := utf8.DecodeRune(bytes[at:])
		if value == utf8.RuneError && size <= 1 {
			if !utf8.FullRune(bytes[at:]) {
				return fmt.Sprintf("bad %d end", at)
			}
			return fmt.Sprintf("bad %d -", at)
		}
		at += size
	}
}

func encode(payload []byte) string {
	var output []byte
	for at := 0; at < len(payload); at += 4 {
		value := rune(binary.LittleEndian.Uint32(payload[at:]))
		if !utf8.ValidRune(value) {
			return fmt.Sprintf("bad %d - %s", at/4, field(output))
		}
		output = utf8.AppendRune(output, value)
	}
	return fmt.Sprintf("ok %d - %s", len(payload)/4, field(output))
}

func main() {
	input, output := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	fmt.Fprintf(output, `{"protocol":1,"name":"Go, unicode/utf8","version":"%s",`, runtime.Version())
	fmt.Fprintln(output, `"ops":["validate","lossy","lossy-per-byte","encode"]}`)
	output.Flush()
	header := make([]byte, 9)
	for {
		if _, end := io.ReadFull(input, header); end != nil {
			return
		}
		payload := make([]byte, binary.LittleEndian.Uint32(header[5:]))
		io.ReadFull(input, payload)
		answer := "unsupported"
		switch header[0] {
		case 1:
			answer = validate(payload) + " -"
		case 2, 36:
			answer = validate(payload) + " " + field([]byte(string([]rune(string(payload)))))
		case 4:
			answer = encode(payload)
		}
		fmt.Fprintf(output, "%d %s\n", binary.LittleEndian.Uint32(header[1:]), answer)
		output.Flush()
	}
}
