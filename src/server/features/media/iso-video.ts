import type { FileBytes } from './file-bytes.ts'
import type { Footage } from './footage.ts'
import { type Box, newAllowance, readFileBoxes } from './iso-boxes.ts'
import { sampleStretches } from './iso-samples.ts'
import { type Track, readDuration, readTracks } from './iso-tracks.ts'
import { isNote, notesIn, readTree } from './iso-tree.ts'
import { unusable } from './unusable-file.ts'

/**
 * Reads an MP4 or MOV file that browsers play, and takes out what says where and by whom it was made: notes at every
 * level, and tracks that are neither picture nor sound (action cameras keep a position a second in one). Bytes become
 * zeros where they stand, so that nothing moves. Doing it again changes nothing.
 * @throws {HttpError} 415
 */
export async function cleanIso(file: FileBytes): Promise<Footage> {
  const left = newAllowance()
  const boxes = await readFileBoxes(file, left)
  const [moov, ...more] = boxes.filter(({ type }) => type === 'moov')
  // Readers don't agree on which of two movies to show.
  if (!moov || more.length > 0) throw unusable('brokenVideo')
  const movie = await readWhole(file, moov, MOVIE_BYTES)
  const tree = readTree(movie, inside(moov), left)
  const tracks = readTracks(movie, tree, left)
  const footage = describe(tracks, readDuration(movie, tree))
  const others = tracks.filter(({ handler }) => !isShown(handler))
  const fragments = boxes.filter(({ type }) => type === 'moof')
  // There no one table says where a track's samples are.
  if (others.length > 0 && fragments.length > 0) throw unusable('codec')

  const samples = others.flatMap(({ box }) => sampleStretches(movie, box, left))
  // Samples that overlap would have the same bytes written again and again.
  if (samples.reduce((sum, { length }) => sum + length, 0) > file.size) throw unusable('brokenVideo')
  for (const fragment of fragments) {
    const bytes = await readWhole(file, fragment, FRAGMENT_BYTES)
    const notes = notesIn(readTree(bytes, inside(fragment), left))
    await blankWithin(file, fragment, bytes, notes)
  }
  // From the start of the file to its end, so that those that stand together are written at once.
  for (const { start, length } of samples.sort((a, b) => a.start - b.start)) await file.blank(start, length)
  for (const note of boxes.filter(isNote)) {
    await file.write(note.start + 4, FREE)
    await file.blank(note.content, note.end - note.content)
  }
  await blankWithin(file, moov, movie, [...notesIn(tree), ...others.map(({ box }) => box)])
  return footage
}

/** Some hours of 60 pictures a second have half of it. */
const MOVIE_BYTES = 32 * 1024 ** 2
const FRAGMENT_BYTES = 1024 ** 2
/** What a box becomes that keeps its size: a place that nobody reads. */
const FREE = Buffer.from('free')
const VIDEO_CODECS = new Set(['avc1', 'avc3', 'vp08', 'vp09', 'av01'])
const AUDIO_CODECS = new Set(['mp4a', '.mp3', 'Opus', 'fLaC'])

const isShown = (handler: string) => handler === 'vide' || handler === 'soun'

function describe(tracks: readonly Track[], duration: number | null): Footage {
  const shown = tracks.filter(({ handler }) => isShown(handler))
  for (const { handler, codecs } of shown) {
    const playable = handler === 'vide' ? VIDEO_CODECS : AUDIO_CODECS
    if (codecs.length === 0 || !codecs.every((codec) => playable.has(codec))) throw unusable('codec')
  }
  if (shown.length === 0) throw unusable('brokenVideo')
  const picture = shown.find(({ handler }) => handler === 'vide')
  if (!picture) {
    return { mediaType: 'file', mimeType: 'audio/mp4', ending: 'm4a', width: null, height: null, duration }
  }
  const { width, height } = picture
  // Browsers play a MOV file with these codecs when it is served as MP4, and some only then.
  return {
    mediaType: 'video',
    mimeType: 'video/mp4',
    ending: 'mp4',
    width: width || null,
    height: height || null,
    duration,
  }
}

async function readWhole(file: FileBytes, box: Box, most: number): Promise<Buffer> {
  if (box.end - box.start > most) throw unusable('brokenVideo')
  return file.read(box.start, box.end - box.start)
}

/** A box as it stands in its own bytes. */
function inside({ type, start, content, end }: Box): Box {
  return { type, start: 0, content: content - start, end: end - start }
}

/** Blanks boxes within one of the file that is in memory, and writes that in one piece. */
async function blankWithin(
  file: FileBytes,
  parent: Box,
  bytes: Buffer,
  notes: readonly Box[],
): Promise<void> {
  for (const note of notes) {
    FREE.copy(bytes, note.start + 4)
    bytes.fill(0, note.content, note.end)
  }
  if (notes.length > 0) await file.write(parent.start, bytes)
}
