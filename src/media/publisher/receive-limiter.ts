import { TokenBucket } from '../peer/token-bucket.ts'

/** A publisher that sends so many times what its reports allow for seconds ignores our feedback. */
const TOLERANCE = 4
/** Headers of IP, UDP and SRTP. */
const PACKET_OVERHEAD_BYTES = 64
/**
 * The minimum charge of a packet, because each one costs about the same work. Opus has at most 400 packets a second,
 * and video at the highest bitrate about 1,000.
 */
const MIN_CHARGED_BYTES = 400
/** Allows the burst of packets that are read late because the machine was busy. */
const BURST_MS = 5_000

/** Limits what a publisher sends on all of its tracks together, in bits and in packets. */
export class ReceiveLimiter {
  readonly #bytes: TokenBucket

  /** `maxBitrate` is what the publisher's reports allow, in bits per second. */
  constructor(maxBitrate: number) {
    this.#bytes = new TokenBucket((TOLERANCE * maxBitrate) / 8, BURST_MS)
  }

  /** Returns whether a packet of this size is within the limit. `now` is a monotonic clock in milliseconds. */
  allowsPacket(bytes: number, now: number): boolean {
    return this.#bytes.tryConsume(Math.max(bytes + PACKET_OVERHEAD_BYTES, MIN_CHARGED_BYTES), now)
  }

  isUnused(now: number): boolean {
    return this.#bytes.isFull(now)
  }
}

/** The limiters of the latest publishers: one that was closed and comes back gets no new burst. */
export class ReceiveLimiters {
  readonly #limiterByStream = new Map<string, ReceiveLimiter>()

  get(streamId: string, maxBitrate: number, now: number): ReceiveLimiter {
    for (const [id, limiter] of this.#limiterByStream)
      if (limiter.isUnused(now)) this.#limiterByStream.delete(id)
    const limiter = this.#limiterByStream.get(streamId) ?? new ReceiveLimiter(maxBitrate)
    this.#limiterByStream.set(streamId, limiter)
    return limiter
  }
}
