/** A position in a text: `offset` in UTF-16 units, `line` and `column` from 1, the column in code points. */
type TextPosition = { offset: number; line: number; column: number }

/**
 * Returns where a text stops being JSON (RFC 8259), null if it is JSON. The messages of `JSON.parse` differ between
 * engines, and some of them have no position.
 */
export function findJsonError(text: string): TextPosition | null {
  const offset = findErrorOffset(text)
  return offset === null ? null : positionAt(text, offset)
}

/** The tokens that may follow: `s` is a string, `v` another scalar, the others are themselves. */
const VALUE = '{[sv'
const ITEM_OR_END = `${VALUE}]`
const KEY = 's'
const KEY_OR_END = 's}'
const END = ''

/** Keeps the open objects and arrays in a list, as a recursion would overflow the stack of a deeply nested text. */
function findErrorOffset(text: string): number | null {
  const open: string[] = []
  let expected: string = VALUE
  let offset = skipSpace(text, 0)
  while (offset < text.length) {
    const token = readToken(text, offset)
    if (!token || !expected.includes(token.kind)) return offset
    if (!token.isWhole) return token.end
    expected = expectedAfter(token.kind, expected, open)
    offset = skipSpace(text, token.end)
  }
  return expected === END ? null : text.trimEnd().length
}

type Token = {
  kind: string
  end: number
  /** False for a string with an invalid character at `end`, or without its closing quote. */
  isWhole: boolean
}

// oxlint-disable-next-line no-control-regex -- control characters must be escaped in strings
const STRING_START = /"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*/y
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/y

function readToken(text: string, offset: number): Token | null {
  const first = text.charAt(offset)
  if ('{}[],:'.includes(first)) return { kind: first, end: offset + 1, isWhole: true }
  if (first !== '"') {
    const end = matchEnd(SCALAR, text, offset)
    return end === null ? null : { kind: 'v', end, isWhole: true }
  }
  const end = matchEnd(STRING_START, text, offset) ?? offset
  return text[end] === '"' ? { kind: 's', end: end + 1, isWhole: true } : { kind: 's', end, isWhole: false }
}

/** Updates the list of open objects and arrays. */
function expectedAfter(kind: string, expected: string, open: string[]): string {
  switch (kind) {
    case '{':
      open.push(kind)
      return KEY_OR_END
    case '[':
      open.push(kind)
      return ITEM_OR_END
    case ':':
      return VALUE
    case ',':
      return open.at(-1) === '{' ? KEY : VALUE
    case '}':
    case ']':
      open.pop()
      return expectedAfterValue(open)
    default:
      return expected === KEY || expected === KEY_OR_END ? ':' : expectedAfterValue(open)
  }
}

function expectedAfterValue(open: readonly string[]): string {
  switch (open.at(-1)) {
    case '{':
      return ',}'
    case '[':
      return ',]'
    default:
      return END
  }
}

const SPACE = /[\t\n\r ]*/y

function skipSpace(text: string, offset: number): number {
  return matchEnd(SPACE, text, offset) ?? offset
}

/** Returns the end of the match of a sticky expression at an offset. */
function matchEnd(expression: RegExp, text: string, offset: number): number | null {
  expression.lastIndex = offset
  return expression.test(text) ? expression.lastIndex : null
}

function positionAt(text: string, offset: number): TextPosition {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/)
  const column = [...(lines.at(-1) ?? '')].length + 1
  return { offset, line: lines.length, column }
}
