"""An upstream that hides a screenshot in its replies: that of `/session/x/way/N` in the way N."""

import re

from screens import small
from upstreams import Upstream, error, value
from ways import ways


class Hostile(Upstream):
    """Any method will do. Whatever else it is asked, it has nothing to say."""

    def __init__(self):
        super().__init__()
        self.ways = ways(small())

    def answer(self, request):
        if found := re.fullmatch(r"/session/x/way/(\d+)", request.path):
            return self.ways[int(found[1])].answer
        return value(None) if request.path.startswith("/session/x") else error("unknown command", 404)
