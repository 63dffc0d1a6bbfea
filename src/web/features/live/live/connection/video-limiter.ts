import { maxBitrate } from '#web/features/live/live/media/broadcast-settings.ts'
import { HighLayerSwitch } from './high-layer-switch.ts'
import type { StatsSample } from './stats-monitor.ts'
import { type VideoLimits, limitVideo } from './senders.ts'

/** The limits of a new offer. */
const UNLIMITED: VideoLimits = { isVideoActive: true, isHighLayerActive: true, maxBitrate: maxBitrate() }

/** Limits the video that a broadcaster sends: to the chosen settings, and to what the connection carries. */
export class VideoLimiter {
  readonly #pollMs: number
  #limits = UNLIMITED
  #highLayer = new HighLayerSwitch()
  #connection: RTCPeerConnection | null = null

  /** `pollMs` is the time between two samples. */
  constructor(pollMs: number) {
    this.#pollMs = pollMs
  }

  /** Uses this connection from now on, or none; the high layer starts enabled, as the network may differ. */
  setConnection(connection: RTCPeerConnection | null): void {
    this.#connection = null
    this.#highLayer = new HighLayerSwitch()
    this.limit({ isHighLayerActive: true })
    this.#connection = connection
  }

  limit(change: Partial<VideoLimits>): void {
    const limits = { ...this.#limits, ...change }
    const isSame =
      limits.isVideoActive === this.#limits.isVideoActive &&
      limits.isHighLayerActive === this.#limits.isHighLayerActive &&
      limits.maxBitrate === this.#limits.maxBitrate
    if (isSame) return
    this.#limits = limits
    if (this.#connection) void this.apply(this.#connection)
  }

  /** Audio and the low layer have priority over the high layer. */
  handleSample({ estimate, bytesSent, at }: StatsSample): void {
    if (estimate === null || !this.#limits.isVideoActive) return
    this.limit({
      isHighLayerActive: this.#highLayer.update({ estimate, sent: (bytesSent * 8000) / this.#pollMs }, at),
    })
  }

  /** Applies the limits to a connection. A new offer has no limits, so without any there is nothing to do. */
  async apply(connection: RTCPeerConnection): Promise<void> {
    if (this.#limits === UNLIMITED) return
    // Without the limits the broadcast uses more data, but works.
    await limitVideo(connection, this.#limits).catch((cause: unknown) => console.warn(cause))
  }
}
