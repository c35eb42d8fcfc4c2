"""PostgreSQL: convert_from, in a server of its own that ends with this adapter. Needs initdb, postgres and psql."""

import glob
import json
import os
import pwd
import shutil
import struct
import subprocess
import sys
import tempfile

FUNCTION = """
create function right(bytes bytea) returns text language plpgsql as $$
begin perform convert_from(bytes, 'UTF8'); return 'ok'; exception when others then return 'bad'; end $$;
"""

PROGRAMS = next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)), "")
# A server refuses to be root.
USER = pwd.getpwnam("nobody") if os.getuid() == 0 else None
directory = tempfile.mkdtemp()


def program(name, *arguments, **options):
    path = shutil.which(name, path=PROGRAMS + os.pathsep + os.environ["PATH"])
    owner = {"user": USER.pw_uid, "group": USER.pw_gid, "extra_groups": []} if USER else {}
    return subprocess.Popen([path, *arguments], cwd=directory, **owner, **options)


try:
    if USER:
        os.chown(directory, USER.pw_uid, USER.pw_gid)
    silent = {"stdout": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
    cluster = directory + "/cluster"
    program("initdb", "-D", cluster, "-U", "adapter", "-E", "UTF8", "--locale", "C", "-A", "trust", **silent).wait()
    settings = ["-o", f"-k {directory} -c listen_addresses= -c fsync=off", "-l", directory + "/log"]
    program("pg_ctl", "-D", cluster, "-w", *settings, "start", **silent).wait()
    psql = program(
        "psql", "-h", directory, "-U", "adapter", "-d", "postgres", "-qtA", stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )

    def ask(query):
        psql.stdin.write(query.encode() + b"\n")
        psql.stdin.flush()
        return psql.stdout.readline().decode().strip()

    version = ask(FUNCTION + "show server_version;")
    print(json.dumps({"protocol": 1, "name": "PostgreSQL", "version": version, "ops": ["validate"]}), flush=True)
    while header := sys.stdin.buffer.read(9):
        op, request, length = struct.unpack("<BII", header)
        payload = sys.stdin.buffer.read(length)
        if op == 1:
            print(request, ask(f"select right('\\x{payload.hex()}');"), "- - -", flush=True)
        else:
            print(request, "unsupported", flush=True)
finally:
    program("pg_ctl", "-D", directory + "/cluster", "-m", "immediate", "stop", stdout=subprocess.DEVNULL).wait()
    shutil.rmtree(directory, ignore_errors=True)
