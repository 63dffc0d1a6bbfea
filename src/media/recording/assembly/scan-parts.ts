import { readSpsSize } from '../codecs/h264-sps.ts'
import { opusDuration } from '../codecs/opus.ts'
import type { Size } from '../codecs/video-frame.ts'
import { readVp8Size } from '../codecs/vp8-depacketizer.ts'
import { fillSilence } from './fill-silence.ts'
import { framesOf, type Part, type RecordedFrame, readDescription } from './part-reader.ts'

/** Facts about a recording that its assembly needs in advance. Times are the wall clock in milliseconds. */
export type RecordingScan = {
  from: number
  until: number
  video: VideoScan | null
  audio: { parts: Part[]; packets: number } | null
}

type VideoScan = {
  codec: 'VP8' | 'H264'
  parts: Part[]
  packets: number
  /** The largest size in the recording. */
  size: Size
  description: Uint8Array | null
}

/** Duration of the last frame. */
export const LAST_FRAME_MS = 1000 / 30

/** Reads all parts once. Returns null when they hold nothing. */
export async function scanParts(parts: readonly Part[]): Promise<RecordingScan | null> {
  const video = await findLongestVideo(parts.filter(({ kind }) => kind === 'video'))
  const audioParts = parts.filter(({ kind }) => kind === 'audio')
  const audioSpan = await measureSpan(framesOf(audioParts), ({ data }) => opusDuration(data))
  const starts = [video, audioSpan].flatMap((each) => each?.from ?? [])
  if (starts.length === 0) return null
  const from = Math.min(...starts)
  const until = Math.max(video?.until ?? 0, audioSpan?.until ?? 0)
  const audio = audioSpan && { parts: audioParts, packets: await countAudioPackets(audioParts, from) }
  return { from, until, video, audio }
}

type Span = { from: number; until: number; packets: number }

async function measureSpan(
  frames: AsyncIterable<RecordedFrame>,
  durationOf: (frame: RecordedFrame) => number,
): Promise<Span | null> {
  let span: Span | null = null
  for await (const frame of frames) {
    span ??= { from: frame.time, until: frame.time, packets: 0 }
    span.packets++
    span.until = frame.time + durationOf(frame)
  }
  return span
}

async function countAudioPackets(parts: readonly Part[], from: number): Promise<number> {
  let packets = 0
  for await (const _each of fillSilence(framesOf(parts), from)) packets++
  return packets
}

/** A file has one video codec: of two in a recording, the one with more frames is kept. */
async function findLongestVideo(parts: readonly Part[]): Promise<(VideoScan & Span) | null> {
  const vp8 = await scanVideo(
    'VP8',
    parts.filter(({ format }) => format === 'webm'),
  )
  const h264 = await scanVideo(
    'H264',
    parts.filter(({ format }) => format === 'mkv'),
  )
  return (h264?.packets ?? 0) > (vp8?.packets ?? 0) ? h264 : vp8
}

async function scanVideo(codec: VideoScan['codec'], parts: Part[]): Promise<(VideoScan & Span) | null> {
  const sizes: Size[] = []
  const addFrame = (frame: RecordedFrame) => {
    const size = frame.isKey ? readSize(frame.data, codec) : null
    if (size) sizes.push(size)
    return LAST_FRAME_MS
  }
  const span = await measureSpan(framesOf(parts), addFrame)
  const largest = sizes.toSorted((one, other) => other.width * other.height - one.width * one.height)[0]
  if (!span || !largest) return null
  const { width, height } = largest
  const description = await readDescription(parts)
  return {
    ...span,
    codec,
    parts,
    size: { width, height },
    description,
  }
}

function readSize(data: Uint8Array, codec: VideoScan['codec']): Size | null {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  return codec === 'VP8' ? readVp8Size(bytes) : readH264Size(bytes)
}

/** Each H264 unit follows its length in four bytes. */
function readH264Size(frame: Buffer): Size | null {
  for (let at = 0; at + 5 <= frame.length;) {
    const end = at + 4 + frame.readUInt32BE(at)
    if ((frame.readUInt8(at + 4) & 0x1f) === NAL_SPS) return readSpsSize(frame.subarray(at + 4, end))
    at = end
  }
  return null
}

const NAL_SPS = 7
