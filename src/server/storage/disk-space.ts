import { mkdir } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { findRootLocation } from '#server/db/embedded/location.ts'
import type { DiskRules } from './disk-rules.ts'
import { type ReadFreeBytes, readFreeBytes } from './free-bytes.ts'
import { WriteGate } from './write-gate.ts'

/** Room that running work will need. */
export type Reservation = {
  /** Reports how much of it is on the disk by now, and no longer has to be kept free. */
  setWritten(bytes: number): void
  release(): void
}

/** `low`: nothing new begins; `full`: running work stops. */
type DiskState = { freeBytes: number; state: 'enough' | 'low' | 'full' }

/** The disk has too little space for work to start or continue. */
export class DiskFull extends Error {
  override name = 'DiskFull'

  constructor() {
    super('there is too little room on the disk')
  }
}

type Folders = {
  /** DATA_DIR, where all reserved bytes are written. */
  media: string
  /** The folder of the embedded database, if it is outside of DATA_DIR. */
  database?: string | null
}

/** The free bytes of the disks, which are equal if they are one; infinite for a database elsewhere. */
type FreeBytes = { media: number; database: number }

/**
 * The free space for media, on the disk of DATA_DIR and that of the embedded database. A worker has reservations of its
 * own: what it and the app begin at the same time is stopped in time all the same.
 */
export class DiskSpace {
  readonly #folders: Folders
  readonly #rules: DiskRules
  readonly #read: ReadFreeBytes
  readonly #gate = new WriteGate(() => this.#bytesUntilFull())
  #reservedBytes = 0

  constructor(folders: Folders, rules: DiskRules, read: ReadFreeBytes = readFreeBytes) {
    this.#folders = folders
    this.#rules = rules
    this.#read = read
  }

  /** Whether work that writes so many bytes may begin. */
  async hasRoomFor(bytes: number): Promise<boolean> {
    return this.#isEnough(await this.#freeBytes(), bytes)
  }

  /** Whether running work must stop. */
  async isFull(): Promise<boolean> {
    return (await this.#bytesUntilFull()) < 0
  }

  /** Returns the free bytes, those of the fuller one of two disks, and which work they allow. */
  async getState(): Promise<DiskState> {
    const free = await this.#freeBytes()
    const freeBytes = Math.min(free.media, free.database)
    if (freeBytes < this.#rules.stopFreeBytes) return { freeBytes, state: 'full' }
    return { freeBytes, state: this.#isEnough(free, 0) ? 'enough' : 'low' }
  }

  /**
   * Whether running work may write so many bytes now. It must ask before each write, as all work shares the free space.
   */
  mayWrite(bytes: number): Promise<boolean> {
    return this.#gate.admits(bytes)
  }

  /**
   * Reserves room for work that begins.
   * @throws {DiskFull}
   */
  async reserve(bytes: number): Promise<Reservation> {
    const freeBytes = await this.#freeBytes()
    // Nothing is awaited from here on: what others have reserved meanwhile counts.
    if (!this.#isEnough(freeBytes, bytes)) throw new DiskFull()
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

  /** Reserved bytes will be written to the disk of the media: one that has only the database needs no room for them. */
  #isEnough({ media, database }: FreeBytes, bytes: number): boolean {
    const { startFreeBytes } = this.#rules
    return media - this.#reservedBytes - bytes >= startFreeBytes && database >= startFreeBytes
  }

  /** How many bytes may be written until running work must stop; negative if it must. */
  async #bytesUntilFull(): Promise<number> {
    const { media, database } = await this.#freeBytes()
    const { stopFreeBytes } = this.#rules
    return database < stopFreeBytes ? -1 : media - stopFreeBytes
  }

  async #freeBytes(): Promise<FreeBytes> {
    const { media, database = null } = this.#folders
    const [mediaBytes, databaseBytes] = await Promise.all([
      this.#read(media),
      database === null ? Infinity : this.#read(database),
    ])
    return { media: mediaBytes, database: databaseBytes }
  }
}

export async function openDiskSpace({
  dataDir,
  databaseUrl,
  disk,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'disk'>): Promise<DiskSpace> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const database = databaseUrl === null ? await findRootLocation(dataDir) : null
  return new DiskSpace({ media: dataDir, database }, disk)
}
