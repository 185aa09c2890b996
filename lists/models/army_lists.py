"""Nations and what their formations field."""

from django.db import models

from .catalogue import DescribedRow, Edition, Row, formula_column, key_column, key_once
from .plain import PlainField


class Nation(DescribedRow):
    """Who fields army lists, such as Italy."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="nations")

    class Meta(DescribedRow.Meta):
        constraints = [key_once("nation")]


class ArmyList(DescribedRow):
    """What a formation of one nation fields, such as Bersaglieri."""

    edition = models.ForeignKey(Edition, on_delete=models.CASCADE, related_name="army_lists")
    nation = models.ForeignKey(Nation, on_delete=models.CASCADE, related_name="army_lists")
    unit = key_column()
    options = PlainField(default=dict, blank=True)
    remark_en = models.TextField(blank=True)
    remark_es = models.TextField(blank=True)

    class Meta(DescribedRow.Meta):
        constraints = [key_once("army_list")]


class PrintedRow(Row):
    """A line of an army list: which entry, how many, with which options."""

    entry = key_column()
    count = models.CharField(max_length=40, blank=True)
    options = PlainField(default=dict, blank=True)
    swap = key_column()
    choice = key_column()
    when = formula_column()
    page = models.PositiveIntegerField(null=True, blank=True)

    class Meta(Row.Meta):
        abstract = True

    def __str__(self) -> str:
        named = self.entry or ", ".join(self.details.get("entries", ()))
        return f"{self.count or 1} {named}"


class ArmyListRow(PrintedRow):
    """A line that an army list starts from."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="rows")


class Addition(PrintedRow):
    """A line that may be added, or an upgrade that allows a row more options."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="additions")
    upgrade = key_column()

    def __str__(self) -> str:
        return f"{self.upgrade} upgrade" if self.upgrade else super().__str__()


class OfferedExtra(models.Model):
    """An extra that an army list offers to its units."""

    army_list = models.ForeignKey(ArmyList, on_delete=models.CASCADE, related_name="extras")
    position = models.PositiveIntegerField()
    entry = key_column()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(
                fields=["army_list", "entry"], name="offered_extra_once_in_army_list"
            )
        ]

    def __str__(self) -> str:
        return self.entry
