"""What a screen reader gets from the real window, over AT-SPI: run by the system's Python, which has `pyatspi`.

    python3 tests/ui/screen_reader.py APPLICATION

Walks the board as cells, and prints what it hears as JSON lines until its standard input ends.
"""

import json
import sys
import threading

import pyatspi


def tell(**what):
    print(json.dumps(what), flush=True)


def find(node, role, deep=0):
    """The first descendant with a role that has children."""
    if node is None or deep > 40:
        return None
    if node.getRole() == role and node.childCount:
        return node
    for index in range(node.childCount):
        found = find(node.getChildAtIndex(index), role, deep + 1)
        if found is not None:
            return found
    return None


def walk(name):
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == name:
            table = find(application, pyatspi.ROLE_TABLE)
            if table is not None:
                cells = [table.getChildAtIndex(index) for index in range(table.childCount)]
                roles = sorted({cell.getRoleName() for cell in cells})
                tell(table=table.name, cells=[cell.name for cell in cells], roles=roles)
                return
    tell(table=None)


def heard(event):
    try:
        if event.type.startswith("object:announcement"):
            tell(said=str(event.any_data))
        elif event.type.startswith("object:state-changed:focused") and event.detail1:
            tell(focus=event.source.name, role=event.source.getRoleName())
        elif event.type.startswith("object:property-change:accessible-name"):
            tell(changed=event.source.name)
    except Exception as fault:  # the source may be gone already
        tell(fault=str(fault))


def orders():
    for line in sys.stdin:
        if line.strip() == "walk":
            walk(sys.argv[1])
    pyatspi.Registry.stop()


pyatspi.Registry.registerEventListener(heard, "object:announcement", "object:state-changed:focused",
                                       "object:property-change:accessible-name")
threading.Thread(target=orders, daemon=True).start()
tell(ready=True)
pyatspi.Registry.start()
