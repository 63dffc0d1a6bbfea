import type { FileBytes } from './file-bytes.ts'
import type { Footage } from './footage.ts'
import { type Box, readFileBoxes } from './iso-boxes.ts'
import { isNote, notesIn } from './iso-notes.ts'
import { sampleStretches } from './iso-samples.ts'
import { type Track, readDuration, readTracks } from './iso-tracks.ts'
import { unusable } from './unusable-file.ts'

/**
 * Reads an MP4 or MOV file that browsers play, and takes out what says where and by whom it was made: notes at every
 * level, and tracks that are neither picture nor sound (action cameras keep a position a second in one). Bytes become
 * zeros where they stand, so that nothing moves. Doing it again changes nothing.
 * @throws {HttpError} 415
 */
export async function cleanIso(file: FileBytes): Promise<Footage> {
  const boxes = await readFileBoxes(file)
  const [moov, ...more] = boxes.filter(({ type }) => type === 'moov')
  // Readers don't agree on which of two movies to show.
  if (!moov || more.length > 0) throw unusable('brokenVideo')
  const movie = await readWhole(file, moov, MOVIE_BYTES)
  const root = moved(moov, -moov.start)
  const tracks = readTracks(movie, root)
  const footage = describe(tracks, readDuration(movie, root))
  const others = tracks.filter(({ handler }) => !isShown(handler))
  const fragments = boxes.filter(({ type }) => type === 'moof')
  // There no one table says where a track's samples are.
  if (others.length > 0 && fragments.length > 0) throw unusable('codec')

  const samples = others.flatMap(({ box }) => sampleStretches(movie, box))
  // Samples that overlap would have the same bytes written again and again.
  if (samples.reduce((sum, { length }) => sum + length, 0) > file.size) throw unusable('brokenVideo')
  const notes = [
    ...boxes.filter(isNote),
    ...[...notesIn(movie, root), ...others.map(({ box }) => box)].map((box) => moved(box, moov.start)),
  ]
  for (const fragment of fragments) {
    const bytes = await readWhole(file, fragment, FRAGMENT_BYTES)
    const inside = notesIn(bytes, moved(fragment, -fragment.start))
    notes.push(...inside.map((box) => moved(box, fragment.start)))
  }
  for (const { start, length } of samples) await file.blank(start, length)
  for (const note of notes) await blankBox(file, note)
  return footage
}

const MOVIE_BYTES = 64 * 1024 ** 2
const FRAGMENT_BYTES = 4 * 1024 ** 2
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

function moved(box: Box, by: number): Box {
  return { ...box, start: box.start + by, content: box.content + by, end: box.end + by }
}

/** Leaves the box's size as it is: a place that nobody reads. */
async function blankBox(file: FileBytes, box: Box): Promise<void> {
  await file.write(box.start + 4, Buffer.from('free'))
  await file.blank(box.content, box.end - box.content)
}
