"""Record screens of real applications for the questions of the test set.

    python benchmarks/element_choice/harvest.py --out FILE.jsonl.gz [--pictures FOLDER] [NAME ...]

Pages come from packages of npm and Debian; Django, Datasette and JupyterLab are installed from PyPI into a
separate environment and run on this machine. Screens are stored without their pictures; `--pictures` writes
those to a folder for authors of questions.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tarfile
import time
import venv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec
from formats import elements, strip_shot, write
from platformdirs import user_cache_path

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Setting, Start
from onscreen_train.grounding_dataset import NamedScreen

CACHE = user_cache_path("onscreen") / "benchmarks" / "element-choice"
REST_SEC = 2.0
STEP_SEC = 1.0


class PackageSource(msgspec.Struct, frozen=True):
    """Source of an application's pages: a package with its version, and a folder within it."""

    app: str
    kind: str
    package: str
    folder: str


class PageSpec(msgspec.Struct, frozen=True):
    """Specification of a screen: a page, JavaScript to run first, and the viewport height."""

    name: str
    host: str
    path: str
    setup_scripts: tuple[str, ...] = ()
    height: int = 800


SOURCES = {
    "gentelella": PackageSource("Gentelella", "npm", "gentelella@4.2.0", "package/dist"),
    "adminlte": PackageSource("AdminLTE", "npm", "admin-lte@3.2.0", "package"),
    "ckeditor": PackageSource("CKEditor 4", "npm", "ckeditor4@4.22.1", "package"),
    "jsoneditor": PackageSource("JSON Editor", "npm", "jsoneditor@10.4.3", "package"),
    "jqueryui": PackageSource("jQuery UI", "npm", "jquery-ui-dist@1.13.3", "package"),
    "mediaelement": PackageSource("MediaElement", "npm", "mediaelement@7.1.0", "package"),
    "tiddlywiki": PackageSource("TiddlyWiki", "npm", "tiddlywiki@5.4.1", "package/output"),
    "sbadmin": PackageSource("SB Admin 2", "npm", "startbootstrap-sb-admin-2@4.1.4", "package"),
    "material": PackageSource("Material Dashboard", "npm", "material-dashboard@3.1.0", "package"),
    "webamp": PackageSource("Webamp", "npm", "webamp@2.3.1", "package"),
    "pdfjs": PackageSource("PDF.js", "apt", "libjs-pdf", "usr/share/javascript/pdf"),
    "pydoc": PackageSource("Python manual", "apt", "python3.11-doc", "usr/share/doc/python3.11/html"),
}
SERVED_APPS = {"django": "Django admin", "datasette": "Datasette", "jupyter": "JupyterLab"}
"""Titles of the applications that run as servers, by the first part of their pages' names."""

SECRET = "practice"  # noqa: S105  of a temporary local site
SERVER_PACKAGES = ("django==5.2.*", "datasette==0.65.*", "jupyterlab==4.*")
PORTS = {"django": 8731, "datasette": 8732, "jupyter": 8733}
SLOW_SETTINGS: Mapping[str, Setting] = {
    "width": 1280,
    "call_cap_sec": 30.0,
    "settle_cap_sec": 8.0,
    "load_cap_sec": 60.0,
}
CLICK = "document.querySelector({!r}).click()"
WEBAMP = """<!doctype html><title>Webamp</title><div id="app" style="height:700px"></div>
<script src="built/webamp.bundle.min.js"></script><script>
new Webamp({initialTracks: [
 {metaData: {artist: "The Tin Whistles", title: "Morning Train"}, url: "a.mp3", duration: 215},
 {metaData: {artist: "Ida Holm", title: "Paper Boats"}, url: "b.mp3", duration: 187},
 {metaData: {artist: "Four Corners", title: "Late Shift"}, url: "c.mp3", duration: 242}]})
.renderWhenReady(document.getElementById("app"))</script>"""
PAGES = (
    PageSpec("gentelella inbox", "gentelella", "production/inbox.html"),
    PageSpec("gentelella settings", "gentelella", "production/settings.html"),
    PageSpec("gentelella product", "gentelella", "production/product_detail.html"),
    PageSpec("gentelella files", "gentelella", "production/file_manager.html"),
    PageSpec("adminlte compose", "adminlte", "pages/mailbox/compose.html"),
    PageSpec("adminlte profile", "adminlte", "pages/examples/profile.html"),
    PageSpec("adminlte shop", "adminlte", "pages/examples/e-commerce.html"),
    PageSpec("ckeditor", "ckeditor", "samples/index.html"),
    PageSpec("jsoneditor", "jsoneditor", "examples/03_switch_mode.html"),
    PageSpec("jqueryui", "jqueryui", "index.html", height=1400),
    PageSpec("mediaelement", "mediaelement", "demo/index.html"),
    PageSpec("tiddlywiki", "tiddlywiki", "index.html"),
    PageSpec("sbadmin dashboard", "sbadmin", "index.html"),
    PageSpec("sbadmin register", "sbadmin", "register.html"),
    PageSpec("material billing", "material", "pages/billing.html"),
    PageSpec("material profile", "material", "pages/profile.html"),
    PageSpec("webamp", "webamp", "host.html"),
    PageSpec("pdfjs", "pdfjs", "web/viewer.html", (CLICK.format("#secondaryToolbarToggle"),)),
    PageSpec("pydoc index", "pydoc", "index.html"),
    PageSpec("django users", "django", "admin/auth/user/"),
    PageSpec("django user", "django", "admin/auth/user/2/change/", height=1200),
    PageSpec("datasette table", "datasette", "shop/orders"),
    PageSpec("jupyter launcher", "jupyter", "lab"),
)
SIGN_IN = (
    "document.querySelector('#id_username').value = 'admin'",
    f"document.querySelector('#id_password').value = '{SECRET}'",
    "document.querySelector('#login-form').submit()",
)


def fetch_folder(source: PackageSource) -> Path:
    """Return the folder of an application's pages, downloaded if it is not in the cache."""
    top = CACHE / source.package.replace("/", "+")
    if not (top / "ready").exists():
        shutil.rmtree(top, ignore_errors=True)
        top.mkdir(parents=True)
        (_npm if source.kind == "npm" else _apt)(source.package, top)
        if source.app == "TiddlyWiki":
            run(
                ["node", "tiddlywiki.js", "editions/full", "--output", "output", "--build", "index"],
                top / "package",
            )
        if source.app == "Webamp":
            (top / "package" / "host.html").write_text(WEBAMP)
        (top / "ready").touch()
    return top / source.folder


def _npm(package: str, top: Path) -> None:
    run(["npm", "pack", "--silent", package], top)
    with tarfile.open(next(top.glob("*.tgz"))) as files:
        files.extractall(top, filter="data")


def _apt(package: str, top: Path) -> None:
    run(["apt-get", "download", "-q", package], top)
    run(["dpkg-deb", "-x", next(top.glob("*.deb")).name, "."], top)


def run(command: Sequence[str], folder: Path, **environment: str) -> None:
    """Run a command in a folder and wait until it ends.

    Raises:
        subprocess.CalledProcessError: the command failed.
    """
    program = shutil.which(command[0]) or command[0]
    environment_variables = {**os.environ, **environment}
    subprocess.run(
        [program, *command[1:]], cwd=folder, check=True, stdout=subprocess.DEVNULL, env=environment_variables
    )


@contextmanager
def run_servers(requested: set[str]) -> Iterator[None]:
    """Run the servers of the requested applications while the context is active."""
    if not requested:
        yield
        return
    home, scripts = CACHE / "servers", CACHE / "servers" / "venv" / "bin"
    if not (home / "ready").exists():
        shutil.rmtree(home, ignore_errors=True)
        venv.create(home / "venv", with_pip=True)
        run([str(scripts / "pip"), "install", "-q", *SERVER_PACKAGES], home)
        _create_sample_data(home, scripts)
        (home / "ready").touch()
    commands: Mapping[str, Sequence[str | Path]] = {
        "django": [scripts / "python", "site/manage.py", "runserver", "--noreload", str(PORTS["django"])],
        "datasette": [scripts / "datasette", "shop.db", "-p", str(PORTS["datasette"])],
        "jupyter": [
            *(scripts / "jupyter-lab", "--no-browser", "--allow-root", "--IdentityProvider.token="),
            *(f"--port={PORTS['jupyter']}", "--notebook-dir=notebooks"),
        ],
    }
    with run_processes([command for name, command in commands.items() if name in requested], home):
        yield


@contextmanager
def run_processes(
    commands: Iterable[Sequence[str | Path]], folder: Path, **environment: str
) -> Iterator[None]:
    """Run processes in a folder while the context is active."""
    environment_variables = {**os.environ, **environment}
    running = [
        subprocess.Popen(
            [str(word) for word in command],
            cwd=folder,
            env=environment_variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        for command in commands
    ]
    try:
        yield
    finally:
        for process in running:
            process.terminate()
            process.wait()


def _create_sample_data(home: Path, scripts: Path) -> None:
    """Create a small project, a small database and a small notebook."""
    python = str(scripts / "python")
    run([str(scripts / "django-admin"), "startproject", "practice"], home)
    (home / "practice").rename(home / "site")
    (home / "notebooks").mkdir()
    run([python, "manage.py", "migrate", "-v", "0"], home / "site")
    run(
        [
            python,
            "manage.py",
            "createsuperuser",
            "--noinput",
            "--username=admin",
            "--email=admin@example.com",
        ],
        home / "site",
        DJANGO_SUPERUSER_PASSWORD=SECRET,
    )
    create_users = (
        "from django.contrib.auth.models import User, Group\n"
        "for n in ('rosa', 'hiro', 'ada'): User.objects.create_user(n, n + '@example.com', 'x', "
        "first_name=n.title(), last_name='Lopez')\n"
        "for n in ('Editors', 'Sales'): Group.objects.create(name=n)"
    )
    run([python, "manage.py", "shell", "-c", create_users], home / "site")
    tables = (
        "import sqlite3\ndb = sqlite3.connect('shop.db')\n"
        "db.execute('create table orders (id integer primary key, customer text, product text, "
        "amount integer, city text)')\n"
        "db.executemany('insert into orders values (?,?,?,?,?)', [(i, c, p, a, t) for i, (c, p, a, t) in "
        "enumerate([('Rosa','Lamp',2,'Ghent'),('Hiro','Desk',1,'Oslo'),('Ada','Lamp',4,'Ghent'),"
        "('Emil','Chair',6,'Porto')], 1)])\ndb.commit()"
    )
    run([python, "-c", tables], home)
    cells = [
        ("markdown", "# Sales by month"),
        ("code", "import csv\nrows = list(csv.reader(open('sales.csv')))"),
        ("code", "print(len(rows))"),
    ]
    cells_json = [
        {"cell_type": kind, "metadata": {}, "source": text, "id": f"cell{i}"}
        | ({"execution_count": None, "outputs": []} if kind == "code" else {})
        for i, (kind, text) in enumerate(cells)
    ]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3 (ipykernel)", "language": "python"}}
    notebook = {"cells": cells_json, "metadata": kernel, "nbformat": 4, "nbformat_minor": 5}
    (home / "notebooks" / "sales.ipynb").write_bytes(msgspec.json.encode(notebook))
    (home / "notebooks" / "sales.csv").write_text("month,amount\nJanuary,12\n")


def record_page(page: PageSpec, device: Device, *, pictures: Path | None) -> NamedScreen:
    """Open a page and record its screen."""
    if page.host not in SERVED_APPS:
        device.start(Start(f"http://{page.host}.test/{page.path}"))
        return record_screen(page, device, app=SOURCES[page.host].app, pictures=pictures)
    address = f"http://127.0.0.1:{PORTS[page.host]}"
    if page.host == "django":
        device.start(Start(f"{address}/admin/login/?next=/{page.path}"))
        time.sleep(REST_SEC)
        for step in SIGN_IN:
            device.read(step)
    else:
        device.start(Start(f"{address}/{page.path}"))
    time.sleep(REST_SEC * 3)
    return record_screen(page, device, app=SERVED_APPS[page.host], pictures=pictures)


def record_screen(page: PageSpec, device: Device, *, app: str, pictures: Path | None) -> NamedScreen:
    """Record the screen of the page that is currently open."""
    time.sleep(REST_SEC)
    for step in page.setup_scripts:
        device.read(step)
        time.sleep(STEP_SEC)
    shot = device.observe()
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        (pictures / f"{page.name}.png").write_bytes(shot.picture.png)
    print(
        f"{page.name}: {len(elements(build_screen(shot)))} elements, {shot.app!r} {shot.warning}", flush=True
    )
    return NamedScreen(page.name, app, strip_shot(shot))


def main() -> None:
    """Open the pages and store their screens."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--pictures", type=Path)
    arguments = parser.parse_args()
    pages = [page for page in PAGES if not arguments.names or page.name in arguments.names]
    hosts = {page.host for page in pages}
    folders = tuple(f"{host}.test={fetch_folder(SOURCES[host])}" for host in sorted(hosts & SOURCES.keys()))
    screens: list[NamedScreen] = []
    with run_servers(hosts & SERVED_APPS.keys()):
        for height in sorted({page.height for page in pages}):
            settings = {**SLOW_SETTINGS, "sites": folders, "height": height}
            with closing(web(settings)) as device:
                pages_of_height = [page for page in pages if page.height == height]
                screens += [
                    record_page(page, device, pictures=arguments.pictures) for page in pages_of_height
                ]
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    write(arguments.out, screens)


if __name__ == "__main__":
    sys.exit(main())
