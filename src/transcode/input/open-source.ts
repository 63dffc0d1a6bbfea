import { stat } from 'node:fs/promises'
import { AV_NOPTS_VALUE } from 'node-av/constants'
import { Dictionary, FormatContext, InputFormat, type Stream } from 'node-av/lib'
import { withMessages } from '../ffmpeg/log.ts'
import { check, TaskFailure } from '../ffmpeg/task-failure.ts'
import type { Container } from '../protocol.ts'
import { ALLOWED_DECODERS } from './decoders.ts'
import { type TrackSelection, selectTracks } from './select-tracks.ts'
import { sniffContainer } from './sniff-container.ts'

/** Maximum number of tracks of any kind. */
const MAX_TRACKS = 64

/** FFmpeg's names of the formats, and those of all formats that may be opened, also for data inside of a file. */
const FORMATS: Record<Container, string> = {
  mp4: 'mov',
  matroska: 'matroska',
  avi: 'avi',
  gif: 'gif',
  webp: 'webp_anim',
  apng: 'apng',
}
const FORMAT_WHITELIST = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,avi,gif,webp_anim,apng'

/** An open file. */
export type Source = {
  context: FormatContext
  container: Container
  video: Stream | null
  audio: Stream | null
  /** The container's time of the first packet, in microseconds. */
  startTime: bigint
  /** Size of the file. */
  bytes: number
}

/**
 * Opens a video file with only the demuxer of its container. FFmpeg may open no other file and no network connection,
 * whatever the file refers to. Packets of other tracks than the selected ones are not read.
 * @throws {TaskFailure}
 */
export async function openSource(path: string, selection: TrackSelection = {}): Promise<Source> {
  const container = await sniffContainer(path)
  const { size: bytes } = await stat(path)
  const context = new FormatContext()
  const options = Dictionary.fromObject({
    protocol_whitelist: 'file',
    format_whitelist: FORMAT_WHITELIST,
    codec_whitelist: ALLOWED_DECODERS.join(','),
    max_streams: MAX_TRACKS,
  })
  const format = InputFormat.findInputFormat(FORMATS[container])
  const { result, messages } = await withMessages(() => context.openInput(`file:${path}`, format, options))
  if (messages.some((message) => message.includes('max_streams')))
    throw new TaskFailure('tooManyTracks', `the file has more than ${MAX_TRACKS} tracks`)
  check(result, `open the file (${messages.join('; ')})`)
  check(await context.findStreamInfo(null), 'read the tracks')
  const { video, audio } = selectTracks(context.streams, selection)
  const startTime = context.startTime === AV_NOPTS_VALUE ? 0n : context.startTime
  return { context, container, video, audio, startTime, bytes }
}
