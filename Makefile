# `make run` serves the club, `make test` proves it. Only `make restore` asks anything.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help
# The system's own first: it is built for speed, and one that somebody built by hand is often slower.
PYTHONS := /usr/bin/python3 python3 python3.14 python3.13 python3.12 python3.11
PY ?= $(or $(shell for each in $(PYTHONS); do $$each -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' && \
	echo $$each && break; done 2>/dev/null),python3)
V := .venv/bin
UV := VIRTUAL_ENV=$(CURDIR)/.venv $(V)/uv
ON_TEST_SETTINGS := DJANGO_SETTINGS_MODULE=pinochle_club.testing_settings
# Byte code is kept, whatever the shell says: else each start compiles the whole club anew, for longer than all else.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test backup restore standby setup format lint soak faults bench duel pictures cluster keep-version \
	requirements release bundle release-check apt-setup apt-run apt-test get-club get-fast get-bench get-dev \
	get-standby get-cluster get-release

## for everybody
help: ## this list
	@sed -nE 's/^## (.*)/\n\1/p; s/^([a-z-]+):[^#]*## /  \1\t/p' $(MAKEFILE_LIST) | tail -n +2 | expand -t 17

run: apt-run get-fast $(if $(STANDBY),get-standby) ## serve the club; STANDBY=1 for a second computer or =/a/drive
	@exec $(V)/python -m pinochle_club serve

test: apt-test get-dev ## prove it; ROOM=check_in what that room breaks, ARGS="-k undo"
	@$(V)/python -m tests $(if $(ROOM),--room $(ROOM)) $(ARGS)

backup: apt-run get-club ## copy the records, while people play too; TO=/media/stick
	@$(V)/python -m pinochle_club backup $(if $(TO),--to "$(TO)") $(if $(KEEP),--keep "$(KEEP)")

restore: apt-run get-club ## list the copies; COPY=name puts one back, FROM=folder, YES=1
	@$(V)/python -m pinochle_club restore $(if $(FROM),--from "$(FROM)") $(if $(YES),--yes) $(if $(COPY),"$(COPY)")

standby: apt-run get-fast get-standby ## be the second computer; FROM=http://… or a drive, TAKE=1
	@exec $(V)/python -m pinochle_club standby $(if $(FROM),--from "$(FROM)") $(if $(KEY),--key "$(KEY)") $(if $(TAKE),--take)

## for maintainers
setup: apt-setup get-dev ## prepare .venv, as each of these does for itself

format: apt-setup get-dev ## put code into shape
	$(V)/ruff check --fix --quiet . || true
	$(V)/ruff format .

lint: apt-setup get-dev get-release ## format, style, types, templates, scripts, known weaknesses
	$(V)/ruff format --check .
	$(V)/ruff check .
	$(V)/mypy
	$(V)/djlint templates --lint --quiet
	$(V)/oxlint --deny-warnings --ignore-pattern "static/js/vendor/**" static/js
	$(ON_TEST_SETTINGS) $(V)/python -W error manage.py check
	$(ON_TEST_SETTINGS) $(V)/python manage.py makemigrations --check --dry-run
	$(V)/shellcheck .ci/run $$(grep -l '^#!.*bash' bin/*)
	$(V)/hadolint Containerfile
	$(UV) pip check --quiet
	@bin/audit

soak: apt-test get-dev ## the tests with the full numbers, on both databases; an hour
	@SOAK=1 $(V)/python -m tests $(ARGS)

faults: apt-test get-dev ## plant small faults: which does no test notice? ARGS="money"
	@nice -n 15 $(V)/python -m tests.faults $(ARGS)

bench: apt-test get-dev get-bench ## measure, beside a baseline in the same run; ARGS="start fair"
	$(V)/python -m tests.lab.benchmarks $(ARGS)
	$(if $(ARGS),,bin/on-postgres $(V)/python -m tests.lab.benchmarks evening)

duel: apt-setup get-dev ## let the bots play each other in every book; takes long
	$(V)/python -m tests.lab.duels $(ARGS)

pictures: apt-test get-dev ## take the pictures of README and docs anew; look at each
	@$(V)/python -m tests.pictures

cluster: apt-setup get-cluster ## prepare .venv for simulations on a cluster, on each computer

requirements: apt-setup $(V)/uv ## pin the newest packages that install together
	$(V)/python bin/pin

keep-version: apt-test get-dev ## keep what this version writes, so that later ones open it
	@$(ON_TEST_SETTINGS) $(V)/python -m tests.migrations.keeping

release: apt-setup get-dev get-release ## make one of what is committed, in dist: docs/releasing.md
	@bin/release

bundle: release ## one, and all it installs, in a file for where no internet is
	@bin/bundle

release-check: apt-test get-dev get-release ## try one from first to last: installed, served, updated and back
	@$(V)/python -m tests.release_check $(ARGS)

apt-setup apt-run apt-test: apt-%:
	@bin/install-packages $*

# uv looks at what is there first: without a change it takes a moment, and nothing is asked of the network.
install = bin/pinned $(1) | $(UV) pip install --quiet --no-deps --require-hashes --requirement - $(2)

# Compiled here, since otherwise the first start would do it before it opens.
get-club: $(V)/uv
	@$(call install,club,--compile-bytecode)

get-dev: get-club
	@$(call install,fast standby cluster dev)

get-standby get-cluster get-release: get-%: get-club
	@$(call install,$*)

# What a machine can do without: where it will not install, the club runs and is measured without it.
get-fast: get-club
	@UV_HTTP_RETRIES=1; export UV_HTTP_RETRIES; $(call install,fast,--no-build) 2>/dev/null || \
		echo "Without numba: bots and simulator work, but slower."

get-bench: get-dev
	@$(call install,bench) || echo "Without OpenSpiel: its lines will be missing."

$(V)/uv: requirements.txt | apt-setup
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	@echo "Installing the Python packages that the club needs into .venv. This may take a minute, once."
	@$(V)/python -m pip --version >/dev/null 2>&1 || $(PY) -m venv --clear .venv
	@bin/pinned setup | $(V)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement /dev/stdin
	@touch $@
