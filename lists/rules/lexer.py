"""The words of a formula, the limits on its text, and the error that points into it."""

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Final, Literal, NamedTuple

MAXIMUM_LENGTH: Final = 500
MAXIMUM_NUMBER: Final = 10**6
MAXIMUM_DECIMALS: Final = 6

_TOKEN: Final = re.compile(
    r"(?P<space>[ \t\r\n]+)|(?P<number>[0-9]+(?:\.[0-9]+)?)|(?P<word>[A-Za-z_][A-Za-z0-9_]*)"
    r"|(?P<symbol>[<>=!]=|[-+*/()<>=.,{}])|(?P<other>&&|\|\||(?s:.))"
)
_IDENTIFIER: Final = re.compile(r"[a-z][a-z0-9_]*")
_FOREIGN: Final = {"&": "and", "&&": "and", "|": "or", "||": "or", "!": "not"}
_SHOWN: Final = 80

SENTENCES: Final = {
    "unexpected": "Unexpected “{found}”, expected “{expected}”.",
    "unfinished": "The formula stops too early, expected “{expected}”.",
    "too-long": "A formula has at most {limit} characters.",
    "too-deep": "A formula nests at most {limit} deep.",
    "number-too-large": "{found} is too large: numbers go up to {limit}.",
    "too-many-decimals": "{found} has too many decimals: at most {limit}.",
    "chained-comparison": "Comparisons cannot be chained: join two of them with “and”.",
    "division-by-zero": "A formula cannot divide by zero.",
    "aggregate-inside-aggregate": "“{found}” cannot stand inside “{outer}”.",
    "unknown-function": "There is no function “{found}”.",
    "unknown-name": "“{found}” is not known here.",
}


class FormulaError(ValueError):
    """What is wrong with a formula, and the 1-based column where it goes wrong.

    `suggestion` is what the author may have meant, as a formula writes it, or "".
    """

    def __init__(
        self, code: str, column: int, text: str, suggestion: str = "", **parameters: str | int
    ) -> None:
        super().__init__(code, column, text)
        self.code = code
        self.column = column
        self.text = text
        self.suggestion = suggestion
        self.parameters = parameters

    def __str__(self) -> str:
        parameters = {name: _printable(str(value)) for name, value in self.parameters.items()}
        sentence = SENTENCES[self.code].format(**parameters)
        if self.suggestion:
            sentence += f" Did you mean “{self.suggestion}”?"
        start = max(0, self.column - _SHOWN)
        line = _printable(self.text[start : start + _SHOWN + 20])
        return f"{sentence}\n  {line}\n  {' ' * (self.column - 1 - start)}^"


class Token(NamedTuple):
    """A number, word or symbol of a formula, or its end (with empty text)."""

    kind: Literal["number", "word", "symbol", "end"]
    text: str
    column: int


def read_tokens(text: str) -> list[Token]:
    """Split a formula into its tokens; raise FormulaError where no token can start."""
    if len(text) > MAXIMUM_LENGTH:
        raise FormulaError("too-long", MAXIMUM_LENGTH + 1, text, limit=MAXIMUM_LENGTH)
    return [*_find_tokens(text), Token("end", "", len(text) + 1)]


def read_number(token: Token, text: str) -> int | Fraction:
    """The exact value of a number token; raise FormulaError when it passes a limit."""
    number = Fraction(token.text)
    if number > MAXIMUM_NUMBER:
        code, limit = "number-too-large", MAXIMUM_NUMBER
    elif len(token.text.partition(".")[2]) > MAXIMUM_DECIMALS:
        code, limit = "too-many-decimals", MAXIMUM_DECIMALS
    else:
        return number.numerator if number.denominator == 1 else number
    raise FormulaError(code, token.column, text, found=token.text, limit=limit)


def _find_tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        found, column = match.group(), match.start() + 1
        match match.lastgroup:
            case "number" | "symbol" as kind:
                yield Token(kind, found, column)
            case "word" if _IDENTIFIER.fullmatch(found):
                yield Token("word", found, column)
            case "word" | "other":
                known = _IDENTIFIER.fullmatch(found.lower())
                meant = found.lower() if known else _FOREIGN.get(found, "")
                raise FormulaError(
                    "unexpected", column, text, meant, found=found, expected="value or operator"
                )


def _printable(text: str) -> str:
    return "".join(
        letter if letter.isprintable() else " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )
