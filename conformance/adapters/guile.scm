;; Guile: utf8->string, and bytevector->string with replacement.

(use-modules (ice-9 binary-ports) (ice-9 iconv) (rnrs bytevectors))

(define (hex bytes)
  (define (two byte) (string-append (if (< byte 16) "0" "") (number->string byte 16)))
  (if (zero? (bytevector-length bytes)) "." (string-concatenate (map two (bytevector->u8-list bytes)))))

(define (validate bytes)
  (if (false-if-exception (utf8->string bytes))
      (format #f "ok ~a -" (bytevector-length bytes))
      "bad - -"))

(define (lossy bytes) (hex (string->utf8 (bytevector->string bytes "UTF-8" 'substitute))))

(define (encode payload)
  (define count (quotient (bytevector-length payload) 4))
  (let loop ((index 0) (output '()))
    (define (done) (hex (u8-list->bytevector output)))
    (if (= index count)
        (format #f "ok ~a - ~a" count (done))
        (let* ((value (bytevector-u32-ref payload (* 4 index) (endianness little)))
               (bytes (false-if-exception (string->utf8 (string (integer->char value))))))
          (if bytes
              (loop (+ index 1) (append output (bytevector->u8-list bytes)))
              (format #f "bad ~a - ~a" index (done)))))))

(define (read-bytes count)
  (if (zero? count) (make-bytevector 0) (get-bytevector-n (current-input-port) count)))

(define (answer op payload)
  (case op
    ((1) (string-append (validate payload) " -"))
    ((2) (string-append (validate payload) " " (lossy payload)))
    ((4) (encode payload))
    (else "unsupported")))

(set-port-encoding! (current-output-port) "US-ASCII")
(format #t "{\"protocol\":1,\"name\":\"Guile\",\"version\":\"~a\",\"ops\":[\"validate\",\"lossy\",\"encode\"]}\n"
        (version))
(force-output)
(let loop ()
  (let ((header (read-bytes 9)))
    (unless (eof-object? header)
      (let* ((number (lambda (at) (bytevector-u32-ref header at (endianness little))))
             (payload (read-bytes (number 5))))
        (format #t "~a ~a\n" (number 1) (answer (bytevector-u8-ref header 0) payload))
        (force-output)
        (loop)))))
