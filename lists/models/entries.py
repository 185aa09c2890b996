"""What an edition offers: all that carries points, can be bought or can be chosen."""

from django.db import models

from .catalogue import DescribedRow, Edition, key_column, key_once
from .plain import PlainField


class Offer(DescribedRow):
    """Anything with points: its kind, statistics, place on its ladder, and doubts about it."""

    kind = key_column()
    points = models.CharField(max_length=40, blank=True)
    ladder = key_column()
    rank = models.IntegerField(null=True, blank=True)
    statistics = PlainField(default=dict, blank=True)
    remark_en = models.TextField(blank=True)
    remark_es = models.TextField(blank=True)

    class Meta(DescribedRow.Meta):
        abstract = True


class TroopClass(Offer):
    """How good a figure is, such as Veteran: statistics, points and place on its ladder."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="troop_classes")

    class Meta(Offer.Meta):
        verbose_name_plural = "troop classes"
        constraints = [key_once("troop_class")]


class LeadershipLevel(Offer):
    """How far a leader's word reaches."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="leadership_levels")

    class Meta(Offer.Meta):
        constraints = [key_once("leadership_level")]


class Weapon(Offer):
    """A weapon; its range table and covering fire are statistics."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="weapons")

    class Meta(Offer.Meta):
        constraints = [key_once("weapon")]


class Vehicle(Offer):
    """A vehicle; its saves are statistics."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="vehicles")

    class Meta(Offer.Meta):
        constraints = [key_once("vehicle")]


class Extra(Offer):
    """What a unit is given beside figures and vehicles, such as an ambush."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="extras")

    class Meta(Offer.Meta):
        constraints = [key_once("extra")]


class Entry(Offer):
    """Any other entry: a figure's role, a crewed weapon, a unit, a crew."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="entries")

    class Meta(Offer.Meta):
        verbose_name_plural = "entries"
        constraints = [key_once("entry")]
