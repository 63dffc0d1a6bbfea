import { type Box, boxAt, boxesIn } from './iso-boxes.ts'
import { unusable } from './unusable-file.ts'

/** A part of the file, in bytes. */
type Stretch = { start: number; length: number }

/** Where a track's samples lie in the file, chunk by chunk. */
export function sampleStretches(movie: Buffer, track: Box): Stretch[] {
  const table = boxAt(movie, track, 'mdia', 'minf', 'stbl')
  const parts = new Map(table && boxesIn(movie, table.content, table.end).map((box) => [box.type, box]))
  const [sizes, runs] = [parts.get('stsz'), parts.get('stsc')]
  if (!sizes || !runs) throw unusable('brokenVideo')
  const starts = chunkStarts(movie, parts)
  const perChunk = samplesPerChunk(movie, runs, starts.length)
  const sumOf = sizeReader(movie, sizes)
  let sample = 0
  return starts.map((start, chunk) => {
    const count = perChunk[chunk] ?? 0
    const length = sumOf(sample, count)
    sample += count
    return { start, length }
  })
}

/** Far more than a position 30 times a second for an hour. */
const MOST_CHUNKS = 200_000

function chunkStarts(movie: Buffer, parts: Map<string, Box>): number[] {
  const [short, long] = [parts.get('stco'), parts.get('co64')]
  const box = short ?? long
  if (!box) throw unusable('brokenVideo')
  const count = movie.readUInt32BE(box.content + 4)
  if (count > MOST_CHUNKS) throw unusable('brokenVideo')
  return Array.from({ length: count }, (_, index) =>
    short
      ? movie.readUInt32BE(box.content + 8 + index * 4)
      : Number(movie.readBigUInt64BE(box.content + 8 + index * 8)),
  )
}

/** The table names the first chunk of each run of chunks with as many samples. */
function samplesPerChunk(movie: Buffer, runs: Box, chunks: number): number[] {
  const count = movie.readUInt32BE(runs.content + 4)
  const perChunk: number[] = []
  let run = -1
  for (let chunk = 1; chunk <= chunks; chunk++) {
    const next = runs.content + 8 + (run + 1) * 12
    if (run + 1 < count && movie.readUInt32BE(next) <= chunk) run += 1
    perChunk.push(run < 0 ? 0 : movie.readUInt32BE(runs.content + 8 + run * 12 + 4))
  }
  return perChunk
}

/** Adds up the sizes of samples; they are all alike, or stand in a list. */
function sizeReader(movie: Buffer, sizes: Box): (first: number, count: number) => number {
  const each = movie.readUInt32BE(sizes.content + 4)
  if (each > 0) return (_first, count) => each * count
  return (first, count) => {
    let sum = 0
    for (let sample = first; sample < first + count; sample++) {
      sum += movie.readUInt32BE(sizes.content + 12 + sample * 4)
    }
    return sum
  }
}
