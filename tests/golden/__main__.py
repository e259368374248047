"""Makes the recorded games anew."""

from tests.golden import make

make()
