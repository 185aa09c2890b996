from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MailingConfig(AppConfig):
    name = "mailing"
    verbose_name = _("Mail")
