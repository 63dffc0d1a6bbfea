import type { FileBytes } from './file-bytes.ts'
import type { Box } from './iso-boxes.ts'
import type { ByteRanges } from './iso-samples.ts'

/**
 * Zeroes the media data of a file outside of `samples`: samples of other tracks, and bytes that no table refers
 * to (some cameras store GPS positions there).
 */
export async function zeroOutsideSamples(
  file: FileBytes,
  boxes: readonly Box[],
  samples: readonly ByteRanges[],
): Promise<void> {
  const lists = [outsideOf(boxes), ...samples].map((list) => ({ ...list, next: 0 }))
  for (let at = 0; at < file.size;) {
    const first = lists.reduce((one, other) => (startOf(other) < startOf(one) ? other : one))
    const start = Math.min(startOf(first), file.size)
    if (start > at) await file.blank(at, start - at)
    at = Math.max(at, first.ends[first.next] ?? file.size)
    first.next += 1
    const turn = file.step()
    if (turn) await turn
  }
}

const startOf = ({ starts, next }: ByteRanges & { next: number }): number => starts[next] ?? Infinity

/** All but the content of the media data. */
function outsideOf(boxes: readonly Box[]): ByteRanges {
  return {
    starts: Float64Array.from(boxes, ({ start }) => start),
    ends: Float64Array.from(boxes, ({ type, content, end }) => (type === 'mdat' ? content : end)),
  }
}
