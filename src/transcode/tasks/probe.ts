import { AV_NOPTS_VALUE, AV_TIME_BASE } from 'node-av/constants'
import { avGetCodecName, type Frame, type Stream } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { type Colours, coloursOf, isHdr, pixelFormatOf } from '../input/colours.ts'
import { type Rate, constantRate, toNumber } from '../input/frame-rate.ts'
import { type Source, openSource } from '../input/open-source.ts'
import { type Orientation, displaySize, orientationOf } from '../input/picture-size.ts'
import { readPackets } from '../input/read-packets.ts'
import { audioTracks } from '../input/select-tracks.ts'
import { requireAllowedLength, toSeconds } from '../input/time.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'
import { readBeginning } from './read-beginning.ts'

/** The facts about a file that tasks use; `result` is the part that the app gets. */
export type Facts = {
  result: ResultOf<TaskOf<'probe'>>
  orientation: Orientation
  /** The tracks that are copied or encoded. */
  tracks: { video: number | null; audio: number | null }
  /** Of the first frame; null without video. */
  colours: Colours | null
  /** The rate of the video when it is encoded. */
  rate: Rate
  /** Size of the file. */
  bytes: number
}

/** Up to this size, all packets of a file are read before anything is made of it: that takes less than a second. */
const MAX_BYTES_TO_READ_FIRST = 32 * 1024 ** 2

/** Describes a file whose content is not known yet. A small one is refused here if it repeats its data. */
export async function describeFile(input: string): Promise<Facts['result']> {
  const { result, bytes } = await probe(input)
  if (bytes <= MAX_BYTES_TO_READ_FIRST) await measureDuration(input)
  return result
}

/** Describes a file. The beginning of its tracks is decoded, because headers may lie. */
export async function probe(input: string): Promise<Facts> {
  const source = await openSource(input)
  try {
    const { video, container, bytes, context } = source
    const audios = audioTracks(context.streams)
    if (!video && audios.length === 0) throw new TaskFailure('noVideo', 'the file has no video and no audio')
    const duration = await durationOf(source, input)
    const orientation = video ? orientationOf(video) : { rotation: 0 as const, isMirrored: false }
    const rate = video ? constantRate(video.avgFrameRate, video.rFrameRate) : { num: 30, den: 1 }
    const { frame, audio, hasUnreadableAudio } = await readBeginning(source)
    if (!video && !audio)
      throw new TaskFailure(hasUnreadableAudio ? 'unsupportedCodec' : 'noVideo', 'no track can be decoded')
    const result = {
      type: 'probe' as const,
      container,
      duration,
      video: video && frame && describeVideo(video, frame, orientation, rate),
      audio: audio && describeAudio(audio),
      hasUnreadableAudio,
    }
    const tracks = { video: video?.index ?? null, audio: audio?.index ?? null }
    return { result, tracks, orientation, colours: frame && coloursOf(frame), rate, bytes }
  } finally {
    await source.context.closeInput()
  }
}

/** Browsers write WebM without a duration: then it is computed from the packets. */
async function durationOf(source: Source, input: string): Promise<number> {
  const { context } = source
  const known = context.duration === AV_NOPTS_VALUE ? 0 : Number(context.duration) / AV_TIME_BASE
  const seconds = known > 0 ? known : await measureDuration(input)
  requireAllowedLength(seconds)
  if (seconds <= 0) throw new TaskFailure('empty', 'the video has no duration')
  return seconds
}

/** Reads all packets of a file. It is opened again, because its packets are also needed from the start. */
async function measureDuration(input: string): Promise<number> {
  const source = await openSource(input)
  let end = 0
  try {
    for await (const packet of readPackets(source)) {
      const stream = source.video?.index === packet.streamIndex ? source.video : source.audio
      const start = stream && toSeconds(packet.pts, stream.timeBase, source.startTime)
      if (!stream || start === null) continue
      end = Math.max(end, start + (Number(packet.duration) * stream.timeBase.num) / stream.timeBase.den)
      requireAllowedLength(end)
    }
  } finally {
    await source.context.closeInput()
  }
  return end
}

function describeVideo(stream: Stream, frame: Frame, { rotation }: Orientation, rate: Rate) {
  return {
    codec: avGetCodecName(stream.codecpar.codecId) ?? 'unknown',
    ...displaySize(frame, frame.sampleAspectRatio, rotation),
    rotation,
    frameRate: toNumber(stream.avgFrameRate) || toNumber(rate),
    pixelFormat: pixelFormatOf(frame),
    isHdr: isHdr(frame),
  }
}

function describeAudio({ codecpar: { codecId, channels, sampleRate } }: Stream) {
  return { codec: avGetCodecName(codecId) ?? 'unknown', channels, sampleRate }
}
