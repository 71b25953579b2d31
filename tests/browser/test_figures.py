"""What a tablet says of a hand by itself is what the rules say: the script's arithmetic over random hands in every book."""

import json
from random import Random
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from playwright.sync_api import Page

from scoring.models import ScoreCard
from scoring.rules.book import RuleBook, built_in_books
from scoring.rules.deal_checks import record_faults
from scoring.rules.deal_score import DealRecord, Outcome, score_deal
from scoring.rules.meld_totals import possible_side_totals
from scoring.rules.questions import open_questions
from scoring.score_card.names import Names
from scoring.score_card.pages.waiting import ahead_context
from scoring.score_card.sheet import Setup, record_of
from tests.scoring.score_card.makers import sheet_of
