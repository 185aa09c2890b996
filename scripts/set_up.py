"""Brings all but Python's packages up to date: Debian's packages, the secret, fonts, database,
translations and static files. `scripts/set_up` calls it with `run` or `test`.

A step is left out while the files that it reads are those of its last run (`var/stamps/`).
"""

import hashlib
import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from armybuilder.environment import read_text  # noqa: E402  # found by the path above

VAR_DIR = ROOT / read_text("VAR_DIR", default="var")

TO_PRINT = ["libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0", "fontconfig"]
FONTS = ["fonts-roboto-unhinted", "fonts-noto-core", "fonts-noto-color-emoji"]
TO_TRANSLATE = ["gettext"]
TO_TEST = ["chromium", "poppler-utils"]

# What decides how the tables look and what the catalogues in them hold.
CATALOGUE_SOURCES = [
    "lists/migrations",
    "mailing/migrations",
    "lists/models",
    "lists/rules",
    "lists/loading",
    "lists/management",
    "fixtures",
    "requirements.txt",
]


def main(purpose: str) -> None:
    os.chdir(ROOT)
    VAR_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    wanted = TO_PRINT + FONTS + TO_TRANSLATE + (TO_TEST if purpose == "test" else [])
    if not install_system_packages(wanted) and purpose == "test":
        sys.exit("The tests need all of them.")
    make_secret(VAR_DIR / "secret-key")
    make_fonts(VAR_DIR / "fonts" / "fonts")
    prepare_database()
    compile_messages()
    collect_static_files()


def install_system_packages(wanted: list[str]) -> bool:
    """Installs what is missing if root runs it, else says what to type. Is everything there now?"""
    if shutil.which("dpkg-query") is None:
        print("docs/deploying.md says what Muster needs on a system other than Debian.")
        return True
    installed = find_installed(wanted)
    missing = [package for package in wanted if package not in installed]
    if not missing:
        return True
    install = ["install", "--yes", "--no-install-recommends", *missing]
    if os.geteuid() == 0:
        print(f"Installing {', '.join(missing)}.", flush=True)
        if apt_get("update") and apt_get(*install):
            return True
    print(
        f"These packages are missing: {', '.join(missing)}. "
        f"Muster prints, looks and speaks better after:\n\n    sudo apt-get {' '.join(install)}\n"
    )
    return False


def find_installed(packages: list[str]) -> set[str]:
    asked = ["dpkg-query", "--show", "--showformat=${Package} ${db:Status-Status}\\n", *packages]
    lines = subprocess.run(asked, capture_output=True, text=True).stdout.splitlines()
    return {line.split()[0] for line in lines if line.endswith(" installed")}


def apt_get(*arguments: str) -> bool:
    command = ["apt-get", "-qq", "-o", "DPkg::Lock::Timeout=120", *arguments]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    nothing = subprocess.DEVNULL
    done = subprocess.run(command, env=environment, stdin=nothing, stdout=nothing)
    return done.returncode == 0


def make_secret(path: Path) -> None:
    """What signs the sessions of this installation; only its owner may read it."""
    if not path.exists():
        opened = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(opened, "w", encoding="ascii") as file:
            file.write(f"{secrets.token_hex(32)}\n")


def make_fonts(folder: Path) -> None:
    stamp = Stamp("fonts", "scripts/web_fonts.py")
    if stamp.is_current() and folder.is_dir():
        return
    import web_fonts  # only when needed: fontTools takes a while to load

    print("Making the web fonts.", flush=True)
    missing = web_fonts.make_fonts(folder)
    if missing:
        print(f"Without {', '.join(missing)} the pages use other fonts.")
    else:
        stamp.set()


def prepare_database() -> None:
    """Our own SQLite is as it was left; any other database may be new, so it is looked at."""
    stamp = Stamp("database", *CATALOGUE_SOURCES)
    is_ours = not read_text("DATABASE_URL")
    if is_ours and stamp.is_current() and (VAR_DIR / "db.sqlite3").exists():
        return
    manage("migrate", "--no-input", "--verbosity=0")
    manage("load_catalogue")
    if is_ours:
        stamp.set()


def compile_messages() -> None:
    sources = list(ROOT.glob("locale/*/LC_MESSAGES/*.po"))
    stamp = Stamp("messages", *sources)
    if not sources or stamp.is_current() or shutil.which("msgfmt") is None:
        return
    manage("compilemessages", "--ignore=.venv", "--ignore=var", "--verbosity=0")
    stamp.set()


def collect_static_files() -> None:
    stamp = Stamp("static", "static", VAR_DIR / "fonts", "requirements.txt")
    if not stamp.is_current() or not (VAR_DIR / "static").is_dir():
        manage("collectstatic", "--no-input", "--verbosity=0")
        stamp.set()


def manage(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "manage.py", *arguments])
    if done.returncode != 0:
        sys.exit(f"Set-up stopped: `manage.py {' '.join(arguments)}` failed.")


class Stamp:
    """Remembers under a name the files that a step has worked on, by their content."""

    def __init__(self, name: str, *sources: str | Path) -> None:
        self.path = VAR_DIR / "stamps" / name
        self.fingerprint = fingerprint(ROOT / source for source in sources)

    def is_current(self) -> bool:
        return self.path.is_file() and self.path.read_text() == self.fingerprint

    def set(self) -> None:
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(self.fingerprint)


def fingerprint(paths: Iterable[Path]) -> str:
    """One hash over the names and contents of all files at and below the paths."""
    files = {file for path in paths for file in (path, *path.rglob("*")) if file.is_file()}
    result = hashlib.sha256()
    for file in sorted(files):
        if "__pycache__" not in file.parts:
            result.update(f"{os.path.relpath(file, ROOT)}\0".encode())
            result.update(hashlib.sha256(file.read_bytes()).digest())
    return result.hexdigest()


if __name__ == "__main__":
    main(sys.argv[1])
