"""A real Chromium, driven over its DevTools protocol through a pair of pipes: no driver, no socket, no package."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

FLAGS = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check",
    "--disable-background-networking", "--disable-component-update", "--disable-default-apps", "--disable-extensions",
    "--disable-sync", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio", "--force-color-profile=srgb",
    "--font-render-hinting=none",
)  # fmt: skip

PATIENCE = 60.0
"""Seconds after which a browser that does not answer has failed."""

KEYS = {
    "ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Home": 36, "End": 35, "PageUp": 33,
    "PageDown": 34, "Tab": 9, "Enter": 13, " ": 32,
}  # fmt: skip
TEXT = {"Enter": "\r", " ": " "}


def program() -> str | None:
    """The browser of this machine, if there is one."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def _above(descriptor: int) -> int:
    """The same pipe under a number that is not in the way of 3 and 4."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return moved


class Browser:
    """A browser process. `page` opens a tab."""

    def __init__(self, folder: Path):
        found = program()
        assert found
        root = ["--no-sandbox"] if os.geteuid() == 0 else []
        read, self.write = map(_above, os.pipe())
        self.read, write = map(_above, os.pipe())
        # The browser takes commands from descriptor 3 and answers on 4.
        command = ["bash", "-c", f'exec "$0" "$@" 3<&{read} 4>&{write}', found]
        self.process = subprocess.Popen(
            [*command, *FLAGS, *root, f"--user-data-dir={folder}", "about:blank"],
            pass_fds=(read, write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self.sent, self.rest = 0, b""
        self.pages: dict[str, Page] = {}

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.send("Browser.close")
        self.process.wait(PATIENCE)
        os.close(self.read)
        os.close(self.write)

    def page(self, width: int = 1280, height: int = 900) -> Page:
        """An empty tab of its own, without memory of other tabs."""
        context = self.send("Target.createBrowserContext")["browserContextId"]
        target = self.send("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = self.pages[session] = Page(self, session, context)
        for domain in ("Page", "Runtime", "Network", "Log"):
            page.send(f"{domain}.enable")
        page.size(width, height)
        return page

    def send(self, method: str, session: str | None = None, **given: Any) -> dict[str, Any]:
        """A command's result; the events that come before it go to their pages."""
        self.sent += 1
        message = {"id": self.sent, "method": method, "params": given} | ({"sessionId": session} if session else {})
        os.write(self.write, json.dumps(message).encode() + b"\0")
        wanted = self.sent
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.next(until)
            if answer.get("id") == wanted:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result

    def next(self, until: float) -> dict[str, Any]:
        """The next message, given to its page if it is an event."""
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.read], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                raise TimeoutError("the browser does not answer")
            piece = os.read(self.read, 1 << 20)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.rest += piece
        text, _, self.rest = self.rest.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        if "method" in message and message.get("sessionId") in self.pages:
            self.pages[message["sessionId"]].heard(message["method"], message["params"])
        return message


class Page:
    """A tab: `requests` are the addresses that it asked for, `complaints` its errors and warnings."""

    def __init__(self, browser: Browser, session: str, context: str):
        self.browser, self.session, self.context = browser, session, context
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self.seen: list[str] = []

    def send(self, method: str, **given: Any) -> dict[str, Any]:
        """A command to this tab."""
        return self.browser.send(method, self.session, **given)

    def close(self) -> None:
        """Close the tab and forget it."""
        del self.browser.pages[self.session]
        self.browser.send("Target.disposeBrowserContext", browserContextId=self.context)

    def heard(self, method: str, event: dict[str, Any]) -> None:
        """Take note of an event."""
        self.seen.append(method)
        if method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.complaints.append(str(event["exceptionDetails"]))
        elif method == "Runtime.consoleAPICalled" and event["type"] in ("error", "warning", "assert"):
            self.complaints.append(str(event["args"]))
        elif method == "Log.entryAdded" and event["entry"]["level"] in ("error", "warning"):
            self.complaints.append(event["entry"]["text"])

    def size(self, width: int, height: int, touch: bool = False) -> None:
        """The window's size in pixels; with `touch` it is a phone."""
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.send("Emulation.setTouchEmulationEnabled", enabled=touch)

    def prefer(self, scheme: str = "dark", motion: str = "reduce", media: str = "") -> None:
        """What the reader prefers."""
        features = [
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]
        self.send("Emulation.setEmulatedMedia", media=media, features=features)

    def open(self, address: str) -> None:
        """Load an address and wait until it is there."""
        for one in ("about:blank", address):  # from one place in a document to another, nothing would be loaded
            self.seen.clear()
            self.send("Page.navigate", url=one)
            self.until("Page.loadEventFired")

    def until(self, event: str) -> None:
        """Wait for an event."""
        until = time.monotonic() + PATIENCE
        while event not in self.seen:
            self.browser.next(until)

    def run(self, script: str) -> Any:
        """The value of an expression; promises are waited for."""
        answer = self.send(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def press(self, key: str, times: int = 1) -> None:
        """Press a key on whatever has the focus."""
        for _ in range(times):
            code = {"key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]}
            text = {"text": TEXT[key]} if key in TEXT else {}
            self.send("Input.dispatchKeyEvent", type="keyDown", **code, **text)
            self.send("Input.dispatchKeyEvent", type="keyUp", **code)

    def middle(self, selector: str, across: float = 0.5) -> tuple[float, float]:
        """Where an element's first line stands in the window, `across` it from its left; it is scrolled into sight
        before."""
        x, y = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center', "
            f"behavior: 'instant'}}); const b = e.getClientRects()[0]; "
            f"return [b.x + b.width * {across}, b.y + b.height / 2]; }})()"
        )
        return x, y

    def mouse(self, points: Iterable[tuple[float, float]]) -> None:
        """Press the mouse at the first point, move it over the others, and let go."""
        way = list(points)
        for kind, (x, y) in [("mouseMoved", way[0]), ("mousePressed", way[0]), *(("mouseMoved", at) for at in way[1:])]:
            button = "none" if kind == "mouseMoved" and (x, y) == way[0] else "left"
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, buttons=1, clickCount=1)
        x, y = way[-1]
        self.send("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)

    def click(self, selector: str) -> None:
        """Click an element."""
        self.mouse([self.middle(selector)])

    def touch(self, points: Iterable[tuple[float, float]]) -> None:
        """Put a finger on the first point, move it over the others, and lift it."""
        for place, (x, y) in enumerate(points):
            kind = "touchMove" if place else "touchStart"
            self.send("Input.dispatchTouchEvent", type=kind, touchPoints=[{"x": x, "y": y}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def picture(self, path: Path, whole: bool = False) -> None:
        """A screenshot as PNG, of the window or of the whole page."""
        answer = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=whole, **self._clip(whole))
        path.write_bytes(base64.b64decode(answer["data"]))

    def _clip(self, whole: bool) -> dict[str, Any]:
        if not whole:
            return {}
        area = self.send("Page.getLayoutMetrics")["cssContentSize"]
        return {"clip": {"x": 0, "y": 0, "width": area["width"], "height": area["height"], "scale": 1}}
