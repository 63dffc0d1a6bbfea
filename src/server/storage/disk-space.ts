import { mkdir, statfs } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { findRootLocation } from '#server/db/embedded/location.ts'
import type { DiskRules } from './disk-rules.ts'

/** Room that running work will need. */
export type Reservation = {
  /** Reports how much of it is on the disk by now, and no longer has to be kept free. */
  setWritten(bytes: number): void
  release(): void
}

/**
 * The free space for media, on the disk of DATA_DIR and that of the embedded database. A worker has reservations of its
 * own: what it and the app begin at the same time is stopped in time all the same.
 */
export class DiskSpace {
  readonly #folders: readonly string[]
  readonly #rules: DiskRules
  #reservedBytes = 0

  constructor(folders: readonly string[], rules: DiskRules) {
    this.#folders = folders
    this.#rules = rules
  }

  /** Whether work that writes so many bytes may begin. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    return this.#isEnough(await this.#freeBytes(), bytes)
  }

  /** Whether running work must stop. */
  async isFull(): Promise<boolean> {
    return (await this.#freeBytes()) < this.#rules.stopFreeBytes
  }

  /** Reserves room for work that begins; null when there is none. */
  async reserve(bytes: number): Promise<Reservation | null> {
    const freeBytes = await this.#freeBytes()
    // Nothing is awaited from here on: what others have reserved meanwhile counts.
    if (!this.#isEnough(freeBytes, bytes)) return null
    let remaining = bytes
    let isReleased = false
    this.#reservedBytes += bytes
    const setRemaining = (value: number) => {
      this.#reservedBytes += value - remaining
      remaining = value
    }
    return {
      setWritten(written) {
        if (!isReleased) setRemaining(Math.max(0, bytes - written))
      },
      release() {
        isReleased = true
        setRemaining(0)
      },
    }
  }

  #isEnough(freeBytes: number, bytes: number): boolean {
    return freeBytes - this.#reservedBytes - bytes >= this.#rules.startFreeBytes
  }

  async #freeBytes(): Promise<number> {
    const disks = await Promise.all(this.#folders.map((folder) => statfs(folder)))
    return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize))
  }
}

export async function openDiskSpace({
  dataDir,
  databaseUrl,
  disk,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'disk'>): Promise<DiskSpace> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = databaseUrl === null ? await findRootLocation(dataDir) : null
  return new DiskSpace([dataDir, ...(database === null ? [] : [database])], disk)
}
