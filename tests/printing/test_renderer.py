import contextlib
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader

from lists.printing import pipe
from lists.printing.renderer import (
    ENVIRONMENT,
    ROOT,
    Child,
    Limits,
    PrintFailed,
    Renderer,
    render_pdf,
)

LINK = '<link rel="stylesheet" href="muster:print.css">'
# Nested flex boxes are laid out many times each: ten of them take a minute, thirty a lifetime.
ENDLESS = "<div style='display: flex'>" * 30 + "x" + "</div>" * 30
SLOW = "<div style='display: flex'>" * 6 + "slow" + "</div>" * 6
LONG = "<p>x" * 60_000


def make_page(body: str, head: str = LINK) -> str:
    return f'<!doctype html><html lang="es"><title>Patrulla</title>{head}<body>{body}</body></html>'


def read_text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages)


def find_pid(renderer: Renderer) -> int:
    assert renderer._child is not None
    return renderer._child.process.pid


def is_running(pid: int) -> bool:
    """Whether there is such a process, a zombie not counted."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes() != b""
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.01)
    return not is_running(pid)


@contextlib.contextmanager
def in_thread(renderer: Renderer, body: str, outcomes: list[str]) -> Iterator[threading.Thread]:
    """Print in a thread, and gather the text, or the reason why there is none."""

    def run() -> None:
        try:
            outcomes.append(read_text(renderer.render(make_page(body))))
        except PrintFailed as failure:
            outcomes.append(failure.reason)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield thread
    finally:
        thread.join()


@pytest.fixture(scope="module")
def shared_renderer() -> Iterator[Renderer]:
    renderer = Renderer()
    renderer.render(make_page("warm"))
    yield renderer
    renderer.close()


@pytest.fixture
def renderer(shared_renderer: Renderer) -> Iterator[Renderer]:
    """A renderer whose child is running, and whose limits a test may change."""
    shared_renderer.render(make_page("warm"))
    limits = shared_renderer.limits
    yield shared_renderer
    shared_renderer.limits = limits


# What comes out


def test_a_page_becomes_a_pdf_that_holds_its_text(renderer: Renderer) -> None:
    pdf = renderer.render(make_page("<h1>Patrol</h1><p>Three riflemen.</p>"))

    assert pdf.startswith(b"%PDF-1.7")
    assert read_text(pdf).split("\n") == ["Patrol", "Three riflemen.", "1 / 1"]


def test_a_pdf_says_its_title_and_language_and_is_tagged(renderer: Renderer) -> None:
    reader = PdfReader(io.BytesIO(renderer.render(make_page("<h1>Patrol</h1>"))))

    assert reader.metadata == {"/Title": "Patrulla", "/Producer": "WeasyPrint 70.0"}
    root = dict(reader.root_object)
    assert root["/Lang"] == "es"
    assert root["/MarkInfo"] == {"/Marked": True}
    assert "/StructTreeRoot" in root


def test_our_style_sheet_sets_paper_and_embedded_fonts(renderer: Renderer) -> None:
    page = PdfReader(io.BytesIO(renderer.render(make_page("<h1>Patrol</h1>Text")))).pages[0]

    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]
    described = [
        font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object() for font in fonts
    ]
    assert [round(float(side)) for side in page.mediabox[2:]] == [595, 842]
    assert {font["/BaseFont"].partition("+")[2] for font in fonts} == {
        "Roboto",
        "Roboto-Condensed,-Bold",
    }
    assert all("/FontFile2" in descriptor for descriptor in described)


def test_a_page_without_a_link_gets_no_style_of_ours(renderer: Renderer) -> None:
    assert read_text(renderer.render(make_page("Text", head=""))) == "Text"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Разведка", id="cyrillic"),
        pytest.param("Περίπολος", id="greek"),
        pytest.param("دورية", id="arabic"),
        pytest.param("סיור", id="hebrew"),
        pytest.param("Sección ñ ¿ü?", id="spanish"),
    ],
)
def test_every_script_can_be_read_back(renderer: Renderer, text: str) -> None:
    assert text in read_text(renderer.render(make_page(text)))


def test_the_same_page_gives_the_same_bytes_from_another_child(renderer: Renderer) -> None:
    page = make_page("<h1>Patrol</h1><table><tr><th>Rifleman<td class=number>12</table>")

    assert renderer.render(page) == render_pdf(page)


def test_half_a_character_is_printed_as_a_question_mark(renderer: Renderer) -> None:
    assert "a?b" in read_text(renderer.render(make_page("a\ud800b")))


# What a page may take


def test_an_endless_page_is_too_long_and_the_next_one_prints(renderer: Renderer) -> None:
    renderer.limits = replace(renderer.limits, seconds=0.5)
    with pytest.raises(PrintFailed, match="too-long"):
        renderer.render(make_page(ENDLESS))

    renderer.limits = Limits()
    assert "next" in read_text(renderer.render(make_page("next")))


def test_a_page_that_wants_too_much_memory_fails_and_the_next_one_prints() -> None:
    with contextlib.closing(Renderer(Limits(memory=80 << 20))) as renderer:
        with pytest.raises(PrintFailed, match="too-large"):
            renderer.render(make_page(LONG))

        assert "next" in read_text(renderer.render(make_page("next")))


def test_a_page_nested_too_deeply_is_too_large(renderer: Renderer) -> None:
    with pytest.raises(PrintFailed, match="too-large"):
        renderer.render(make_page("<div>" * 1000))


@pytest.mark.parametrize("limits", [Limits(html=1000), Limits(pdf=1000)], ids=["html", "pdf"])
def test_html_and_pdf_have_a_largest_size(renderer: Renderer, limits: Limits) -> None:
    page = make_page("word " * 300)
    assert renderer.render(page)

    renderer.limits = limits
    with pytest.raises(PrintFailed, match="too-large"):
        renderer.render(page)


# Faults


def test_a_child_killed_between_prints_is_replaced(renderer: Renderer) -> None:
    killed = find_pid(renderer)
    os.kill(killed, signal.SIGKILL)

    assert "next" in read_text(renderer.render(make_page("next")))
    assert find_pid(renderer) != killed


def test_a_child_killed_during_a_print_is_replaced_and_prints_it(renderer: Renderer) -> None:
    killed, outcomes = find_pid(renderer), list[str]()
    os.kill(killed, signal.SIGSTOP)
    with in_thread(renderer, "again", outcomes):
        time.sleep(0.1)
        os.kill(killed, signal.SIGKILL)

    assert outcomes == ["again\n1 / 1"]
    assert find_pid(renderer) != killed


def test_a_child_killed_twice_during_one_print_crashed(renderer: Renderer) -> None:
    killed, outcomes = [], list[str]()
    with in_thread(renderer, ENDLESS, outcomes) as thread:
        while thread.is_alive():
            child = renderer._child
            if child is not None and child.process.pid not in killed:
                killed.append(child.process.pid)
                os.kill(child.process.pid, signal.SIGKILL)
            time.sleep(0.01)

    assert (outcomes, len(killed)) == (["crashed"], 2)


def test_an_answer_nobody_waited_for_does_not_reach_the_next_print(renderer: Renderer) -> None:
    class GaveUp(Exception):
        pass

    def give_up(*_: object) -> None:
        raise GaveUp

    before = signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(GaveUp):
            renderer.render(make_page(SLOW))
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)

    assert read_text(renderer.render(make_page("next"))) == "next\n1 / 1"


def test_one_child_prints_page_after_page(renderer: Renderer) -> None:
    pid = find_pid(renderer)
    for _ in range(3):
        renderer.render(make_page("text"))

    assert find_pid(renderer) == pid


@pytest.mark.parametrize(
    ("limits", "is_worn"),
    [(Limits(), False), (Limits(prints=1), True), (Limits(resident=1), True)],
    ids=["unlimited", "prints", "resident memory"],
)
def test_a_child_wears_out(renderer: Renderer, limits: Limits, is_worn: bool) -> None:
    assert renderer._child is not None
    assert renderer._child.is_worn(limits) is is_worn


def test_a_worn_child_is_replaced(renderer: Renderer) -> None:
    worn = find_pid(renderer)
    renderer.limits = Limits(prints=1)

    assert "next" in read_text(renderer.render(make_page("next")))
    assert find_pid(renderer) != worn
    assert not is_running(worn)


# Threads and processes


def test_two_threads_get_their_own_pages(renderer: Renderer) -> None:
    first, second = list[str](), list[str]()
    with in_thread(renderer, "first", first), in_thread(renderer, "second", second):
        pass

    assert (first, second) == (["first\n1 / 1"], ["second\n1 / 1"])


def test_who_waits_too_long_for_a_turn_is_told_it_is_busy(renderer: Renderer) -> None:
    outcomes: list[str] = []
    renderer.limits = replace(renderer.limits, patience=0.05)
    os.kill(find_pid(renderer), signal.SIGSTOP)
    with in_thread(renderer, "first", outcomes):
        while not renderer._lock.locked():
            time.sleep(0.01)
        try:
            with pytest.raises(PrintFailed, match="busy"):
                renderer.render(make_page("second"))
        finally:
            os.kill(find_pid(renderer), signal.SIGCONT)

    assert outcomes == ["first\n1 / 1"]


def test_one_waits_for_a_turn_and_the_next_is_told_at_once_that_it_is_busy(
    renderer: Renderer,
) -> None:
    first, second = list[str](), list[str]()
    os.kill(find_pid(renderer), signal.SIGSTOP)
    with in_thread(renderer, "first", first), in_thread(renderer, "second", second):
        while renderer._places._value:
            time.sleep(0.01)
        start = time.monotonic()
        try:
            with pytest.raises(PrintFailed, match="busy"):
                renderer.render(make_page("third"))
        finally:
            os.kill(find_pid(renderer), signal.SIGCONT)

    assert time.monotonic() - start < renderer.limits.patience / 2
    assert (first, second) == (["first\n1 / 1"], ["second\n1 / 1"])
    assert "next" in read_text(renderer.render(make_page("next")))


def test_nothing_is_started_before_the_first_print() -> None:
    assert Renderer()._child is None


def test_the_child_sees_nothing_else_of_the_environment(renderer: Renderer) -> None:
    environment = Path(f"/proc/{find_pid(renderer)}/environ").read_text()
    names = {line.partition("=")[0] for line in environment.split("\0") if line}

    assert "DJANGO_SETTINGS_MODULE" in os.environ
    assert "PATH" in names
    assert names <= set(ENVIRONMENT)


FORKING_SERVER = """
import os, signal, sys
from lists.printing import renderer

renderer.render_pdf("<p>parent")
print(renderer._renderer._child.process.pid, flush=True)
renderer._renderer._lock.acquire()
forked = os.fork() == 0
signal.alarm(20)  # should the test fail
if forked:
    renderer.render_pdf("<p>fork")
    print(renderer._renderer._child.process.pid, flush=True)
    sys.stdin.read()
else:
    signal.pause()
"""


def test_a_fork_has_a_child_of_its_own_and_each_ends_with_its_parent() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FORKING_SERVER],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        of_server, of_fork = (int(server.stdout.readline()) for _ in range(2))
        assert of_server != of_fork

        server.kill()
        assert wait_until_gone(of_server)
        assert is_running(of_fork)

        server.stdin.close()
        assert wait_until_gone(of_fork)


def test_a_child_whose_parent_is_gone_gives_up_an_endless_page_by_itself() -> None:
    child = Child(Limits(seconds=0))
    assert child.process.stdin is not None
    pipe.send(child.process.stdin.fileno(), pipe.HTML, make_page(ENDLESS).encode())
    child.close_pipe()

    assert child.process.wait(timeout=10) == -signal.SIGALRM


def test_the_child_imports_no_django() -> None:
    program = "import sys, lists.printing.child; sys.exit('django' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], cwd=ROOT).returncode == 0
