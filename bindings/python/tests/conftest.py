"""What the tests share: bytes that are likely to be taken wrongly."""

from hypothesis import settings, strategies as st

settings.register_profile("placemat", max_examples=500, deadline=None)
settings.load_profile("placemat")

PIECES = [b"a", b"\n", "é".encode(), "€".encode(), "😀".encode(), b"\x80", b"\xc0\xaf", b"\xe0\x80", b"\xe2\x82"]
PIECES += [b"\xed\xa0\x80", b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"\xff", b"\xc3", b"\xf0\x80"]

hostile = st.lists(st.sampled_from(PIECES) | st.binary(max_size=4), max_size=40).map(b"".join)
