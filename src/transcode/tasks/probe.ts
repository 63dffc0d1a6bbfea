import { AVCOL_TRC_ARIB_STD_B67, AVCOL_TRC_SMPTE2084, AV_NOPTS_VALUE, AV_TIME_BASE } from 'node-av/constants'
import { avGetCodecName, avGetPixFmtName, type Frame, type Stream } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { Decoder } from '../input/decoder.ts'
import { type Rate, constantRate, toNumber } from '../input/frame-rate.ts'
import { type Source, openSource } from '../input/open-source.ts'
import { type Orientation, displaySize, orientationOf, requireAllowedSize } from '../input/picture-size.ts'
import { readPackets } from '../input/read-packets.ts'
import { requireAllowedLength, toSeconds } from '../input/time.ts'
import type { ResultOf, TaskOf } from '../protocol.ts'

/** The facts about a file that tasks use; `result` is the part that the app gets. */
export type Facts = {
  result: ResultOf<TaskOf<'probe'>>
  orientation: Orientation
  /** The rate of the video when it is encoded. */
  rate: Rate
  /** Size of the file. */
  bytes: number
}

/** How many packets are tried to find the first frame that can be decoded; fewer of a picture larger than 1080p. */
const MAX_PACKETS_TO_FIRST_FRAME = 500
const MAX_PIXELS_TO_FIRST_FRAME = 500 * 1920 * 1080
const MAX_CHANNELS = 64

/** Up to this size, all packets of a file are read before anything is made of it: that takes less than a second. */
const MAX_BYTES_TO_READ_FIRST = 32 * 1024 ** 2

/** Describes a file whose content is not known yet. A small one is refused here if it repeats its data. */
export async function describeFile(input: string): Promise<Facts['result']> {
  const { result, bytes } = await probe(input)
  if (bytes <= MAX_BYTES_TO_READ_FIRST) await measureDuration(input)
  return result
}

/** Describes a file. Its first frame is decoded, because headers may lie. */
export async function probe(input: string): Promise<Facts> {
  const source = await openSource(input)
  try {
    const { video, audio, container, bytes } = source
    if (!video && !audio) throw new TaskFailure('noVideo', 'the file has no video and no audio')
    const duration = await durationOf(source, input)
    const orientation = video ? orientationOf(video) : { rotation: 0 as const, isMirrored: false }
    const rate = video ? constantRate(video.avgFrameRate, video.rFrameRate) : { num: 30, den: 1 }
    const result = {
      type: 'probe' as const,
      container,
      duration,
      video: video && (await describeVideo(source, video, orientation, rate)),
      audio: audio && describeAudio(audio),
    }
    return { result, orientation, rate, bytes }
  } finally {
    await source.context.closeInput()
  }
}

/** Browsers write WebM without a duration: then the packets tell. */
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

async function describeVideo(source: Source, stream: Stream, { rotation }: Orientation, rate: Rate) {
  requireAllowedSize(stream.codecpar)
  const decoder = await Decoder.open(stream, 1)
  try {
    const frame = await firstFrame(source, stream, decoder)
    requireAllowedSize(frame)
    return {
      codec: avGetCodecName(stream.codecpar.codecId) ?? 'unknown',
      ...displaySize(frame, frame.sampleAspectRatio, rotation),
      rotation,
      frameRate: toNumber(stream.avgFrameRate) || toNumber(rate),
      pixelFormat: pixelFormatName(frame),
      isHdr: isHdr(frame),
    }
  } finally {
    decoder.close()
  }
}

/** Brightness of PQ and HLG reaches beyond what other displays show. */
function isHdr({ colorTrc }: Pick<Frame, 'colorTrc'>): boolean {
  return colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67
}

async function firstFrame(source: Source, stream: Stream, decoder: Decoder): Promise<Frame> {
  let packets = 0
  const { width, height } = stream.codecpar
  const maxPackets = Math.min(MAX_PACKETS_TO_FIRST_FRAME, MAX_PIXELS_TO_FIRST_FRAME / (width * height || 1))
  for await (const packet of readPackets(source)) {
    if (packet.streamIndex !== stream.index) continue
    for await (const frame of decoder.decode(packet)) return frame.clone() ?? frame
    if (++packets >= maxPackets) break
  }
  for await (const frame of decoder.decode(null)) return frame.clone() ?? frame
  if (packets === 0) throw new TaskFailure('empty', 'the video has no frames')
  throw new TaskFailure('unreadable', 'no frame can be decoded')
}

function pixelFormatName({ format }: Frame): string {
  // Boundary: the format of a video frame is a pixel format.
  return avGetPixFmtName(format as Parameters<typeof avGetPixFmtName>[0]) ?? 'unknown'
}

function describeAudio({ codecpar }: Stream) {
  const { channels, sampleRate } = codecpar
  if (channels < 1 || channels > MAX_CHANNELS || sampleRate < 1)
    throw new TaskFailure('unreadable', 'the audio track has no channels or no sample rate')
  return { codec: avGetCodecName(codecpar.codecId) ?? 'unknown', channels, sampleRate }
}
