import type { FileBytes } from './file-bytes.ts'
import { unusableFile } from './unusable-file.ts'

/** One box of an MP4 or MOV file. Offsets in bytes; `content` is the first byte behind the header. */
export type Box = { type: string; start: number; content: number; end: number }

/** How much of a file may still be parsed, so that a hostile file cannot cost unbounded work. */
export type ParseBudget = { boxes: number; tableEntries: number; comparisons: number }

/**
 * Boxes at every level: enough for two hours in fragments of one second. Table entries: five hours of 60 frames a
 * second with audio. Comparisons, one per chunk and track: three hours with audio in twenty languages.
 */
export const newParseBudget = (): ParseBudget => ({
  boxes: 100_000,
  tableEntries: 4_000_000,
  comparisons: 20_000_000,
})

/** Subtracts from the budget. Throws 415 when it is exhausted. */
export function consume(left: ParseBudget, kind: keyof ParseBudget, count: number): void {
  left[kind] -= count
  if (left[kind] < 0) throw unusableFile('brokenVideo')
}

/** Reads the top-level boxes of a file. Throws 415 when their sizes are inconsistent. */
export async function readFileBoxes(file: FileBytes, left: ParseBudget): Promise<Box[]> {
  const boxes: Box[] = []
  for (let at = 0; at < file.size; at = boxes.at(-1)?.end ?? file.size) {
    consume(left, 'boxes', 1)
    boxes.push(readBox(await file.read(at, LONG_HEADER), at, file.size))
  }
  return boxes
}

/** A part of the file in memory. */
export type Part = { file: FileBytes; bytes: Buffer; left: ParseBudget }

/** Reads the boxes between two offsets of a part; offsets count from the start of `bytes`. */
export async function readBoxes({ file, bytes, left }: Part, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = []
  // QuickTime closes some lists with four zero bytes.
  const isOver = (at: number) => at >= end || (end - at === 4 && bytes.readUInt32BE(at) === 0)
  for (let at = start; !isOver(at); at = boxes.at(-1)?.end ?? end) {
    consume(left, 'boxes', 1)
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
  if (end < content || end > limit) throw unusableFile('brokenVideo')
  return { type: header.toString('latin1', 4, 8), start, content, end }
}
