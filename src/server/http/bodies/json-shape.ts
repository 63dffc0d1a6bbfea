/** The deepest value of the contract lies at level 5. */
const MAX_DEPTH = 32
/** The largest body of the contract has some hundred values. */
const MAX_VALUES = 20_000

/** Bytes of a number or word outside of strings. Converting a megabyte of digits takes 20 ms. */
const MAX_TOKEN = 64

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether a JSON text is nested at most `MAX_DEPTH` levels deep, has at most about `MAX_VALUES` values, and no number
 * of more than `MAX_TOKEN` signs. Parsing and checking a megabyte of brackets takes more than 100 ms; this takes 2 ms. Says nothing about whether it is valid JSON.
 */
export function hasReasonableShape(json: Buffer): boolean {
  let depth = 0
  let values = 0
  let token = 0
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    token = isPartOfToken(byte) ? token + 1 : 0
    switch (byte) {
      case QUOTE:
        at = endOfString(json, at)
        break
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1
        values += 1
        break
      case COMMA:
        values += 1
        break
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1
        break
      default:
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES || token > MAX_TOKEN) return false
  }
  return true
}

/** Letters, digits, `+`, `-` and `.`; no sign that structures JSON. */
function isPartOfToken(byte: number): boolean {
  return (
    (byte > COMMA && byte < 0x3a) || (byte > 0x40 && byte < OPEN_ARRAY) || (byte > 0x60 && byte < OPEN_OBJECT)
  )
}

/** Bytes of a string that are looked at one by one; the rest of a longer one is skipped from quote to quote. */
const STEP = 256

/** Index of the quote that ends the string at `start`, or of the end of the text. */
function endOfString(json: Buffer, start: number): number {
  for (let at = start + 1, next = at + STEP; at < json.length; at++) {
    if (json[at] === BACKSLASH) at += 1
    else if (json[at] === QUOTE) return at
    if (at < next) continue
    // A data-URL has megabytes without a quote.
    const quote = json.indexOf(QUOTE, at + 1)
    if (quote === -1) return json.length
    if (!isEscaped(json, quote, at + 1)) return quote
    at = quote
    next = at + STEP
  }
  return json.length
}

/** `from` is a byte that is not escaped itself. */
function isEscaped(json: Buffer, quote: number, from: number): boolean {
  let at = quote
  while (at > from && json[at - 1] === BACKSLASH) at -= 1
  return (quote - at) % 2 === 1
}
