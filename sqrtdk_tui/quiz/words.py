"""A card, its feedback and the end of a session as lines with roles: the same for the screen and the line dialogue."""

from sqrtdk_tui import evidence
from sqrtdk_tui.content import Line
from sqrtdk_tui.lab import LabError
from sqrtdk_tui.quiz.card import ASK, COMPARE, FEEDBACK, Card
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.draw import LETTERS
from sqrtdk_tui.quiz.grading import CONFIDENCES, GRADES
from sqrtdk_tui.quiz.sitting import Session
from sqrtdk_tui.typed import safe

TOPICS = {
    "saturation": "the spike",
    "winner": "the winner",
    "fixed": "fixed or learned",
    "opening": "why before",
    "variance": "variance",
    "typical-size": "typical size",
    "cartoon-100": "a hundred coins",
    "napkin": "the napkin",
    "dk64": "d_k = 64",
    "gradient": "the slope",
    "hygiene": "hygiene",
    "pipeline": "the order of things",
    "limits": "limits",
    "closing": "the next page",
}


def place(session: Session, due: int) -> str:
    """3 of 12 · the winner · due today 5: where the card stands. What came back after a miss says so."""
    card = session.card
    if card is None:
        return "the end of this round"
    done = session.queue[: session.at]
    again = card.asked.question.id in done
    seen = len({*done, card.asked.question.id})
    told = "once more" if again else f"{min(seen, session.planned)} of {session.planned}"
    return f"{told} · {TOPICS.get(card.asked.question.topic, card.asked.question.topic)} · due today {due}"


def card_lines(card: Card) -> list[Line]:
    """The question, its options or field, open hints, and what there is to say of them."""
    lines = [Line(card.asked.prompt, "title")]
    for i, option in enumerate(card.asked.options):
        chosen = card.selected == i
        lines.append(Line(f"{'▸' if chosen else ' '} {LETTERS[i]}  {option.text}", "strong" if chosen else "text"))
    if card.kind == "numeric":
        lines.append(Line(f"  = {safe(card.typed)}", "strong"))
    if card.state == ASK:
        lines += [Line(f"Hint: {text}", "dim") for text in card.asked.hints[: card.hints]]
    return lines + ([Line(card.note, "note")] if card.note else [])


def feedback_lines(card: Card, next_date: str = "", tour_step: int | None = None) -> list[Line]:
    """Verdict, why, the answer, the explanation, what the evidence says; nothing while the question stands."""
    if card.state == ASK:
        return []
    lines = _verdict_lines(card)
    lines.append(Line(f"Answer: {card.asked.answer}", "strong"))
    if card.state == COMPARE:
        lines += [Line(f"  - {point}") for point in card.asked.question.rubric]
        lines.append(Line("Compare with yours.", "dim"))
    lines.append(Line(card.asked.explanation))
    lines += evidence_lines(card)
    told = [f"Comes again {next_date}." if next_date and card.state == FEEDBACK else ""]
    told.append(f"Step {tour_step} of the tour shows it." if tour_step and card.state == FEEDBACK else "")
    text = " ".join(filter(None, told))
    return lines + ([Line(text, "dim")] if text else [])


def _verdict_lines(card: Card) -> list[Line]:
    outcome = card.outcome
    if outcome is None:
        return []
    mark, role = ("✓", "right") if outcome.right else ("✗", "wrong")
    said = f" (you said: {CONFIDENCES[card.confidence]})" if card.kind != "recall" else ""
    lines = [Line(f"{mark} {outcome.verdict}{said}", role)]
    why = " ".join(filter(None, (outcome.read, outcome.why)))
    return lines + ([Line(why)] if why else [])


def evidence_lines(card: Card) -> list[Line]:
    """The sentence of the evidence step in view, computed now."""
    if not card.evidence:
        return []
    try:
        step = card.asked.steps[card.evidence - 1]
        return [Line(evidence.words(step), "strong")]
    except LabError as error:
        return [Line(str(error), "note")]


def grade_labels(desk: Desk) -> list[str]:
    """1 missed (tomorrow), 2 barely (tomorrow), 3 good (in 2 days), 4 easy (in 8 days)."""
    dates = desk.grade_dates()
    return [f"{grade} {word}" + (f" ({dates[grade]})" if grade in dates else "") for grade, word in GRADES.items()]


def end_lines(desk: Desk) -> list[Line]:
    """The end of a round: first tries, sure but wrong, what comes next, the misses, the closing question."""
    session = desk.session
    right, tries = session.right
    lines = [Line(f"Right at the first try: {right} of {tries}." if tries else _nothing(desk), "title")]
    if session.sure_but_wrong:
        lines.append(Line("Sure, but not so. These are worth a second look:", "strong"))
        lines += [Line(f"  {_short(session, name)}") for name in session.sure_but_wrong]
    others = [name for name in session.misses if name not in session.sure_but_wrong]
    if others:
        lines.append(Line("Missed at first:", "strong"))
        lines += [Line(f"  {_short(session, name)}") for name in others]
    lines.append(Line(_when_next(desk), "dim"))
    closing = session.closing
    if closing is not None:
        lines.append(Line(closing.asked.prompt, "title"))
        if closing.state == ASK:
            lines.append(Line("Keep your guess.", "dim"))
        else:
            lines += [Line(closing.asked.answer), Line(closing.asked.explanation, "dim")]
    return lines


def _nothing(desk: Desk) -> str:
    return "All cards of this round were skipped." if desk.session.skipped else "Nothing is due now."


def _short(session: Session, name: str) -> str:
    """A question in one line: its topic and its answer, unless the answer depends on the numbers drawn."""
    question = session.bank[name]
    answer = "" if "{" in question.answer else f": {question.answer}"
    return f"{TOPICS.get(question.topic, question.topic)}{answer}"


def _when_next(desk: Desk) -> str:
    due = desk.due()
    if due:
        return f"Due today: {due} more."
    told = desk.next_due_words()
    return f"Next card due: {told}." if told else "Nothing is due yet."
