import { stat } from 'node:fs/promises'
import path from 'node:path'
import { createFairQueue } from '#server/concurrency/fair-queue.ts'
import { TranscodeError, isTaskTimeout } from '#server/transcoding/transcode-error.ts'
import type { Transcoder } from '#server/transcoding/transcoder.ts'
import type { ResultOf, TaskOf, TranscodeProblem } from '#transcode/protocol.ts'
import { unusableFile } from './unusable-file.ts'
import { videoFailure } from './video-failure.ts'

/** A received file whose content is untrusted, and the folder that the result is written to. */
export type ReceivedVideo = {
  path: string
  ownerId: string
  /** An existing folder for this file alone; the caller deletes it. */
  workFolder: string
  /** Returns how much the owner may still store; unlimited by default. Called when the task leaves the queue. */
  remainingStorage?: () => Promise<number>
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
  /** The received file had sound, none of which can be decoded. */
  hasLostSound: boolean
}

type VideoFile = Omit<PreparedVideo, 'hasLostSound'>

/**
 * Copies the video and audio of a file where browsers play them, otherwise converts them.
 * @throws {HttpError} 413, 415, 422, 503
 */
export async function prepareVideo(transcoder: Transcoder, received: ReceivedVideo): Promise<PreparedVideo> {
  try {
    const task = { input: received.path, folder: received.workFolder, name: NAME }
    const { probed, remuxed } = await queueRead(received, (limits) =>
      remuxOrProbe(transcoder, received, task, limits),
    )
    const file = remuxed ?? (await queueConversion(transcoder, received, task, probed))
    return { ...file, hasLostSound: probed.hasUnreadableAudio }
  } catch (error) {
    throw error instanceof TranscodeError ? videoFailure(error) : error
  }
}

/**
 * Converts an animated image to a video, without sound.
 * @throws {HttpError} 413, 415, 422, 503
 */
export async function convertAnimation(
  transcoder: Transcoder,
  received: ReceivedVideo,
): Promise<PreparedVideo> {
  const { path: input, workFolder, signal } = received
  const task = { input, folder: workFolder, name: NAME }
  try {
    const probed = await queueRead(received, (limits) =>
      transcoder.run({ type: 'probe', input }, { ...limits, ...(signal && { signal }) }),
    )
    return { ...(await queueConversion(transcoder, received, task, probed)), hasLostSound: false }
  } catch (error) {
    throw error instanceof TranscodeError ? videoFailure(error) : error
  }
}

/*
 * Requesters take turns in each of these queues. Quick tasks do not wait for slow ones: a task in a quick queue is aborted after
 * a few seconds and starts again in the slow queue.
 */
const queueQuickCopy = createFairQueue(1)
const queueSlowCopy = createFairQueue(1)
const queueQuickConversion = createFairQueue(1)
const queueSlowConversion = createFairQueue(1)

type Probed = ResultOf<TaskOf<'probe'>>
type Output = { input: string; folder: string; name: string }
type TaskLimits = { niceness: number; timeoutMs: number; cpuMs?: number }

const NAME = 'media'
const QUICK_COPY = { niceness: 5, timeoutMs: 5000, cpuMs: 800 }
/** A slow disk copies this much within the limits of `QUICK_COPY`. */
const MAX_QUICK_BYTES = 64 * 1024 ** 2
/** Reading and copying take some ten microseconds a packet; a second of video has some hundred packets. */
const SLOW_COPY = { niceness: 15, baseMs: 120_000, msPerByte: 1 / 2000 }

type RemuxResult = { probed: Probed; remuxed: VideoFile | null }

/** Runs a task that reads the whole file, and converts nothing. */
async function queueRead<T>(
  { ownerId, path: input }: ReceivedVideo,
  run: (limits: TaskLimits) => Promise<T>,
): Promise<T> {
  const { size } = await stat(input)
  const { niceness, baseMs, msPerByte } = SLOW_COPY
  const runSlowly = () => run({ niceness, timeoutMs: baseMs + size * msPerByte })
  if (size > MAX_QUICK_BYTES) return queueSlowCopy(ownerId, runSlowly)
  return queueQuickCopy(ownerId, () => run(QUICK_COPY)).catch((error: unknown) => {
    if (isTaskTimeout(error)) return queueSlowCopy(ownerId, runSlowly)
    throw error
  })
}

/** `remuxed` is null when browsers do not play the tracks of the file. */
async function remuxOrProbe(
  transcoder: Transcoder,
  { path: input, remainingStorage, signal }: ReceivedVideo,
  output: Output,
  { cpuMs, niceness, timeoutMs }: TaskLimits,
): Promise<RemuxResult> {
  const maxBytes = (await remainingStorage?.()) ?? Infinity
  const cpuLimit = cpuMs !== undefined && { cpuMs }
  const options = { timeoutMs, niceness, maxBytes, ...cpuLimit, ...(signal && { signal }) }
  const remux = async (audioOnly: boolean): Promise<RemuxResult> => {
    const { file, mimeType, probed } = await transcoder.run({ type: 'remux', ...output, audioOnly }, options)
    return { probed, remuxed: toVideoFile(output, file, { ...probed, mimeType }) }
  }
  try {
    return await remux(false)
  } catch (error) {
    if (isProblem(error, 'noVideo')) return remux(true)
    if (!isProblem(error, 'unsupportedCodec')) throw error
    return { probed: await transcoder.run({ type: 'probe', input }, options), remuxed: null }
  }
}

const isProblem = (error: unknown, problem: TranscodeProblem) =>
  error instanceof TranscodeError && error.problem === problem

const MAX_CONVERTED_MINUTES = 10
/** Videos above this pixel rate (1080p at 60 frames a second) have a proportionally lower limit of duration. */
const FULL_PIXEL_RATE = 1920 * 1080 * 60
/** Short side of a converted video at most. */
const CONVERTED_SHORT_SIDE = 1080
const CONVERSION_THREADS = 2
const QUICK_CONVERSION = { maxSeconds: 15, timeoutMs: 30_000, niceness: 10 }
/** A second of 1080p at 60 frames takes about two seconds of an old processor; other processes go first. */
const SLOW_CONVERSION = { baseMs: 120_000, msPerSecond: 6000, maxMs: 30 * 60_000 }

async function queueConversion(
  transcoder: Transcoder,
  video: ReceivedVideo,
  output: Output,
  probed: Probed,
): Promise<VideoFile> {
  const seconds = conversionSeconds(probed)
  if (seconds > MAX_CONVERTED_MINUTES * 60)
    throw unusableFile('conversionTooLong', { minutes: MAX_CONVERTED_MINUTES })
  const { baseMs, msPerSecond, maxMs } = SLOW_CONVERSION
  const slow = { timeoutMs: Math.min(maxMs, baseMs + seconds * msPerSecond) }
  const convertSlowly = () => convert(transcoder, video, output, slow)
  const { maxSeconds, ...quick } = QUICK_CONVERSION
  if (seconds > maxSeconds) return queueSlowConversion(video.ownerId, convertSlowly)
  return queueQuickConversion(video.ownerId, () => convert(transcoder, video, output, quick)).catch(
    (error: unknown) => {
      if (isTaskTimeout(error)) return queueSlowConversion(video.ownerId, convertSlowly)
      throw error
    },
  )
}

async function convert(
  transcoder: Transcoder,
  { remainingStorage, signal }: ReceivedVideo,
  output: Output,
  limits: { timeoutMs: number; niceness?: number },
): Promise<VideoFile> {
  const { file, duration, width, height } = await transcoder.run(
    { type: 'mp4', ...output, shortSide: CONVERTED_SHORT_SIDE, threads: CONVERSION_THREADS },
    { ...limits, maxBytes: (await remainingStorage?.()) ?? Infinity, ...(signal && { signal }) },
  )
  const video = { width, height }
  return toVideoFile(output, file, { duration, video, mimeType: 'video/mp4' })
}

/** Returns the duration of a video, extended in proportion to a pixel rate above `FULL_PIXEL_RATE`. */
function conversionSeconds({ duration, video }: Probed): number {
  if (!video) return duration
  return duration * Math.max(1, (video.width * video.height * video.frameRate) / FULL_PIXEL_RATE)
}

function toVideoFile(
  { folder }: Output,
  file: string,
  info: { duration: number; mimeType: string; video: { width: number; height: number } | null },
): VideoFile {
  const { duration, mimeType, video } = info
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
