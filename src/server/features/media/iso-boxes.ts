import type { FileBytes } from './file-bytes.ts'
import { unusable } from './unusable-file.ts'

/** One box of an MP4 or MOV file: where it stands, and where its content starts. Offsets in bytes. */
export type Box = { type: string; start: number; content: number; end: number }

/** The boxes of a file, one after the other. Throws 415 where they don't add up. */
export async function readFileBoxes(file: FileBytes): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < file.size; at = boxes.at(-1)?.end ?? file.size) {
    boxes.push(readBox(await file.read(at, LONG_HEADER), at, file.size))
    if (boxes.length > MOST_FILE_BOXES) throw unusable('brokenVideo')
  }
  return boxes
}

/** The boxes within a part of what is in memory; offsets count from the start of `bytes`. */
export function boxesIn(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = []
  // QuickTime closes some lists with four zero bytes.
  const isOver = (at: number) => at >= end || (end - at === 4 && bytes.readUInt32BE(at) === 0)
  for (let at = start; !isOver(at); at = boxes.at(-1)?.end ?? end) {
    boxes.push(readBox(bytes.subarray(at, Math.min(at + LONG_HEADER, end)), at, end))
    if (boxes.length > MOST_BOXES) throw unusable('brokenVideo')
  }
  return boxes
}

/** The first box at the end of a path of types below a parent. */
export function boxAt(bytes: Buffer, parent: Box, ...[type, ...rest]: string[]): Box | undefined {
  if (type === undefined) return parent
  const child = boxesIn(bytes, parent.content, parent.end).find((box) => box.type === type)
  return child && boxAt(bytes, child, ...rest)
}

/** A long broadcast in fragments has one box a frame. */
const MOST_FILE_BOXES = 500_000
const MOST_BOXES = 10_000
const LONG_HEADER = 16

function readBox(header: Buffer, start: number, limit: number): Box {
  const size = header.readUInt32BE(0)
  const isLong = size === 1
  const length = isLong ? Number(header.readBigUInt64BE(8)) : size === 0 ? limit - start : size
  const content = start + (isLong ? LONG_HEADER : 8)
  const end = start + length
  if (end < content || end > limit) throw unusable('brokenVideo')
  return { type: header.toString('latin1', 4, 8), start, content, end }
}
