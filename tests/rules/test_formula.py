from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lists.rules.formula import (
    FormulaError,
    Membership,
    Number,
    Predicate,
    Reference,
    Vocabulary,
    check_formula,
    exact,
    parse_formula,
    parse_predicate,
)
from lists.rules.lexer import SENTENCES

HALF = Fraction(1, 2)


@dataclass
class Node:
    """A node of the roster that `count` looks at."""

    keys: set[str]
    weapon: str = ""
    count: int = 1

    def answers_to(self, key: str) -> bool:
        return key in self.keys

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        return (name, attribute) == ("weapon", "") and self.weapon in keys


@dataclass
class Table:
    """A scope read off tables; a name or attribute that is not in them is a KeyError."""

    values: dict[str, Number] = field(default_factory=dict)
    amounts_of: dict[str, list[Number]] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)
    nodes: list[Node] = field(default_factory=list)

    def value(self, name: str) -> Number:
        return self.values[name]

    def attribute(self, name: str, attribute: str) -> Number:
        return self.values[f"{name}.{attribute}"]

    def amounts(self, name: str, attribute: str, counted: bool) -> list[Number]:
        return self.amounts_of[f"{name}.{attribute}"]

    def holds(self, name: str, attribute: str, keys: frozenset[str]) -> bool:
        return self.chosen[f"{name}.{attribute}" if attribute else name] in keys

    def count(self, predicate: Predicate) -> Number:
        return sum(node.count for node in self.nodes if predicate.matches(node))

    def lines(self, predicate: Predicate) -> Number:
        return sum(predicate.matches(node) for node in self.nodes)


TEAM = Table(
    values={
        "men": 7,
        "half": HALF,
        "none": 0,
        "is-night": True,
        "is-rain": False,
        "troop-class.points": 12,
        "leadership.points": 5,
        "tank.b2-cost": Fraction(7, 2),
    },
    amounts_of={
        "weapon.points": [3, Fraction(3, 2), 10],
        "no-weapon.points": [],
        "grenade.points": [HALF, HALF],
    },
    chosen={"weapon": "rpg", "troop-class": "regular", "troop-class.ladder": "foot-guards"},
    nodes=[
        Node({"figure", "infantry", "rifleman"}, weapon="rpg", count=3),
        Node({"figure", "infantry", "gunner"}, weapon="lmg"),
        Node({"vehicle", "armoured-car"}, count=2),
    ],
)

VALUES = [
    ("7", 7),
    ("0", 0),
    ("007", 7),
    ("1000000", 1_000_000),
    ("2.5", Fraction(5, 2)),
    ("2.50", Fraction(5, 2)),
    ("2.0", 2),
    ("0.000001", Fraction(1, 1_000_000)),
    ("1 + 2 * 3", 7),
    ("(1 + 2) * 3", 9),
    ("10 - 4 - 3", 3),
    ("12 / 3 / 2", 2),
    ("1 / 3", Fraction(1, 3)),
    ("1 / 3 * 3", 1),
    ("0.1 + 0.2 = 0.3", True),
    ("half + half", 1),
    ("-3 + 5", 2),
    ("--3", 3),
    ("2 - -3", 5),
    ("2 * -3", -6),
    ("-(1 + 2)", -3),
    ("-men * 2", -14),
    ("6 / (1 - 3)", -3),
    ("is_night + 1", 2),
    ("  1\n\t+\r\n1  ", 2),
    ("men", 7),
    ("half", HALF),
    ("is_night", True),
    ("troop_class.points", 12),
    ("tank.b2_cost", Fraction(7, 2)),
    ("troop_class.points + leadership.points + sum(weapon.points)", Fraction(63, 2)),
    ("men * troop_class.points + sum(weapon.points) * 2", 113),
    ("sum(no_weapon.points)", 0),
    ("min(no_weapon.points)", 0),
    ("max(no_weapon.points)", 0),
    ("sum(grenade.points)", 1),
    ("min(weapon.points)", Fraction(3, 2)),
    ("max(weapon.points)", 10),
    ("min(men, 3)", 3),
    ("max(men, 3, 9, half)", 9),
    ("max(sum(weapon.points), 3)", Fraction(29, 2)),
    ("floor(men / 2)", 3),
    ("floor(-men / 2)", -4),
    ("ceil(men / 2)", 4),
    ("ceil(-men / 2)", -3),
    ("ceil(men)", 7),
    ("1 < 2", True),
    ("2 < 2", False),
    ("2 <= 2", True),
    ("3 > 2", True),
    ("2 >= 3", False),
    ("2 = 2", True),
    ("2 == 2", True),
    ("2 != 2", False),
    ("1 + 1 < 3 * 1", True),
    ("(1 < 2) = (2 < 3)", True),
    ("1 < 2 and 2 < 1", False),
    ("1 < 2 or 1 / none > 0", True),
    ("none and 1 / none", False),
    ("men and half", True),
    ("none or men", True),
    ("is_rain or is_night and is_rain", False),
    ("is_night or is_night and is_rain", True),
    ("not is_rain and is_night", True),
    ("not men = 7", False),
    ("not not men", True),
    ("if(is_night, 3, 4)", 3),
    ("if(is_rain, 1 / none, 4)", 4),
    ("if(men > 5, if(is_rain, 1, 2), 3) + 1", 3),
    ("weapon in {rpg, lmg}", True),
    ("weapon in {lmg}", False),
    ("weapon not in {lmg}", True),
    ("not weapon in {lmg}", True),
    ("troop_class.ladder in {foot_guards}", True),
    ("5 * weapon in {rpg}", 5),
    ("count(infantry)", 4),
    ("lines(infantry)", 2),
    ("count(any)", 6),
    ("count(not any)", 0),
    ("lines(armoured_car or gunner)", 2),
    ("count(infantry and not gunner)", 3),
    ("count(infantry and (gunner or vehicle))", 1),
    ("count(weapon in {rpg, lmg})", 4),
    ("count(figure and weapon not in {rpg})", 1),
    ("count(infantry) + count(vehicle) * 2", 8),
    ("max(count(infantry), 5)", 5),
]


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_formula_has_its_exact_value(text: str, expected: Number) -> None:
    value = parse_formula(text).evaluate(TEAM)

    assert value == expected
    assert type(value) is type(expected)


def test_min_with_two_arguments_reads_a_dotted_name_as_a_value() -> None:
    formula = parse_formula("min(leadership.points, 9)")

    assert formula.evaluate(TEAM) == 5


@pytest.mark.parametrize(
    "text", ["1 / none", "1 / (1 - 1)", "men / none * none", "floor(1 / none)"]
)
def test_division_by_a_value_of_zero_is_left_to_the_caller(text: str) -> None:
    formula = parse_formula(text)

    with pytest.raises(ZeroDivisionError):
        formula.evaluate(TEAM)
    with pytest.raises(ZeroDivisionError):
        formula.terms[0].evaluate(TEAM)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(3, 3), (Fraction(6, 2), 3), (HALF, HALF), (True, True), (Fraction(0), 0)],
)
def test_exact_makes_whole_fractions_int(value: Number, expected: Number) -> None:
    assert exact(value) == expected
    assert type(exact(value)) is type(expected)


TERMS = [
    ("men", [("men", [("men", "men", "")])]),
    ("(men)", [("(men)", [("(men)", "men", "")])]),
    (
        "men * troop_class.points + sum(weapon.points)",
        [
            (
                "men * troop_class.points",
                [("men", "men", ""), ("troop_class.points", "troop-class", "points")],
            ),
            ("sum(weapon.points)", [("sum(weapon.points)", "weapon", "points")]),
        ],
    ),
    (
        "men-half*2",
        [
            ("men", [("men", "men", "")]),
            ("-half * 2", [("-1", "", ""), ("half", "half", ""), ("2", "", "")]),
        ],
    ),
    ("-2 * men", [("-2 * men", [("-2", "", ""), ("men", "men", "")])]),
    (
        "1 - 2.5 * men",
        [("1", [("1", "", "")]), ("-2.5 * men", [("-2.5", "", ""), ("men", "men", "")])],
    ),
    ("men * half / 2", [("men * half / 2", [("men", "men", ""), ("half / 2", "", "")])]),
    ("2 / half * men", [("2 / half * men", [("2 / half", "", ""), ("men", "men", "")])]),
    ("(men + 1)", [("(men + 1)", [("(men + 1)", "", "")])]),
    ("(men * half) * 2", [("(men * half) * 2", [("(men * half)", "", ""), ("2", "", "")])]),
    ("-(men + 1)", [("-(men + 1)", [("-1", "", ""), ("(men + 1)", "", "")])]),
    ("men + 1 < 3", [("men + 1 < 3", [("men + 1 < 3", "", "")])]),
    ("max(weapon.points)", [("max(weapon.points)", [("max(weapon.points)", "weapon", "points")])]),
    ("count(gunner)", [("count(gunner)", [("count(gunner)", "", "")])]),
]


@pytest.mark.parametrize(("text", "expected"), TERMS)
def test_receipt_names_terms_and_factors(text: str, expected: list[object]) -> None:
    formula = parse_formula(text)

    terms = [
        (term.text, [(factor.text, factor.name, factor.attribute) for factor in term.factors])
        for term in formula.terms
    ]
    assert terms == expected
    assert sum(term.evaluate(TEAM) for term in formula.terms) == formula.evaluate(TEAM)


def test_terms_and_factors_are_exact_too() -> None:
    (term,) = parse_formula("2 * half * (half + half)").terms

    values = [term.evaluate(TEAM), *(factor.evaluate(TEAM) for factor in term.factors)]

    assert values == [1, 2, HALF, 1]
    assert [type(value) for value in values] == [int, int, Fraction, int]


@pytest.mark.parametrize("text", [text for text, _ in VALUES])
def test_text_of_each_term_and_factor_is_a_formula_of_the_same_value(text: str) -> None:
    for term in parse_formula(text).terms:
        assert parse_formula(term.text).evaluate(TEAM) == term.evaluate(TEAM)
        for factor in term.factors:
            assert parse_formula(factor.text).evaluate(TEAM) == factor.evaluate(TEAM)


def test_references_are_every_name_with_its_role_and_column() -> None:
    formula = parse_formula(
        "men + tank.b2_cost + sum(weapon.points) + if(troop_class.ladder in {foot_guards}, 1, 2)"
        " + count(armoured_car and weapon in {rpg} or any)"
    )

    assert formula.references == {
        Reference("men", "", "value", 1),
        Reference("tank", "b2-cost", "attribute", 7),
        Reference("weapon", "points", "amounts", 26),
        Reference("troop-class", "ladder", "membership", 46),
        Reference("foot-guards", "", "key", 69),
        Reference("armoured-car", "", "key", 97),
        Reference("weapon", "", "membership", 114),
        Reference("rpg", "", "key", 125),
    }


def test_formula_knows_its_memberships_those_of_its_predicates_too() -> None:
    formula = parse_formula("opponent in {foot_guards} and count(weapon in {rpg}) > 1")

    assert formula.memberships == {
        Membership("opponent", "", frozenset({"foot-guards"})),
        Membership("weapon", "", frozenset({"rpg"})),
    }


def test_predicate_knows_its_keys_and_memberships() -> None:
    predicate = parse_predicate("armoured_car  and (weapon in {rpg,foot_guards} or not gunner)")

    assert predicate.text == "armoured_car and (weapon in {rpg, foot_guards} or not gunner)"
    assert predicate.keys == {"armoured-car", "gunner"}
    assert predicate.memberships == {Membership("weapon", "", frozenset({"rpg", "foot-guards"}))}
    assert [predicate.matches(node) for node in TEAM.nodes] == [False, False, True]


def test_count_hands_on_a_predicate_equal_to_one_spaced_otherwise() -> None:
    asked: set[Predicate] = set()

    class Spy(Table):
        def count(self, predicate: Predicate) -> Number:
            asked.add(predicate)
            return 1

    assert parse_formula("count(a or b) + count( a  or b )").evaluate(Spy()) == 2
    assert asked == {parse_predicate("a or\nb")}


@pytest.mark.parametrize("text", ["a) + count(b", "a)", "", "a b", "a - b", "1", "a.b", "(a"])
def test_predicate_alone_is_refused_as_inside_count(text: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_predicate(text)

    assert 1 <= caught.value.column <= len(text) + 1


def test_formulas_terms_and_factors_are_equal_by_text() -> None:
    first, second = parse_formula("men * 2 + 1"), parse_formula("men * 2 + 3")

    assert first == parse_formula.__wrapped__("men * 2 + 1")
    assert hash(first) == hash(parse_formula.__wrapped__("men * 2 + 1"))
    assert first != second
    assert first.terms[0] == second.terms[0]
    assert first.terms[0].factors == second.terms[0].factors


ERRORS = [
    ("", "unfinished", 1),
    ("   ", "unfinished", 4),
    ("1 +", "unfinished", 4),
    ("(1", "unfinished", 3),
    ("if", "unfinished", 3),
    ("if(men", "unfinished", 7),
    ("count(a or", "unfinished", 11),
    ("weapon in {rpg", "unfinished", 15),
    ("weapon not", "unfinished", 11),
    ("troop_class.", "unfinished", 13),
    ("1 2", "unexpected", 3),
    ("5men", "unexpected", 2),
    ("men 5", "unexpected", 5),
    ("1.", "unexpected", 2),
    (".5", "unexpected", 1),
    ("1.2.3", "unexpected", 4),
    ("1e5", "unexpected", 2),
    ("+1", "unexpected", 1),
    ("2 ** 3", "unexpected", 4),
    ("9**9**9", "unexpected", 3),
    ("2 ^ 3", "unexpected", 3),
    ("7 // 2", "unexpected", 4),
    ("7 % 2", "unexpected", 3),
    ("a.b.c", "unexpected", 4),
    ("a.5", "unexpected", 3),
    ("a..b", "unexpected", 3),
    ("a.and", "unexpected", 3),
    ("(1))", "unexpected", 4),
    ("()", "unexpected", 2),
    ("'a'", "unexpected", 1),
    ('"a"', "unexpected", 1),
    ("a[0]", "unexpected", 2),
    ("a;b", "unexpected", 2),
    ("a := 1", "unexpected", 3),
    ("lambda: 1", "unexpected", 7),
    ("1 if 2 else 3", "unexpected", 3),
    ("1 + not men", "unexpected", 5),
    ("-not men", "unexpected", 2),
    ("1 < not men", "unexpected", 5),
    ("and (1)", "unexpected", 1),
    ("if + 1", "unexpected", 4),
    ("if(1, 2)", "unexpected", 8),
    ("if(1, 2, 3, 4)", "unexpected", 11),
    ("floor()", "unexpected", 7),
    ("floor(1, 2)", "unexpected", 8),
    ("min(1)", "unexpected", 6),
    ("min(men)", "unexpected", 8),
    ("min(1, 2,)", "unexpected", 10),
    ("sum(men)", "unexpected", 8),
    ("sum(1)", "unexpected", 5),
    ("sum(weapon.points * 2)", "unexpected", 19),
    ("sum(weapon.points, 2)", "unexpected", 18),
    ("2 in {a}", "unexpected", 3),
    ("(weapon) in {a}", "unexpected", 10),
    ("weapon in {a} in {b}", "unexpected", 15),
    ("weapon in a", "unexpected", 11),
    ("weapon in {}", "unexpected", 12),
    ("weapon in {a,}", "unexpected", 14),
    ("weapon in {1}", "unexpected", 12),
    ("weapon in {a.b}", "unexpected", 13),
    ("weapon not {a}", "unexpected", 12),
    ("{a}", "unexpected", 1),
    ("count()", "unexpected", 7),
    ("count(2)", "unexpected", 7),
    ("count(-a)", "unexpected", 7),
    ("count(a + b)", "unexpected", 9),
    ("count(a = b)", "unexpected", 9),
    ("count(a, b)", "unexpected", 8),
    ("count(a.b)", "unexpected", 10),
    ("count(floor(a))", "unexpected", 7),
    ("count(if(a, b, c))", "unexpected", 7),
    ("__import__", "unexpected", 1),
    ("men.__class__", "unexpected", 5),
    ("_men", "unexpected", 1),
    ("Men", "unexpected", 1),
    ("a && b", "unexpected", 3),
    ("!a", "unexpected", 1),
    ("mén", "unexpected", 2),
    ("men\x00", "unexpected", 4),
    ("1\u00a0+ 1", "unexpected", 2),
    ("\u0661", "unexpected", 1),
    ("\ud800", "unexpected", 1),
    ("1 < 2 < 3", "chained-comparison", 7),
    ("1 = 2 != 3", "chained-comparison", 7),
    ("men and 1 < 2 > 3", "chained-comparison", 15),
    ("1000001", "number-too-large", 1),
    ("1 + 1000000.5", "number-too-large", 5),
    ("1" * 500, "number-too-large", 1),
    ("0.0000001", "too-many-decimals", 1),
    ("1 / 0", "division-by-zero", 5),
    ("1 / 0.00", "division-by-zero", 5),
    ("1 / (-0)", "division-by-zero", 5),
    ("sum(sum(weapon.points))", "aggregate-inside-aggregate", 5),
    ("min(weapon.points) + max(count(any))", "unexpected", 36),
    ("sum(count(any))", "aggregate-inside-aggregate", 5),
    ("count(count(any))", "aggregate-inside-aggregate", 7),
    ("lines(a and sum(weapon.points))", "aggregate-inside-aggregate", 13),
    ("open(1)", "unknown-function", 1),
    ("1 + eval(men)", "unknown-function", 5),
    ("(" * 41 + "1" + ")" * 41, "too-deep", 42),
    ("-" * 41 + "1", "too-deep", 42),
    ("not " * 41 + "1", "too-deep", 165),
    ("floor(" * 41 + "1", "too-deep", 247),
    ("count(" + "(" * 40 + "a", "too-deep", 47),
    ("1" + " " * 500, "too-long", 501),
]


@pytest.mark.parametrize(("text", "code", "column"), ERRORS)
def test_refusal_has_a_code_and_a_column(text: str, code: str, column: int) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)

    assert (caught.value.code, caught.value.column) == (code, column)
    assert caught.value.text == text


def test_every_code_of_the_parser_is_in_the_table_of_errors() -> None:
    assert {code for _, code, _ in ERRORS} == SENTENCES.keys() - {"unknown-name"}


@pytest.mark.parametrize("text", ["(" * 40 + "1" + ")" * 40, "-" * 40 + "1", "1" + " " * 499])
def test_limits_themselves_are_allowed(text: str) -> None:
    assert parse_formula(text).evaluate(TEAM) == 1


@pytest.mark.parametrize("operator", ["+", "-", "*", "/"])
def test_formula_may_be_as_wide_as_its_length_allows(operator: str) -> None:
    formula = parse_formula(operator.join(["1"] * 250))

    expected = {"+": 250, "-": -248, "*": 1, "/": 1}
    assert formula.evaluate(TEAM) == expected[operator]
    assert sum(term.evaluate(TEAM) for term in formula.terms) == expected[operator]


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("count(heavy-weapon)", "heavy_weapon"),
        ("weapon in {heavy-machine}", "heavy_machine"),
        ("flor(1)", "floor"),
        ("a && b", "and"),
        ("a | b", "or"),
        ("Men", "men"),
        ("MIN(1, 2)", "min"),
        ("2 ** 3", ""),
    ],
)
def test_refusal_says_what_may_have_been_meant(text: str, suggestion: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)

    assert caught.value.suggestion == suggestion


def test_error_reads_as_a_sentence_with_a_caret_under_the_fault() -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula("count(heavy-weapon) + 1")

    assert caught.value.parameters == {"found": "-", "expected": ")"}
    assert str(caught.value) == (
        "Unexpected “-”, expected “)”. Did you mean “heavy_weapon”?\n"
        "  count(heavy-weapon) + 1\n"
        "             ^"
    )


def test_error_in_a_long_text_of_several_lines_shows_one_line_around_the_caret() -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula("men +\n" * 60 + "\x00")

    _, line, caret = str(caught.value).split("\n")
    assert line[caret.index("^")] == "\N{REPLACEMENT CHARACTER}"
    assert len(line) <= 102


VOCABULARY = Vocabulary(
    values=frozenset({"men", "army-size", "infantry-support-weapons", "troop-class"}),
    attributes={
        "weapon": frozenset({"points", "to-hit"}),
        "troop-class": frozenset({"points", "ladder"}),
    },
    keys=frozenset({"rpg", "lmg", "armoured-car"}),
)


@pytest.mark.parametrize(
    "text",
    [
        "men + army_size - weapon.to_hit * sum(weapon.points)",
        "weapon in {rpg} or troop_class in {lmg} or troop_class.ladder not in {lmg}",
        "count(armoured_car and weapon in {rpg, lmg} or any)",
    ],
)
def test_formula_may_use_the_vocabulary(text: str) -> None:
    check_formula(parse_formula(text), VOCABULARY)


@pytest.mark.parametrize(
    ("text", "column", "found", "suggestion"),
    [
        ("1 + man", 5, "man", "men"),
        ("army_sise", 1, "army_sise", "army_size"),
        ("army-size", 1, "army", "army_size"),
        ("infantry-support-weapons", 1, "infantry", "infantry_support_weapons"),
        ("weapon", 1, "weapon", "weapon.to_hit"),
        ("weapon.point", 1, "weapon.point", "weapon.points"),
        ("wepon.points", 1, "wepon.points", "weapon.points"),
        ("men.points", 1, "men.points", "weapon.points"),
        ("1 + sum(weapon.pionts)", 9, "weapon.pionts", "weapon.points"),
        ("men in {rpgs}", 9, "rpgs", "rpg"),
        ("wepon in {rpg}", 1, "wepon", "weapon"),
        ("weapon.poins in {rpg}", 1, "weapon.poins", "weapon.points"),
        ("count(armored_car)", 7, "armored_car", "armoured_car"),
        ("count(men)", 7, "men", ""),
        ("rpg", 1, "rpg", ""),
        ("zzz + yyy", 1, "zzz", ""),
    ],
)
def test_unknown_name_is_refused_with_the_nearest_known_one(
    text: str, column: int, found: str, suggestion: str
) -> None:
    with pytest.raises(FormulaError) as caught:
        check_formula(parse_formula(text), VOCABULARY)

    error = caught.value
    assert (error.code, error.column, error.parameters["found"]) == ("unknown-name", column, found)
    assert error.suggestion == suggestion


# An oracle that shares nothing with the parser: trees written with as few brackets as these
# powers need, and worked out in Fraction.

type Tree = tuple[object, ...]

POWERS = {"or": 1, "and": 2, "not": 3, "<": 4, "<=": 4, ">": 4, ">=": 4, "=": 4, "==": 4, "!=": 4}
POWERS |= {"+": 5, "-": 5, "*": 6, "/": 6, "negative": 7}


def _write(tree: Tree, least: int = 0) -> str:
    kind, *parts = tree
    if kind in ("number", "name"):
        return str(parts[0])
    if kind in ("if", "min", "max", "floor", "ceil"):
        return f"{kind}({', '.join(_write(part) for part in parts)})"
    power = POWERS[kind]
    if kind == "negative":
        text = f"-{_write(parts[0], power)}"
    elif kind == "not":
        text = f"not {_write(parts[0], power)}"
    else:
        left = power + (power == POWERS["="])
        text = f"{_write(parts[0], left)} {kind} {_write(parts[1], power + 1)}"
    return text if power >= least else f"({text})"


def _work_out(tree: Tree, values: dict[str, Number]) -> Fraction:
    kind, *parts = tree
    if kind == "number":
        return Fraction(parts[0])
    if kind == "name":
        return Fraction(values[parts[0].replace("_", "-")])
    if kind == "if":
        return _work_out(parts[1] if _work_out(parts[0], values) else parts[2], values)
    if kind in ("and", "or"):
        first = bool(_work_out(parts[0], values))
        return Fraction(first if first is (kind == "or") else bool(_work_out(parts[1], values)))
    numbers = [_work_out(part, values) for part in parts]
    match kind, numbers:
        case "negative", [a]:
            return -a
        case "not", [a]:
            return Fraction(not a)
        case "floor", [a]:
            return Fraction(floor(a))
        case "ceil", [a]:
            return Fraction(ceil(a))
        case "min", _:
            return min(numbers)
        case "max", _:
            return max(numbers)
    a, b = numbers
    if kind == "/":
        return a / b
    arithmetic = {"+": a + b, "-": a - b, "*": a * b}
    order = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "!=": a != b}
    return Fraction((arithmetic | order | {"=": a == b, "==": a == b})[kind])


def _is_zero(tree: Tree) -> bool:
    kind, *parts = tree
    return (
        Fraction(parts[0]) == 0 if kind == "number" else kind == "negative" and _is_zero(parts[0])
    )


def _grow(trees: st.SearchStrategy[Tree]) -> st.SearchStrategy[Tree]:
    binary = [kind for kind in POWERS if kind not in ("not", "negative", "/")]
    return st.one_of(
        st.tuples(st.sampled_from(binary), trees, trees),
        st.tuples(st.just("/"), trees, trees.filter(lambda tree: not _is_zero(tree))),
        st.tuples(st.sampled_from(["+", "-", "*"]), trees, trees),
        st.tuples(st.sampled_from(["not", "negative", "floor", "ceil"]), trees),
        st.tuples(st.just("if"), trees, trees, trees),
        st.tuples(st.sampled_from(["min", "max"]), trees, st.just(("number", "1")), trees),
    )


NAMES = ["men", "is_night", "half", "troop_class.points", "tank.b2_cost"]
LEAVES = st.one_of(
    st.tuples(st.just("number"), st.integers(0, 1_000_000).map(str)),
    st.tuples(st.just("number"), st.integers(0, 10).map(str)),
    st.tuples(st.just("number"), st.decimals(0, 9, places=2).map(str)),
    st.tuples(st.just("name"), st.sampled_from(NAMES)),
)
TREES = st.recursive(LEAVES, _grow, max_leaves=12).filter(lambda tree: len(_write(tree)) <= 500)
SCOPES = st.fixed_dictionaries(
    {
        name.replace("_", "-"): st.integers(-9, 9) | st.fractions(-9, 9, max_denominator=9)
        for name in NAMES
    }
    | {"is-night": st.booleans()}
)

MANY = settings(max_examples=max(400, settings.default.max_examples), deadline=1000)
"""Formulas are small: more of them are drawn than of rosters, except with full counts."""


@MANY
@given(tree=TREES, values=SCOPES)
def test_any_formula_agrees_with_the_oracle_and_with_its_terms(
    tree: Tree, values: dict[str, Number]
) -> None:
    formula, scope = parse_formula(_write(tree)), Table(values=values)

    try:
        expected = _work_out(tree, values)
    except ZeroDivisionError:
        with pytest.raises(ZeroDivisionError):
            formula.evaluate(scope)
        return

    value = formula.evaluate(scope)
    assert value == expected
    assert isinstance(value, int) == (expected.denominator == 1)
    assert sum(term.evaluate(scope) for term in formula.terms) == expected


def _find_refusal(text: str) -> FormulaError | None:
    try:
        parse_formula.__wrapped__(text)
    except FormulaError as error:
        return error
    return None


def _assert_parses_or_points(text: str) -> None:
    refusal = _find_refusal(text)

    assert refusal is None or 1 <= refusal.column <= len(text) + 1
    assert refusal is None or str(refusal).endswith("^")


@MANY
@given(text=st.text(max_size=600) | st.text("ab_.1 +-*/()<>=!{},\n", max_size=80))
def test_any_text_parses_or_is_refused_at_a_column(text: str) -> None:
    _assert_parses_or_points(text)


WORDS = "+ - * / ( ) < <= = { } , . in not and or if sum( min( count( men a.b 2 0 1.5 any".split()
PIECES = st.sampled_from(WORDS) | st.text(min_size=1, max_size=2)


@MANY
@given(
    words=st.lists(PIECES, max_size=40) | st.lists(st.sampled_from(WORDS), max_size=12),
    gap=st.sampled_from(["", " "]),
)
def test_any_string_of_words_parses_or_is_refused_at_a_column(words: list[str], gap: str) -> None:
    _assert_parses_or_points(gap.join(words))


@MANY
@given(
    text=st.sampled_from([text for text, _ in VALUES]) | TREES.map(_write),
    cuts=st.lists(
        st.tuples(st.integers(0, 80), st.integers(0, 5), PIECES | st.just("")), max_size=3
    ),
)
def test_any_damaged_formula_parses_or_is_refused_at_a_column(
    text: str, cuts: list[tuple[int, int, str]]
) -> None:
    for start, length, piece in cuts:
        text = text[:start] + piece + text[start + length :]

    _assert_parses_or_points(text)


HOSTILE = [
    "(" * 10_000,
    "(" * 10_000 + "1" + ")" * 10_000,
    "(" * 500,
    "-" * 500,
    "not " * 125,
    "9**9**9",
    "9" * 500,
    "9" * 1_000_000,
    "+".join(["1"] * 20_000),
    "a-" * 250,
    "a*" * 250,
    "a/" * 250,
    "count(a)+" * 55,
    "a in {b}+" * 55,
    "floor(" * 83,
    "if(1,1," * 71,
    "a.b" * 166,
    "{" * 500,
    "a" * 500 + "b",
    "1." * 250,
    "men.__class__.__mro__",
    "().__class__.__bases__",
    "__import__('os').system('true')",
    "men.__globals__",
    "a.b.__init__",
    "scope.value.func_globals(1)",
    "constant_0(1)",
    "divide(1, 2)",
    "[x for x in y]",
    "lambda: 0",
    "f'{men}'",
    "men if men else men",
    "\x00",
    "1\x00",
    "\x00" * 500,
    "\ud800" * 500,
    "é" * 500,
    "\N{MATHEMATICAL SANS-SERIF SMALL A}",
    "1 \N{NO-BREAK SPACE}",
    "count(" * 83,
    "sum(sum(sum(a.b)))",
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_text_is_refused_at_a_column(text: str) -> None:
    with pytest.raises(FormulaError) as caught:
        parse_formula(text)

    assert 1 <= caught.value.column <= len(text) + 1


@pytest.mark.parametrize("name", ["scope", "constant_0", "divide", "sum", "eval", "lines", "true"])
def test_words_of_the_machinery_are_only_names_to_a_formula(name: str) -> None:
    formula = parse_formula(f"{name} + 0.5 + sum(weapon.points)")
    scope = Table(values={name.replace("_", "-"): 4}, amounts_of={"weapon.points": [2]})

    assert formula.evaluate(scope) == Fraction(13, 2)


def test_compiled_formula_reaches_no_builtins() -> None:
    formula = parse_formula("min(men, 2.5) + count(any)")

    assert formula.run.__globals__["__builtins__"] == {}
    assert formula.run.__globals__.keys() <= {
        "__builtins__", "sum", "min", "max", "divide", "constant_0", "constant_1",
    }  # fmt: skip
