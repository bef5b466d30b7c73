"""The rules-neutral adjudicator: game record, phases, events, rulings, messages."""
