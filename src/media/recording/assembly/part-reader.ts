import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { EncodedPacketSink, FilePathSource, Input, MATROSKA, WEBM, type InputTrack } from 'mediabunny'
import { type PartName, readPartName } from '../part-name.ts'

export type Part = PartName & { path: string }
/** `time` is the wall clock in milliseconds. */
export type RecordedFrame = { time: number; data: Uint8Array; isKey: boolean }

/** Returns the parts of one recording in the order in which they were started. */
export async function listParts(folder: string): Promise<Part[]> {
  const parts = (await readdir(folder)).flatMap((name) => {
    const read = readPartName(name)
    return read ? [{ ...read, path: path.join(folder, name) }] : []
  })
  return parts.toSorted((one, other) => one.startedAt - other.startedAt)
}

/** Yields the frames of one track's parts in order. A truncated part is read up to its last intact frame. */
export async function* framesOf(parts: readonly Part[]): AsyncGenerator<RecordedFrame> {
  let last = -Infinity
  for (const part of parts) {
    // Parts overlap where the wall clock was set back: the later one continues after the earlier one's last frame.
    let isWaitingForKey = true
    for await (const frame of framesIn(part)) {
      isWaitingForKey = frame.time <= last || (isWaitingForKey && !frame.isKey)
      if (isWaitingForKey) continue
      last = frame.time
      yield frame
    }
  }
}

/** Returns the codec description of the first readable video part, or null when there is none. */
export async function readDescription(parts: readonly Part[]): Promise<Uint8Array | null> {
  for (const part of parts) {
    const input = open(part)
    try {
      const track = await trackOf(input)
      const config = track?.isVideoTrack() ? await track.getDecoderConfig() : null
      if (config?.description instanceof Uint8Array) return config.description
    } finally {
      input.dispose()
    }
  }
  return null
}

async function* framesIn(part: Part): AsyncGenerator<RecordedFrame> {
  const input = open(part)
  try {
    const track = await trackOf(input)
    if (!track) return
    const packets = new EncodedPacketSink(track).packets()
    for (;;) {
      // An error at a truncated end is the end.
      const { done, value } = await packets.next().catch(() => ({ done: true, value: undefined }))
      if (done || !value) return
      const { timestamp, data, type } = value
      yield { time: part.startedAt + timestamp * 1000, data, isKey: type === 'key' }
    }
  } finally {
    input.dispose()
  }
}

function open(part: Part): Input {
  return new Input({ source: new FilePathSource(part.path), formats: [WEBM, MATROSKA] })
}

/** Returns null for a file that was truncated before its track header. */
async function trackOf(input: Input): Promise<InputTrack | null> {
  const tracks = await input.getTracks().catch(() => [])
  return tracks[0] ?? null
}
