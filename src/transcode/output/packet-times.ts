import { AV_NOPTS_VALUE } from 'node-av/constants'
import type { Packet, Stream } from 'node-av/lib'
import { TaskFailure } from '../ffmpeg/task-failure.ts'
import { fromMicroseconds, requireAllowedLength, toSeconds } from '../input/time.ts'

/** The times of copied packets, moved so that the file begins at 0. */
export class PacketTimes {
  readonly #startTime: bigint
  /** The last decoding time of each track. */
  readonly #lastByTrack = new Map<number, bigint>()

  /** `startTime` is in microseconds. */
  constructor(startTime: bigint) {
    this.#startTime = startTime
  }

  /** Returns the packet's second. Throws for times that only a decoder could correct. */
  shift(packet: Packet, { index, timeBase, codecpar }: Stream): number {
    const { pts } = packet
    const dts = this.#decodingTime(packet, index, codecpar.videoDelay)
    const last = this.#lastByTrack.get(index)
    if (pts === AV_NOPTS_VALUE || dts === null || pts < dts || (last !== undefined && dts <= last))
      throw new TaskFailure('unsupportedCodec', `the packets of track ${index} have no usable times`)
    this.#lastByTrack.set(index, dts)
    const second = toSeconds(pts, timeBase, this.#startTime) ?? 0
    requireAllowedLength(second)
    const offset = fromMicroseconds(this.#startTime, timeBase)
    packet.pts = pts - offset
    packet.dts = dts - offset
    return second
  }

  /** Matroska has no decoding times: those of the first packets, before the first frame is shown, are missing. */
  #decodingTime({ pts, dts, duration }: Packet, index: number, delay: number): bigint | null {
    if (dts !== AV_NOPTS_VALUE) return dts
    if (pts === AV_NOPTS_VALUE || duration <= 0n) return null
    const last = this.#lastByTrack.get(index)
    return last === undefined ? pts - BigInt(delay) * duration : last + duration
  }
}
