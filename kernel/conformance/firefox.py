# SPDX-License-Identifier: BSD-3-Clause

"""The distribution's Firefox, driven by its own protocol.

Playwright needs a Firefox that it has built, which distributions do not have. Firefox itself understands WebDriver BiDi
(https://www.w3.org/TR/webdriver-bidi/): commands and events as JSON through a WebSocket. This is the small part of it that tests of
pages need: navigate, evaluate, click, press keys, and errors of the page.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Iterator

import websocket

from conftest import missing

LONG = 60  # seconds within which something must happen

# deep finds elements below shadow roots too, and named what a reader clicks, by its text; visible is for elements of any kind.
HELPERS = """
const every = (selector, root = document) => [...root.querySelectorAll('*')].flatMap((e) =>
    [...(e.matches(selector) ? [e] : []), ...(e.shadowRoot ? every(selector, e.shadowRoot) : [])]);
const deep = (selector, n = 0) => every(selector)[n];
const named = (text, root = document) => every('button, a, summary', root).find((e) => e.textContent.trim() === text);
const visible = (e) => { const r = e?.getBoundingClientRect(); return r && r.width > 0 && r.height > 0; };
"""

KEYS = {"Enter": "\ue007", "Shift": "\ue008", "Tab": "\ue004", "Space": " ", "ArrowRight": "\ue014", "ArrowLeft": "\ue012",
        "ArrowDown": "\ue015", "ArrowUp": "\ue013", "Escape": "\ue00c"}

# A new profile asks nothing, reports nothing, and connects to this machine alone.
PREFERENCES = {
    "browser.chrome.site_icons": False,  # no requests for favicon.ico
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.events.testing.asyncClipboard": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.type": 1,
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,  # discard
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.no_proxies_on": "127.0.0.1, localhost",
    "toolkit.telemetry.enabled": False,
}


class Failed(AssertionError):
    """A command of the protocol that failed, or an exception in the page."""


class Firefox:
    """A browser with a new profile. The current page is that which open has opened last."""

    def __init__(self, preferences: dict[str, object] = {}) -> None:
        program = os.environ.get("POLKA_FIREFOX") or next(filter(None, map(shutil.which, ("firefox", "firefox-esr"))), None)
        if not program:
            missing("Firefox")
        self.folder = Path(tempfile.mkdtemp(prefix="firefox-"))
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in {**PREFERENCES, **preferences}.items()]
        (self.folder / "user.js").write_text("\n".join(lines))
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--profile", str(self.folder), "--remote-debugging-port", "0", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "HOME": str(self.folder), "MOZ_CRASHREPORTER_DISABLE": "1"},
        )
        self.errors: list[str] = []
        self.number = 0
        self.page = ""
        try:
            self.connect()
        except BaseException:
            self.close()
            raise

    def connect(self) -> None:
        said = ""
        for line in self.process.stderr:
            said += line
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                break
        else:
            raise Failed(f"no Firefox:\n{said}")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()  # until it ends
        self.socket = websocket.create_connection(f"{found[1]}/session", timeout=LONG, suppress_origin=True)
        self.version = self.send("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.send("session.subscribe", events=["log.entryAdded"])

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.send("browser.close")
            self.socket.close()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def send(self, method: str, **params: object) -> dict:
        """Send a command and give its result. Errors of pages that arrive meanwhile are kept."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded" and message["params"]["level"] == "error":
                self.errors.append(f"{message['params']['text']} ({message['params']['source'].get('context')})")
            if message.get("id") == self.number:
                if message["type"] == "error":
                    raise Failed(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    @contextlib.contextmanager
    def profile(self, *viewport: int) -> Iterator[str]:
        """A profile of its own, in which pages are opened: without the storage and the service workers of others.

        The viewport is a width and a height.
        """
        profile = self.send("browser.createUserContext")["userContext"]
        self.page = self.send("browsingContext.create", type="tab", userContext=profile)["context"]
        if viewport:
            self.send("browsingContext.setViewport", context=self.page, viewport={"width": viewport[0], "height": viewport[1]})
        self.errors.clear()
        try:
            yield profile
            self.send("session.status")  # the errors before it have arrived
            assert not self.errors, self.errors
        finally:
            self.send("browser.removeUserContext", userContext=profile)

    def open(self, address: str, wait: str = "complete") -> None:
        """Go to an address, and wait until the page is loaded ("complete"), or only read ("interactive")."""
        self.send("browsingContext.navigate", context=self.page, url=address, wait=wait)

    def count(self, selector: str) -> int:
        """The number of elements, also in pages without scripts."""
        return len(self.send("browsingContext.locateNodes", context=self.page, locator={"type": "css", "value": selector})["nodes"])

    def evaluate(self, expression: str) -> object:
        """The value of an expression of JavaScript in the page, which must be JSON; promises are awaited."""
        return json.loads(self.run(f"JSON.stringify(await ({expression}) ?? null)")["value"])

    def run(self, expression: str) -> dict:
        result = self.send("script.callFunction", functionDeclaration=f"async () => {{{HELPERS}\nreturn {expression};\n}}",
                           awaitPromise=True, userActivation=True, target={"context": self.page})
        if result["type"] == "exception":
            raise Failed(f"{expression}: {result['exceptionDetails']['text']}")
        return result["result"]

    def until(self, condition: str, seconds: float = LONG) -> object:
        """Wait until an expression is true, and give its value. The page may be left meanwhile."""
        end = time.monotonic() + seconds
        while True:
            try:
                value, failed = self.evaluate(condition), None
            except Failed as e:  # the page that was asked is gone
                value, failed = None, e
            if value:
                return value
            assert time.monotonic() < end, f"never: {condition}\n{failed or ''}\n{self.errors}"
            time.sleep(0.02)

    def click(self, element: str) -> None:
        """Click on the middle of an element, given as an expression, after it has appeared."""
        self.until(f"visible({element})")
        node = self.run(f"(() => {{ const e = {element}; e.scrollIntoView({{block: 'center'}}); return e; }})()")
        at = {"type": "element", "element": {"sharedId": node["sharedId"]}}
        self.send("input.performActions", context=self.page, actions=[{"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": at}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}])

    def press(self, *keys: str) -> None:
        """Press keys one after the other. "Shift+Enter" holds Shift."""
        actions = []
        for key in keys:
            held = [KEYS.get(name, name) for name in key.split("+")]
            actions += [{"type": "keyDown", "value": name} for name in held] + [{"type": "keyUp", "value": name} for name in reversed(held)]
        self.send("input.performActions", context=self.page, actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = self.send("browsingContext.captureScreenshot", context=self.page, origin="document")["data"]
        path.write_bytes(base64.b64decode(data))
