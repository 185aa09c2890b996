from django.apps import AppConfig
from django.core import checks
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class ListsConfig(AppConfig):
    name = "lists"
    verbose_name = _("Army lists")

    def ready(self) -> None:
        import lists.views.claiming  # noqa: F401  # listens for who signs in
        from lists.models.triggers import check_guards, install_guards, remove_guards

        pre_migrate.connect(remove_guards, sender=self)
        post_migrate.connect(install_guards, sender=self)
        checks.register(check_guards, checks.Tags.database)
