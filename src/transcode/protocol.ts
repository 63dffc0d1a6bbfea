import * as z from 'zod/mini'
import { maxBitrateOf } from './encode/quality-steps.ts'

/*
 * The IPC messages between the app and a transcoder's process. The app sends one task; the process sends progress, then
 * one result or failure. Paths are absolute, times are seconds, sizes are pixels, rates are bits per second.
 */

/** Maximum length of a video, in seconds. */
export const MAX_VIDEO_SECONDS = 12 * 60 * 60

/** Maximum number of frames in a preview strip. */
const MAX_TILES = 100

const seconds = z.number().check(z.minimum(0))
const pixels = z.int().check(z.minimum(1))
/** The file to read; whether it is a video is decided by its bytes, not by its name. */
const input = z.string()
/** The existing folder that the outputs are written to, and what their names begin with. */
const output = { folder: z.string(), name: z.string().check(z.regex(/^[\w-]{1,64}$/)) }
/**
 * Maximum length of the shorter side of the picture: the height of a landscape video, the width of an upright one.
 * A smaller source is not enlarged.
 */
const shortSide = z.int().check(z.minimum(16), z.maximum(4320))
/** How many threads decode, and how many encode. */
const threads = z.int().check(z.minimum(1), z.maximum(16))

/**
 * Errors of every task: `unreadable`, `tooLarge`, `tooLong`, `tooManyTracks`, `empty`, `repeatsData`, and those of the
 * system (`taskProblem`).
 */
const task = [
  /** Describes a file and decodes its first frame. Errors: `noVideo` without video and audio, `unsupportedCodec`. */
  z.object({ type: z.literal('probe'), input }),
  /**
   * Copies the packets into `NAME.mp4` with its index in front, or `NAME.webm`, without anything else of the source; with
   * `audioOnly` those of the audio into `NAME.m4a` or `NAME.weba`. Errors: `unsupportedCodec` when a browser cannot play
   * the copied tracks (the file must be transcoded), `noVideo`, `noAudio` with `audioOnly`.
   */
  z.object({ type: z.literal('remux'), input, ...output, audioOnly: z.optional(z.boolean()) }),
  /**
   * Encodes one HLS rendition: `NAME.mp4` (fragmented) and `NAME.m3u8`. `shortSide` is null for audio only. Errors:
   * `noVideo` or `noAudio` when the requested track is missing, `unsupportedCodec`. Audio that cannot be decoded counts as
   * missing.
   */
  z.object({ type: z.literal('rendition'), input, ...output, shortSide: z.nullable(shortSide), threads }),
  /** Encodes `NAME.mp4` with its index in front. Errors: `noVideo`, `unsupportedCodec`. */
  z.object({ type: z.literal('mp4'), input, ...output, shortSide, threads }),
  /**
   * Makes `NAME-poster.jpg`, the frame at `posterAt` or else one that is neither dark nor blank, and
   * `NAME-preview.jpg` with up to `maxTiles` frames at equal distances. Errors: `noVideo`, `unsupportedCodec`.
   */
  z.object({
    type: z.literal('frames'),
    input,
    ...output,
    posterAt: z.nullable(seconds),
    maxTiles: z.int().check(z.minimum(1), z.maximum(MAX_TILES)),
  }),
  /**
   * Decodes one keyframe (Base64) and makes a JPEG of it, cut to this shape and not larger. `description` is the decoder configuration
   * of H264. One process may do many of these, one after the other.
   */
  z.object({
    type: z.literal('picture'),
    codec: z.enum(['VP8', 'H264']),
    data: z.string(),
    description: z.nullable(z.string()),
    width: pixels,
    height: pixels,
  }),
] as const

const videoTrack = z.object({
  /** FFmpeg's name: `h264`, `hevc`, `vp8`, `vp9`, `av1`, `mpeg4`, … */
  codec: z.string(),
  /** As displayed: rotated, and with square pixels. */
  width: pixels,
  height: pixels,
  /** By how many degrees players turn the stored picture clockwise. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Frames per second, the average when it varies. */
  frameRate: z.number(),
  /** FFmpeg's name, for example `yuv420p`. */
  pixelFormat: z.string(),
  /** Whether brightness is encoded for HDR displays (PQ or HLG). */
  isHdr: z.boolean(),
})

const audioTrack = z.object({
  /** FFmpeg's name: `aac`, `mp3`, `opus`, `vorbis`, … */
  codec: z.string(),
  channels: z.int(),
  /** In hertz. */
  sampleRate: z.int(),
})

const container = z.enum(['mp4', 'matroska', 'avi', 'gif', 'webp', 'apng'])

/** The name of an output in the folder: the app accepts those of `outputFiles` alone. */
const fileName = z.string()

const encodedFile = {
  file: fileName,
  bytes: z.int(),
  duration: seconds,
}

const COPIED_TYPES = ['video/mp4', 'video/webm', 'audio/mp4', 'audio/webm'] as const

/** Size and frame rate of an encoded picture. */
const picture = { width: pixels, height: pixels, frameRate: z.number() }

const probed = z.object({
  type: z.literal('probe'),
  container,
  duration: seconds,
  video: z.nullable(videoTrack),
  /** The first track that can be decoded, the default one before others. */
  audio: z.nullable(audioTrack),
  /** Whether the file has sound that cannot be decoded, and none that can. */
  hasUnreadableAudio: z.boolean(),
})

const result = [
  probed,
  /** Includes the result of `probe`, so that a copied file needs no other task. */
  z.object({ type: z.literal('remux'), ...encodedFile, mimeType: z.enum(COPIED_TYPES), probed }),
  z.object({
    type: z.literal('rendition'),
    ...encodedFile,
    /** The media playlist. */
    playlist: fileName,
    /** The peak and the average of the playlist: `BANDWIDTH` and `AVERAGE-BANDWIDTH`. */
    bandwidth: z.int(),
    averageBandwidth: z.int(),
    /** RFC 6381: `avc1.64001f,mp4a.40.2`. */
    codecs: z.string(),
    /** Null for audio only. */
    picture: z.nullable(z.object(picture)),
  }),
  z.object({ type: z.literal('mp4'), ...encodedFile, ...picture, codecs: z.string() }),
  z.object({
    type: z.literal('frames'),
    poster: z.object({ file: fileName, width: pixels, height: pixels, second: seconds }),
    /** The tiles fill rows from the start; tile `n` shows the second `n * interval`. */
    preview: z.object({
      file: fileName,
      columns: z.int(),
      tiles: z.int(),
      tileWidth: pixels,
      tileHeight: pixels,
      interval: z.number(),
    }),
  }),
  /** In Base64. */
  z.object({ type: z.literal('picture'), image: z.string() }),
] as const

/**
 * Problems of the file (`unreadable`: no video of a known container, or damaged; `empty`: no frame, or no
 * duration; `tooLarge`: pixels per frame; `repeatsData`: it describes more data than it contains), and of the system:
 * `outOfSpace`; `ioError`, a file cannot be read or written; `timeout`, the task took more processor time than it may, or was
 * killed after its time limit.
 */
const taskProblem = z.enum([
  'unreadable',
  'empty',
  'noVideo',
  'noAudio',
  'unsupportedCodec',
  'tooLarge',
  'tooLong',
  'tooManyTracks',
  'repeatsData',
  'outOfMemory',
  'timeout',
  'outOfSpace',
  'ioError',
])

export const transcodeTask = z.discriminatedUnion('type', task)
const taskResult = z.discriminatedUnion('type', result)
export const fromTranscoder = z.discriminatedUnion('type', [
  /** How much of the source is done; at most two per second. */
  z.object({ type: z.literal('progress'), second: seconds }),
  z.object({ type: z.literal('done'), result: taskResult }),
  z.object({ type: z.literal('failed'), problem: taskProblem, detail: z.string() }),
])

export type TranscodeTask = z.output<typeof transcodeTask>
/** A task that reads a file. */
export type FileTask = Extract<TranscodeTask, { input: string }>
/** A task with outputs. */
export type WritingTask = Extract<TranscodeTask, { folder: string }>
export type TaskOf<Type extends TranscodeTask['type']> = Extract<TranscodeTask, { type: Type }>
export type TaskResult = z.output<typeof taskResult>
export type ResultOf<Task extends TranscodeTask> = Extract<TaskResult, { type: Task['type'] }>
export type VideoTrack = z.output<typeof videoTrack>
export type Container = z.output<typeof container>
export type FromTranscoder = z.output<typeof fromTranscoder>
export type TaskProblem = z.output<typeof taskProblem>
/**
 * `overAllowance`: the process was killed because it wrote more than its caller allows; `crashed`: it ended by itself.
 */
export type TranscodeProblem = TaskProblem | 'overAllowance' | 'crashed'

/**
 * The folder that a task writes its outputs to. The app moves them into place when it has received the task's result; what
 * a task that failed has written is never used, and the next attempt deletes it.
 */
export function partialFolder({ folder, name }: { folder: string; name: string }): string {
  return `${folder}/.${name}.partial`
}

/** The files that a task wrote, in the order in which they are moved into place. */
export function outputFiles(result: TaskResult): string[] {
  switch (result.type) {
    case 'probe':
    case 'picture':
      return []
    case 'remux':
    case 'mp4':
      return [result.file]
    case 'rendition':
      // The playlist last: its presence means that the rendition is complete.
      return [result.file, result.playlist]
    case 'frames':
      return [result.poster.file, result.preview.file]
    default:
      return result satisfies never
  }
}

/** Returns the maximum bytes of a rendition of this duration, if its encoders keep their bitrates. */
export function maxRenditionBytes({ shortSide }: TaskOf<'rendition'>, seconds: number): number {
  return (maxBitrateOf(shortSide) / 8) * seconds
}
