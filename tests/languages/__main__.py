"""Brings the catalogues up to date and compiles them; an argument is the code of a new language."""

import sys

from tests.languages import codes, update

for code in sorted({*codes(), *sys.argv[1:]}):
    missing = update(code)
    print(f"{code}: {len(missing)} messages to translate")
    for message in missing[:20]:
        print(f"  {message.id!r:.90}")
