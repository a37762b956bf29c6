"""Two real browsers behind one interface.

Chromium is driven by chromedriver, and its viewport is set over the DevTools protocol. WebKit, the engine of every
browser on an iPhone, is driven by WebKitWebDriver and runs in a window of our own (webkit_window.py) on a virtual
display.
"""

import base64
import json
import os
import shutil
import subprocess
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from urllib.parse import urldefrag, urljoin

from axe_core_python import __file__ as AXE_PACKAGE
from selenium import webdriver
from selenium.common.exceptions import InvalidSessionIdException, JavascriptException, TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service as ChromeService
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service as WebKitService

# The limit of every wait, in seconds. It ends what hangs: the slowest wait seen under a load of 16 took a tenth of it.
PATIENCE = 120
WEBKIT_WINDOW = Path(__file__).with_name("webkit_window.py")
FONTS = Path(__file__).with_name("fonts.conf")
# The engine without the browser's user interface, which needs a quarter less processor time. The path of the program itself:
# Debian's command on the PATH is a script, and chromedriver would terminate only the script.
CHROMIUM_SHELL = "/usr/lib/chromium/chromium-headless-shell"
# Clears what an app's pages store: the times of email requests, and the email typed last.
FORGET = "sessionStorage.clear(); localStorage.clear();"
# A path of every app that is not part of its flow.
NOWHERE = "/.nothing-is-here"
AXE = Path(AXE_PACKAGE).with_name("axe.min.js")

# One line per violation. Preloading is off, since there are no style sheets or media from other origins.
VIOLATIONS = """
axe.run({ resultTypes: ['violations'], preload: false }).then(
  ({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary}`)),
  error => [String(error)])
"""

# Scrolls to an element and returns its middle, or a description of what a click there would hit instead.
CLICKABLE = """
const [element] = arguments;
element.scrollIntoView({ behavior: 'instant', block: 'nearest' });
const box = element.getClientRects()[0];
if (!box) return 'it is not shown';
const x = box.x + box.width / 2, y = box.y + box.height / 2, hit = document.elementFromPoint(x, y);
return element.contains(hit) ? { x, y } : hit ? hit.outerHTML.slice(0, 120) : 'it is out of the window';
"""

# Calls back with whether a condition becomes true within some seconds.
WAIT = """
const [given, seconds, done] = arguments, end = performance.now() + seconds * 1000;
const holds = function () { %s };
(function look() {
  try {
    if (holds(...given)) return done(true);
  } catch {
    // An element that it reads does not exist yet.
  }
  if (performance.now() < end) setTimeout(look, 20);
  else done(false);
})();
"""

# The key events of Chromium's protocol for keys that need no modifier.
KEY_EVENTS = {
    Keys.TAB: {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
    Keys.ENTER: {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
    Keys.SPACE: {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " "},
    Keys.ESCAPE: {"key": "Escape", "code": "Escape", "windowsVirtualKeyCode": 27},
    Keys.ARROW_LEFT: {"key": "ArrowLeft", "code": "ArrowLeft", "windowsVirtualKeyCode": 37},
    Keys.ARROW_RIGHT: {"key": "ArrowRight", "code": "ArrowRight", "windowsVirtualKeyCode": 39},
}

# Whether the viewport, the colour scheme and the motion preference are as requested.
SEEN_AS = """
const [width, height, dark, still] = arguments;
return innerWidth === width && innerHeight === height && matchMedia('(prefers-color-scheme: dark)').matches === dark
  && matchMedia('(prefers-reduced-motion)').matches === still;
"""


def call(script):
    """An expression with the value that a script returns."""
    return f"(() => {{ {script}\n}})()"


@dataclass(frozen=True)
class Look:
    """A viewport with the user's preferences. Sizes are in CSS pixels."""

    width: int = 390
    height: int = 844
    dark: bool = False
    reduced_motion: bool = False

    def __str__(self):
        words = [str(self.width), "dark" if self.dark else "light"]
        return "-".join(words + ["still"] * self.reduced_motion)


class Browser:
    """The common interface. `driver` is Selenium's, for everything else."""

    name = ""
    driver = None
    # Whether to run axe-core. Its results depend on a page's document and colours, which are the same in every engine; WebKit
    # takes twice as long for it, so only the full matrix runs it there.
    asks_axe = True
    _seen_as = None

    def look(self, look):
        """Sets the viewport and the preferences for the current page and those opened later."""
        raise NotImplementedError

    def open(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def open_anew(self, address):
        """Opens a URL in a browser that has stored nothing of its site."""
        self.open(urljoin(address, NOWHERE))
        self.run(FORGET)
        self.open(address)

    def press_keys(self, *keys):
        """Sends keys to the focused element."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def faults(self, *scripts):
        """Runs scripts that return lists of faults, all with one command, and returns the faults."""
        return self.run("return [" + ", ".join(f"...{call(script)}" for script in scripts) + "]")

    def type(self, element, text):
        """Replaces the text of a field by key presses."""
        element.clear()
        if text:
            element.send_keys(text)

    def click(self, element):
        """Clicks the middle of an element; fails if another element covers it."""
        element.click()

    def waits_for(self, condition, arguments, seconds=PATIENCE):
        """Whether a script returns true within `seconds`."""
        try:
            WebDriverWait(self.driver, seconds, 0.05).until(lambda _: self.run(condition, *arguments))
        except TimeoutException:
            return False
        return True

    def settle(self):
        """Waits until all finite animations have ended and the page is painted."""
        self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "const ending = document.getAnimations().filter(each => each.effect.getComputedTiming().endTime < Infinity);"
            "const frame = next => requestAnimationFrame(() => setTimeout(next));"
            "Promise.allSettled(ending.map(each => each.finished)).then(() => frame(() => frame(() => frame(done))));"
        )

    def screenshot(self, path, most=None):
        """Writes a screenshot of the whole page, including the part below the viewport, or of as much as is needed of it."""
        raise NotImplementedError

    def console(self):
        """Returns the console messages since the last call."""
        raise NotImplementedError

    def axe(self):
        """Runs axe-core on the page and returns its violations, one line each."""
        if not self.asks_axe:
            return []
        return self.driver.execute_async_script(f"if (!('axe' in window)) {{ {AXE.read_text()} }}\n{VIOLATIONS}.then(arguments[0])")

    def close(self):
        self.driver.quit()


class Chromium(Browser):
    name = "chromium"
    # The emulation that was requested last. A command to emulate what is emulated already takes as long as one that changes it.
    _metrics = _media = None

    def __init__(self, is_measured=False):
        """`is_measured` starts the browser in its default configuration: no log of requests, and one process per site."""
        options = webdriver.ChromeOptions()
        options.add_argument("--headless=new")
        options.add_argument("--hide-scrollbars")
        options.add_argument("--disable-dev-shm-usage")  # /dev/shm is small in containers
        # The sandbox needs user namespaces and an unprivileged user, which containers lack. The browser only opens our own
        # pages.
        options.add_argument("--no-sandbox")
        # Requests of the browser itself: updates, safe browsing, a default favicon.
        options.add_argument("--disable-background-networking")
        options.add_argument("--disable-component-update")
        # There is no graphics card.
        options.add_argument("--disable-gpu")
        options.add_argument("--disable-extensions")
        logs = {"browser": "ALL"}
        if not is_measured:
            # Each test begins on a blank page; starting a process per site would take most of the time.
            options.add_argument("--disable-site-isolation-trials")
            # No page lives long enough to gain from code that was optimized; axe-core takes a third less time without.
            options.add_argument("--js-flags=--no-opt --no-maglev")
            logs["performance"] = "ALL"
            options.add_experimental_option("perfLoggingPrefs", {"enableNetwork": True, "enablePage": False})
        options.set_capability("goog:loggingPrefs", logs)
        options.set_capability("acceptInsecureCerts", True)
        if binary := (not is_measured and shutil.which(CHROMIUM_SHELL)) or shutil.which("chromium"):
            options.binary_location = binary
        service = ChromeService(shutil.which("chromedriver"), env=dict(os.environ, FONTCONFIG_FILE=str(FONTS)))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.command_executor.client_config.timeout = 3 * PATIENCE
        self.driver.set_script_timeout(PATIENCE)
        self.driver.set_page_load_timeout(PATIENCE)

    def look(self, look):
        self._seen_as = look
        self._resize(look.height)
        media = {
            "features": [
                {"name": "prefers-color-scheme", "value": "dark" if look.dark else "light"},
                {"name": "prefers-reduced-motion", "value": "reduce" if look.reduced_motion else "no-preference"},
            ]
        }
        if media != self._media:
            self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
            self._media = media

    def _resize(self, height):
        width = self._seen_as.width
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        if metrics != self._metrics:
            self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            self._metrics = metrics

    def open_anew(self, address):
        """Clears the storage as the new document begins. A page of its own to clear it on would take as long as this one."""
        if urldefrag(self.driver.current_url)[0] == urldefrag(address)[0]:
            self.open("about:blank")  # otherwise the document would stay or be reloaded, with the state of its history entry
        script = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"if (window === top) {{ {FORGET} }}"})
        try:
            self.open(address)
        finally:
            self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)

    def press_keys(self, *keys):
        """Sends the key events itself: chromedriver takes five times as long for them."""
        if not all(key in KEY_EVENTS for key in keys):
            super().press_keys(*keys)
            return
        for key in keys:
            event = KEY_EVENTS[key]
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyDown" if "text" in event else "rawKeyDown", **event})
            self.driver.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", **event})

    def click(self, element):
        with self.pressing(element):
            pass

    @contextmanager
    def pressing(self, element):
        """Presses the mouse on an element, and releases it at the same place. Sends the events itself: the scripts that
        chromedriver runs before a click take five times as long."""
        place = self.run(CLICKABLE, element)
        assert isinstance(place, dict), f"nobody can click {element.text!r}: {place}"
        button = {"button": "left", "clickCount": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", **place})
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mousePressed", **place, **button})
        yield
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseReleased", **place, **button})

    def waits_for(self, condition, arguments, seconds=PATIENCE):
        """Polls inside the page, which takes less work than a command each time; starts again after a navigation."""
        end, failure = monotonic() + seconds, None
        while (rest := end - monotonic()) > 0:
            try:
                if self.driver.execute_async_script(WAIT % condition, list(arguments), min(rest, 10)):
                    return True
                failure = None
            except JavascriptException as error:
                failure = error
        if failure:
            raise failure
        return False

    def type(self, element, text):
        """Inserts the text at once, as a phone's keyboard or a password manager does, with a tenth of the work of key presses."""
        if not text:
            element.clear()
            return
        self.run("arguments[0].focus(); arguments[0].select()", element)
        self.driver.execute_cdp_cmd("Input.insertText", {"text": text})

    def axe(self):
        """Evaluates the library itself: chromedriver takes twice as long for a script of its size."""
        self.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text()})
        call = {"expression": VIOLATIONS, "awaitPromise": True, "returnByValue": True}
        return self.driver.execute_cdp_cmd("Runtime.evaluate", call)["result"]["value"]

    def screenshot(self, path, most=None):
        height = self.run("return document.documentElement.scrollHeight")
        is_longer = height > self._seen_as.height
        if is_longer:
            self._resize(height)
        clip = {"x": 0, "y": 0, "width": self._seen_as.width, "height": min(height, most or height), "scale": 1}
        picture = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "clip": clip})
        Path(path).write_bytes(base64.b64decode(picture["data"]))
        if is_longer:
            self._resize(self._seen_as.height)

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Returns the URLs requested since the last call, without those inside the page (`data:`)."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        addresses = [
            message["params"]["request"]["url"]
            for message in messages
            if message["method"] == "Network.requestWillBeSent"
        ]
        return [address for address in addresses if not address.startswith(("data:", "blob:", "about:", "chrome"))]


class WebKit(Browser):
    name = "webkit"

    def __init__(self, display, folder):
        """The window writes its console messages to a file in `folder`, since the driver does not report them."""
        self._display = display
        self._folder = Path(folder)
        self._console = self._folder / "console"
        self._console.touch()
        self._pipe = self._folder / "look"
        os.mkfifo(self._pipe)
        self._heard = 0

    def look(self, look):
        if look == self._seen_as:
            return
        wishes = [str(look.width), str(look.height)] + ["dark"] * look.dark + ["reduced-motion"] * look.reduced_motion
        if self.driver:
            try:
                # If the window has ended, no process reads the pipe and this fails at once; without O_NONBLOCK it would block.
                pipe = os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK)
                os.write(pipe, " ".join(wishes).encode())
                os.close(pipe)
                WebDriverWait(self.driver, PATIENCE, 0.01).until(lambda _: self.run(SEEN_AS, *asdict(look).values()), f"never seen as {look}")
            except (InvalidSessionIdException, OSError):
                self._begin_anew(look)
                return
        else:
            self._start(wishes)
        self._seen_as = look

    def _start(self, wishes):
        options = webdriver.WebKitGTKOptions()
        options.binary_location = "/usr/bin/python3"
        for argument in [WEBKIT_WINDOW, self._folder, *wishes]:
            options.add_argument(str(argument))
        options.set_capability("browserName", "webkit-window")
        environment = dict(
            os.environ, DISPLAY=self._display, GDK_BACKEND="x11", NO_AT_BRIDGE="1", FONTCONFIG_FILE=str(FONTS)
        )
        # For the same reason as in Chromium.
        environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        service = WebKitService(shutil.which("WebKitWebDriver"), env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.command_executor.client_config.timeout = 3 * PATIENCE
        self.driver.set_script_timeout(PATIENCE)
        self.driver.set_page_load_timeout(PATIENCE)

    def open(self, address):
        """Opens a URL; in a new window if the old one has crashed, which happens occasionally in WebKitGTK."""
        try:
            super().open(address)
        except (InvalidSessionIdException, TimeoutException):
            self._begin_anew(self._seen_as)
            super().open(address)

    def _begin_anew(self, look):
        try:
            self.driver.quit()
        except WebDriverException:
            pass
        self.driver = self._seen_as = None
        # The old window may still read from the pipe.
        self._pipe.unlink()
        os.mkfifo(self._pipe)
        self.look(look)

    def screenshot(self, path, most=None):
        assert self.run("return document.documentElement.scrollHeight <= innerHeight"), "open a higher window for it"
        self.driver.save_screenshot(str(path))

    def console(self):
        lines = self._console.read_text(errors="replace")[self._heard :]
        self._heard += len(lines)
        return [line for line in lines.splitlines() if "CONSOLE " in line]

    def close(self):
        if self.driver:
            self.driver.quit()


class Display:
    """A virtual display (Xvfb) for WebKit, which cannot run without one."""

    def __init__(self):
        reader, writer = os.pipe()
        self._process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1600x2400x24", "-nolisten", "tcp"],
            pass_fds=[writer],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(writer)
        with os.fdopen(reader) as answer:
            self.name = ":" + answer.readline().strip()

    def close(self):
        self._process.terminate()
        self._process.wait()
