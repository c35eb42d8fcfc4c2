"""The jobs on a real cluster: a master and two workers on this machine, of which one is killed.

Needs Java 17 or later, and the wheels of placemat, pyspark, pyarrow, pandas (before 3) and pytest:

    python -m pytest examples/spark

Each report is compared with what the library says about the same bytes in one process, and with the errors
that `sample.py` has put there. PLACEMAT_MEBIBYTES is the size of the large file; 64 if it is not set.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import placemat
import pyspark
import pytest

HERE = Path(__file__).parent
SPARK = Path(pyspark.__file__).parent
# A busy machine takes its time.
SECONDS = 900
CONF = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    # The machine may be busy. A process that dies is noticed at once, by its connections.
    "spark.network.timeout": "300s",
    "spark.executor.memory": "1g",
    "spark.executor.cores": "1",
}


class Cluster:
    """A master and its workers. Each is a process group of its own, with the executors that it starts."""

    def __init__(self, dir: Path) -> None:
        self.dir = dir
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.url = f"spark://127.0.0.1:{port}"
        self.start("master", "master.Master", "--port", str(port), says="I have been elected leader")
        for name in ("worker-0", "worker-1"):
            options = ("--cores", "1", "--memory", "1G", "--work-dir", str(dir / "work"), self.url)
            self.start(name, "worker.Worker", *options, says="Successfully registered with master")

    def start(self, name: str, java: str, *args: str, says: str) -> None:
        """Starts a process, and waits until it says that it is ready."""
        command = [SPARK / "bin/spark-class", f"org.apache.spark.deploy.{java}"]
        log = self.dir / f"{name}.log"
        with open(log, "wb") as out:
            self.running[name] = subprocess.Popen(
                [*command, "--host", "127.0.0.1", "--webui-port", "0", *args],
                env=self.environment(), cwd=self.dir, stdout=out, stderr=out, start_new_session=True,
            )  # fmt: skip
        wait(lambda: says in log.read_text(), self.running[name], log)

    def environment(self) -> dict[str, str]:
        return os.environ | {
            "SPARK_HOME": str(SPARK),
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_LOCAL_DIRS": str(self.dir),
            "PYSPARK_PYTHON": sys.executable,
        }

    def begin(self, script: str, *args: object) -> subprocess.Popen[str]:
        """Submits a job."""
        conf = [part for item in CONF.items() for part in ("--conf", "=".join(item))]
        job = [HERE / script, *map(str, args)]
        command = [SPARK / "bin/spark-submit", "--master", self.url, *conf, *job]
        with open(self.dir / f"{script}.log", "wb") as err:
            return subprocess.Popen(
                command, env=self.environment(), cwd=self.dir, stdout=subprocess.PIPE, stderr=err, text=True
            )

    def run(self, script: str, *args: object) -> list[dict]:
        """Runs a job, which must find something, and returns its report."""
        return self.end(self.begin(script, *args), script, 1)

    def end(self, job: subprocess.Popen[str], script: str, expected: int) -> list[dict]:
        try:
            out, _ = job.communicate(timeout=SECONDS)
        finally:
            job.kill()
        assert job.returncode == expected, (self.dir / f"{script}.log").read_text()[-3000:]
        return [json.loads(line) for line in out.splitlines()]

    def kill(self, name: str) -> None:
        """As if the machine were gone: a worker dies, and its executors with it."""
        process = self.running.pop(name)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait(ready, process: subprocess.Popen, log: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while not ready():
        assert process.poll() is None and time.monotonic() < deadline, log.read_text()[-3000:]
        time.sleep(0.02)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    for name in list(cluster.running):
        cluster.kill(name)


@pytest.fixture(scope="module")
def sample(tmp_path_factory) -> Path:
    dir = tmp_path_factory.mktemp("sample")
    size = os.environ.get("PLACEMAT_MEBIBYTES", "64")
    subprocess.run([sys.executable, HERE / "sample.py", dir, "--mebibytes", size], check=True)
    return dir


def known(sample: Path, what: str) -> dict:
    return json.loads((sample / "known.json").read_text())[what]


def of(report: list[dict], kind: str) -> list[dict]:
    return [line for line in report if line["type"] == kind]


def error(line: dict) -> tuple:
    return tuple(line[key] for key in ("offset", "kind", "line", "column"))


def check_inputs(report: list[dict]) -> Counter[str]:
    """Compares every input with the whole file in one process. Returns how many errors there are of each kind."""
    errors: Counter[str] = Counter()
    for line in of(report, "statistics"):
        whole = placemat.Summary.of(Path(line["path"]).read_bytes()).finish()
        errors.update(line["errors"])
        assert line["errors"] == whole.errors_by_kind
        assert (line["bytes"], line["characters"]) == (whole.bytes, whole.characters)
        assert (line["line_feeds"], line["bad_lines"]) == (whole.line_feeds, whole.bad_lines)
        first = [error(other) for other in of(report, "error") if other["path"] == line["path"]]
        assert first == [(e.offset, e.kind, e.line, e.column) for e in whole.first_errors]
    return errors


def test_files(cluster, sample):
    # Smaller than the largest of the files, so that it is cut.
    report = cluster.run("files.py", sample / "files", "--piece", 1_000_003)
    put = known(sample, "files")
    assert +check_inputs(report) == Counter(put["errors"])
    assert len(of(report, "input")) == put["inputs"]
    assert len([line for line in of(report, "input") if not line["valid"]]) == put["invalid"]


def test_bytes(cluster, sample):
    huge = sample / "huge.txt"
    report = cluster.run("bytes.py", huge, "--piece", huge.stat().st_size // 37 | 1)
    put = known(sample, "huge")
    assert +check_inputs(report) == Counter(put["errors"])
    assert of(report, "input")[0]["bytes"] == put["bytes"]


@pytest.mark.parametrize("column", ["bytes", "text"])
def test_rows(cluster, sample, column):
    report = cluster.run("rows.py", sample / "rows.parquet", column)
    assert {"type": "summary"} | known(sample, "rows") == of(report, "summary")[0]
    for line in of(report, "error"):
        row = sample / "rows" / Path(line["path"]).name / str(line["row"])
        found = placemat.validate(row.read_bytes())
        assert error(line) == (found.offset, found.kind, found.line, found.column)
    assert len(of(report, "error")) == known(sample, "rows")["bad_rows"]


def test_repair_while_a_worker_dies(cluster, sample):
    huge, out, parts = sample / "huge.txt", sample / "repaired", 97
    job = cluster.begin("repair.py", huge, out, "--piece", huge.stat().st_size // parts | 1)

    def written() -> int:
        return len(list(out.glob("part-*")))

    wait(lambda: written() > parts // 4, job, cluster.dir / "repair.py.log")
    cluster.kill("worker-1")
    assert written() < parts, "the job was over when the worker was killed"
    report = cluster.end(job, "repair.py", 0)
    whole = b"".join(part.read_bytes() for part in sorted(out.glob("part-*")))
    assert whole == placemat.repair(huge.read_bytes())
    assert of(report, "repaired")[0]["parts"] == written()
