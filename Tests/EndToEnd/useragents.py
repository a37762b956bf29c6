"""User agents of browsers, web views, bots and tools, by their class (Tests/Rules/user-agents.json)."""

import json

import programs

TABLE = json.loads((programs.ROOT / "Tests" / "Rules" / "user-agents.json").read_text())["userAgents"]


def named(kind):
    return {case["name"]: case["userAgent"] for case in TABLE if case["class"] == kind}


IPHONES = named("iphone-browser")
CHROMES = named("android-chrome")
FIREFOXES = named("android-firefox")
OTHERS = named("other")

IOS = IPHONES["Safari on iPhone"].partition(" Version/")[0]
PIXEL = OTHERS["a nameless web view on Android"]
