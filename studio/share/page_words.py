"""Words in the templates of pages: what stands «so» in `resources/pages` is a message, and told when a page is written."""

from __future__ import annotations

import json
import re
from html import escape

from studio.core import files, language

MESSAGE = re.compile("«([^»]+)»")


def page_template(name: str) -> tuple[str, str]:
    """The page and the script of that name, in the user's language."""
    folder = files.resource_folder() / "pages"
    page = (folder / f"{name}.html").read_text(encoding="utf-8").replace("{{lang}}", language.current())
    script = (folder / f"{name}.js").read_text(encoding="utf-8")
    words = language.catalogue_of(language.current()).form
    return (MESSAGE.sub(lambda found: escape(words(found[1])), page),
            MESSAGE.sub(lambda found: json.dumps(words(found[1]), ensure_ascii=False)[1:-1], script))
