"""Whether the site is set up for those who visit it."""

from __future__ import annotations

import warnings
from pathlib import Path
from secrets import token_hex
from smtplib import SMTPException

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import caches
from django.core.checks import WARNING, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import InvalidMailer, MailerDoesNotExist, mailers
from django.core.mail.backends import smtp
from django.core.mail.backends.base import BaseEmailBackend

from .finding import Finding, Level, fault, ok, warning

SECONDS_TO_CONNECT = 5
SETTINGS_OF_MAIL = ("MAILERS", "EMAIL_BACKEND", "EMAIL_HOST")
OF_DJANGO = "django.core.mail.backends."
OF_ONE_PROCESS = {"LocMemCache", "DummyCache"}


def look_at_deployment() -> Finding:
    """What Django's own checks say; those of a deployment where there is HTTPS."""
    name = "Django's checks"
    found = run_checks(include_deployment_checks=settings.HTTPS)
    grave = [each for each in found if each.level >= WARNING and not each.is_silenced()]
    if grave:
        texts = " ".join(f"{each.msg} ({each.id})" for each in grave)
        cure = "Run `manage.py check --deploy`, which says more of each."
        return warning(name, " ".join(texts.split()), cure)
    if settings.HTTPS:
        return ok(name, "Those of a deployment find nothing.")
    return ok(name, "They find nothing; those of a deployment want a BASE_URL of https://.")


def look_at_static_files() -> Finding:
    """Whether styles and scripts were collected for the server."""
    name = "static files"
    manifest = getattr(staticfiles_storage, "manifest_name", None)
    if manifest and not Path(settings.STATIC_ROOT, manifest).is_file():
        text = f"There are none in {settings.STATIC_ROOT}, so no page can be served."
        return fault(name, text, "Run `scripts/set_up run`.")
    return ok(name, "They were collected." if manifest else "Served as they are.")


def look_at_translations() -> Finding:
    """Whether every language on offer was compiled."""
    name = "translations"
    languages = {code for code, _ in settings.LANGUAGES} - {"en"}
    compiled = {path.parts[-3] for path in Path(settings.ROOT).glob("locale/*/LC_MESSAGES/*.mo")}
    missing = sorted(languages - compiled)
    if missing:
        text = f"{', '.join(missing)} was not compiled; its pages are in English."
        return warning(name, text, "Install gettext, then run `scripts/set_up run`.")
    return ok(name, "All are compiled.")


def look_at_cache() -> Finding:
    """Whether the caches can be written, and are one for all processes."""
    name = "cache"
    unshared = []
    for alias, options in settings.CACHES.items():
        try:
            is_kept = _keeps(alias)
        except Exception as error:  # each kind of cache fails in its own way
            cure = "Let the user that runs Muster write there, or set CACHE_URL right."
            return fault(name, f"The cache {alias!r} cannot be used: {error}.", cure)
        if not is_kept or options["BACKEND"].rpartition(".")[2] in OF_ONE_PROCESS:
            unshared.append(alias)
    if unshared and settings.WORKERS > 1:
        text = f"Not shared by the {settings.WORKERS} processes: {', '.join(unshared)}."
        cure = "Set CACHE_URL to file:///folder or redis://…, or WORKERS to 1."
        return warning(name, text, cure)
    return ok(name, "It can be written and read.")


def _keeps(alias: str) -> bool:
    """Whether a cache gives back what it was given."""
    cache, key = caches[alias], f"doctor-{token_hex(8)}"
    cache.set(key, "here", timeout=60)
    found = cache.get(key)
    cache.delete(key)
    return bool(found == "here")


def look_at_mail() -> Finding:
    """Where mail goes by each mailer, and whether its server answers."""
    name = "mail"
    if not any(map(settings.is_overridden, SETTINGS_OF_MAIL)):  # type: ignore[misc]  # unknown to the stubs
        return ok(name, "None is set up.")
    try:
        with warnings.catch_warnings(action="ignore"):  # that EMAIL_BACKEND will go, one day
            aliases = [*mailers] or ["default"]
            found = {alias: judge_mailer(mailers[alias]) for alias in aliases}
    except MailerDoesNotExist:
        return ok(name, "None is set up.")
    except (ImproperlyConfigured, ImportError, InvalidMailer, ValueError) as error:
        return fault(name, f"Its settings cannot be right: {error}", "See docs/deploying.md.")
    for finding in found.values():
        if finding.level is Level.FAULT:
            return finding
    return ok(name, " ".join(f"{alias}: {each.text}" for alias, each in found.items()))


def judge_mailer(mailer: BaseEmailBackend) -> Finding:
    """Whether a server of mail can be reached within some seconds, where there is one."""
    name = "mail"
    if not isinstance(mailer, smtp.EmailBackend):
        module = type(mailer).__module__
        if not module.startswith(OF_DJANGO):
            return ok(name, f"to {module}.")
        return ok(name, f"to the {module.removeprefix(OF_DJANGO)}, in nobody's mailbox.")
    server = f"{mailer.host}:{mailer.port}"
    mailer.timeout = SECONDS_TO_CONNECT
    try:
        mailer.open()
        mailer.close()
    except (OSError, SMTPException) as error:
        cure = "See that the server runs, and set its host, port, user and password right."
        return fault(name, f"{server} cannot be used: {error}.", cure)
    return ok(name, f"to {server}, which answers.")
