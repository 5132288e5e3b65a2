"""What a screen reader gets from the real window, over AT-SPI: run by the system's Python, which has `pyatspi`.

    python3 tests/ui/screen_reader.py APPLICATION

Walks what its standard input names (`table`, `list:NAME`, `tree`), and prints what it hears as JSON lines until that ends.
"""

import json
import sys
import threading

import pyatspi


def tell(**what):
    print(json.dumps(what), flush=True)


ROLES = {"table": pyatspi.ROLE_TABLE, "list": pyatspi.ROLE_LIST, "tree": pyatspi.ROLE_TREE}


def find(node, role, name, deep=0):
    """The first descendant with a role, and perhaps a name, that is shown and has children."""
    if node is None or deep > 40:
        return None
    if node.getRole() == role and node.childCount and name in node.name and node.getState().contains(pyatspi.STATE_SHOWING):
        return node
    for index in range(node.childCount):
        found = find(node.getChildAtIndex(index), role, name, deep + 1)
        if found is not None:
            return found
    return None


def walk(application_name, kind="table", name=""):
    """Everything inside a table, list or tree, as its roles and words; a tree with what is inside each node."""
    for application in pyatspi.Registry.getDesktop(0):
        if application is not None and application.name == application_name:
            found = find(application, ROLES[kind], name)
            if found is not None:
                parts = [part(found.getChildAtIndex(index)) for index in range(found.childCount)]
                roles = sorted({found.getChildAtIndex(index).getRoleName() for index in range(found.childCount)})
                tell(**{kind: found.name}, cells=[each["name"] for each in parts], roles=roles, parts=parts)
                return
    tell(**{kind: None})


def part(node):
    states = node.getState()
    named = {"name": node.name, "role": node.getRoleName(), "expandable": states.contains(pyatspi.STATE_EXPANDABLE),
             "expanded": states.contains(pyatspi.STATE_EXPANDED)}
    return named | {"inside": [part(node.getChildAtIndex(index)) for index in range(node.childCount)]}


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
        walk(sys.argv[1], *line.strip().split(":"))
    pyatspi.Registry.stop()


pyatspi.Registry.registerEventListener(heard, "object:announcement", "object:state-changed:focused",
                                       "object:property-change:accessible-name")
threading.Thread(target=orders, daemon=True).start()
tell(ready=True)
pyatspi.Registry.start()
