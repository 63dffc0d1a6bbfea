import { hasMarker, payloadOf, timestampOf } from '../rtp/rtp.ts'
import type { CodecName } from '../sdp/parse-session.ts'
import type { LayerTrack } from '../tracks/layer-track.ts'
import type { Depacketizer, VideoFrame } from './codecs/video-frame.ts'
import { createDepacketizer } from './track-recorder.ts'
import { ReorderBuffer } from './reorder-buffer.ts'

/** How long to wait for a missing packet: its retransmission is requested within 20 ms. */
const REORDER_MS = 250
/** Encoders that ignore requests send a keyframe every few seconds. */
const MAX_WAIT_MS = 8000

/** `description` is the decoder configuration, as in `Depacketizer`. */
export type Keyframe = Pick<VideoFrame, 'data'> & { codec: CodecName; description: Buffer | null }

/** Waits for the next whole keyframe of a track. */
export class KeyframeCapture {
  /** Resolves to null if there is none in time. */
  readonly result: Promise<Keyframe | null>
  readonly #track: LayerTrack
  readonly #depacketizer: Depacketizer | null
  readonly #reorderBuffer: ReorderBuffer
  #resolve: (keyframe: Keyframe | null) => void = () => undefined

  constructor(track: LayerTrack) {
    this.#track = track
    this.#depacketizer = createDepacketizer(track.codec.name)
    this.#reorderBuffer = new ReorderBuffer(REORDER_MS, (packet, _at, isAfterGap) =>
      this.#handlePacket(packet, isAfterGap),
    )
    const timer = setTimeout(() => this.#resolve(null), MAX_WAIT_MS)
    this.result = new Promise<Keyframe | null>((resolve) => (this.#resolve = resolve)).finally(() =>
      clearTimeout(timer),
    )
  }

  /** Copies the packet: viewers get the same buffer with other header fields. */
  addPacket(track: LayerTrack, packet: Buffer, now: number): void {
    if (track === this.#track) this.#reorderBuffer.put(Buffer.from(packet), now)
  }

  #handlePacket(packet: Buffer, isAfterGap: boolean): void {
    if (isAfterGap) this.#depacketizer?.drop()
    const frame = this.#depacketizer?.push(payloadOf(packet), timestampOf(packet), hasMarker(packet))
    if (!frame || frame === 'broken' || !frame.isKey) return
    const { description = null } = this.#depacketizer ?? {}
    this.#resolve({ codec: this.#track.codec.name, data: frame.data, description })
  }
}
