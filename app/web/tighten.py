"""Scripts, style sheets and drawings without what only people read: comments, indents, spaces around signs.

Names stay as they are and no statement is moved, so what a browser reports still points at something one can find.
"""

from __future__ import annotations

import re

#: A slash after one of these begins a pattern, after anything else it divides.
BEFORE_PATTERN = frozenset("(,=:[!&|?{};+-*%<>~^\n") | {""}
WORDS_BEFORE_PATTERN = ("return", "typeof", "case", "in", "of", "do", "else")
#: A line that ends in one of these, or a next one that begins so, needs no line break between them.
OPEN_ENDED = frozenset("{(;,[&|?:") | {""}
CLOSING = frozenset("})]")


def tight_js(text: str) -> str:
    """A script: comments and spaces go, line breaks stay where a statement may end."""
    out: list[str] = []
    at = 0
    while at < len(text):
        char = text[at]
        if text.startswith("//", at):
            at = _until(text, at, "\n")
        elif text.startswith("/*", at):
            at = _until(text, at + 2, "*/") + 2
        elif char.isspace():
            end = at
            while end < len(text) and text[end].isspace():
                end += 1
            _put_space(out, "\n" in text[at:end])
            at = end
        else:
            end = _token_end(text, at, out)
            _put(out, text[at:end])
            at = end
    return "".join(out).strip()


def _token_end(text: str, at: int, out: list[str]) -> int:
    """The end of the string, template, pattern, name or sign that begins at `at`."""
    char = text[at]
    if char in "'\"":
        return _string_end(text, at, char)
    if char == "`":
        return _template_end(text, at)
    if char == "/" and _may_be_pattern(out):
        return _pattern_end(text, at)
    end = at + 1
    if _in_name(char):
        while end < len(text) and _in_name(text[end]):
            end += 1
    return end


def _put_space(out: list[str], broken: bool) -> None:
    """Remember a gap: a line break where one was, else a space; the next token says whether it is needed."""
    if out and out[-1] not in (" ", "\n"):
        out.append("\n" if broken else " ")
    elif out and broken:
        out[-1] = "\n"


def _put(out: list[str], token: str) -> None:
    if out and out[-1] in (" ", "\n"):
        gap, before = out.pop(), out[-1][-1:] if out else ""
        if gap == "\n":
            needed = before not in OPEN_ENDED and token[0] not in CLOSING
        else:
            names = _in_name(before) and _in_name(token[0])
            needed = names or (before in "+-" and before == token[0])
        if needed:
            out.append(gap)
    out.append(token)


def _in_name(char: str) -> bool:
    return char.isalnum() or char in ("_", "$", "#")


def _until(text: str, at: int, end: str) -> int:
    found = text.find(end, at)
    return len(text) if found < 0 else found


def _string_end(text: str, at: int, quote: str) -> int:
    at += 1
    while text[at] != quote:
        at += 2 if text[at] == "\\" else 1
    return at + 1


def _template_end(text: str, at: int) -> int:
    at += 1
    while text[at] != "`":
        if text.startswith("${", at):
            at = _hole_end(text, at + 2)
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def _hole_end(text: str, at: int) -> int:
    depth = 1
    while depth:
        char = text[at]
        if char in "'\"":
            at = _string_end(text, at, char)
            continue
        if char == "`":
            at = _template_end(text, at)
            continue
        depth += {"{": 1, "}": -1}.get(char, 0)
        at += 1
    return at


def _may_be_pattern(out: list[str]) -> bool:
    before = next((token for token in reversed(out) if token not in (" ", "\n")), "")
    return before[-1:] in BEFORE_PATTERN or before in WORDS_BEFORE_PATTERN


def _pattern_end(text: str, at: int) -> int:
    at, in_class = at + 1, False
    while text[at] != "/" or in_class:
        if text[at] == "\\":
            at += 1
        elif text[at] in "[]":
            in_class = text[at] == "["
        at += 1
    return at + 1


def tight_css(text: str) -> str:
    """A style sheet."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    css = " ".join(line.strip() for line in text.splitlines() if line.strip())
    css = re.sub(r"\s*([{};,])\s*", r"\1", css)
    css = re.sub(r"(?<=[{;])([\w-]+):\s+", r"\1:", css)
    return css.replace(";}", "}")


def tight_svg(text: str) -> str:
    """A drawing."""
    return re.sub(r">\s+<", "><", re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)).strip()
