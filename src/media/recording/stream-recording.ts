import type { Forwarded, Lane } from '../tracks/layer-track.ts'
import type { Picture } from '../tracks/layer.ts'
import { PictureFeed } from '../tracks/layer-switcher.ts'
import type { Recorder } from './recorder.ts'
import { NO_SHIFT, shiftPacket, shiftReport } from '../rtp/rtp-offset.ts'

/**
 * What a recording gets of a stream: its sound, and one picture as a viewer would get it. That is the full one, and while
 * the broadcaster does not send that, the small one.
 */
export class RecordingFeed {
  readonly recorder: Recorder
  readonly #picture: PictureFeed

  constructor(recorder: Recorder, onKeyframeNeeded: (layer: Picture) => void) {
    this.recorder = recorder
    this.#picture = new PictureFeed(onKeyframeNeeded)
  }

  setAvailable(available: Readonly<Record<Picture, boolean>>, now: number): void {
    this.#picture.want(available.high ? 'high' : 'low', now)
  }

  askKeyframe(now: number): void {
    this.#picture.askKeyframe(now)
  }

  take(lane: Lane, forwarded: Forwarded, now: number): void {
    const { packet } = forwarded
    if (lane.layer === 'audio') return this.recorder.take(lane.codec.name, packet, now)
    const taken = this.#picture.take(lane, forwarded, now)
    if (taken === 'no') return
    if (taken === 'joined' && lane.senderReport) this.noteSenderReport(lane, lane.senderReport)
    this.recorder.take(lane.codec.name, this.#shifted(packet), now)
  }

  noteSenderReport(lane: Lane, report: Buffer): void {
    if (lane.layer === 'audio') return this.recorder.noteSenderReport(lane.codec.name, report)
    if (lane !== this.#picture.lane) return
    const copy = Buffer.from(report)
    shiftReport(copy, this.#picture.shift.timestamp)
    this.recorder.noteSenderReport(lane.codec.name, copy)
  }

  /** The recorder keeps what it is given, and viewers get the same packet in other numbers. */
  #shifted(packet: Buffer): Buffer {
    const { shift } = this.#picture
    if (shift === NO_SHIFT) return packet
    const copy = Buffer.from(packet)
    shiftPacket(copy, shift)
    return copy
  }
}
