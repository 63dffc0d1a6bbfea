import { type Part, consume } from './iso-boxes.ts'
import { type BoxTree, boxAt } from './iso-tree.ts'
import { unusableFile } from './unusable-file.ts'

/** Byte ranges of the file in ascending order; `ends` are exclusive. */
export type ByteRanges = { starts: Float64Array; ends: Float64Array }

/**
 * Returns the byte ranges of a track's samples, chunk by chunk. Null when its tables do not define them, or not in file
 * order.
 * @throws {HttpError} 415; a RangeError when a table exceeds its box
 */
export async function sampleByteRanges(part: Part, track: BoxTree): Promise<ByteRanges | null> {
  const { bytes, file, left } = part
  const [table, sizeTable, runTable] = [
    onlyTable(bytes, track, 'stco', 'co64'),
    onlyTable(bytes, track, 'stsz', 'stz2'),
    onlyTable(bytes, track, 'stsc'),
  ]
  const count = table?.content.readUInt32BE(4) ?? 0
  if (!table || count === 0) return { starts: new Float64Array(), ends: new Float64Array() }
  if (!sizeTable || !runTable) throw unusableFile('brokenVideo')
  const sizes = readSizes(sizeTable)
  if (!sizes) return null
  consume(left, 'tableEntries', count + sizes.entries)
  const samplesIn = samplesByChunk(runTable.content)

  const found = { starts: new Float64Array(count), ends: new Float64Array(count) }
  let [sample, last] = [0, 0]
  for (let chunk = 0; chunk < count; chunk++) {
    const start = offsetOf(table, chunk)
    if (start < last) return null
    last = start
    const samples = samplesIn(chunk)
    found.starts[chunk] = start
    found.ends[chunk] = start + sizes.sumOf(sample, samples)
    sample += samples
    const turn = file.step()
    if (turn) await turn
  }
  return found
}

type Table = { type: string; content: Buffer }

/** Returns the only table of these types. Of two, players do not agree on which one to use. */
function onlyTable(bytes: Buffer, track: BoxTree, ...types: string[]): Table | undefined {
  const tables = boxAt(track, 'mdia', 'minf', 'stbl')?.boxes.filter(({ type }) => types.includes(type)) ?? []
  const [table] = tables
  if (tables.length > 1) throw unusableFile('brokenVideo')
  return table && { type: table.type, content: bytes.subarray(table.content, table.end) }
}

function offsetOf({ type, content }: Table, chunk: number): number {
  return type === 'stco'
    ? content.readUInt32BE(8 + chunk * 4)
    : Number(content.readBigUInt64BE(8 + chunk * 8))
}

/**
 * Returns the number of samples of a chunk. The table lists the first chunk of each run of chunks with the same number,
 * so the function must be called with ascending chunks.
 */
function samplesByChunk(runs: Buffer): (chunk: number) => number {
  const count = runs.readUInt32BE(4)
  let run = -1
  return (chunk) => {
    if (run + 1 < count && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1
    return run < 0 ? 0 : runs.readUInt32BE(8 + run * 12 + 4)
  }
}

type Sizes = {
  /** Number of table entries to read. */
  entries: number
  /** Returns the total bytes of `samples` samples from `first` on; samples beyond the last count 0. */
  sumOf(first: number, samples: number): number
}

/**
 * Reads the sizes of samples: one size for all, or a list. Null for uncompressed QuickTime audio, whose samples have a
 * nominal size of one byte.
 */
function readSizes({ type, content }: Table): Sizes | null {
  const [each, total] = [content.readUInt32BE(4), content.readUInt32BE(8)]
  const countInTable = (first: number, samples: number) => Math.max(0, Math.min(samples, total - first))
  if (type === 'stsz' && each === 1) return null
  if (type === 'stsz' && each > 0)
    return { entries: 0, sumOf: (first, samples) => each * countInTable(first, samples) }
  const bits = type === 'stsz' ? 32 : each & 0xff
  const list = listReader(content, bits)
  return {
    entries: total,
    sumOf(first, samples) {
      let sum = 0
      const end = first + countInTable(first, samples)
      for (let sample = first; sample < end; sample++) sum += list(sample)
      return sum
    },
  }
}

function listReader(content: Buffer, bits: number): (sample: number) => number {
  switch (bits) {
    case 32:
      return (sample) => content.readUInt32BE(12 + sample * 4)
    case 16:
      return (sample) => content.readUInt16BE(12 + sample * 2)
    case 8:
      return (sample) => content.readUInt8(12 + sample)
    case 4:
      return (sample) => (content.readUInt8(12 + (sample >> 1)) >> (sample % 2 === 0 ? 4 : 0)) & 0xf
    default:
      throw unusableFile('brokenVideo')
  }
}
