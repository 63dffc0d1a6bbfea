import { readFile } from 'node:fs/promises'
import { type SOURCES, source } from '#server/transcoding/testing/test-media.ts'

/** Returns a real video. A test file that uses it calls `closeToolAfterTests`. */
export const testVideo = async (name: keyof typeof SOURCES = 'mp4'): Promise<Buffer> =>
  readFile(await source(name))

/** One box of an MP4 file. */
export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each)))
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content])
}

/** One element of a Matroska file. */
export function element(id: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((each) => Buffer.from(each)))
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(content.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id.toString(16), 'hex'), size, content])
}

/** Adds boxes to the end of an MP4's `moov`, which is its last box, and behind it. */
export function withBoxes(
  mp4: Buffer,
  { movieBoxes = [], fileBoxes = [] }: { movieBoxes?: Buffer[]; fileBoxes?: Buffer[] },
): Buffer {
  const at = mp4.lastIndexOf('moov') - 4
  if (at + mp4.readUInt32BE(at) !== mp4.length) throw new Error('moov is not the last box')
  const movie = box('moov', mp4.subarray(at + 8), ...movieBoxes)
  return Buffer.concat([mp4.subarray(0, at), movie, ...fileBoxes])
}

const SEGMENT = Buffer.from('18538067', 'hex')

/** Adds elements to the end of a Matroska's segment; `isUnknown` leaves the segment's size open, as browsers do. */
export function withElements(matroska: Buffer, elements: Buffer[], { isUnknown = false } = {}): Buffer {
  const at = matroska.indexOf(SEGMENT)
  const content = matroska.subarray(at + SEGMENT.length + 8)
  const segment = element(0x18538067, content, ...elements)
  if (isUnknown) segment.fill(0xff, SEGMENT.length + 1, SEGMENT.length + 8)
  return Buffer.concat([matroska.subarray(0, at), segment])
}

/** Consecutive big-endian 32-bit numbers. */
export function uint32List(numbers: readonly number[]): Buffer {
  return Buffer.concat(numbers.map(uint32))
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}
