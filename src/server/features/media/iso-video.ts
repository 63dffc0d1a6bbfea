import type { FileBytes } from './file-bytes.ts'
import { type MediaInfo, validPixels } from './media-info.ts'
import { type Box, type Part, newParseBudget, readFileBoxes, consume } from './iso-boxes.ts'
import { zeroOutsideSamples } from './iso-media-data.ts'
import { type ByteRanges, sampleByteRanges } from './iso-samples.ts'
import { type Track, readDuration, readTracks } from './iso-tracks.ts'
import { type BoxTree, boxAt, isMetadata, metadataIn, readTree } from './iso-tree.ts'
import { unusableFile } from './unusable-file.ts'

/**
 * Parses an MP4 or MOV file that browsers can play, and strips the metadata about its location and author: metadata
 * boxes at every level, names, tracks that are neither video nor audio (action cameras store a GPS position per second
 * in one), and bytes between the samples. Overwrites with zeros in place, so that no offset changes. Idempotent.
 * @throws {HttpError} 415
 */
export async function stripIsoMetadata(file: FileBytes): Promise<MediaInfo> {
  const left = newParseBudget()
  const boxes = await readFileBoxes(file, left)
  const [moov, ...more] = boxes.filter(({ type }) => type === 'moov')
  // Of two `moov` boxes, players do not agree on which one to show.
  if (!moov || more.length > 0) throw unusableFile('brokenVideo')
  const movie = { file, left, bytes: await readWhole(file, moov, MOVIE_BYTES) }
  const tree = await readTree(movie, inside(moov))
  const tracks = await readTracks(movie, tree)
  const mediaInfo = describe(tracks, readDuration(movie.bytes, tree))
  const others = tracks.filter(({ handler }) => !isShown(handler))
  const fragments = boxes.filter(({ type }) => type === 'moof')
  const samples = fragments.length > 0 ? null : await samplesOfShown(movie, tracks)
  // Without the ranges of the shown samples, the samples of other tracks cannot be removed.
  if (!samples && others.length > 0) throw unusableFile('codec')

  if (samples) await zeroOutsideSamples(file, boxes, samples)
  for (const fragment of fragments) {
    const bytes = await readWhole(file, fragment, FRAGMENT_BYTES)
    const metadata = metadataIn(await readTree({ file, left, bytes }, inside(fragment)))
    for (const box of metadata) blankBox(bytes, box)
    if (metadata.length > 0) await file.write(fragment.start, bytes)
  }
  for (const box of boxes.filter(isMetadata)) {
    await file.write(box.start + 4, FREE)
    await file.blank(box.content, box.end - box.content)
  }
  for (const { box } of tracks) blankNames(movie.bytes, box)
  for (const box of [...metadataIn(tree), ...others.map(({ box }) => box)]) blankBox(movie.bytes, box)
  await file.write(moov.start, movie.bytes)
  return mediaInfo
}

/** Returns the sample ranges of each shown track; null when the tables of a track do not define them. */
async function samplesOfShown(movie: Part, tracks: readonly Track[]): Promise<ByteRanges[] | null> {
  const found: ByteRanges[] = []
  for (const { box } of tracks.filter(({ handler }) => isShown(handler))) {
    const ranges = await sampleByteRanges(movie, box)
    if (!ranges) return null
    found.push(ranges)
  }
  // Each chunk is compared with all tracks.
  const chunks = found.reduce((sum, { starts }) => sum + starts.length, 0)
  consume(movie.left, 'comparisons', chunks * found.length)
  return found
}

/** Twice the size for some hours of 60 frames a second. */
const MOVIE_BYTES = 32 * 1024 ** 2
const FRAGMENT_BYTES = 1024 ** 2
/** The type of a box that readers skip: a removed box gets it and keeps its size. */
const FREE = Buffer.from('free')
const VIDEO_CODECS = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01'])
const AUDIO_CODECS = new Set(['mp4a', '.mp3', 'Opus', 'fLaC'])

const isShown = (handler: string) => handler === 'vide' || handler === 'soun'

function describe(tracks: readonly Track[], duration: number | null): MediaInfo {
  const shown = tracks.filter(({ handler }) => isShown(handler))
  for (const { handler, codecs } of shown) {
    const playable = handler === 'vide' ? VIDEO_CODECS : AUDIO_CODECS
    if (codecs.length === 0 || !codecs.every((codec) => playable.has(codec))) throw unusableFile('codec')
  }
  if (shown.length === 0) throw unusableFile('brokenVideo')
  const picture = shown.find(({ handler }) => handler === 'vide')
  if (!picture) {
    return { mediaType: 'file', mimeType: 'audio/mp4', extension: 'm4a', width: null, height: null, duration }
  }
  const { width, height } = picture
  // Browsers play a MOV file with these codecs when it is served as MP4, and some only then.
  return {
    mediaType: 'video',
    mimeType: 'video/mp4',
    extension: 'mp4',
    width: validPixels(width),
    height: validPixels(height),
    duration,
  }
}

async function readWhole(file: FileBytes, box: Box, max: number): Promise<Buffer> {
  if (box.end - box.start > max) throw unusableFile('brokenVideo')
  return file.read(box.start, box.end - box.start)
}

/** Returns the box with offsets relative to its own start. */
function inside({ type, start, content, end }: Box): Box {
  return { type, start: 0, content: content - start, end: end - start }
}

/** The `hdlr` box of a track also contains a name: a title, or that of the camera. */
function blankNames(bytes: Buffer, track: BoxTree): void {
  for (const handler of [boxAt(track, 'mdia', 'hdlr'), boxAt(track, 'mdia', 'minf', 'hdlr')]) {
    if (handler) bytes.fill(0, Math.min(handler.content + HANDLER_BYTES, handler.end), handler.end)
  }
}

/** Bytes of a `hdlr` box before its name. */
const HANDLER_BYTES = 24

function blankBox(bytes: Buffer, box: Box): void {
  FREE.copy(bytes, box.start + 4)
  bytes.fill(0, box.content, box.end)
}
