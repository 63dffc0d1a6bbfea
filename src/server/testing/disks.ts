import { tmpdir } from 'node:os'
import { DiskSpace } from '#server/storage/disk-space.ts'

/** Configuration of an app whose disk counts as full: more than any disk has free. */
export const FULL_DISK = { RECORDINGS_MIN_FREE_MB: '1000000000' }

/** A disk that never counts as full. */
export const diskWithSpace = () => new DiskSpace({ media: tmpdir() }, { startFreeBytes: 0, stopFreeBytes: 0 })
