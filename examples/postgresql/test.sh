#!/bin/sh
# Tests the functions under a PostgreSQL server of its own, on a socket in a directory of its own, with placemat's
# library and header below the directory PREFIX: test.sh PREFIX
set -eu
cd "$(dirname "$0")"
bin=$(pg_config --bindir)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cc -shared -fPIC -O2 -Wall -Wextra -Werror -o "$dir/placemat.so" -I "$1/include" -I "$(pg_config --includedir-server)" placemat.c "$1/lib/libplacemat.a" -lpthread -ldl -lm
sed "s|PLACEMAT|$dir/placemat|" test.sql > "$dir/test.sql"

# Its programs refuse to run as root; Debian's package has a user for them.
if [ "$(id -u)" = 0 ]; then
    chown -R postgres "$dir"
    run() { program=$1; shift; (cd "$dir" && runuser -u postgres -- "$bin/$program" "$@"); }
else
    run() { program=$1; shift; (cd "$dir" && "$bin/$program" "$@"); }
fi
run initdb --auth=trust --no-sync --encoding=SQL_ASCII --locale=C -D "$dir/data" > /dev/null
trap 'run pg_ctl -w -m fast stop -D "$dir/data" > /dev/null; rm -rf "$dir"' EXIT
run pg_ctl -w start -D "$dir/data" -o "-k $dir -c listen_addresses=" -l "$dir/server.log" > /dev/null
run psql -X -q -A -t -v ON_ERROR_STOP=1 -d postgres -h "$dir" -f "$dir/test.sql" | diff expected.txt -
