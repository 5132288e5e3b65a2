"""Pieces of pages: texts in the user's language, safe to stand in HTML, and the head with the style that pages share."""

from __future__ import annotations

import html

from studio.core import language

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2.5rem auto; max-width: 62rem; padding: 0 1rem; color: #1d2026 }
body { background: #fbfaf8 } h1 { font-size: 1.6rem; margin-bottom: .2rem } h2 { font-size: 1.15rem; margin-top: 2.2rem }
p.note { color: #646a75; margin-top: 0 } .fault { color: #b3322a }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; background: #fff }
th, td { padding: .25rem .7rem; text-align: right } th.word, td.word { text-align: left }
th { color: #646a75; font-weight: 500; border-bottom: 1px solid #2b2e35 } td { border-bottom: 1px solid #eceae5 }
svg { width: 100%; height: auto; border: 1px solid #eceae5; border-radius: 6px }
div.wide { overflow-x: auto } code { font-size: .85em }
details summary { cursor: pointer; color: #3457d5; margin-top: 2rem }
"""  # not for people


def words(text: str) -> str:
    return html.escape(language.told(text))


def page_head(title: str) -> str:
    return (f"<!doctype html><html lang={language.current()}>"  # not for people
            f"<meta charset=utf-8><title>{words(title)}</title><style>{STYLE}</style>")
