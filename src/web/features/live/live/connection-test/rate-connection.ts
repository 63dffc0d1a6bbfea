import { type Resolution, maxBitrate } from '#web/features/live/live/media/broadcast-settings.ts'
import type { UploadEstimate } from './upload-probe.ts'

/** The upload bitrate that each resolution needs for good quality, in bits per second. */
const MIN_BITRATES: readonly { resolution: Resolution; bits: number }[] = [
  { resolution: 720, bits: 1_500_000 },
  { resolution: 480, bits: 800_000 },
  { resolution: 360, bits: 400_000 },
]

/** A round trip or loss above this is noticeable for viewers. */
const SLOW_MS = 300
const LOSSY = 0.03
/** From this share of the server's maximum on, the connection may carry more. */
const LOWER_BOUND_SHARE = 0.9

export type ConnectionRating = {
  megabitsPerSecond: number
  /** The measurement reached the server's maximum: the connection may carry more. */
  isLowerBound: boolean
  /** The highest resolution that the connection can carry; null if none. */
  maxResolution: Resolution | null
  isSlow: boolean
  isLossy: boolean
}

/** Rates a measured upload. */
export function rateConnection({ bitsPerSecond, roundTripMs, packetLoss }: UploadEstimate): ConnectionRating {
  return {
    megabitsPerSecond: bitsPerSecond / 1_000_000,
    isLowerBound: bitsPerSecond >= maxBitrate() * LOWER_BOUND_SHARE,
    maxResolution: MIN_BITRATES.find(({ bits }) => bitsPerSecond >= bits)?.resolution ?? null,
    isSlow: (roundTripMs ?? 0) > SLOW_MS,
    isLossy: (packetLoss ?? 0) > LOSSY,
  }
}
