"""The admin shows every table of the catalogue and changes none."""

import pytest
from django.contrib import admin
from django.db import models
from django.test import Client
from django.urls import reverse

from lists.models import ArmyList, Edition, GameSystem
from lists.models.documents import PARENTS, TABLES
from tests.factories import store_small_game

SHOWN = [GameSystem, Edition, *(model for model in TABLES if model not in PARENTS)]


def test_every_table_of_the_catalogue_is_shown() -> None:
    inlines = {inline.model for each in admin.site._registry.values() for inline in each.inlines}

    assert set(SHOWN) <= admin.site._registry.keys()
    assert set(PARENTS) <= inlines


@pytest.mark.parametrize("model", SHOWN)
def test_rows_are_shown_and_found(admin_client: Client, model: type[models.Model]) -> None:
    store_small_game()
    listing = reverse(f"admin:lists_{model._meta.model_name}_changelist")

    assert admin_client.get(listing, {"q": "a"}).status_code == 200
    for row in model._default_manager.all()[:1]:
        page = reverse(f"admin:lists_{model._meta.model_name}_change", args=[row.pk])
        assert admin_client.get(page).status_code == 200
        assert admin_client.post(page, {"key": "changed"}).status_code == 403


def test_nothing_can_be_added_or_deleted(admin_client: Client) -> None:
    army_list = store_small_game().army_lists.first()
    assert army_list is not None

    add = reverse("admin:lists_armylist_add")
    delete = reverse("admin:lists_armylist_delete", args=[army_list.pk])

    assert admin_client.get(add).status_code == 403
    assert admin_client.post(delete, {"post": "yes"}).status_code == 403
    assert ArmyList.objects.filter(pk=army_list.pk).exists()
