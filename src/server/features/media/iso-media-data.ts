import type { FileBytes } from './file-bytes.ts'
import type { Box } from './iso-boxes.ts'
import type { Stretches } from './iso-samples.ts'

/**
 * Blanks what lies in a file's media data outside of the samples that are kept: other tracks' samples, and what a camera
 * put between them (some keep positions there that no table names).
 */
export async function blankBetween(
  file: FileBytes,
  boxes: readonly Box[],
  kept: readonly Stretches[],
): Promise<void> {
  const lists = [outsideOf(boxes), ...kept].map((list) => ({ ...list, next: 0 }))
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

const startOf = ({ starts, next }: Stretches & { next: number }): number => starts[next] ?? Infinity

/** All but the content of the media data. */
function outsideOf(boxes: readonly Box[]): Stretches {
  return {
    starts: Float64Array.from(boxes, ({ start }) => start),
    ends: Float64Array.from(boxes, ({ type, content, end }) => (type === 'mdat' ? content : end)),
  }
}
