"""The flows of the five apps as tables, and the parameters that they make for tests of what all apps have in common."""

import pytest

from apps import artitec, auth_navigation, creators, fetchnews, recruiting_compass

APPS = [artitec, auth_navigation, creators, fetchnews, recruiting_compass]


def rows(names, table, identify="{0}", engines_differ=()):
    """Parametrises a test with the rows of a table of each app; `names` are those of the columns.

    The id of a row begins with its app, so that the tests of an app run in one process. The rows of the apps
    in `engines_differ` run in WebKit too.
    """
    found = [
        pytest.param(
            app.APP,
            *row,
            id=f"{app.APP}:{identify.format(*row)}",
            marks=[pytest.mark.engines_differ] if app.APP in engines_differ else [],
        )
        for app in APPS
        for row in table(app)
    ]
    return pytest.mark.parametrize(["app", *names], found)
