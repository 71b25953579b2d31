"""Answers for the nights ahead: from members themselves, or noted by a director."""
