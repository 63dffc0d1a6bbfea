import { type Element, requireKnownSize, readElements, voidHeader } from './ebml.ts'
import type { FileBytes } from './file-bytes.ts'
import { type MediaInfo, validPixels } from './media-info.ts'
import { unusableFile } from './unusable-file.ts'
import { readHeaderAt, readSegmentElements } from './webm-parts.ts'

/**
 * Parses a WebM file that browsers can play, and strips its tags, attachments, chapters, titles and all other elements
 * outside of its clusters that playback does not need. Overwrites with zeros in place, so that no offset changes.
 * Idempotent.
 * @throws {HttpError} 415
 */
export async function stripWebmMetadata(file: FileBytes): Promise<MediaInfo> {
  const head = requireKnownSize(await readHeaderAt(file, 0, file.size))
  const words = await contentOf(file, head)
  if (textOf(find(words, IDS.docType)) !== 'webm') throw unusableFile('codec')
  const parts = await readSegmentElements(file, await readHeaderAt(file, head.end, file.size))
  const info = onlyOne(parts, IDS.info)
  const facts = await contentOf(file, info)
  const list = onlyOne(parts, IDS.tracks)
  const tracks = await contentOf(file, list)
  const mediaInfo = describe(readTracks(tracks), durationIn(facts))

  const metadata = [
    ...metadataIn(words, head.content, PLAYBACK_WORDS),
    ...parts.filter(({ id }) => !PLAYBACK_PARTS.has(id)),
    ...metadataIn(facts, info.content, PLAYBACK_INFO),
    ...metadataIn(tracks, list.content, new Set([IDS.track])),
    ...readElements(tracks).flatMap(({ id, content, end }) =>
      id === IDS.track
        ? metadataIn(tracks.subarray(content, end), list.content + content, PLAYBACK_OF_TRACK)
        : [],
    ),
  ]
  for (const element of metadata) await blankElement(file, element)
  return mediaInfo
}

/** Returns the file ranges of the elements that playback does not need, in a part whose content is `bytes`. */
function metadataIn(bytes: Buffer, content: number, allowed: ReadonlySet<number>): ByteRange[] {
  return readElements(bytes)
    .filter(({ id }) => !allowed.has(id))
    .map(({ start, end }) => ({ start: start + content, end: end + content }))
}

type ByteRange = Pick<Element, 'start' | 'end'>

const IDS = {
  docType: 0x4282,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  width: 0xb0,
  height: 0xba,
} as const
/** Elements of the EBML header: versions, maximum lengths and document type. */
const PLAYBACK_WORDS = new Set<number>([0x4286, 0x42f7, 0x42f2, 0x42f3, IDS.docType, 0x4287, 0x4285])
const SEEK_HEAD = 0x114d9b74
const CUES = 0x1c53bb6b
const PLAYBACK_PARTS = new Set<number>([SEEK_HEAD, CUES, IDS.info, IDS.tracks])
const [MUXING_APP, WRITING_APP] = [0x4d80, 0x5741]
const PLAYBACK_INFO = new Set<number>([IDS.timestampScale, IDS.duration, MUXING_APP, WRITING_APP])
/** All elements but names: numbers and flags; languages; the codec and its table; times; video and audio. */
const PLAYBACK_OF_TRACK = new Set<number>([
  ...[0xd7, 0x73c5, IDS.trackType, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x55ee, 0x41e4],
  ...[0x22b59c, 0x22b59d],
  ...[IDS.codec, 0x63a2, 0x6d80, 0xaa],
  ...[0x23e383, 0x234e7a, 0x23314f, 0x56aa, 0x56bb],
  ...[IDS.video, 0xe1],
])
/** Limit for an element that is read whole: codec tables have some kilobytes. */
const PART_BYTES = 64 * 1024
const [VIDEO, AUDIO] = [1, 2]
const CODECS = new Map([
  [VIDEO, ['V_VP8', 'V_VP9', 'V_AV1']],
  [AUDIO, ['A_OPUS', 'A_VORBIS']],
])

/** Returns the only element of this id. Of two, players do not agree on which one to use. */
function onlyOne(parts: readonly Element[], wanted: number): Element {
  const [part, ...more] = parts.filter(({ id }) => id === wanted)
  if (!part || more.length > 0) throw unusableFile('brokenVideo')
  return part
}

async function contentOf(file: FileBytes, element: Element): Promise<Buffer> {
  const length = element.end - element.content
  if (length > PART_BYTES) throw unusableFile('brokenVideo')
  return file.read(element.content, length)
}

function readTracks(bytes: Buffer): Buffer[] {
  return readElements(bytes)
    .filter(({ id }) => id === IDS.track)
    .map(({ content, end }) => bytes.subarray(content, end))
}

function describe(tracks: readonly Buffer[], duration: number | null): MediaInfo {
  for (const track of tracks) {
    const codecs = CODECS.get(numberOf(find(track, IDS.trackType)) ?? 0)
    if (!codecs?.includes(textOf(find(track, IDS.codec)))) throw unusableFile('codec')
  }
  if (tracks.length === 0) throw unusableFile('brokenVideo')
  const picture = tracks.map((track) => find(track, IDS.video)).find((each) => each !== undefined)
  if (!picture) {
    return {
      mediaType: 'file',
      mimeType: 'audio/webm',
      extension: 'weba',
      width: null,
      height: null,
      duration,
    }
  }
  const side = (id: number) => validPixels(numberOf(find(picture, id)))
  const [width, height] = [side(IDS.width), side(IDS.height)]
  return { mediaType: 'video', mimeType: 'video/webm', extension: 'webm', width, height, duration }
}

/** Returns seconds; null for a recording that was not finalized. */
function durationIn(info: Buffer): number | null {
  const ticks = find(info, IDS.duration)
  const nanosecondsPerTick = numberOf(find(info, IDS.timestampScale)) ?? 1_000_000
  if (ticks?.length !== 4 && ticks?.length !== 8) return null
  const seconds =
    ((ticks.length === 4 ? ticks.readFloatBE() : ticks.readDoubleBE()) * nanosecondsPerTick) / 1e9
  return seconds > 0 && seconds < MAX_SECONDS ? seconds : null
}

const MAX_SECONDS = 7 * 24 * 60 * 60

/** Returns the content of the first element with this id. */
function find(bytes: Buffer, id: number): Buffer | undefined {
  const found = readElements(bytes).find((element) => element.id === id)
  return found && bytes.subarray(found.content, found.end)
}

function numberOf(content: Buffer | undefined): number | null {
  return content && content.length > 0 && content.length <= 6 ? content.readUIntBE(0, content.length) : null
}

function textOf(content: Buffer | undefined): string {
  return content?.toString('latin1').replace(/\0+$/, '') ?? ''
}

async function blankElement(file: FileBytes, { start, end }: ByteRange): Promise<void> {
  const header = voidHeader(end - start)
  await file.write(start, header)
  await file.blank(start + header.length, end - start - header.length)
}
