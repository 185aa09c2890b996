"""The commands that load, prove and list catalogues."""

import json
import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from lists.models import Edition
from tests.catalogues import SYSTEMS
from tests.factories import store_small_game
from tests.loading.files import add_file, write_folder
from tests.small_game import write_small_game

pytestmark = pytest.mark.django_db


def call(name: str, *arguments: object) -> str:
    out = StringIO()
    call_command(name, *map(str, arguments), stdout=out, stderr=out)
    return out.getvalue()


def test_load_catalogue_counts_what_it_did(tmp_path: Path) -> None:
    folder = write_folder(tmp_path)

    first, second = call("load_catalogue", folder), call("load_catalogue", folder)

    assert re.fullmatch(r"small-game 1: [1-9][0-9] entries added, 0 changed\.\n", first)
    assert second == "small-game 1: 0 entries added, 0 changed.\n"


def test_load_catalogue_without_arguments_loads_every_game_that_comes_along() -> None:
    printed = call("load_catalogue")

    assert [line.split()[0] for line in printed.splitlines()] == SYSTEMS
    assert [edition.system.key for edition in Edition.objects.published()] == SYSTEMS


def test_load_catalogue_names_file_and_key_and_loads_nothing(tmp_path: Path) -> None:
    good, bad = write_folder(tmp_path / "good"), write_folder(tmp_path / "bad")
    add_file(bad, "more.yaml", "weapons: [{key: lmg}]")

    with pytest.raises(CommandError) as caught:
        call("load_catalogue", good, bad)

    assert str(caught.value) == (
        f"Nothing was loaded:\n{bad}/more.yaml:1: weapons.lmg.name: `name` is missing. Add it."
    )
    assert not Edition.objects.exists()


def test_load_catalogue_refuses_changed_numbers_and_names_the_way_out(tmp_path: Path) -> None:
    call("load_catalogue", write_folder(tmp_path))
    document = write_small_game()
    document["limit"]["default"] = 60

    with pytest.raises(CommandError, match="give the edition a new key") as caught:
        call("load_catalogue", write_folder(tmp_path, document))

    assert "edition.yaml:" in str(caught.value)
    assert "limit: `default` differ." in str(caught.value)


def test_check_catalogue_proves_what_is_loaded() -> None:
    store_small_game()

    assert call("check_catalogue") == "small-game 1: 2 army lists can be played.\n"


def test_check_catalogue_proves_a_folder_without_loading_it(tmp_path: Path) -> None:
    printed = call("check_catalogue", write_folder(tmp_path))

    assert printed == "small-game 1: 2 army lists can be played.\n"
    assert not Edition.objects.exists()


def test_check_catalogue_fails_with_the_names_of_what_is_wrong(tmp_path: Path) -> None:
    document = write_small_game()
    document["entries"][0]["holds"] = ["figure", "extra"]
    unplayable, unknown = write_folder(tmp_path / "a", document), write_folder(tmp_path / "b")
    add_file(unknown, "more.yaml", "nations: [{key: x, name: {en: A, es: B}}]\nweapons: [{key: y}]")

    with pytest.raises(CommandError) as caught:
        call("check_catalogue", unplayable, unknown)

    assert caught.value.returncode == 1
    assert str(caught.value).splitlines() == [
        "What was looked at cannot be right:",
        "small-game: home-guard, row truck: team may not hold truck.",
        f"{unknown}/more.yaml:2: weapons.y.name: `name` is missing. Add it.",
    ]


def test_check_catalogue_without_anything_loaded_says_what_to_do() -> None:
    with pytest.raises(CommandError, match="load_catalogue"):
        call("check_catalogue")


def test_army_lists_as_text_and_as_json() -> None:
    store_small_game()

    text, plain = call("army_lists"), json.loads(call("army_lists", "--json"))

    assert text.splitlines() == [
        "small-game  home-guard  Homeland: Home guard / Guardia local",
        "small-game  raiders  Elsewhere: Raiders / Asaltantes",
    ]
    assert plain[0] == {
        "system": "small-game",
        "slug": "home-guard",
        "names": {"en": "Home guard", "es": "Guardia local"},
        "nation": {"en": "Homeland", "es": "Patria"},
    }
    assert len(plain) == 2
