/** The deepest value of the contract is at level 5. */
const MAX_DEPTH = 32
/** The largest body of the contract has some hundred values. */
const MAX_VALUES = 20_000

/** Bytes of a number or literal outside of strings. Converting a megabyte of digits takes 20 ms. */
const MAX_TOKEN_BYTES = 64

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Whether a JSON text has at most `MAX_DEPTH` nested levels, at most about `maxValues` values, and no number of more
 * than `MAX_TOKEN_BYTES` characters. Parsing and validating a megabyte of brackets takes more than 100 ms; this takes 2
 * ms. Does not check whether the JSON is valid.
 */
export function hasReasonableShape(json: Buffer, maxValues = MAX_VALUES): boolean {
  let depth = 0
  let values = 0
  let tokenBytes = 0
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0
    tokenBytes = isPartOfToken(byte) ? tokenBytes + 1 : 0
    switch (byte) {
      case QUOTE:
        index = endOfString(json, index)
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
    if (depth > MAX_DEPTH || values > maxValues || tokenBytes > MAX_TOKEN_BYTES) return false
  }
  return true
}

/** True for letters, digits, `+`, `-` and `.`; false for the structural characters of JSON. */
function isPartOfToken(byte: number): boolean {
  return (
    (byte > COMMA && byte < 0x3a) || (byte > 0x40 && byte < OPEN_ARRAY) || (byte > 0x60 && byte < OPEN_OBJECT)
  )
}

/** Bytes of a string that are checked one by one; the rest of a longer one is searched for quotes. */
const SCAN_BYTES = 256

/** Returns the index of the quote that ends the string at `start`, or the length of the text. */
function endOfString(json: Buffer, start: number): number {
  for (let index = start + 1, nextSearch = index + SCAN_BYTES; index < json.length; index++) {
    if (json[index] === BACKSLASH) index += 1
    else if (json[index] === QUOTE) return index
    if (index < nextSearch) continue
    // A data URL has megabytes without a quote.
    const quote = json.indexOf(QUOTE, index + 1)
    if (quote === -1) return json.length
    if (!isEscaped(json, quote, index + 1)) return quote
    index = quote
    nextSearch = index + SCAN_BYTES
  }
  return json.length
}

/** Whether the quote is escaped; `from` is the index of a byte that is not escaped. */
function isEscaped(json: Buffer, quote: number, from: number): boolean {
  let index = quote
  while (index > from && json[index - 1] === BACKSLASH) index -= 1
  return (quote - index) % 2 === 1
}
