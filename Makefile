# Muster. Two commands are enough: `make run` and `make test`; `make help` lists the others.

.DEFAULT_GOAL := help
.PHONY: run test check bench soak lighthouse format messages clean help

run: ## Set up what is missing and serve on http://127.0.0.1:8000 (HOST and PORT change that)
	@scripts/set_up run
	@exec .venv/bin/gunicorn

test: ## Check everything: lint, types, imports, all tests on SQLite, PostgreSQL and in Chromium
	@scripts/set_up test
	@.venv/bin/python scripts/run_tests.py everything

check: ## The fast part of test: no PostgreSQL, no browser
	@scripts/set_up test
	@.venv/bin/python scripts/run_tests.py fast

bench: ## Measure speed; prints a table of ratios
	@scripts/set_up test
	@.venv/bin/python -m tests.benchmarks.bench

soak: ## Run the long proofs with full counts
	@scripts/set_up test
	@.venv/bin/python -m tests.benchmarks.soak

lighthouse: ## Show what Lighthouse says of three pages on a phone (needs Node and npm)
	@scripts/set_up test
	@.venv/bin/python -m tests.benchmarks.lighthouse

format: ## Format Python and templates, and fix what the linter can fix
	@scripts/set_up test
	@.venv/bin/ruff check --fix --quiet .
	@.venv/bin/ruff format --quiet .
	@git ls-files -z --cached --others --exclude-standard '*.html' | xargs -0 -r .venv/bin/djade

messages: ## Gather the texts to translate into locale/
	@scripts/set_up run
	@.venv/bin/python manage.py makemessages --all --ignore=.venv --ignore=var --no-location --no-wrap

clean: ## Remove what set-up made, except the database and the secret
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	rm -rf var/cache var/fonts var/stamps var/static

help: ## List these commands
	@sed -n 's/^\([a-z]*\): ## /make \1\t/p' Makefile | expand -t 16
