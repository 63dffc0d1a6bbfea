import type { TranscodeTask } from '#transcode/protocol.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Maximum times of tasks: `baseMs`, and `perSecondMs` for each second of the video, at most `maxMs`. They are many times
 * what a task takes on an idle machine, because the processes have a low priority.
 */
const LIMITS: Record<TranscodeTask['type'], { baseMs: number; perSecondMs: number; maxMs: number }> = {
  // A file without a known duration is read to its end.
  probe: { baseMs: 5 * MINUTE_MS, perSecondMs: 0, maxMs: 5 * MINUTE_MS },
  // Decodes a bounded number of frames.
  frames: { baseMs: 15 * MINUTE_MS, perSecondMs: 0, maxMs: 15 * MINUTE_MS },
  remux: { baseMs: 5 * MINUTE_MS, perSecondMs: 500, maxMs: 2 * HOUR_MS },
  rendition: { baseMs: 10 * MINUTE_MS, perSecondMs: 20_000, maxMs: 48 * HOUR_MS },
  mp4: { baseMs: 10 * MINUTE_MS, perSecondMs: 20_000, maxMs: 48 * HOUR_MS },
}

/** Returns how long a task may take for a video of so many seconds. */
export function timeLimitOf(type: TranscodeTask['type'], duration: number): number {
  const { baseMs, perSecondMs, maxMs } = LIMITS[type]
  return Math.min(maxMs, baseMs + perSecondMs * duration)
}
