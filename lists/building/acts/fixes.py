"""The act that clears a problem: what the evaluation itself proposes."""

from __future__ import annotations

from lists.rules.document import LONGEST_NOTE
from lists.rules.edits import Several, with_new_ids
from lists.rules.evaluate import evaluate

from .task import Act, Task
from .telling import tell_edits


def fix(task: Task) -> Act:
    """Apply the fix of the problem with this `code` and `subject` on the node ("" the roster).

    A problem that is gone, or never was, changes nothing.
    """
    code = task.values.key("code")
    subject = task.values.text("subject", LONGEST_NOTE)
    identity = (code, task.node_id, subject)
    for problem in evaluate(task.catalogue, task.roster).problems:
        if problem.identity == identity:
            edits = with_new_ids(problem.fix, task.ids)
            told = list(tell_edits(task.catalogue, task.roster, edits))
            about = {"problem": code, "node": task.node_id, "subject": subject}
            return Act(Several(edits), {**about, "acts": told})
    return Act(Several(()))
