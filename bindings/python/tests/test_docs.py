"""The examples in the docstrings, and that everything has one."""

import doctest

import placemat


def test_docstrings():
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    tried = 0
    for name in placemat.__all__:
        thing = getattr(placemat, name)
        if name == "__version__":
            continue
        assert thing.__doc__, name
        test = parser.get_doctest(thing.__doc__, dict(vars(placemat)), name, None, 0)
        tried += len(test.examples)
        assert runner.run(test).failed == 0, name
    assert tried >= 9
