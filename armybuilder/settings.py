"""All settings of Muster, each read from an environment variable of the same name.

The defaults serve one player on their own machine; `docs/deploying.md` says what a server needs.
"""

from email.utils import formataddr
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.csp import CSP

from armybuilder.environment import (
    read_address,
    read_boolean,
    read_cache,
    read_choice,
    read_database,
    read_integer,
    read_mailer,
    read_names,
    read_origin,
    read_secret,
    read_text,
    read_time_zone,
)

ROOT = Path(__file__).resolve().parent.parent

# What is made while Muster is set up and runs: database, secret, cache, fonts, collected files.
VAR_DIR = ROOT / read_text("VAR_DIR", default="var")

# The site

SITE_NAME = read_text("SITE_NAME", default="Muster")
SECRET_KEY = read_secret("SECRET_KEY", VAR_DIR / "secret-key")
DEBUG = read_boolean("DEBUG", default=False)

# Where gunicorn listens, and how many processes, each of how many threads, answer.
HOST = read_text("HOST", default="127.0.0.1")
PORT = read_integer("PORT", default=8000, at_least=1, at_most=65_535)
WORKERS = read_integer("WORKERS", default=2, at_least=1, at_most=64)
THREADS = read_integer("THREADS", default=4, at_least=1, at_most=64)

# Where browsers find the site: the start of every link that is shared or printed.
BASE_URL = read_origin(
    "BASE_URL",
    default=f"http://{'127.0.0.1' if HOST == '0.0.0.0' else HOST}:{PORT}",  # noqa: S104
)
HTTPS = read_boolean("HTTPS", default=BASE_URL.startswith("https://"))
if HTTPS and not BASE_URL.startswith("https://"):
    raise ImproperlyConfigured(
        f'HTTPS is on and BASE_URL is "{BASE_URL}". Write BASE_URL=https://… or leave HTTPS away.'
    )

ALLOWED_HOSTS = read_names(
    "ALLOWED_HOSTS",
    default=[urlsplit(BASE_URL).hostname or "", "localhost", "127.0.0.1", "[::1]"],
)
CSRF_TRUSTED_ORIGINS = read_names("CSRF_TRUSTED_ORIGINS", default=[BASE_URL])

# Storage

DATABASES = {
    "default": read_database("DATABASE_URL", root=ROOT, default=VAR_DIR / "db.sqlite3"),
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Both are shared by all processes; a print is kept under a hash of what it shows.
CACHES = {
    "default": read_cache("CACHE_URL", default=VAR_DIR / "cache"),
    "prints": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "prints",
        "TIMEOUT": 7 * 24 * 60 * 60,
        "OPTIONS": {"MAX_ENTRIES": 500},
    },
}

# For how many days a deleted list can be brought back, until `manage.py purge_trash` ends it.
TRASH_DAYS = read_integer("TRASH_DAYS", default=30, at_least=1, at_most=3650)

# Application

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "lists",
    "mailing",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "armybuilder.urls"
WSGI_APPLICATION = "armybuilder.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "armybuilder.context_processors.site",
            ],
        },
    },
]

AUTH_USER_MODEL = "lists.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Signing in: by e-mail address and password, or by passkey, which is one of two ways in and not a
# second lock. Codes are typed and stand in no address, which logs and proxies would see. What is
# asked of an address that has no account gets the same answers.

AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"

ACCOUNT_ADAPTER = "lists.views.signing_in.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ["password"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_FORMS = {
    "signup": "lists.forms.account.SignUpForm",
    "login": "lists.forms.account.SignInForm",
    "reauthenticate": "lists.forms.account.ReauthenticateForm",
    "add_email": "lists.forms.account.EmailForm",
    "confirm_email_verification_code": "lists.forms.account.EmailCodeForm",
    "change_password": "lists.forms.account.ChangePasswordForm",
    "set_password": "lists.forms.account.SetPasswordForm",
    "reset_password": "lists.forms.account.ResetPasswordForm",
    "confirm_password_reset_code": "lists.forms.account.ResetCodeForm",
    "reset_password_from_key": "lists.forms.account.NewPasswordForm",
}

# By client address (ip), by e-mail address (key) or by person; kept in the shared cache.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "10/m/ip",
    "confirm_email": "1/10s/key,10/h/key",
    "reset_password": "10/m/ip,3/5m/key",
    "reset_password_from_key": "20/m/ip",
    "change_password": "5/m/user",
    "manage_email": "5/m/user",
    "reauthenticate": "5/m/user",
}

MFA_ADAPTER = "lists.views.signing_in.PasskeyAdapter"
MFA_SUPPORTED_TYPES = ["webauthn"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {"add_webauthn": "lists.forms.account.AddPasskeyForm"}

# Mail waits in the database and is sent by `mailing`, to the console where there is no server.

MAILERS = {
    "default": {"BACKEND": "mailing.backend.EmailBackend"},
    "delivery": read_mailer("EMAIL_URL"),
}
DEFAULT_FROM_EMAIL = SERVER_EMAIL = read_address(
    "DEFAULT_FROM_EMAIL", default=formataddr((SITE_NAME, f"muster@{urlsplit(BASE_URL).hostname}"))
)

# Messages travel in the session, so that the only cookies are session, CSRF, language and theme.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Language and time

LANGUAGES = [("en", "English"), ("es", "Español")]
LANGUAGE_CODE = read_choice("LANGUAGE_CODE", default="en", choices=["en", "es"])
LOCALE_PATHS = [ROOT / "locale"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 60 * 60
TIME_ZONE = read_time_zone("TIME_ZONE", default="UTC")
USE_TZ = True

# Static files: names carry a hash of their content, so that browsers may keep them for ever.

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [path for path in (ROOT / "static", VAR_DIR / "fonts") if path.is_dir()]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

# Security

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "img-src": [CSP.SELF, "data:"],
    "font-src": [CSP.SELF],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "form-action": [CSP.SELF],
    "frame-ancestors": [CSP.NONE],
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
# Whether other names below this host speak HTTPS is for their owner to say, not for this site.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"

# What one client may ask for in a minute, 0 for as often as it likes; and how many proxies of ours
# stand before gunicorn, each of which adds to X-Forwarded-For the address it was asked from.

PRINTS_A_MINUTE = read_integer("PRINTS_A_MINUTE", default=30, at_least=0, at_most=100_000)
LINKS_A_MINUTE = read_integer("LINKS_A_MINUTE", default=240, at_least=0, at_most=100_000)
LISTS_A_MINUTE = read_integer("LISTS_A_MINUTE", default=30, at_least=0, at_most=100_000)
TRUSTED_PROXIES = read_integer("TRUSTED_PROXIES", default=0, at_least=0, at_most=9)

# What is sent: refused unread above the larger number, in bytes; held in memory, never on the disk.

FILE_UPLOAD_HANDLERS = [
    "armybuilder.uploads.RefuseLarge",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
]
FILE_UPLOAD_MAX_MEMORY_SIZE = 5 << 20  # a file of 4 MiB, the largest that is read, and its form
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 << 20

# Logging: to the console, and never the address of a request, since a list's address is its key.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_addresses": {"()": "armybuilder.logs.WithoutAddresses"}},
    "formatters": {
        "line": {
            "()": "armybuilder.logs.WithoutSecrets",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["without_addresses"],
            "formatter": "line",
        },
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        name: {
            "handlers": ["console"],
            "level": read_choice(
                "LOG_LEVEL", default="INFO", choices=["DEBUG", "INFO", "WARNING", "ERROR"]
            ),
            "propagate": False,
        }
        # The server of development has its own.
        for name in ("django", "django.server", "lists", "mailing")
    },
}
