import { type Allowance, take } from './iso-boxes.ts'
import { type Tree, boxAt } from './iso-tree.ts'
import { unusable } from './unusable-file.ts'

/** A part of the file, in bytes. */
type Stretch = { start: number; length: number }

/** Where a track's samples lie in the file, chunk by chunk. Throws 415, or a RangeError where a table leads out of its box. */
export function sampleStretches(movie: Buffer, track: Tree, left: Allowance): Stretch[] {
  const table = (type: string) => {
    const box = boxAt(track, 'mdia', 'minf', 'stbl', type)
    return box && movie.subarray(box.content, box.end)
  }
  const [sizes, runs, short] = [table('stsz'), table('stsc'), table('stco')]
  const chunks = short ?? table('co64')
  if (!sizes || !runs || !chunks) throw unusable('brokenVideo')
  const count = chunks.readUInt32BE(4)
  take(left, 'tableEntries', count)
  const perChunk = samplesPerChunk(runs, count)
  const sumOf = sizeReader(sizes, left)
  let sample = 0
  return perChunk.map((samples, chunk) => {
    const start = short ? short.readUInt32BE(8 + chunk * 4) : Number(chunks.readBigUInt64BE(8 + chunk * 8))
    const length = sumOf(sample, samples)
    sample += samples
    return { start, length }
  })
}

/** The table names the first chunk of each run of chunks with as many samples. */
function samplesPerChunk(runs: Buffer, chunks: number): number[] {
  const count = runs.readUInt32BE(4)
  const perChunk: number[] = []
  let run = -1
  for (let chunk = 1; chunk <= chunks; chunk++) {
    if (run + 1 < count && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk) run += 1
    perChunk.push(run < 0 ? 0 : runs.readUInt32BE(8 + run * 12 + 4))
  }
  return perChunk
}

/** Adds up the sizes of samples; they are all alike, or stand in a list. */
function sizeReader(sizes: Buffer, left: Allowance): (first: number, count: number) => number {
  const [each, samples] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)]
  if (each > 0) return (_first, count) => each * count
  take(left, 'tableEntries', samples)
  const list = sizes.subarray(12, 12 + samples * 4)
  return (first, count) => {
    let sum = 0
    for (let sample = first; sample < first + count; sample++) sum += list.readUInt32BE(sample * 4)
    return sum
  }
}
