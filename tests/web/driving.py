"""A real server in a process of its own, and Debian's Chromium in front of it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.actions.action_builder import ActionBuilder
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

T = TypeVar("T")

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
WAIT = 30.0  # seconds, for pages and bots on a busy machine


class ServerProcess:
    """``parlour serve`` on a free port, with its games in `folder`; `start` again after `kill`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0

    def start(self) -> None:
        command = [sys.executable, "-m", "parlour", "serve", "--no-browser", "--workers", "1"]
        environment = {**os.environ, "PARLOUR_DATA": str(self.folder), "PYTHONWARNINGS": "ignore"}
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port)], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^/]+:(\d+)/", line)
        assert found, line
        self.url, self.port = found[0].rstrip("/"), int(found[1])

    def kill(self) -> None:
        """End it as a power cut would."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> int:
        """Ask it to end; its exit status."""
        self.process.terminate()
        try:
            return self.process.wait(15)
        finally:
            self.process.kill()


def until(found: Callable[[], T], seconds: float = WAIT) -> T:
    """What `found` gives as soon as that is true."""
    end = time.monotonic() + seconds
    while True:
        result = found()
        if result:
            return result
        assert time.monotonic() < end, "that did not happen in time"
        time.sleep(0.05)


class Browser:
    """A browser of its own, with its own cookies."""

    def __init__(self, width: int = 1280, height: int = 900) -> None:
        options = webdriver.ChromeOptions()
        options.binary_location = str(CHROMIUM)
        options.add_argument("--headless=new")
        options.add_argument("--no-sandbox")
        options.add_argument("--disable-gpu")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(str(DRIVER)))
        self.size(width, height)

    def size(self, width: int, height: int) -> None:
        """Be as large as a screen or, below 500 pixels, a telephone."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def close(self) -> None:
        self.driver.quit()

    def open(self, address: str) -> None:
        self.driver.get(address)

    def press(self, selector: str) -> None:
        """Click the first element that is there and can be clicked."""

        def work() -> bool:
            for element in self.driver.find_elements(By.CSS_SELECTOR, selector):
                if element.is_displayed() and element.is_enabled():
                    element.click()
                    return True
            return False

        until(work)

    def script(self, code: str, *given: object) -> Any:
        return self.driver.execute_script(code, *given)

    def text(self, selector: str) -> str:
        told: str = self.script(
            "return document.querySelector(arguments[0])?.innerText ?? ''", selector
        )
        return told

    def moves(self) -> list[str]:
        told: list[str] = self.script(
            "return [...document.querySelectorAll('#moves li')].map(e => e.innerText)"
        )
        return told

    def my_turn(self) -> bool:
        """Whether the page says that it is one's turn, or that the game is over."""
        status = self.text("#status")
        return status.startswith("Your move") or self.over()

    def settled(self) -> bool:
        """Whether nothing that was asked of the server is still unanswered."""
        return bool(self.script("return !document.body.dataset.busy"))

    def over(self) -> bool:
        return bool(self.script("return !document.querySelector('#ending').hidden"))

    def click_cell(self, name: str) -> None:
        """Click a cell of the board with the mouse."""
        place = self.script(
            "const g = document.querySelector(`#board g[data-cell='${arguments[0]}']`);"
            "g.scrollIntoView({block: 'center'}); const r = g.getScreenCTM();"
            "return [r.e, r.f]",
            name,
        )
        actions = ActionBuilder(self.driver)
        actions.pointer_action.move_to_location(int(place[0]), int(place[1]))
        actions.pointer_action.click()
        actions.perform()

    def targets(self) -> int:
        return int(self.script("return document.querySelectorAll('.hints .target').length"))

    def chosen(self) -> int:
        return int(self.script("return document.querySelectorAll('.hints .chosen').length"))

    def keys(self, *given: str) -> None:
        for key in given:
            self.driver.switch_to.active_element.send_keys(key)

    def errors(self) -> list[str]:
        """What the browser complained of, such as a broken content policy."""
        return [
            line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"
        ]

    def received(self) -> str:
        """All that was sent to the page so far: bodies of answers and live messages."""
        parts = []
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] == "Network.webSocketFrameReceived":
                parts.append(message["params"]["response"]["payloadData"])
            elif message["method"] == "Network.responseReceived":
                parts.append(self._body(message["params"]["requestId"]))
        return "\n".join(parts)

    def _body(self, request: str) -> str:
        try:
            body = self.driver.execute_cdp_cmd("Network.getResponseBody", {"requestId": request})
        except Exception:  # bodies of earlier pages are gone
            return ""
        return str(body["body"])


__all__ = ["CHROMIUM", "DRIVER", "Browser", "Keys", "ServerProcess", "until"]
