"""People: who is asking, profiles, mail notifications, calendar, ratings, their games."""
