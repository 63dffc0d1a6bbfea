import type { FileBytes } from './file-bytes.ts'
import { unusable } from './unusable-file.ts'

/** One box of an MP4 or MOV file: where it stands, and where its content starts. Offsets in bytes. */
export type Box = { type: string; start: number; content: number; end: number }

/** What is still looked at in a file: reading counts it down, and refuses the file where it runs out. */
export type Allowance = { boxes: number; tableEntries: number; comparisons: number }

/**
 * Of boxes at every level: two hours in fragments of a second. Of entries: five hours of 60 pictures a second, with sound.
 * Of comparisons, one for each chunk and track: three hours with sound in twenty languages.
 */
export const newAllowance = (): Allowance => ({
  boxes: 100_000,
  tableEntries: 4_000_000,
  comparisons: 20_000_000,
})

/** Takes from what is still looked at. Throws 415 where it runs out. */
export function take(left: Allowance, kind: keyof Allowance, count: number): void {
  left[kind] -= count
  if (left[kind] < 0) throw unusable('brokenVideo')
}

/** The boxes of a file, one after the other. Throws 415 where they don't add up. */
export async function readFileBoxes(file: FileBytes, left: Allowance): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < file.size; at = boxes.at(-1)?.end ?? file.size) {
    take(left, 'boxes', 1)
    boxes.push(readBox(await file.read(at, LONG_HEADER), at, file.size))
  }
  return boxes
}

/** A part of the file that is in memory. */
export type Part = { file: FileBytes; bytes: Buffer; left: Allowance }

/** The boxes within a stretch of a part; offsets count from the start of `bytes`. */
export async function boxesIn({ file, bytes, left }: Part, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = []
  // QuickTime closes some lists with four zero bytes.
  const isOver = (at: number) => at >= end || (end - at === 4 && bytes.readUInt32BE(at) === 0)
  for (let at = start; !isOver(at); at = boxes.at(-1)?.end ?? end) {
    take(left, 'boxes', 1)
    boxes.push(readBox(bytes.subarray(at, Math.min(at + LONG_HEADER, end)), at, end))
    const turn = file.step()
    if (turn) await turn
  }
  return boxes
}

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
