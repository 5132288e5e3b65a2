"""A browser without a window, for pages: loads one, lets a script drive it, and says what came of it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next((path for name in NAMES if (path := shutil.which(name))), None)
needs_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium here")
SECONDS = 120
DRIVER = """<script>
const told = { errors: [], blocked: [] };
addEventListener("error", (event) => told.errors.push(String(event.message)));
addEventListener("unhandledrejection", (event) => told.errors.push(String(event.reason)));
addEventListener("securitypolicyviolation", (event) => told.blocked.push(event.blockedURI));
for (const name of ["error", "warn"]) console[name] = (...words) => told.errors.push(words.join(" "));
addEventListener("load", async () => {
  const $ = (id) => document.getElementById(id);
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  try { %s } catch (fault) { told.errors.push(String(fault)); }
  told.fetched = performance.getEntriesByType("resource").map((entry) => entry.name);
  const box = document.createElement("pre");
  box.id = "told";
  box.textContent = JSON.stringify(told);
  document.body.append(box);
});
</script>"""


def drive(page: str, script: str, folder: Path) -> dict[str, Any]:
    """Load a page with a script that is run once it is there; what that put into `told`, with errors and fetched files."""
    driven, netlog = folder / "driven.html", folder / "net.json"
    driven.write_text(page.replace("<head>", "<head>" + DRIVER % script, 1), encoding="utf-8")
    assert BROWSER is not None
    command = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run",
               "--disable-component-update", f"--user-data-dir={folder / 'profile'}", f"--log-net-log={netlog}",
               "--virtual-time-budget=20000", "--dump-dom", driven.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    found = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, re.DOTALL)
    assert found is not None, done.stderr[-2000:]
    told: dict[str, Any] = json.loads(found[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&"))
    return told
