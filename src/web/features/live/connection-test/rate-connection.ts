import { MAX_BITRATE, type Resolution } from '#web/features/live/studio/broadcast-settings.ts'
import type { UploadEstimate } from './upload-probe.ts'

/** What each size takes to look good, in bits a second up. */
const NEEDS: readonly { resolution: Resolution; bits: number }[] = [
  { resolution: 720, bits: 1_500_000 },
  { resolution: 480, bits: 800_000 },
  { resolution: 360, bits: 400_000 },
]

/** A delay or loss that viewers notice. */
const SLOW_MS = 300
const LOSSY = 0.03
/** So near to what the server takes that the line may well carry more. */
const NEARLY = 0.9

export type ConnectionRating = {
  mbits: number
  /** The server takes no more: the line may carry more. */
  isAtLeast: boolean
  /** The largest picture that it is good for; null: none. */
  goodFor: Resolution | null
  isSlow: boolean
  isLossy: boolean
}

/** What a measured line is good for. */
export function rateConnection({ bitsPerSecond, roundTripMs, lost }: UploadEstimate): ConnectionRating {
  return {
    mbits: bitsPerSecond / 1_000_000,
    isAtLeast: bitsPerSecond >= MAX_BITRATE * NEARLY,
    goodFor: NEEDS.find(({ bits }) => bitsPerSecond >= bits)?.resolution ?? null,
    isSlow: (roundTripMs ?? 0) > SLOW_MS,
    isLossy: (lost ?? 0) > LOSSY,
  }
}
