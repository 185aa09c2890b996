"""What an edition demands, changes and explains: rules as rows."""

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from .catalogue import (
    DescribedRow,
    Edition,
    KeyedRow,
    NamedRow,
    formula_column,
    key_column,
    key_once,
)


class Formula(KeyedRow):
    """How points follow from an entry's options, by the name that entries use."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="formulas")

    class Meta(KeyedRow.Meta):
        constraints = [key_once("formula")]


class Restriction(KeyedRow):
    """One rule of legality: where it holds, what it measures and its bounds."""

    class Severity(models.TextChoices):
        ILLEGAL = "illegal", _("Illegal")
        OUTSIDE_GUIDANCE = "outside-guidance", _("Outside guidance")
        NOTE = "note", _("Note")

    document_names: ClassVar = {"key": "code"}

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="restrictions")
    scope = key_column()
    severity = models.CharField(max_length=16, choices=Severity)
    of = formula_column()
    when = formula_column()
    measure = formula_column()
    at_most = formula_column()
    at_least = formula_column()
    require = formula_column()
    message_en = models.TextField()
    message_es = models.TextField()

    class Meta(KeyedRow.Meta):
        constraints = [key_once("restriction")]


class Effect(DescribedRow):
    """What changes a value under a condition, such as a reading or a scenario's exception."""

    class Act(models.TextChoices):
        SET = "set", _("Set")
        ADD = "add", _("Add")
        MULTIPLY = "multiply", _("Multiply")

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="effects")
    of = formula_column()
    field = key_column()
    act = models.CharField(max_length=8, choices=Act)
    value = formula_column()
    when = formula_column()
    layer = key_column()

    class Meta(DescribedRow.Meta):
        constraints = [key_once("effect")]


class Reading(DescribedRow):
    """A number on which the book contradicts itself."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="readings")

    class Meta(DescribedRow.Meta):
        constraints = [key_once("reading")]


class ReadingValue(NamedRow):
    """One of the values that the book gives for the same thing; the first is the default."""

    reading = models.ForeignKey(Reading, on_delete=models.CASCADE, related_name="values")

    class Meta(NamedRow.Meta):
        constraints = [key_once("reading_value", within="reading")]


class OptionalRule(DescribedRow):
    """A rule that players may agree on."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="optional_rules")

    class Meta(DescribedRow.Meta):
        constraints = [key_once("optional_rule")]


class Derived(DescribedRow):
    """A value worked out for a unit or for the whole, such as initiative."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="derived")
    scope = key_column()
    formula = formula_column()
    when = formula_column()
    prefix = models.CharField(max_length=10, blank=True)
    suffix = models.CharField(max_length=10, blank=True)

    class Meta(DescribedRow.Meta):
        verbose_name_plural = "derived values"
        constraints = [key_once("derived")]


class Reference(DescribedRow):
    """A table of the book that players look up during play."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="references")

    class Meta(DescribedRow.Meta):
        constraints = [key_once("reference")]


class Scenario(DescribedRow):
    """A game to be played: what it forbids and demands."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="scenarios")
    number = models.PositiveIntegerField(null=True, blank=True)

    class Meta(DescribedRow.Meta):
        constraints = [key_once("scenario")]


class SuggestedList(NamedRow):
    """A roster that the book prints for a scenario."""

    scenario = models.ForeignKey(Scenario, on_delete=models.CASCADE, related_name="lists")
    army_list = key_column()
    points_limit = models.PositiveIntegerField()

    class Meta(NamedRow.Meta):
        constraints = [key_once("suggested_list", within="scenario")]
