import { unusableFile } from './unusable-file.ts'

/** One element of a Matroska file. Offsets in bytes. */
export type Element = { id: number; start: number; content: number; end: number }
/** An element that can have an unknown size (`end` is null): it ends at the next element of its level. */
export type OpenElement = Omit<Element, 'end'> & { end: number | null }

/** Maximum bytes of an element header: an id of 4 and a size of 8. */
export const HEADER_BYTES = 12

/** Parses the element header at offset `start` of the file. Throws 415 when the element exceeds its parent. */
export function readHeader(header: Buffer, start: number, limit: number): OpenElement {
  const id = readNumber(header, 0, 4)
  const size = readNumber(header, id.length, 8)
  const content = start + id.length + size.length
  const end = size.isOpen ? null : content + size.value
  if (content > limit || (end !== null && end > limit)) throw unusableFile('brokenVideo')
  return { id: header.readUIntBE(0, id.length), start, content, end }
}

/** Reads the elements between two offsets of `bytes`; their offsets count from the start of `bytes`. */
export function readElements(bytes: Buffer, start = 0, end = bytes.length): Element[] {
  const elements: Element[] = []
  for (let at = start; at < end; at = elements.at(-1)?.end ?? end) {
    const header = bytes.subarray(at, Math.min(at + HEADER_BYTES, end))
    elements.push(requireKnownSize(readHeader(header, at, end)))
    if (elements.length > MAX_ELEMENTS) throw unusableFile('brokenVideo')
  }
  return elements
}

/** Returns the element if its size is known; throws 415 otherwise. */
export function requireKnownSize(element: OpenElement): Element {
  if (element.end === null) throw unusableFile('brokenVideo')
  return { ...element, end: element.end }
}

/** The header of a `Void` element of `length` bytes in total, at least 2. */
export function voidHeader(length: number): Buffer {
  const digits = length > 9 ? 8 : 1
  const size = BigInt(length - 1 - digits) | (1n << BigInt(7 * digits))
  return Buffer.from(`ec${size.toString(16).padStart(2 * digits, '0')}`, 'hex')
}

/** Maximum sibling elements in one part that is read as a whole. */
const MAX_ELEMENTS = 1000

/** The leading zeros of the first byte are the number of bytes that follow; all ones mean an unknown size. */
function readNumber(
  header: Buffer,
  at: number,
  max: number,
): { length: number; value: number; isOpen: boolean } {
  const first = header.readUInt8(at)
  const length = Math.clz32(first) - 23
  if (length > max || at + length > header.length) throw unusableFile('brokenVideo')
  const highest = 0xff >> length
  let value = first & highest
  let isOpen = value === highest
  for (const byte of header.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isOpen &&= byte === 0xff
  }
  return { length, value, isOpen }
}
