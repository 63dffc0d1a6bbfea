import { type Part, readBoxes } from './iso-boxes.ts'
import { type BoxTree, boxAt } from './iso-tree.ts'
import { unusableFile } from './unusable-file.ts'

export type Track = {
  box: BoxTree
  /** Handler type: `vide`, `soun` or another one. */
  handler: string
  codecs: string[]
  /** Displayed pixels. */
  width: number
  height: number
}

/** Reads the tracks of a movie. Throws 415, or a RangeError when a header is too short. */
export async function readTracks(movie: Part, moov: BoxTree): Promise<Track[]> {
  const boxes = moov.boxes.filter(({ type }) => type === 'trak')
  if (boxes.length > MAX_TRACKS) throw unusableFile('brokenVideo')
  return Promise.all(boxes.map((box) => readTrack(movie, box)))
}

/** Phones write up to eight tracks, editors one per language. */
const MAX_TRACKS = 100

async function readTrack(movie: Part, box: BoxTree): Promise<Track> {
  const header = contentAt(movie.bytes, box, 'tkhd')
  const handler = contentAt(movie.bytes, box, 'mdia', 'hdlr')
  const descriptions = boxAt(box, 'mdia', 'minf', 'stbl', 'stsd')
  if (!descriptions) throw unusableFile('brokenVideo')
  const codecs = await readBoxes(movie, descriptions.content + 8, descriptions.end)
  const [width, height] = [
    header.readUInt32BE(header.length - 8) >>> 16,
    header.readUInt32BE(header.length - 4) >>> 16,
  ]
  // Phones store the rotation of an upright video in the track's matrix.
  const isTurned = Math.abs(header.readInt32BE(header.length - 40)) >= 0x8000
  return {
    box,
    handler: handler.toString('latin1', 8, 12),
    codecs: codecs.map(({ type }) => type),
    width: isTurned ? height : width,
    height: isTurned ? width : height,
  }
}

/** Duration of the movie in seconds; null when it is not declared, as in a fragmented file. */
export function readDuration(movie: Buffer, moov: BoxTree): number | null {
  const header = contentAt(movie, moov, 'mvhd')
  const isLong = header.readUInt8(0) === 1
  const timescale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  const seconds = duration / timescale
  return seconds > 0 && seconds < MAX_SECONDS ? seconds : null
}

/** Longer durations are header errors, or stand for an unknown duration. */
const MAX_SECONDS = 7 * 24 * 60 * 60

/** Returns the content of a box only, so that a read beyond its end throws. */
function contentAt(movie: Buffer, parent: BoxTree, ...path: string[]): Buffer {
  const box = boxAt(parent, ...path)
  if (!box) throw unusableFile('brokenVideo')
  return movie.subarray(box.content, box.end)
}
