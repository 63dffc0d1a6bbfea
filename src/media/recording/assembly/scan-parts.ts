import { opusDuration } from '../codecs/opus.ts'
import { framesOf, type Part, type RecordedFrame, readDescription } from './part-reader.ts'
import { withSilence } from './fill-silence.ts'
import type { Size } from '../codecs/video-frame.ts'
import { vp8Size } from '../codecs/vp8-depacketizer.ts'
import { readSpsSize } from '../codecs/h264-sps.ts'

/** What is known of a recording before it is written anew. Times are the wall clock in milliseconds. */
export type Survey = {
  from: number
  until: number
  picture: Picture | null
  sound: { parts: Part[]; packets: number } | null
}

type Picture = {
  codec: 'VP8' | 'H264'
  parts: Part[]
  packets: number
  /** The largest that there is. */
  size: Size
  description: Uint8Array | null
  /** When the keyframe is that stands for the whole. */
  posterAt: number
}

/** What is shown of the last picture. */
export const LAST_PICTURE_MS = 1000 / 30

/** Looks through all parts once; null where they hold nothing. */
export async function survey(parts: readonly Part[]): Promise<Survey | null> {
  const picture = await longest(parts.filter(({ kind }) => kind === 'video'))
  const soundParts = parts.filter(({ kind }) => kind === 'audio')
  const heard = await span(framesOf(soundParts), ({ data }) => opusDuration(data))
  const starts = [picture, heard].flatMap((each) => each?.from ?? [])
  if (starts.length === 0) return null
  const from = Math.min(...starts)
  const until = Math.max(picture?.until ?? 0, heard?.until ?? 0)
  const sound = heard && { parts: soundParts, packets: await countSounds(soundParts, from) }
  return { from, until, picture, sound }
}

type Span = { from: number; until: number; packets: number }

async function span(
  frames: AsyncIterable<RecordedFrame>,
  lasts: (frame: RecordedFrame) => number,
): Promise<Span | null> {
  let found: Span | null = null
  for await (const frame of frames) {
    found ??= { from: frame.time, until: frame.time, packets: 0 }
    found.packets++
    found.until = frame.time + lasts(frame)
  }
  return found
}

async function countSounds(parts: readonly Part[], from: number): Promise<number> {
  let packets = 0
  for await (const _each of withSilence(framesOf(parts), from)) packets++
  return packets
}

/** A file holds one codec: of two that a broadcast used, the one that was used for longer. */
async function longest(parts: readonly Part[]): Promise<(Picture & Span) | null> {
  const vp8 = await surveyPicture(
    'VP8',
    parts.filter(({ format }) => format === 'webm'),
  )
  const h264 = await surveyPicture(
    'H264',
    parts.filter(({ format }) => format === 'mkv'),
  )
  return (h264?.packets ?? 0) > (vp8?.packets ?? 0) ? h264 : vp8
}

async function surveyPicture(codec: Picture['codec'], parts: Part[]): Promise<(Picture & Span) | null> {
  const keyframes: Keyframe[] = []
  const note = (frame: RecordedFrame) => {
    const size = frame.isKey ? sizeOf(frame.data, codec) : null
    if (size) keyframes.push({ time: frame.time, bytes: frame.data.length, ...size })
    return LAST_PICTURE_MS
  }
  const found = await span(framesOf(parts), note)
  const largest = keyframes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
  if (!found || !largest) return null
  const { width, height } = largest
  const description = await readDescription(parts)
  return { ...found, codec, parts, size: { width, height }, description, posterAt: poster(keyframes, found) }
}

type Keyframe = Size & { time: number; bytes: number }

/**
 * Some way in, once the picture has found its size, and with much to see: black or a blurred beginning take few bytes.
 */
function poster(keyframes: readonly Keyframe[], { from, until }: Span): number {
  const [earliest, latest] = [from + 0.1 * (until - from), from + 0.6 * (until - from)]
  const within = keyframes.filter(({ time }) => time >= earliest && time <= latest)
  const best = (within.length > 0 ? within : keyframes).toSorted((one, other) => other.bytes - one.bytes)[0]
  return best?.time ?? from
}

function sizeOf(data: Uint8Array, codec: Picture['codec']): Size | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return codec === 'VP8' ? vp8Size(bytes) : parameterSize(bytes)
}

/** A unit of H264 has its length before it, in four bytes. */
function parameterSize(frame: Buffer): Size | null {
  for (let at = 0; at + 5 <= frame.length;) {
    const end = at + 4 + frame.readUInt32BE(at)
    if ((frame.readUInt8(at + 4) & 0x1f) === SPS) return readSpsSize(frame.subarray(at + 4, end))
    at = end
  }
  return null
}

const SPS = 7
