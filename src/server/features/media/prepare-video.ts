import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { TranscodeError } from '#server/transcoding/transcode-error.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'
import type { ResultOf, TaskOf } from '#transcode/protocol.ts'
import { unusableFile } from './unusable-file.ts'
import { videoFailure } from './video-failure.ts'

/** A received file whose content is untrusted, and the folder that the result is written to. */
export type ReceivedVideo = {
  path: string
  ownerId: string
  /** An existing folder for this file alone; the caller deletes it. */
  workFolder: string
  /** How much the owner may still store; unlimited by default. */
  maxBytes?: number
  /** Ends the processing: the promise rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** A file of video, or of audio alone, that browsers play. It has no metadata and no other tracks. */
export type PreparedVideo = {
  path: string
  mediaType: 'video' | 'file'
  mimeType: string
  /** File extension of the storage key. */
  extension: string
  /** Displayed pixels; null for audio. */
  width: number | null
  height: number | null
  /** In seconds. */
  duration: number
}

/**
 * Copies the video and audio of a file where browsers play them, otherwise converts them.
 * @throws {HttpError} 413, 415, 503
 */
export async function prepareVideo(transcoder: Transcoder, received: ReceivedVideo): Promise<PreparedVideo> {
  try {
    const task = { input: received.path, folder: received.workFolder, name: NAME }
    const { probed, copied } = await queueCopy(received.ownerId, () => copy(transcoder, received, task))
    return (
      copied ?? (await queueConversion(received.ownerId, () => convert(transcoder, received, task, probed)))
    )
  } catch (error) {
    throw error instanceof TranscodeError ? videoFailure(error) : error
  }
}

/**
 * One process copies and one converts, so that a video that takes minutes delays only others that must be converted.
 * Requesters take turns.
 */
export const queueCopy = createFairQueue(1)
const queueConversion = createFairQueue(1)

type Probed = ResultOf<TaskOf<'probe'>>
type Output = { input: string; folder: string; name: string }

const NAME = 'media'
const PROBE_TIMEOUT_MS = 60_000
/** A slow disk copies 2 MB per second. */
const COPY_TIMEOUT = { baseMs: 60_000, msPerByte: 1 / 2000 }

/** `copied` is null when browsers do not play the tracks of the file. */
async function copy(
  transcoder: Transcoder,
  { path: input, maxBytes = Infinity, signal }: ReceivedVideo,
  output: Output,
): Promise<{ probed: Probed; copied: PreparedVideo | null }> {
  const limits = (timeoutMs: number) => ({ timeoutMs, maxBytes, ...(signal && { signal }) })
  const probed = await transcoder.run({ type: 'probe', input }, limits(PROBE_TIMEOUT_MS))
  const { size } = await stat(input)
  const audioOnly = probed.video === null
  try {
    const { file, mimeType } = await transcoder.run(
      { type: 'remux', ...output, audioOnly },
      limits(COPY_TIMEOUT.baseMs + size * COPY_TIMEOUT.msPerByte),
    )
    return { probed, copied: describe(output, file, { ...probed, mimeType }) }
  } catch (error) {
    if (audioOnly || !(error instanceof TranscodeError) || error.problem !== 'unsupportedCodec') throw error
    return { probed, copied: null }
  }
}

const MAX_CONVERTED_MINUTES = 10
/** The pixels per second that may have this length: 1080p at 60 frames. Conversions of more take longer. */
const FULL_PIXEL_RATE = 1920 * 1080 * 60
/** Longest side of what pages show. */
const CONVERTED_SHORT_SIDE = 1080
const CONVERSION_THREADS = 2
/** A second of 1080p at 60 frames takes about two seconds of an old processor; other processes go first. */
const CONVERSION_TIMEOUT = { baseMs: 120_000, msPerSecond: 6000, maxMs: 30 * 60_000 }

async function convert(
  transcoder: Transcoder,
  { maxBytes = Infinity, signal }: ReceivedVideo,
  output: Output,
  probed: Probed,
): Promise<PreparedVideo> {
  const seconds = conversionSeconds(probed)
  if (seconds > MAX_CONVERTED_MINUTES * 60)
    throw unusableFile('conversionTooLong', { minutes: MAX_CONVERTED_MINUTES })
  const { baseMs, msPerSecond, maxMs } = CONVERSION_TIMEOUT
  const { file, duration, width, height } = await transcoder.run(
    { type: 'mp4', ...output, shortSide: CONVERTED_SHORT_SIDE, threads: CONVERSION_THREADS },
    { timeoutMs: Math.min(maxMs, baseMs + seconds * msPerSecond), maxBytes, ...(signal && { signal }) },
  )
  const video = { width, height }
  return describe(output, file, { duration, video, mimeType: 'video/mp4' })
}

/** The duration of a video; longer when its seconds have more pixels than the limit is meant for. */
function conversionSeconds({ duration, video }: Probed): number {
  if (!video) return duration
  return duration * Math.max(1, (video.width * video.height * video.frameRate) / FULL_PIXEL_RATE)
}

function describe(
  { folder }: Output,
  file: string,
  facts: { duration: number; mimeType: string; video: { width: number; height: number } | null },
): PreparedVideo {
  const { duration, mimeType, video } = facts
  return {
    path: path.join(folder, file),
    mediaType: video ? 'video' : 'file',
    mimeType,
    extension: path.extname(file).slice(1),
    width: video?.width ?? null,
    height: video?.height ?? null,
    duration,
  }
}
