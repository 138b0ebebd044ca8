"""What it costs to start: the processor's time of commands that need no picture, against two imports.

Run by hand or by ``make bench``; prints a table.  Each round runs everything once, so that a busy
machine weighs on all alike.  Compiled beforehand, as pip leaves a package.
"""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 15
BASE = ("-c", "import click, flask")
COMMANDS = ("--version", "--help", "odds blood_harvesters citadel_guard", "rules flank", "games list")
WANTED = 1.0
"""Of the base: ``--help`` and ``odds`` cost no more than it."""

WITHOUT_OPENCV = (
    "import sys; sys.modules['cv2'] = None; sys.argv = ['herald', *sys.argv[1:]]; "
    "from companion.cli import main; main()"
)


def seconds(*arguments: str, environment: dict[str, str]) -> float:
    """Return the processor's time that Python takes with *arguments*."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print the medians and their ratios."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": f"{folder}/compiled"}
        environment |= {"XDG_DATA_HOME": f"{folder}/data"}
        runs: dict[str, tuple[str, ...]] = {"import click, flask": BASE}
        runs |= {f"herald {line}": ("-c", WITHOUT_OPENCV, *line.split()) for line in COMMANDS}
        taken: dict[str, list[float]] = {name: [] for name in runs}
        for number in range(ROUNDS + 1):
            for name, arguments in runs.items():
                spent = seconds(*arguments, environment=environment)
                if number > 0:  # the first compiles
                    taken[name].append(spent)
    base = median(taken["import click, flask"])
    print(f"median of {ROUNDS} runs, processor's time, without OpenCV; wanted of --help and odds: {WANTED:g}")
    for name, found in taken.items():
        print(f"{name:<48}{1000 * median(found):6.0f} ms {median(found) / base:6.2f}")


if __name__ == "__main__":
    main()
