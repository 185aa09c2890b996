"""What no page may do, whatever stands in it: noticed in the browser while a test drives it."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Page, Request

REPORT_REFUSALS = """document.addEventListener("securitypolicyviolation", (event) => {
    console.error("Content Security Policy:", event.violatedDirective, event.blockedURI);
});"""


def watch(context: BrowserContext, home: str) -> list[str]:
    """What the pages of a browser do wrong from now on; it fills while they are used."""
    faults: list[str] = []

    def note_console(message: ConsoleMessage) -> None:
        if "Content Security Policy" in message.text:
            faults.append(message.text)

    def note_dialog(dialog: Dialog) -> None:
        if dialog.type == "beforeunload":
            dialog.accept()
        else:
            faults.append(f"dialog: {dialog.message}")
            dialog.dismiss()

    def note_request(request: Request) -> None:
        if not request.url.startswith((f"{home}/", "data:", "blob:")):
            faults.append(f"request: {request.url}")

    def note_page(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(str(error)))

    context.add_init_script(REPORT_REFUSALS)
    context.on("console", note_console)
    context.on("dialog", note_dialog)
    context.on("request", note_request)
    context.on("page", note_page)
    return faults
