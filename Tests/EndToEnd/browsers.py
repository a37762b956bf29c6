"""Two real browsers behind one small interface.

Chromium is driven by chromedriver and looks as it is told over the DevTools protocol. WebKit, the engine of every
browser on an iPhone, is driven by WebKitWebDriver and runs in a bare window of ours (webkit_window.py) on a display
that nobody sees.
"""

import base64
import json
import os
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from axe_core_python import __file__ as AXE_PACKAGE
from selenium import webdriver
from selenium.common.exceptions import InvalidSessionIdException, TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service as ChromeService
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service as WebKitService

WEBKIT_WINDOW = Path(__file__).with_name("webkit_window.py")
FONTS = Path(__file__).with_name("fonts.conf")
# The same engine without the browser around it, which takes a quarter less of a processor. The program itself: what Debian has on
# the PATH is a script that starts it, and chromedriver would end the script alone.
CHROMIUM_SHELL = "/usr/lib/chromium/chromium-headless-shell"
AXE = Path(AXE_PACKAGE).with_name("axe.min.js")

# A line for each violation. Style sheets and media of other addresses, which would be fetched before, there are none.
VIOLATIONS = """
const done = arguments[arguments.length - 1];
axe.run({ resultTypes: ['violations'], preload: false }).then(
  ({ violations }) => done(violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary}`))),
  error => done([String(error)]));
"""

# Whether a page is seen in a window so wide and so high, in the dark, and without motion.
SEEN_AS = """
const [width, height, dark, still] = arguments;
return innerWidth === width && innerHeight === height && matchMedia('(prefers-color-scheme: dark)').matches === dark
  && matchMedia('(prefers-reduced-motion)').matches === still;
"""


@dataclass(frozen=True)
class Look:
    """How a page is looked at. Sizes are in CSS pixels."""

    width: int = 390
    height: int = 844
    dark: bool = False
    reduced_motion: bool = False

    def __str__(self):
        words = [str(self.width), "dark" if self.dark else "light"]
        return "-".join(words + ["still"] * self.reduced_motion)


class Browser:
    """What the two have in common. `driver` is Selenium's, for everything that this doesn't say."""

    name = ""
    driver = None
    # Whether axe-core is asked at all. What it says follows from a page's document and colours, which are the same in every
    # engine; WebKit takes twice as long for it, which is left to the full matrix.
    asks_axe = True
    _seen_as = None

    def look(self, look):
        """Sees the page so, and those that are opened from now on."""
        raise NotImplementedError

    def open(self, address):
        self.driver.get(address)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def settle(self):
        """Waits until what moves has come to its place and is painted. What moves without end is not waited for."""
        self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "const ending = document.getAnimations().filter(each => each.effect.getComputedTiming().endTime < Infinity);"
            "const frame = next => requestAnimationFrame(() => setTimeout(next));"
            "Promise.allSettled(ending.map(each => each.finished)).then(() => frame(() => frame(() => frame(done))));"
        )

    def screenshot(self, path):
        """Writes a picture of the whole page, however long it is."""
        raise NotImplementedError

    def console(self):
        """Takes what the page reported on the console since it was last asked."""
        raise NotImplementedError

    def axe(self):
        """Asks axe-core about the page and returns its violations, one line each."""
        if not self.asks_axe:
            return []
        if not self.run("return 'axe' in window"):
            self.run(AXE.read_text())
        return self.driver.execute_async_script(VIOLATIONS)

    def close(self):
        self.driver.quit()


class Chromium(Browser):
    name = "chromium"

    def __init__(self, is_measured=False):
        """Where it is measured, it is as people have it: no log of what it fetches, and a process for every site."""
        options = webdriver.ChromeOptions()
        options.add_argument("--headless=new")
        options.add_argument("--hide-scrollbars")
        options.add_argument("--disable-dev-shm-usage")  # small in containers
        # Its sandbox wants user namespaces and somebody else than root, which containers don't give. It only ever opens
        # pages of ours.
        options.add_argument("--no-sandbox")
        # The browser's own errands: updates, safe browsing, a favicon for a page that has none.
        options.add_argument("--disable-background-networking")
        options.add_argument("--disable-component-update")
        # Nothing is drawn faster by a graphics card that is not there.
        options.add_argument("--disable-gpu")
        options.add_argument("--disable-extensions")
        logs = {"browser": "ALL"}
        if not is_measured:
            # A process for every site anew, when each test begins on a page with nothing on it, would be most of the work.
            options.add_argument("--disable-site-isolation-trials")
            logs["performance"] = "ALL"
        options.set_capability("goog:loggingPrefs", logs)
        options.set_capability("acceptInsecureCerts", True)
        if binary := (not is_measured and shutil.which(CHROMIUM_SHELL)) or shutil.which("chromium"):
            options.binary_location = binary
        service = ChromeService(shutil.which("chromedriver"), env=dict(os.environ, FONTCONFIG_FILE=str(FONTS)))
        self.driver = webdriver.Chrome(options=options, service=service)
        self.driver.set_script_timeout(20)
        self.driver.set_page_load_timeout(20)

    def look(self, look):
        self._seen_as = look
        self._resize(look.height)
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia",
            {
                "features": [
                    {"name": "prefers-color-scheme", "value": "dark" if look.dark else "light"},
                    {"name": "prefers-reduced-motion", "value": "reduce" if look.reduced_motion else "no-preference"},
                ]
            },
        )

    def _resize(self, height):
        width = self._seen_as.width
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )

    def screenshot(self, path):
        height = self.run("return document.documentElement.scrollHeight")
        is_longer = height > self._seen_as.height
        if is_longer:
            self._resize(height)
        picture = self.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True})
        Path(path).write_bytes(base64.b64decode(picture["data"]))
        if is_longer:
            self._resize(self._seen_as.height)

    def console(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Takes the addresses that were asked for since it was last asked, those inside the page (`data:`) not counted."""
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
        """`folder` is for the window to write to: the driver doesn't tell what the console says."""
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
                # Where the window is gone nobody reads, and this is an error at once; opened in another way it would wait for ever.
                pipe = os.open(self._pipe, os.O_WRONLY | os.O_NONBLOCK)
                os.write(pipe, " ".join(wishes).encode())
                os.close(pipe)
                WebDriverWait(self.driver, 10, 0.01).until(lambda _: self.run(SEEN_AS, *asdict(look).values()), f"never seen as {look}")
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
        # As Chromium's.
        environment["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        service = WebKitService(shutil.which("WebKitWebDriver"), env=environment)
        self.driver = webdriver.WebKitGTK(options=options, service=service)
        self.driver.set_script_timeout(20)
        self.driver.set_page_load_timeout(20)

    def open(self, address):
        """Opens it in a new window where the old one has ended by itself, as WebKitGTK's now and then does."""
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
        # The old window may still read what is wished for.
        self._pipe.unlink()
        os.mkfifo(self._pipe)
        self.look(look)

    def screenshot(self, path):
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
    """A display that nobody sees, for the browser that cannot do without."""

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
