import { unusable } from './unusable-file.ts'

/** One element of a Matroska file. Offsets in bytes. */
export type Element = { id: number; start: number; content: number; end: number }
/** One that may not say where it ends: it goes on until the next of its level. */
export type OpenElement = Omit<Element, 'end'> & { end: number | null }

/** Bytes that a header has at most: an id of 4 and a length of 8. */
export const HEADER_BYTES = 12

/** Reads the header that stands at an offset of the file. Throws 415 where it leads out of its parent. */
export function readHeader(header: Buffer, start: number, limit: number): OpenElement {
  const id = readNumber(header, 0, 4)
  const size = readNumber(header, id.length, 8)
  const content = start + id.length + size.length
  const end = size.isOpen ? null : content + size.value
  if (content > limit || (end !== null && end > limit)) throw unusable('brokenVideo')
  return { id: header.readUIntBE(0, id.length), start, content, end }
}

/** The elements within a part of what is in memory; offsets count from the start of `bytes`. */
export function elementsIn(bytes: Buffer, start = 0, end = bytes.length): Element[] {
  const elements: Element[] = []
  for (let at = start; at < end; at = elements.at(-1)?.end ?? end) {
    const header = bytes.subarray(at, Math.min(at + HEADER_BYTES, end))
    elements.push(closed(readHeader(header, at, end)))
    if (elements.length > MAX_ELEMENTS) throw unusable('brokenVideo')
  }
  return elements
}

/** An element that says where it ends; throws 415 for others. */
export function closed(element: OpenElement): Element {
  if (element.end === null) throw unusable('brokenVideo')
  return { ...element, end: element.end }
}

/** The header of an empty place of so many bytes, of 2 at least, header included. */
export function voidHeader(length: number): Buffer {
  const digits = length > 9 ? 8 : 1
  const size = BigInt(length - 1 - digits) | (1n << BigInt(7 * digits))
  return Buffer.from(`ec${size.toString(16).padStart(2 * digits, '0')}`, 'hex')
}

/** Side by side, in one part that is read as a whole. */
const MAX_ELEMENTS = 1000

/** The leading zeros of the first byte say how many bytes follow; ones alone stand for an open length. */
function readNumber(
  header: Buffer,
  at: number,
  most: number,
): { length: number; value: number; isOpen: boolean } {
  const first = header.readUInt8(at)
  const length = Math.clz32(first) - 23
  if (length > most || at + length > header.length) throw unusable('brokenVideo')
  const highest = 0xff >> length
  let value = first & highest
  let isOpen = value === highest
  for (const byte of header.subarray(at + 1, at + length)) {
    value = value * 256 + byte
    isOpen &&= byte === 0xff
  }
  return { length, value, isOpen }
}
