import { AVDISCARD_DEFAULT } from 'node-av/constants'
import type { Frame, Packet, Stream } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { Decoder } from '../input/decoder.ts'
import type { Source } from '../input/open-source.ts'
import { requireAllowedSize } from '../input/picture-size.ts'
import { readPackets } from '../input/read-packets.ts'
import { audioCandidates, audioTracks } from '../input/select-tracks.ts'
import { AudioTrial } from './audio-trial.ts'

/** How many packets are tried to find the first frame that can be decoded; fewer of a picture larger than 1080p. */
const MAX_PACKETS_TO_FIRST_FRAME = 500
const MAX_PIXELS_TO_FIRST_FRAME = 500 * 1920 * 1080
/** How many packets after the first frame are read to find sound. An audio track that begins later is taken untried. */
const MAX_PACKETS_TO_FIRST_SOUND = 500

export type Beginning = { frame: Frame | null; audio: Stream | null; hasUnreadableAudio: boolean }

/**
 * Reads a file up to the first frame of its video and the first samples of its audio tracks. `audio` is the first candidate
 * that can be decoded.
 * @throws {TaskFailure} when no frame of the video can be decoded
 */
export async function readBeginning(source: Source): Promise<Beginning> {
  const { video, context } = source
  const trials = openTrials(context.streams)
  if (video) requireAllowedSize(video.codecpar)
  const picture = video && new FirstFrame(video, await Decoder.open(video, 1))
  try {
    const isAtEnd = await readUntilDecided(source, picture, trials)
    if (isAtEnd) for (const trial of trials) trial.end()
    const frame = (await picture?.get()) ?? null
    const chosen = trials.find(({ isReadable, isAudible }) => isReadable && isAudible !== false)
    const hasUnreadableAudio = !chosen && trials.some(({ isEmpty }) => !isEmpty)
    return { frame, audio: chosen?.stream ?? null, hasUnreadableAudio }
  } finally {
    picture?.close()
    for (const trial of trials) trial.close()
  }
}

/** Opens trials for all audio tracks, in the order in which they are preferred. */
function openTrials(streams: readonly Stream[]): AudioTrial[] {
  const candidates = audioCandidates(streams)
  const others = audioTracks(streams).filter((stream) => !candidates.includes(stream))
  const tracks = [...candidates, ...others]
  for (const stream of tracks) stream.discard = AVDISCARD_DEFAULT
  return tracks.map((stream, index) => new AudioTrial(stream, index < candidates.length))
}

/** Returns whether the file was read to its end. */
async function readUntilDecided(
  source: Source,
  picture: FirstFrame | null,
  trials: readonly AudioTrial[],
): Promise<boolean> {
  let packetsWithFrame = 0
  for await (const packet of readPackets(
    source,
    trials.map(({ stream }) => stream),
  )) {
    if (packet.streamIndex === picture?.stream.index) await picture.add(packet)
    else await trials.find(({ stream }) => stream.index === packet.streamIndex)?.add(packet)
    if (picture?.isGivenUp) return false
    if (picture && !picture.isFound) continue
    packetsWithFrame += 1
    if (isDecided(trials) || packetsWithFrame > MAX_PACKETS_TO_FIRST_SOUND) return false
  }
  return true
}

/** Whether the first audible track is known. */
function isDecided(trials: readonly AudioTrial[]): boolean {
  const first = trials.find(({ isAudible }) => isAudible !== false)
  return first === undefined || first.isAudible === true
}

/** Decodes a video up to its first frame. */
class FirstFrame {
  readonly stream: Stream
  readonly #decoder: Decoder
  readonly #maxPackets: number
  #frame: Frame | null = null
  #packets = 0

  constructor(stream: Stream, decoder: Decoder) {
    this.stream = stream
    this.#decoder = decoder
    const { width, height } = stream.codecpar
    this.#maxPackets = Math.min(MAX_PACKETS_TO_FIRST_FRAME, MAX_PIXELS_TO_FIRST_FRAME / (width * height || 1))
  }

  get isFound(): boolean {
    return this.#frame !== null
  }

  /** Whether enough packets were tried. */
  get isGivenUp(): boolean {
    return !this.isFound && this.#packets >= this.#maxPackets
  }

  async add(packet: Packet): Promise<void> {
    if (this.isFound) return
    this.#packets += 1
    await this.#decode(packet)
  }

  /** @throws {TaskFailure} when there is none */
  async get(): Promise<Frame> {
    if (!this.#frame) await this.#decode(null)
    if (!this.#frame && this.#packets === 0) throw new TaskFailure('empty', 'the video has no frames')
    if (!this.#frame) throw new TaskFailure('unreadable', 'no frame can be decoded')
    requireAllowedSize(this.#frame)
    return this.#frame
  }

  close(): void {
    this.#decoder.close()
  }

  async #decode(packet: Packet | null): Promise<void> {
    for await (const frame of this.#decoder.decode(packet)) {
      this.#frame = frame.clone() ?? frame
      return
    }
  }
}
