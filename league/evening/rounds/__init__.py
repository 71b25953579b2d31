"""Rounds: started with a card for every table, closed, reopened, deleted; casual tables that form one by one."""
