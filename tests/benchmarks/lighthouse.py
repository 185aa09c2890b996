"""`make lighthouse`: what Lighthouse says of builder, share page and home on a phone.

It needs Node and Chromium and fetches Lighthouse itself from npm, so `make soak` leaves it out.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Final

from tests.benchmarks.site import HOST, Browser, find_in, serve_site

LIGHTHOUSE: Final = "lighthouse@12"
CHROME_FLAGS: Final = "--headless=new --no-sandbox --disable-quic --disable-background-networking"
BARS: Final = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
NOT_FOR_SEARCH: Final = {"builder", "share page"}
"""Pages that tell search engines to stay away, so that what those look for is no measure."""


def find_faults(page: str, url: str, folder: str) -> list[str]:
    """Look at a page as Lighthouse's phone does, print its scores; those below their bar."""
    report = f"{folder}/report.json"
    command = ["npx", "--yes", LIGHTHOUSE, url, "--quiet", "--output=json"]
    options = [f"--output-path={report}", f"--chrome-flags={CHROME_FLAGS}"]
    chromium = shutil.which("chromium") or "chromium"
    environment = os.environ | {"CHROME_PATH": chromium}
    subprocess.run([*command, *options], cwd=folder, env=environment, check=True)
    with open(report, encoding="utf-8") as file:
        found = json.load(file)
    scores = {key: round(100 * found["categories"][key]["score"]) for key in BARS}
    print(f"{page:12}" + "".join(f"  {key} {score}" for key, score in scores.items()), flush=True)
    low = [key for key, bar in BARS.items() if scores[key] < bar]
    faults = [key for key in low if key != "seo" or page not in NOT_FOR_SEARCH]
    for key in low:
        for reference in found["categories"][key]["auditRefs"]:
            audit = found["audits"][reference["id"]]
            if reference["weight"] and (audit["score"] or 0) < 0.9:
                print(f"    {key}: {audit['title']} {audit.get('displayValue', '')}")
    return faults


def make_pages(port: int) -> dict[str, str]:
    """The addresses of a home page, and of a new list as its player and as others see it."""
    site = f"http://127.0.0.1:{port}"
    browser = Browser(port, "127.0.0.1")
    browser.always = {"Host": f"127.0.0.1:{port}"}
    form = browser.get("/new/").text
    token = find_in(form, 'name="csrfmiddlewaretoken" value="([^"]+)"')
    fields = {
        "csrfmiddlewaretoken": token,
        "army_list": find_in(form, '<option value="([^"]+/us-marines)"'),
        "start": "default",
    }
    here = {"Origin": site}
    path = browser.post("/new/", fields, here).headers["Location"]
    browser.post(f"{path}share/view/", {"csrfmiddlewaretoken": token}, here)
    share = find_in(browser.get(f"{path}share/").text, r"(/s/[^/\"]+/)")
    return {"home": f"{site}/", "builder": site + path, "share page": site + share}


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="muster-lighthouse-") as folder:
        os.environ.update({"VAR_DIR": folder, "ALLOWED_HOSTS": f"127.0.0.1,{HOST}"})
        with serve_site() as port:
            pages = make_pages(port)
            faults = [find_faults(page, url, folder) for page, url in pages.items()]
    return 1 if any(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
