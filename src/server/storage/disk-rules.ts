import { readInteger } from '#server/startup/environment.ts'

/** Bytes that media leave free on the disk for the database, which cannot continue without space. */
export type DiskRules = {
  /** Nothing new begins that would leave fewer free bytes: no upload, no recording, no conversion of a video. */
  startFreeBytes: number
  /** Recordings and tasks that run are stopped when fewer bytes are free. */
  stopFreeBytes: number
}

/** How much more must be free for new work than for work that runs: what has just begun is not stopped at once. */
const START_MARGIN_MB = 512

/** Reads `RECORDINGS_MIN_FREE_MB` and `MEDIA_START_FREE_MB`. */
export function readDiskRules(env: NodeJS.ProcessEnv): DiskRules {
  const range = { min: 0, max: 1_000_000_000 }
  const stopMb = readInteger(env, 'RECORDINGS_MIN_FREE_MB', { default: 1024, ...range })
  const startMb = readInteger(env, 'MEDIA_START_FREE_MB', {
    default: stopMb + START_MARGIN_MB,
    min: stopMb,
    max: range.max + START_MARGIN_MB,
  })
  return { startFreeBytes: startMb * 1024 ** 2, stopFreeBytes: stopMb * 1024 ** 2 }
}
