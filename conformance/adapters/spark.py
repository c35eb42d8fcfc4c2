"""Spark: UTF8String, which is_valid_utf8() and make_valid_utf8() call. Needs the package pyspark, and Java."""

import json
import struct
import subprocess
import sys

import pyspark
from pyspark.java_gateway import launch_gateway

SILENT = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
text_of = launch_gateway(popen_kwargs=SILENT).jvm.org.apache.spark.unsafe.types.UTF8String.fromBytes


def validate(data):
    return f"{'ok' if text_of(data).isValid() else 'bad'} - - -"


def lossy(data):
    return f"- - - {bytes(text_of(data).makeValid().getBytes()).hex() or '.'}"


OPS = {1: validate, 2: lossy}
HELLO = {"protocol": 1, "name": "Spark", "version": pyspark.__version__, "ops": ["validate", "lossy"]}
print(json.dumps(HELLO), flush=True)
while header := sys.stdin.buffer.read(9):
    op, request, length = struct.unpack("<BII", header)
    payload = sys.stdin.buffer.read(length)
    print(request, OPS[op](payload) if op in OPS else "unsupported", flush=True)
