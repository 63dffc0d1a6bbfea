import { ZERO_OFFSET, applyOffset, offsetSenderReport } from '../rtp/rtp-offset.ts'
import { LayerSwitcher } from '../tracks/layer-switcher.ts'
import type { ForwardedPacket, LayerTrack } from '../tracks/layer-track.ts'
import type { VideoLayer } from '../tracks/layer.ts'
import type { Recorder } from './recorder.ts'

/**
 * Connects a stream to its recorder: passes on the audio and one video layer, which is the high one, or the low one
 * while the publisher does not send the high one.
 */
export class StreamRecording {
  readonly recorder: Recorder
  readonly #layerSwitcher: LayerSwitcher

  constructor(recorder: Recorder, onKeyframeNeeded: (layer: VideoLayer) => void) {
    this.recorder = recorder
    this.#layerSwitcher = new LayerSwitcher(onKeyframeNeeded)
  }

  setAvailability(availability: Readonly<Record<VideoLayer, boolean>>, now: number): void {
    this.#layerSwitcher.setTarget(availability.high ? 'high' : 'low', now)
  }

  requestKeyframe(now: number): void {
    this.#layerSwitcher.requestKeyframe(now)
  }

  addPacket(track: LayerTrack, forwarded: ForwardedPacket, now: number): void {
    const { packet } = forwarded
    if (track.layer === 'audio') return this.recorder.addPacket(track.codec.name, packet, now)
    const decision = this.#layerSwitcher.decide(track, forwarded, now)
    if (decision === 'drop') return
    if (decision === 'switch' && track.senderReport) this.addSenderReport(track, track.senderReport)
    this.recorder.addPacket(track.codec.name, this.#withOffset(packet), now)
  }

  addSenderReport(track: LayerTrack, report: Buffer): void {
    if (track.layer === 'audio') return this.recorder.addSenderReport(track.codec.name, report)
    if (track !== this.#layerSwitcher.track) return
    const copy = Buffer.from(report)
    offsetSenderReport(copy, this.#layerSwitcher.offset.timestamp)
    this.recorder.addSenderReport(track.codec.name, copy)
  }

  /** Copies the packet: the recorder keeps it, and viewers get the same buffer with other header fields. */
  #withOffset(packet: Buffer): Buffer {
    const { offset } = this.#layerSwitcher
    if (offset === ZERO_OFFSET) return packet
    const copy = Buffer.from(packet)
    applyOffset(copy, offset)
    return copy
  }
}
