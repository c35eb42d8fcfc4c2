# Tcl: encoding convertfrom and convertto, which replace nothing and refuse nothing before Tcl 9.

fconfigure stdin -translation binary
fconfigure stdout -translation lf -buffering line

proc field {bytes} {
    binary scan $bytes H* hex
    if {$hex eq ""} { return . }
    return $hex
}

proc lossy {bytes} {
    return "- - - [field [encoding convertto utf-8 [encoding convertfrom utf-8 $bytes]]]"
}

proc encode {payload} {
    binary scan $payload iu* values
    set output ""
    set index 0
    foreach value $values {
        if {[catch {encoding convertto utf-8 [format %c $value]} bytes]} {
            return "bad $index - [field $output]"
        }
        append output $bytes
        incr index
    }
    return "ok $index - [field $output]"
}

puts "{\"protocol\":1,\"name\":\"Tcl\",\"version\":\"[info patchlevel]\",\"ops\":\[\"lossy\",\"encode\"\]}"
while {[binary scan [read stdin 9] cuiuiu op id length] == 3} {
    set payload [read stdin $length]
    switch $op {
        2 { puts "$id [lossy $payload]" }
        4 { puts "$id [encode $payload]" }
        default { puts "$id unsupported" }
    }
}
