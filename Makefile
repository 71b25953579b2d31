# `make run` serves the club, `make test` proves it. Only `make restore` asks anything.
SHELL := /bin/bash
.DEFAULT_GOAL := help
PY ?= python3
V := .venv/bin
UV := VIRTUAL_ENV=$(CURDIR)/.venv $(V)/uv
ON_TEST_SETTINGS := DJANGO_SETTINGS_MODULE=pinochle_club.testing_settings
# Byte code is kept, whatever the shell says: else each start compiles the whole club anew, for longer than all else.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup run standby backup restore test test-sqlite test-postgres soak bench pictures faults duel cluster lint format \
	release bundle release-check keep-version requirements apt-setup apt-run apt-test

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 15

setup: apt-setup .venv/dev.stamp ## prepare .venv, which the other targets use

run: apt-run .venv/fast.stamp $(if $(STANDBY),.venv/standby.stamp) ## serve the club on the local network; STANDBY=1 for a second computer, =/media/stick for a second drive
	@exec $(V)/python -m pinochle_club serve

standby: apt-run .venv/fast.stamp .venv/standby.stamp ## stand by for the club, on a second computer; FROM=http://… or FROM=/media/stick, TAKE=1 takes over at once
	@exec $(V)/python -m pinochle_club standby $(if $(FROM),--from "$(FROM)") $(if $(KEY),--key "$(KEY)") $(if $(TAKE),--take)

backup: apt-run .venv/run.stamp ## copy the database to var/backups, also while people play; TO=/media/stick for a second copy there
	@$(V)/python -m pinochle_club backup $(if $(TO),--to "$(TO)") $(if $(KEEP),--keep "$(KEEP)")

restore: apt-run .venv/run.stamp ## list the copies; COPY=name puts one in the database's place (FROM=folder, YES=1)
	@$(V)/python -m pinochle_club restore $(if $(FROM),--from "$(FROM)") $(if $(YES),--yes) $(if $(COPY),"$(COPY)")

test: apt-test .venv/dev.stamp ## everything, and what PostgreSQL alone could fail on PostgreSQL too; ROOM=check_in what a change there can break
	@$(V)/python -m tests $(if $(ROOM),--room "$(ROOM)") $(ARGS)

test-sqlite test-postgres: test-%: apt-test .venv/dev.stamp ## one part of it; ARGS="-k undo" goes to pytest
	@$(V)/python -m tests $* $(ARGS)

soak: apt-test .venv/dev.stamp ## the tests with the full numbers of the proofs, on both databases; takes an hour
	@SOAK=1 $(V)/python -m tests $(ARGS)

bench: apt-test .venv/bench.stamp ## measure, beside a baseline in the same run; an evening on PostgreSQL, too
	$(V)/python -m tests.benchmarks $(ARGS)
	$(if $(ARGS),,bin/on-postgres $(V)/python -m tests.benchmarks evening)

pictures: apt-test .venv/dev.stamp ## take the pictures of README and docs anew, from the demo; look at each
	@$(V)/python -m tests.pictures

faults: apt-test .venv/dev.stamp ## plant small faults and tell which no test notices; takes an hour and more. ARGS="money --seed 7"
	@nice -n 15 $(V)/python -m tests.faults $(ARGS)

duel: .venv/dev.stamp ## measure the bots against each other in every book; takes long
	$(ON_TEST_SETTINGS) $(V)/python manage.py duel $(ARGS)

cluster: apt-setup .venv/cluster.stamp ## prepare .venv for simulations on a Dask cluster, on each of its machines

lint: apt-setup .venv/dev.stamp .venv/release.stamp ## format, style, types, templates, scripts, migrations, pins, known weaknesses
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

format: apt-setup .venv/dev.stamp ## put code and templates into shape
	$(V)/ruff check --fix --quiet . || true
	$(V)/ruff format .

release: apt-setup .venv/release.stamp ## make a release of what is committed, in dist: docs/releasing.md
	@bin/release

bundle: release ## and all that it installs, in one file for computers without internet
	@bin/bundle

release-check: apt-test .venv/release.stamp ## a release from first to last, as a club has it: installed, served, updated and back
	@$(V)/python -m tests.release_check $(ARGS)

keep-version: apt-test .venv/dev.stamp ## keep what this version writes, so that later ones are held to opening it
	@$(ON_TEST_SETTINGS) $(V)/python -m tests.migrations.keeping

COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --upgrade
requirements: apt-setup .venv/uv.stamp ## pin the newest packages that install together
	$(COMPILE) requirements.in -o requirements.txt
	$(COMPILE) requirements-fast.in -o requirements-fast.txt
	$(COMPILE) requirements-cluster.in -o requirements-cluster.txt
	$(COMPILE) requirements-standby.in -o requirements-standby.txt
	$(COMPILE) requirements-dev.in -o requirements-dev.txt
	$(COMPILE) requirements-bench.in -o requirements-bench.txt
	$(COMPILE) requirements-release.in -o requirements-release.txt
	echo uv | $(COMPILE) --no-annotate - -o requirements-uv.txt

apt-setup apt-run apt-test: apt-%: ## (apt-setup, apt-run, apt-test) install the system packages that are missing
	@bin/install-packages $*

# The stamps make a second `make` quick: nothing is asked of the network unless a pin has changed.
.venv/uv.stamp: requirements-uv.txt | apt-setup
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed, this is " + sys.version)'
	$(PY) -m venv .venv
	$(V)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

# Compiled here, since otherwise the first start would do it before it opens.
.venv/run.stamp: requirements.txt .venv/uv.stamp
	$(UV) pip install --quiet --compile-bytecode --require-hashes -r $<
	@touch $@

# What a machine can do without: where it will not install, the club runs and is measured without it.
.venv/fast.stamp: requirements-fast.txt .venv/run.stamp
	$(UV) pip install --quiet --require-hashes -r $< || echo "Without numba: bots and simulator work, but slower."
	@touch $@

.venv/standby.stamp: requirements-standby.txt .venv/run.stamp
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

.venv/cluster.stamp: requirements-cluster.txt .venv/run.stamp
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

.venv/dev.stamp: requirements-dev.txt .venv/run.stamp
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@

.venv/bench.stamp: requirements-bench.txt .venv/dev.stamp
	$(UV) pip install --quiet --require-hashes -r $< || echo "Without OpenSpiel: its lines will be missing."
	@touch $@

.venv/release.stamp: requirements-release.txt .venv/dev.stamp
	$(UV) pip install --quiet --require-hashes -r $<
	@touch $@
