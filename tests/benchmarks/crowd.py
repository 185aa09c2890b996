"""Many editors at once on a site as it is deployed: how long they wait, and what is kept.

`make soak` runs it with the settings of an empty site: fifty who think in between, and twenty who
save without a pause. The editors are the threads of this process, and the processes of the site are
others.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import monotonic
from typing import Final

from tests.benchmarks.editors import SAVING, THINKING, Editor, Habits, make_editors
from tests.benchmarks.responses import Bars, is_well, write_responses
from tests.benchmarks.site import serve_site


@dataclass(frozen=True, slots=True)
class Crowd:
    """What the editors do, and how long they may wait."""

    habits: Habits
    bars: Bars


CROWDS: Final = {
    "thinking": Crowd(THINKING, {0.95: 0.2, 0.99: 0.5}),
    "saving": Crowd(SAVING, {0.95: 0.5}),
}


def let_work(port: int, habits: Habits, seconds: int) -> list[Editor]:
    """All editors, once they have worked for their time."""
    editors = list(make_editors(port, habits))
    before, end = os.getloadavg()[0], monotonic() + seconds
    print(f"{habits.editors} editors for {seconds} s.", flush=True)
    with ThreadPoolExecutor(habits.editors) as threads:
        list(threads.map(lambda editor: editor.work_until(end), editors))
    print(f"The machine's load was {before:.1f} before and {os.getloadavg()[0]:.1f} after.")
    return editors


def are_kept(editors: list[Editor]) -> bool:
    """Whether the database holds what these editors were told is saved; prints what is not so."""
    import django

    django.setup()
    from tests.benchmarks.kept import find_lost

    acts = [act for editor in editors for act in editor.acts]
    lost = list(find_lost(acts))
    print(f"{len(acts)} edits acknowledged, {len(lost)} not kept as they were.", *lost, sep="\n")
    return not lost


def main(name: str, seconds: str) -> int:
    crowd = CROWDS[name]
    with serve_site() as port:
        editors = let_work(port, crowd.habits, int(seconds))
    responses = [each for editor in editors for each in editor.responses]
    print(write_responses(responses, crowd.bars))
    return 0 if are_kept(editors) and is_well(responses, crowd.bars) else 1


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "armybuilder.settings")
    sys.exit(main(*sys.argv[1:]))
