"""A roster as text: everything that the page says of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lists.interchange.text import export_text
from lists.rules.roster import Roster
from lists.wording.display import show_roster
from tests.breaking_news import GAME, assess, line, muster, printed, team


def write(roster: Roster, language: str = "en", *, is_ready: bool = False) -> str:
    shown = show_roster(GAME, roster, assess(roster), language)
    return export_text(shown, language, is_ready=is_ready).content.decode()


def test_a_patrol_reads_like_this() -> None:
    roster = replace(printed("us-marines", line("ambush")), name="Patrol", points_limit=150)

    assert write(roster, is_ready=True) == PATROL


PATROL = """\
Patrol
US Marines, USA
Breaking News 2.1
173 of 150 points. 23 points over the limit.
Not legal. Ready.
9 figures, 90 defeat points at stake, Artillery or attack helicopter on 4+

Team, Veteran: 173
  9 figures, 90 defeat points at stake, Initiative +6, Morale dice 4, Break point 5, \
Covering fire +2, Save against speculative fire +2, Speculative fire hits on 5+, \
Negotiation level 1
  1 Team leader (Leadership 2, Assault rifle): 22
  2 Section leaders (Leadership 1, Assault rifle): 34
  2 Riflemen (Assault rifle): 24
  2 Grenadiers (Grenade launcher): 34
  2 Gunners (Light machine gun): 34
  1 Ambush: 25

Remarks
- Not legal: 173 points, 23 over the limit of 150. Up to 153 is accepted. (p. 17)
"""


def test_readings_and_rules_that_are_chosen_stand_at_the_end() -> None:
    roster = muster("us-marines", rules=("wounded",), scenario="patrol", tolerance="begun")

    assert write(roster).endswith(
        "\nReadings\n- Tolerance: 5 for every 200 begun (155 for 150)\n"
        "\nOptional rules\n- Wounded men\n"
    )
    assert "\nScenario: Patrol\n" in write(roster)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Not legal. Draft.", "No limit.", "Remarks"]),
        ("es", ["No reglamentaria. Borrador.", "Sin límite.", "Observaciones"]),
    ],
)
def test_it_is_written_in_either_language(language: str, words: list[str]) -> None:
    roster = muster("us-marines", team("recruit", line("rifleman")))

    text = write(roster, language)

    assert [word for word in words if word not in text] == []


def test_what_a_player_wrote_keeps_to_its_lines() -> None:
    roster = muster("us-marines", team("veteran", line("rifleman")))
    unit = roster.children[0]
    named = replace(unit.children[0], name="Ruiz\nNot legal.", note="one\ntwo")
    roster = replace(roster, name="<b>P</b>\r\nx", children=(replace(unit, children=(named,)),))

    lines = write(roster).splitlines()

    assert lines[0] == "<b>P</b> x"
    assert "  1 Rifleman “Ruiz Not legal.” (Assault rifle): 12" in lines
    assert lines[lines.index("    one") + 1] == "    two"
