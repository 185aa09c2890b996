"""A small invented game, for tests that need a catalogue and not one of ours.

A team of leaders and soldiers, on foot or with a truck (gun and crew, the crew with a class of its
own) or a squad of five to ten. Players may write entries of their own like a volunteer. Each test
may change a copy: `write_small_game()` makes a new one.
"""

from typing import Any

from lists.rules.beginnings import build_default_roster
from lists.rules.catalogue import Catalogue
from lists.rules.compiling.catalogue import compile_catalogue
from lists.rules.roster import Roster


def both(english: str, spanish: str = "") -> dict[str, str]:
    """A text in both languages; the Spanish is made up where it does not matter."""
    return {"en": english, "es": spanish or f"{english} (es)"}


def _entry(key: str, kind: str, page: int, points: int | str = 0, **more: Any) -> dict[str, Any]:
    name = both(key.replace("-", " ").capitalize())
    return {"key": key, "kind": kind, "name": name, "page": page, "points": points, **more}


def write_small_game() -> dict[str, Any]:
    """The plain document of the small game's edition, as `compile_catalogue` takes it."""
    return {
        "system": {"key": "small-game", "name": both("Small game", "Juego pequeño")},
        "edition": {"key": "1", "name": both("First edition", "Primera edición")},
        "currencies": [
            {"key": "points", "name": both("points", "puntos"), "one": both("point", "punto")},
            {"key": "figures", "name": both("figures", "figuras"), "one": both("figure", "figura")},
        ],
        "limit": {"default": 50, "tolerance": "limit / 25", "page": 1},
        "top": ["unit"],
        "kinds": [
            {"key": "unit", "name": both("units"), "role": "unit", "formula": {"points": "0"}},
            {
                "key": "figure",
                "name": both("figures"),
                "role": "selection",
                "listed": True,
                "formula": {
                    "points": "troop_class.points + weapon.points + sum(kit.points) + points",
                    "figures": "1",
                },
            },
            {
                "key": "vehicle",
                "name": both("vehicles"),
                "role": "selection",
                "listed": True,
                "formula": {"points": "points + gun.points + sum(crew.points)"},
            },
            {
                "key": "squad",
                "name": both("squads"),
                "role": "selection",
                "formula": {"points": "men * troop_class.points", "figures": "men"},
            },
            {"key": "extra", "name": both("extras"), "role": "extra", "offered": True},
            {"key": "troop-class", "name": both("classes")},
            {"key": "weapon", "name": both("weapons")},
            {"key": "kit", "name": both("kit")},
            {
                "key": "crew",
                "name": both("crew"),
                "formula": {"points": "troop_class.points", "figures": "1"},
            },
        ],
        "statistics": [
            {"key": "save", "name": both("save"), "kinds": ["troop-class"]},
            {"key": "drill", "name": both("drill", "instrucción"), "kinds": ["figure"]},
        ],
        "groups": [
            {
                "key": "troop-class",
                "name": both("class", "clase"),
                "take": "one",
                "options": ["green", "regular", "veteran"],
                "default": "regular",
                "required": True,
                "inherits": True,
                "shift": 1,
                "own_choice": "outside-guidance",
            },
            {
                "key": "weapon",
                "name": both("weapon", "arma"),
                "take": "one",
                "options": ["rifle", "machine-gun"],
                "default": "rifle",
                "listed": True,
            },
            {
                "key": "kit",
                "name": both("kit", "equipo"),
                "take": "some",
                "options": ["grenades", {"option": "radio", "at_most": 1}],
                "at_most": "4",
            },
            {"key": "gun", "name": both("gun"), "take": "one", "options": ["machine-gun"]},
            {"key": "crew", "name": both("crew"), "take": "some", "options": ["crew"]},
            {"key": "men", "name": both("men"), "one": both("man"),
             "take": "number", "number": "5..10"},
        ],
        "entries": [
            _entry("team", "unit", 2, groups=["troop-class"],
                   holds=["figure", "vehicle", "squad", "extra"]),
            _entry("leader", "figure", 2, 5, groups=["troop-class", "weapon", "kit"]),
            _entry("soldier", "figure", 2, groups=["troop-class", "weapon", "kit"]),
            _entry("scout", "figure", 2, 1, groups=["troop-class", "weapon"]),
            _entry("volunteer", "figure", 2, groups=["troop-class", "weapon"],
                   formula={"points": "points + weapon.points"},
                   own={"statistics": ["drill"], "hidden": True}),
            _entry("truck", "vehicle", 3, 7, groups=["gun", "crew"]),
            _entry("squad", "squad", 3, groups=["troop-class", "men"]),
            _entry("ambush", "extra", 4, 5),
            _entry("green", "troop-class", 1, 4, ladder="soldiers", rank=1, statistics={"save": 5}),
            _entry("regular", "troop-class", 1, 6, ladder="soldiers", rank=2,
                   statistics={"save": 4}),
            _entry("veteran", "troop-class", 1, 9, ladder="soldiers", rank=3,
                   statistics={"save": 3}),
            _entry("rifle", "weapon", 1),
            _entry("machine-gun", "weapon", 1, 5),
            _entry("grenades", "kit", 1, 2),
            _entry("radio", "kit", 1, "5/2"),
            _entry("crew", "crew", 3, groups=["troop-class"]),
        ],
        "nations": [
            {"key": "homeland", "name": both("Homeland", "Patria")},
            {"key": "elsewhere", "name": both("Elsewhere", "Otro lugar")},
        ],
        "army_lists": [
            {
                "key": "home-guard",
                "nation": "homeland",
                "name": both("Home guard", "Guardia local"),
                "page": 5,
                "unit": "team",
                "options": {"troop-class": ["regular"]},
                "rows": [
                    {"entry": "leader", "count": 1},
                    {"entry": "soldier", "count": "3..5"},
                    {"key": "gunner", "entry": "soldier", "count": "0..2",
                     "options": {"weapon": ["machine-gun"]}},
                ],
                "additions": [
                    {"entry": "truck", "options": {"gun": ["machine-gun"]}},
                    {"entry": "scout", "count": 2, "swap": "soldier"},
                    {"upgrade": "leader", "options": {"weapon": ["machine-gun"]}},
                ],
                "extras": ["ambush"],
            },
            {
                "key": "raiders",
                "nation": "elsewhere",
                "name": both("Raiders", "Asaltantes"),
                "page": 6,
                "unit": "team",
                "open": True,
            },
        ],
        "restrictions": [
            {
                "code": "few-machine-guns",
                "scope": "team",
                "measure": "count(weapon in {machine_gun})",
                "at_most": "floor(figures / 2)",
                "parameters": {"figures": "figures"},
                "severity": "illegal",
                "page": 4,
                "message": both("{measure} of {figures} carry a machine gun, at most {at_most}."),
                "fix": {"do": "choose", "group": "weapon", "option": "rifle",
                        "of": "weapon in {machine_gun}"},
            },
            {
                "code": "one-leader",
                "scope": "team",
                "measure": "count(leader)",
                "at_most": "1",
                "at_least": "1",
                "severity": "illegal",
                "page": 2,
                "message": both("{measure} leaders, there is exactly one."),
                "fix": {"do": "add", "entry": "leader"},
            },
        ],
        "effects": [
            {
                "key": "veterans-by-errata",
                "name": both("Veterans by the errata"),
                "of": "veteran",
                "field": "points",
                "set": "8",
                "when": "reading.veteran_points in {errata}",
                "page": 7,
            },
        ],
        "readings": [
            {
                "key": "veteran-points",
                "name": both("Points of veterans"),
                "page": 1,
                "values": [
                    {"key": "book", "name": both("The book"), "page": 1},
                    {"key": "errata", "name": both("The errata"), "page": 7},
                ],
            },
        ],
        "optional_rules": [
            {"key": "fog", "name": both("Fog", "Niebla"), "page": 8},
            {"key": "mud", "name": both("Mud", "Barro"), "page": 8},
        ],
        "scenarios": [
            {"key": "the-ford", "number": 1, "name": both("The ford", "El vado"), "page": 9},
        ],
    }  # fmt: skip


def compile_small_game() -> Catalogue:
    """The small game, compiled."""
    return compile_catalogue(write_small_game())


def build_home_guard(catalogue: Catalogue) -> Roster:
    """The default roster of the home guard: a team of a leader (11) and three soldiers (18)."""
    return build_default_roster(catalogue, catalogue.army_lists["home-guard"])


def write_second_edition() -> dict[str, Any]:
    """The next edition of the small game: dearer, and without scouts, radios and veterans."""
    game = write_small_game()
    game["edition"] = {"key": "2", "name": both("Second edition", "Segunda edición")}
    points = {"leader": 8, "regular": 7, "grenades": 3, "truck": 9, "ambush": 6}
    gone = {"scout", "radio", "veteran"}
    game["entries"] = [
        each | {"points": points.get(each["key"], each["points"])}
        for each in game["entries"]
        if each["key"] not in gone
    ]
    for group in game["groups"]:
        if "options" in group:
            group["options"] = [each for each in group["options"] if _find_key(each) not in gone]
    guard = game["army_lists"][0]
    guard["additions"] = [each for each in guard["additions"] if each.get("entry") not in gone]
    game["effects"], game["readings"] = [], []
    return game


def _find_key(option: str | dict[str, Any]) -> str:
    return option if isinstance(option, str) else str(option["option"])
