"""What somebody may write where a name, a note or a number is asked for, to break something.

Each is named, and says what is shown of it where that is not what was written: characters that
nobody sees or that turn the direction of writing are left out, and every kind of line break and
of tab is a plain one (`lists.rules.document.clean_text`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Payload:
    """A text that is written, and what is shown of it."""

    name: str
    written: str
    shown: str

    @property
    def line(self) -> str:
        """What is shown of it where there is one line, as for a name."""
        return " ".join(self.shown.split())

    @property
    def can_be_typed(self) -> bool:
        """Whether a browser sends it as it is: no NUL, which is refused, and no half a letter."""
        return not any(each == "\0" or "\ud800" <= each <= "\udfff" for each in self.written)


FOREIGN = "https://evil.example"

AS_WRITTEN = {
    # Scripts
    "script": "<script>alert(1)</script>",
    "script in odd letters": "<ScRiPt >alert(1)</sCrIpT\n>",
    "script from elsewhere": f"<script src={FOREIGN}/x.js></script>",
    "script in a script": "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "module": f"<script type=module>import '{FOREIGN}/x.js'</script>",
    "import map": '<script type=importmap>{"imports":{}}</script>',
    "full-width script": "\uff1cscript\uff1ealert(1)\uff1c/script\uff1e",
    # Elements that run something
    "img onerror": "<img src=x onerror=alert(1)>",
    "img from elsewhere": f'<img src="{FOREIGN}/x.png">',
    "svg onload": "<svg onload=alert(1)>",
    "svg/onload": "<svg/onload=alert(1)//",
    "svg animate": "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "svg script": "<svg><script>alert(1)</script></svg>",
    "body onload": "<body onload=alert(1)>",
    "details ontoggle": "<details open ontoggle=alert(1)>x</details>",
    "input autofocus": "<input autofocus onfocus=alert(1)>",
    "video onerror": "<video><source onerror=alert(1)></video>",
    "iframe javascript": "<iframe src=javascript:alert(1)></iframe>",
    "iframe srcdoc": "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "object from data": "<object data='data:text/html,<script>alert(1)</script>'></object>",
    "embed": f"<embed src={FOREIGN}/x.swf>",
    "base": f'<base href="{FOREIGN}/">',
    "meta refresh": f'<meta http-equiv=refresh content="0;url={FOREIGN}/">',
    "style sheet": f"<link rel=stylesheet href={FOREIGN}/x.css>",
    "attachment": "<link rel=attachment href=file:///etc/passwd>",
    "form": f"<form action={FOREIGN}/><button>x</button></form>",
    "button of our form": f"<button form=edit formaction={FOREIGN}/>x</button>",
    "dialog": "<dialog open><form method=dialog><button autofocus>x</button></form></dialog>",
    "math": '<math><maction xlink:href="javascript:alert(1)">x</maction></math>',
    "mutation in noscript": '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    "mutation in svg": '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
    # Addresses
    "javascript:": "javascript:alert(1)",
    "link to javascript:": '<a href="JaVaScRiPt:alert(1)">x</a>',
    "data:": "data:text/html,<script>alert(1)</script>",
    "no scheme": "//evil.example/x",
    "broken address": "http://[::1/lists/x",
    "foreign address": f"{FOREIGN}/?q=1&r=2#s",
    "markdown": f"[x](javascript:alert(1)) ![y]({FOREIGN}/y.png)",
    # htmx
    "hx-get": f'<div hx-get="{FOREIGN}/" hx-trigger="load">x</div>',
    "data-hx-get": '<div data-hx-get="/new/" data-hx-trigger="load">x</div>',
    "hx-on": '<img src=x hx-on:error="alert(1)" hx-on--load="alert(1)">',
    "hx-get in an attribute": '" hx-get="/new/" hx-trigger="load" x="',
    "hx-vals": "' hx-vals='js:{x: alert(1)}' hx-get='/new/",
    "hx-swap-oob": '<p id="announcement" hx-swap-oob="true">Saved</p>',
    "our save state": '<p id="save-state" data-state="saved">Saved</p>',
    "our form": '<form id="edit" method="post"><input name="act" value="operation=remove">',
    "our page": '<div id="builder"><div id="desk" data-base="1"></div></div>',
    # Out of where it stands
    "double quote and handler": '" onmouseover="alert(1)',
    "single quote and handler": "' autofocus onfocus='alert(1)",
    "back quote and handler": "` onload=alert(1) `",
    "no quote and handler": "x onfocus=alert(1) autofocus",
    "double quote, element": '"><script>alert(1)</script>',
    "single quote, element": "'><img src=x onerror=alert(1)>",
    "end of textarea": "</textarea><script>alert(1)</script>",
    "end of title": "</title><script>alert(1)</script>",
    "end of option": "</option></select><img src=x onerror=alert(1)>",
    "end of style": "</style><img src=x onerror=alert(1)>",
    "end of script": "</script><img src=x onerror=alert(1)>",
    "end of template": "</template></noscript><img src=x onerror=alert(1)>",
    "end of the page": "</span></a></h1></li></ul></div></main></body></html>",
    "end of a comment": "--><img src=x onerror=alert(1)><!--",
    "comment": "<!-- x",
    "conditional comment": "<!--[if IE]><script>alert(1)</script><![endif]-->",
    "CDATA": "<![CDATA[<script>alert(1)</script>]]>",
    "doctype": '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]>&y;',
    "instruction": "<?php echo 1 ?><?xml version='1.0'?>",
    "plaintext": "<plaintext><xmp><listing>",
    "one angle": "5 < 6 > 4 <3",
    # Templates, formats, escapes
    "template of ours": "{{ request.user }} {{ 7|add:7 }} {% debug %} {# x #}",
    "template tag": '{% include "base.html" %}{% endblocktranslate %}',
    "other templates": "${7*7} #{7*7} {{7*7}} <%= 7*7 %>",
    "percent formats": "%s %d %(name)s %(where)s %% %",
    "brace formats": "{0} {} {name!r} {measure} {at_most}",
    "back slashes": r"a\nb \u003cb\u003e \x3c \\ \0",
    "back slash at the end": "Ends in \\",
    "back slash before a quote": "\\\" onclick=alert(1) \\'",
    "quotes": "\" ' ` « » “ ” ‘ ’ „ ‚ ‹ ›",
    "entities": "&lt;script&gt;alert(1)&lt;/script&gt; &amp;amp; &quot; &notit; &#0; &#x202e;",
    "entity without an end": "&lt script&gt &AMP &",
    "percent signs": "%3Cscript%3Ealert(1)%3C/script%3E %00 %zz %",
    "header in percent": "%0d%0aSet-Cookie:%20pwned=1",
    "query": "?operation=remove&node=n1&act=operation%3Dremove#x",
    # Style sheets
    "end of a rule": "} body { display: none } /*",
    "address in a style": f"color:red;background:url({FOREIGN}/x.png)",
    "import in a style": f"@import url({FOREIGN}/x.css);",
    "style element": "<style>* { display: none !important }</style>",
    "style attribute": '" style="position:fixed;inset:0;background:red',
    "escape in a style": "\\22 ) url(file:///etc/passwd) \\a",
    # Other machines
    "SQL": "'; DROP TABLE lists_roster; --",
    "SQL that is true": "' OR '1'='1",
    "SQL wild cards": "100%_ [a-z] ESCAPE '\\'",
    "path": "../../../../etc/passwd",
    "path of Windows": "..\\..\\CON.txt:stream",
    "shell": "$(id) `id` ; rm -rf / | cat > x && y",
    "spreadsheet": '=HYPERLINK("https://evil.example";"x")+1',
    "at sign": "@SUM(1+1)",
    "JSON": '", "children": [], "x": {"a": [1,',
    "LDAP": "*)(uid=*))(|(uid=*",
    "terminal without its escape": "[31mred[0m",
    # Words that mean something elsewhere
    "None": "None",
    "null": "null",
    "undefined": "undefined",
    "NaN": "NaN",
    "True": "True",
    "false": "false",
    "object": "[object Object]",
    "prototype": "__proto__",
    "constructor": "constructor",
    # Numbers
    "0": "0",
    "-1": "-1",
    "1e9": "1e9",
    "1000000000": "1000000000",
    "2**64": "18446744073709551616",
    "padded": "007",
    "fraction": "1.5",
    "comma": "1,5",
    "hexadecimal": "0x1F",
    "infinity": "Infinity",
    "underscore": "1_000",
    "Arabic digits": "\u0661\u0662\u0663",
    "superscript": "\u00b2\u00bd\u2167",
    # Letters
    "Spanish": "Ñandú, ¿qué tal? ¡Olé! 12 €",
    "Cyrillic and Greek": "Привет, Ελλάδα",
    "Hebrew": "שלום",
    "Arabic": "مرحبا",
    "Chinese": "陸軍步兵",
    "decomposed": "e\u0301n\u0303u\u0308",
    "sharp s and dotless i": "Straße ıİ ŉ ﬁ",
    "combining flood": "Z" + "\u0301\u0323\u0334" * 20,
    "emoji": "\U0001f600\U0001f680",
    "emoji joined": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "flag and skin": "\U0001f1ea\U0001f1f8\U0001f44d\U0001f3fd",
    "beyond the first plane": "\U0001d54f\U00010348",
    "private use": "\ue000\U000f0000",
    "no character": "\ufffex\uffff",
    "replacement": "\ufffd",
    "zero width": "a\u200bb\u200cc\u200dd\u2060e",
    "byte order mark": "a\ufeffb",
    "soft hyphen": "so\u00adft",
    "tag letters": "x\U000e0041\U000e007f",
    "variation": "a\ufe0f\ufe0e",
    "spaces": "   ",
    "wide space": "a\u3000b\u00a0c\u2003d",
    # Lengths
    "200 letters": "W" * 200,
    "200 letters in words": "lorem ipsum " * 16 + "et dolor",
}
"""What is shown as it was written."""

CLEANED = {
    "NUL": ("a\0b", "ab"),
    "NUL at the end of a name": ("roster.json\0.png", "roster.json.png"),
    "bell and escape": ("a\x07\x1b[31mb", "a[31mb"),
    "delete": ("a\x7f\x08b", "ab"),
    "upper controls": ("a\x80\x9b31mb\x9f", "a31mb"),
    "tab": ("a\tb", "a b"),
    "nothing to be seen": ("\u202e\u200f\x07", ""),
    "vertical tab, form feed": ("a\vb\fc", "a\nb\nc"),
    "next line": ("a\x85b", "a\nb"),
    "separators of files": ("a\x1c\x1d\x1e\x1fb", "ab"),
    "right to left": ("abc\u202edcba", "abcdcba"),
    "right to left file": ("Sheet\u202efdp.exe", "Sheetfdp.exe"),
    "embeddings": ("\u202a\u202b\u202c\u202da", "a"),
    "isolates": ("\u2066a\u2067b\u2068c\u2069", "abc"),
    "marks": ("a\u200e\u200f\u061cb", "ab"),
    "half a letter": ("a\ud800b\udfff", "ab"),
    "header": ("x\r\nSet-Cookie: pwned=1\r\n\r\n<b>", "x\nSet-Cookie: pwned=1\n\n<b>"),
    "mail header": ("x\nBcc: a@evil.example", "x\nBcc: a@evil.example"),
    "old line ends": ("a\rb\r\nc", "a\nb\nc"),
    "line separators": ("a\u2028b\u2029c", "a\nb\nc"),
    "blank lines before": ("\n\n  a", "\n\n  a"),
    "blank lines behind": ("a  \n\n", "a  \n\n"),
    "many lines": ("a\n" * 30, "a\n" * 30),
}
"""What is shown otherwise than it was written, and what is shown then."""

PAYLOADS = [
    *(Payload(name, text, text) for name, text in AS_WRITTEN.items()),
    *(Payload(name, *texts) for name, texts in CLEANED.items()),
]
TYPED = [payload for payload in PAYLOADS if payload.can_be_typed]

ALONE = {"back slash at the end", "nothing to be seen", "spaces", "None", "null", "NaN", "0", "-1"}
"""Those that are something else as a part of another text."""


def pack(payloads: Iterable[Payload], longest: int) -> Iterator[Payload]:
    """The same payloads, as many in one as a browser takes, so that few pages show them all."""
    parts: list[Payload] = []
    for payload in payloads:
        if payload.name in ALONE:
            yield payload
            continue
        if parts and _measure(_join([*parts, payload]).written) > longest:
            yield _join(parts)
            parts = []
        parts.append(payload)
    yield _join(parts)


def _join(parts: list[Payload]) -> Payload:
    return Payload(
        f"{parts[0].name} to {parts[-1].name}",
        " ".join(part.written for part in parts),
        " ".join(part.shown for part in parts),
    )


def _measure(text: str) -> int:
    """The length of a text as browsers count it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
