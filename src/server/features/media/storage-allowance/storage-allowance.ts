import { defineExtensionPoint, defineService } from '#server/services.ts'
import type { WorkerContext } from '#server/feature.ts'
import type { StorageUse } from '#shared/media/uploads.ts'
import { limit } from '#shared/settings/limits.ts'
import type { Executor } from '#server/db/executor.ts'
import { hasPro } from '#server/features/accounts/users/creator-pro.ts'
import { HttpError } from '#server/http/errors.ts'

/** Returns the bytes of what a feature stores of a user. */
export type StoredBytes = (db: Executor, ownerId: string) => Promise<number>

/** How much users store, and may store. */
export class StorageAllowance {
  readonly #stored: readonly StoredBytes[]
  readonly #received: readonly StoredBytes[]

  /** `stored`: what other features store; `received`: uploads whose bytes are still being received. */
  constructor({ stored, received }: { stored: readonly StoredBytes[]; received: readonly StoredBytes[] }) {
    this.#stored = stored
    this.#received = received
  }

  /**
   * Returns how much a user stores: uploads and posted files, used or not, and everything that was made of them. Excludes
   * uploads that are still being received.
   */
  async usageOf(db: Executor, ownerId: string): Promise<StorageUse> {
    const usedBytes = await total(this.#stored, db, ownerId)
    return { usedBytes, maxBytes: limit((await hasPro(db, ownerId)) ? 'proStorageBytes' : 'storageBytes') }
  }

  /** Returns how much may be made of a user's files until the allowance is used up; negative if it is exceeded. */
  async remaining(db: Executor, ownerId: string): Promise<number> {
    const { usedBytes, maxBytes } = await this.usageOf(db, ownerId)
    return maxBytes - usedBytes
  }

  /**
   * Throws 422 when stored files, uploads that are being received and `newBytes` together exceed the user's allowance. Files
   * above the allowance stay when Creator Pro ends; new files are refused until the user has deleted enough.
   */
  async check(db: Executor, ownerId: string, newBytes: number): Promise<void> {
    const { usedBytes, maxBytes } = await this.usageOf(db, ownerId)
    if (usedBytes + (await total(this.#received, db, ownerId)) + newBytes <= maxBytes) return
    const values = { gigabytes: toGigabytes(maxBytes), proGigabytes: toGigabytes(limit('proStorageBytes')) }
    const message = (await hasPro(db, ownerId)) ? 'uploads.proStorageFull' : 'uploads.storageFull'
    throw new HttpError(422, 'unprocessable', message, { values })
  }
}

async function total(sums: readonly StoredBytes[], db: Executor, ownerId: string): Promise<number> {
  let bytes = 0
  for (const sum of sums) bytes += await sum(db, ownerId)
  return bytes
}

const toGigabytes = (bytes: number) => Math.floor((bytes / 1024 ** 3) * 10) / 10

/** The sums of what features store. */
export const storedBytes = defineExtensionPoint<unknown, StoredBytes>('stored bytes')
/** The sums of what is still being received. */
export const receivedBytes = defineExtensionPoint<unknown, StoredBytes>('received bytes')

export const storageAllowanceService = defineService(
  'storage allowance',
  ({ service }: Pick<WorkerContext, 'service'>) =>
    new StorageAllowance({ stored: service(storedBytes), received: service(receivedBytes) }),
)
