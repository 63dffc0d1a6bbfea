import { type Box, boxAt, boxesIn } from './iso-boxes.ts'
import { unusable } from './unusable-file.ts'

export type Track = {
  box: Box
  /** `vide`, `soun`, or what else it holds. */
  handler: string
  codecs: string[]
  /** Pixels as it is shown. */
  width: number
  height: number
}

export function readTracks(movie: Buffer, moov: Box): Track[] {
  return boxesIn(movie, moov.content, moov.end)
    .filter(({ type }) => type === 'trak')
    .map((box) => readTrack(movie, box))
}

function readTrack(movie: Buffer, box: Box): Track {
  const header = boxAt(movie, box, 'tkhd')
  const handler = boxAt(movie, box, 'mdia', 'hdlr')
  const descriptions = boxAt(movie, box, 'mdia', 'minf', 'stbl', 'stsd')
  if (!header || !handler || !descriptions) throw unusable('brokenVideo')
  const [width, height] = [
    movie.readUInt32BE(header.end - 8) >>> 16,
    movie.readUInt32BE(header.end - 4) >>> 16,
  ]
  // A phone held upright notes a quarter turn in the track's matrix.
  const isTurned = Math.abs(movie.readInt32BE(header.end - 40)) >= 0x8000
  return {
    box,
    handler: movie.toString('latin1', handler.content + 8, handler.content + 12),
    codecs: boxesIn(movie, descriptions.content + 8, descriptions.end).map(({ type }) => type),
    width: isTurned ? height : width,
    height: isTurned ? width : height,
  }
}

/** Seconds of the whole movie; null where it doesn't say, as in a broadcast's fragments. */
export function readDuration(movie: Buffer, moov: Box): number | null {
  const header = boxAt(movie, moov, 'mvhd')
  if (!header) throw unusable('brokenVideo')
  const isLong = movie.readUInt8(header.content) === 1
  const timescale = movie.readUInt32BE(header.content + (isLong ? 20 : 12))
  const duration = isLong
    ? Number(movie.readBigUInt64BE(header.content + 24))
    : movie.readUInt32BE(header.content + 16)
  const seconds = duration / timescale
  return seconds > 0 && seconds < LONGEST_SECONDS ? seconds : null
}

/** More is a header's mistake, or its way to say that it doesn't know. */
const LONGEST_SECONDS = 7 * 24 * 60 * 60
