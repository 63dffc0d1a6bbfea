import { MAX_BITS } from '#web/features/live/studio/broadcast-settings.ts'
import { HighLayerSwitch } from './high-layer-switch.ts'
import type { StatsSample } from './stats-monitor.ts'
import { type VideoLimits, limitVideo } from './senders.ts'

/** As it is offered. */
const UNLIMITED: VideoLimits = { hasPicture: true, hasLarge: true, maxBitrate: MAX_BITS }

/** How much of its picture a broadcaster sends: what it wants to, and of that what the line carries. */
export class VideoLimiter {
  readonly #lookMs: number
  #limits = UNLIMITED
  #largePicture = new HighLayerSwitch()
  #connection: RTCPeerConnection | null = null

  /** `lookMs` is the time from one beat to the next. */
  constructor(lookMs: number) {
    this.#lookMs = lookMs
  }

  /** Another connection, or none, is what is sent over: it may have another line. */
  follow(connection: RTCPeerConnection | null): void {
    this.#connection = null
    this.#largePicture = new HighLayerSwitch()
    this.limit({ hasLarge: true })
    this.#connection = connection
  }

  limit(change: Partial<VideoLimits>): void {
    const limits = { ...this.#limits, ...change }
    const isSame =
      limits.hasPicture === this.#limits.hasPicture &&
      limits.hasLarge === this.#limits.hasLarge &&
      limits.maxBitrate === this.#limits.maxBitrate
    if (isSame) return
    this.#limits = limits
    if (this.#connection) void this.apply(this.#connection)
  }

  /** Sound and the small picture come before the large one. */
  beat({ estimate, sent, at }: StatsSample): void {
    if (estimate === null || !this.#limits.hasPicture) return
    this.limit({ hasLarge: this.#largePicture.look({ estimate, sent: (sent * 8000) / this.#lookMs }, at) })
  }

  /** Puts the limits on what a connection sends; it has them by itself while there are none. */
  async apply(connection: RTCPeerConnection): Promise<void> {
    if (this.#limits === UNLIMITED) return
    // What the browser refuses costs data, not the broadcast.
    await limitVideo(connection, this.#limits).catch((cause: unknown) => console.warn(cause))
  }
}
