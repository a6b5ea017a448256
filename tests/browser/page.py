"""page.py - a page in headless Chromium, for the tests of raddle report."""
import base64
import json
import os
import subprocess
import sys
import time

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

WAIT = 280  # seconds, only so that a test which waits in vain ends


def started():
    options = Options()
    # No sandbox: root gets none, nor do most containers; the page is our own.
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-extensions",
                     "--disable-background-networking", "--disable-dev-shm-usage",
                     "--force-device-scale-factor=1", "--window-size=1400,900"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = Service("/usr/bin/chromedriver")
    try:
        return webdriver.Chrome(service=service, options=options)
    except WebDriverException as error:
        skip_if_it_cannot_start(error)
        raise


def skip_if_it_cannot_start(error):
    """Without the driver too: then it is this machine, and nothing can be said."""
    alone = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", "about:blank"],
                           capture_output=True, text=True, timeout=60)
    if "<html>" not in alone.stdout:
        print("Chromium does not start here:", (alone.stderr or str(error)).strip().splitlines()[-1])
        sys.exit(77)


class Page:
    def __init__(self, file, address="", **media):
        self.driver = started()
        self.size(1400, 900)
        self.emulate(**media)
        self.open(file, address)

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is not None:
            self.driver.save_screenshot("failed.png")
            print("see", os.path.abspath("failed.png"))
        try:
            if kind is None:
                self.no_errors()
        finally:
            self.driver.quit()

    def open(self, file, address=""):
        self.driver.get("file://" + os.path.abspath(file) + address)

    # --- Settings

    def size(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def emulate(self, **features):
        """Nothing moves, so that what is measured is what will stay."""
        features = {"prefers_reduced_motion": "reduce", **features}
        self.cdp("Emulation.setEmulatedMedia",
                 features=[{"name": n.replace("_", "-"), "value": v} for n, v in features.items()])

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def pdf(self, path):
        printed = self.cdp("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)
        with open(path, "wb") as out:
            out.write(base64.b64decode(printed["data"]))
        return subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout

    # --- What is there

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def all(self, css):
        return self.driver.find_elements("css selector", css)

    def one(self, css):
        self.until(lambda: self.all(css), "there is " + css)
        return self.all(css)[0]

    def text(self, css):
        return " ".join(self.one(css).get_attribute("textContent").split())

    def texts(self, css):
        return self.script("return [...document.querySelectorAll(arguments[0])].map("
                           "e => e.textContent.replace(/\\s+/g, ' ').trim())", css)

    def nodes(self):
        return self.script("return document.querySelectorAll('*').length")

    def until(self, true, what):
        end = time.monotonic() + WAIT
        while not true():
            assert time.monotonic() < end, "waited in vain until " + what
            time.sleep(0.02)

    def no_errors(self):
        said = [entry["message"] for entry in self.driver.get_log("browser")]
        assert not said, "the console says: " + "; ".join(said)

    # --- What a reader does, until the page has answered

    def settle(self):
        """The change of an address is told later than it happens, and drawing follows."""
        self.driver.execute_async_script("const done = arguments[0];"
                                         "requestAnimationFrame(() => setTimeout(() => requestAnimationFrame(done)))")

    def press(self, *keys):
        for key in keys:
            ActionChains(self.driver).send_keys(getattr(Keys, key, key)).perform()
        self.settle()

    def click(self, css):
        self.script("arguments[0].scrollIntoView({block: 'center'})", self.one(css))
        self.one(css).click()
        self.settle()

    def hover(self, css):
        self.script("arguments[0].scrollIntoView({block: 'center'})", self.one(css))
        ActionChains(self.driver).move_to_element(self.one(css)).perform()
        self.settle()

    def go(self, address):
        self.script("location.hash = arguments[0]", address)
        self.settle()

    def back(self):
        self.driver.back()
        self.settle()


def load(file):
    with open(file, encoding="utf-8") as text:
        return json.load(text)


def equal(got, want, what):
    assert got == want, f"{what}: {got!r}, expected {want!r}"


def contains(text, part, what):
    assert part in text, f"{what}: no {part!r} in {text!r}"


# The data stands in one element of the page; another campaign is shown by other
# data in it.
BEGIN = '<script type="application/json" id="data">'


def with_data(page, data, out):
    with open(page, encoding="utf-8") as text:
        head, rest = text.read().split(BEGIN)
    instead = json.dumps(data).replace("<", "\\u003c")
    with open(out, "w", encoding="utf-8") as text:
        text.write(head + BEGIN + instead + rest[rest.index("</script>"):])
    return out
