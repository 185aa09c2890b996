"""Broken files are refused with their name, the key path, the line and a cure."""

from pathlib import Path

import pytest

from lists.loading.check import load_folder, main
from lists.loading.complaints import InvalidSource
from tests.loading.files import add_file, write_folder
from tests.small_game import compile_small_game, write_small_game

NAME = "name: {en: A, es: B}"
RESTRICTION = (
    "restrictions: [{{code: few, scope: team, severity: illegal, message: {{en: A, es: B}}, {}}}]"
)


def find_complaints(folder: Path) -> list[str]:
    with pytest.raises(InvalidSource) as caught:
        load_folder(folder)
    return [str(complaint) for complaint in caught.value.complaints]


def complaint_of(tmp_path: Path, text: str) -> str:
    """The only complaint about a file that is added to the small game, from its name on."""
    add_file(write_folder(tmp_path), "more.yaml", text)
    (complaint,) = find_complaints(tmp_path)
    return complaint.removeprefix(f"{tmp_path}/")


BROKEN = [
    (
        f"weapons:\n  - {{key: Big_Gun, {NAME}}}",
        "more.yaml:2: weapons.Big_Gun.key: 'Big_Gun' is no key. Write small letters, digits "
        "and hyphens, a letter first: `big-gun`.",
    ),
    (
        f"weapons:\n  - key: lmg\n    {NAME}\n    pionts: 3",
        "more.yaml:4: weapons.lmg.pionts: There is no field `pionts` here. Did you mean `points`?",
    ),
    (
        "weapons:\n  - key: lmg\n    name: {en: LMG}",
        "more.yaml:3: weapons.lmg.name.es: `es` is missing. Add it.",
    ),
    (
        "weapons:\n  - key: lmg\n    name:\n      en: 7\n      es: Siete",
        'more.yaml:4: weapons.lmg.name.en: 7 is not a text. Write it in quotes: "7".',
    ),
    (
        'weapons:\n  - key: lmg\n    name: {en: LMG, es: ""}',
        "more.yaml:3: weapons.lmg.name.es: The text is empty. Write it or leave the field out.",
    ),
    (
        f"weapons:\n  - key: lmg\n    {NAME}\n    page: 3\n    points: 2.5",
        "more.yaml:5: weapons.lmg.points: 2.5 is not a whole number. "
        'Write a fraction as a text: "7/2".',
    ),
    (
        f"weapons:\n  - key: lmg\n    {NAME}\n    page: 3\n    points: many",
        "more.yaml:5: weapons.lmg.points: 'many' is no number. Write 12 or \"7/2\".",
    ),
    (
        f"weapons:\n  - {{key: lmg, {NAME}, points: 3}}",
        "more.yaml:2: weapons.lmg: Points and statistics need the page they are read from. "
        "Add `page`, or `source` where it is no book.",
    ),
    (
        f"weapons:\n  - {{key: lmg, {NAME}, points: 3, source: hearsay}}",
        "more.yaml:2: weapons.lmg: The edition has no source 'hearsay'. "
        "Correct the key or declare it under the edition's `sources`.",
    ),
    (
        f"weapons:\n  - key: lmg\n    {NAME}\n    groups:\n      - {{group: gun, tak: one}}",
        "more.yaml:5: weapons.lmg.groups.0.tak: There is no field `tak` here. Did you mean `take`?",
    ),
    (
        f"groups:\n  - {{key: tow, {NAME}, take: two}}",
        "more.yaml:2: groups.tow.take: 'two' is not known here. Use 'one', 'some' or 'number'.",
    ),
    (
        f"groups:\n  - {{key: tow, {NAME}, take: number, number: 5..2}}",
        "more.yaml:2: groups.tow.number: '5..2' is no number or span. Write 3 or 5..11.",
    ),
    (
        f"army_list:\n  key: legion\n  {NAME}\n  nation: homeland\n  unit: team\n  rows:\n"
        "    - {entry: leader, upgrade: leader}",
        "more.yaml:7: army_list.rows.leader.upgrade: There is no field `upgrade` here. Use one "
        "of entry, entries, key, name, count, options, swap, choice, when, bound, page.",
    ),
    (
        f"army_list:\n  key: legion\n  {NAME}\n  nation: homeland\n  unit: team\n  rows:\n"
        "    - {entry: leader, entries: [soldier]}",
        "more.yaml:7: army_list.rows.leader: A row names one of `entry`, `entries` and, in "
        "additions, `upgrade`.",
    ),
    (
        f"references:\n  - key: fire\n    {NAME}\n    columns: [{{en: A, es: B}}]\n"
        "    rows: [[1, 2]]",
        "more.yaml:2: references.fire: Row 1 has 2 cells for 1 columns.",
    ),
    (
        f"limit: {{default: 3}}\nweapons:\n  - {{key: lmg, {NAME}}}",
        "more.yaml:1: limit: `limit` stands only in edition.yaml. Move it there.",
    ),
    (
        "restrictions:\n  - code: few\n    scope: team\n    severity: illegal\n    require: any\n"
        "    message: {en: A, es: B}\n    parameters: {note: count(any)}",
        "more.yaml:7: restrictions.few.parameters.note: `note` is the name of a text and cannot be "
        "a key. Use another word.",
    ),
    (
        f"weapons:\n  - {{key: lmg, {NAME}, page: 3, statistics: {{text: 1}}}}",
        "more.yaml:2: weapons.lmg.statistics.text: `text` is the name of a text and cannot be "
        "a key. Use another word.",
    ),
    (
        f"groups:\n  - {{key: es, {NAME}, take: one}}",
        "more.yaml:2: groups.es.key: `es` is the name of a text and cannot be a key. "
        "Use another word.",
    ),
    (
        f"categories:\n  - {{key: irregular, {NAME}}}",
        "more.yaml:2: categories.irregular: No entry is of the category 'irregular'. "
        "Correct the key or leave it out.",
    ),
    ("wepons: []", "more.yaml:1: wepons: There is no field `wepons` here. Did you mean `weapons`?"),
    ("weapons:", "more.yaml:1: weapons: Input should be a valid list. There stands nothing."),
    ("- weapons", "more.yaml: The file is no mapping. Start with a section, such as `weapons:`."),
    (
        "weapons: []\nweapons: []",
        'more.yaml:2: This is no YAML: found duplicate key "weapons" with value "[]". '
        "Keep one of them.",
    ),
    (
        "weapons: a: b",
        "more.yaml:1: This is no YAML: mapping values are not allowed here. "
        "Put texts with `: ` or ` #` in quotes.",
    ),
]


@pytest.mark.parametrize(("text", "complaint"), BROKEN)
def test_broken_file_is_refused_with_its_place_and_a_cure(
    tmp_path: Path, text: str, complaint: str
) -> None:
    assert complaint_of(tmp_path, text) == complaint


UNKNOWN = [
    (
        f"entries:\n  - {{key: tank, kind: vehicel, {NAME}}}",
        "more.yaml:2: entries.tank.kind: There is no kind `vehicel`. Did you mean `vehicle`?",
    ),
    (
        f"entries:\n  - key: tank\n    kind: vehicle\n    {NAME}\n    groups: [guns]",
        "more.yaml:5: entries.tank.groups.0: There is no group `guns`. Did you mean `gun`?",
    ),
    (
        f"entries:\n  - key: tank\n    kind: vehicle\n    {NAME}\n    page: 1\n"
        "    statistics: {sav: 3}",
        "more.yaml:6: entries.tank.statistics.sav: There is no statistic `sav`. "
        "Did you mean `save`?",
    ),
    (
        f"groups:\n  - {{key: tow, {NAME}, take: one, options: [truk]}}",
        "more.yaml:2: groups.tow.options.0: There is no entry `truk`. Did you mean `truck`?",
    ),
    (
        f"army_list:\n  key: legion\n  {NAME}\n  nation: homland\n  unit: team",
        "more.yaml:4: army_list.legion.nation: There is no nation `homland`. "
        "Did you mean `homeland`?",
    ),
    (
        f"army_list:\n  key: legion\n  {NAME}\n  nation: homeland\n  unit: team\n"
        "  additions:\n    - {entry: scout, swap: soldeir}",
        "more.yaml:7: army_list.legion.additions.scout.swap: There is no entry `soldeir`. "
        "Did you mean `soldier`?",
    ),
    (
        f"scenarios:\n  - key: raid\n    {NAME}\n    lists:\n      - key: raid-guard\n"
        f"        {NAME}\n        army_list: home-gard\n        points_limit: 50\n"
        "        roster: [{entry: team, children: [{entry: leader}]}]",
        "more.yaml:7: scenarios.raid.lists.raid-guard.army_list: There is no army list "
        "`home-gard`. Did you mean `home-guard`?",
    ),
    (
        f"weapons:\n  - {{key: ambush, {NAME}}}",
        "more.yaml:2: weapons.ambush: The key stands in {folder}/edition.yaml too, under "
        "entries. Give each a key of its own.",
    ),
]


@pytest.mark.parametrize(("text", "complaint"), UNKNOWN)
def test_unknown_key_is_refused_with_the_likeliest_one(
    tmp_path: Path, text: str, complaint: str
) -> None:
    assert complaint_of(tmp_path, text) == complaint.replace("{folder}", str(tmp_path))


def test_severity_of_a_code_that_no_list_raises_is_refused(tmp_path: Path) -> None:
    document = {**write_small_game(), "severities": {"count-above": "note"}}

    (complaint,) = find_complaints(write_folder(tmp_path, document))

    assert "severities: Army lists raise no 'count-above'. Use one of entry-outside" in complaint


def test_faulty_formulas_are_all_reported(tmp_path: Path) -> None:
    add_file(write_folder(tmp_path), "one.yaml", RESTRICTION.format("require: soldeir > 1"))
    add_file(
        tmp_path, "two.yaml", f"entries: [{{key: a, kind: kit, {NAME}, formula: {{points: 1 +}}}}]"
    )

    complaints = find_complaints(tmp_path)

    assert [each.split(": The formula")[0] for each in sorted(complaints)] == [
        f"{tmp_path}/one.yaml:1: restrictions.few",
        f"{tmp_path}/two.yaml:1: entries.a",
    ]
    assert all("^" in each for each in complaints)


def test_all_faults_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    add_file(write_folder(tmp_path), "one.yaml", "weapons: [{key: lmg}, {key: hmg}]")
    add_file(tmp_path, "lists/two.yaml", "army_list: {key: legion}")

    complaints = find_complaints(tmp_path)

    assert sorted(each.split(": `")[0].removeprefix(f"{tmp_path}/") for each in complaints) == [
        "lists/two.yaml:1: army_list.name",
        "lists/two.yaml:1: army_list.nation",
        "lists/two.yaml:1: army_list.unit",
        "one.yaml:1: weapons.hmg.name",
        "one.yaml:1: weapons.lmg.name",
    ]


def test_folder_without_edition_is_refused(tmp_path: Path) -> None:
    assert find_complaints(tmp_path) == [
        f"{tmp_path}: There is no edition.yaml. Is it a system's folder?"
    ]


def test_file_with_another_ending_is_not_overlooked(tmp_path: Path) -> None:
    add_file(write_folder(tmp_path), "weapons.yml", "weapons: []")

    assert find_complaints(tmp_path) == [
        f"{tmp_path}/weapons.yml: The file is not read. Let its name end in .yaml."
    ]


def test_files_give_the_catalogue_of_their_document(tmp_path: Path) -> None:
    _, catalogue = load_folder(write_folder(tmp_path))

    assert catalogue == compile_small_game()


def test_sections_of_several_files_are_joined_in_the_order_of_their_names(tmp_path: Path) -> None:
    add_file(write_folder(tmp_path), "b.yaml", f"weapons: [{{key: bow, {NAME}}}]")
    add_file(tmp_path, "a.yaml", f"weapons: [{{key: axe, {NAME}}}]\nextras: [{{key: fog, {NAME}}}]")

    source, _ = load_folder(tmp_path)

    added = [(entry["key"], entry["kind"]) for entry in source.document["entries"][-3:]]
    assert added == [("axe", "weapon"), ("fog", "extra"), ("bow", "weapon")]


@pytest.mark.parametrize(
    ("written", "read"),
    [("on", "on"), ("1:30", "1:30"), ("no", "no"), ("3+", "3+"), ("~", None), ("4", 4)],
)
def test_scalars_are_those_of_yaml_1_2(tmp_path: Path, written: str, read: object) -> None:
    text = f"troop_classes: [{{key: mob, {NAME}, page: 1, statistics: {{save: {written}}}}}]"
    add_file(write_folder(tmp_path), "more.yaml", text)

    source, _ = load_folder(tmp_path)

    assert source.document["entries"][-1]["statistics"] == {"save": read}


def test_check_without_a_database_says_what_is_right_and_what_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = write_folder(tmp_path / "good"), write_folder(tmp_path / "bad")
    add_file(bad, "more.yaml", "weapons: [{key: lmg}]")

    codes = [main([str(good)]), main([str(good), str(bad)]), main([])]

    printed = capsys.readouterr()
    assert codes == [0, 1, 2]
    assert "small-game 1 is right: " in printed.out
    assert f"1 found in {bad}." in printed.out
    assert printed.err == "Name a system's folder, such as fixtures/breaking-news.\n"
