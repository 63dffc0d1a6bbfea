import { defineService } from '#server/services.ts'
import type { Context } from '#server/feature.ts'
import type { Logger } from 'pino'
import type { Db } from '#server/db/executor.ts'
import { utcDate } from '#server/utc-days.ts'
import { insertActiveDays } from './queries.ts'

/** Time from the first record of a batch to its write. */
const DELAY_MS = 1000
/** Users remembered per day. Beyond this number some users are written again, which has no effect. */
const MAX_USERS = 200_000

/**
 * Records on which UTC days users were active: in batches, outside of their requests, and each user once a day. A day that
 * could not be written is recorded at the user's next request.
 */
export class ActivityRecorder {
  readonly #db: Db
  readonly #log: Logger
  readonly #recordedIds = new Set<string>()
  #date = ''
  #pending: { userId: string; date: string }[] = []
  #timer: NodeJS.Timeout | undefined
  #write = Promise.resolve()

  constructor({ db, log }: { db: Db; log: Logger }) {
    this.#db = db
    this.#log = log
  }

  /** Called for each request of a user. */
  record(userId: string): void {
    const date = utcDate(new Date())
    if (date !== this.#date || this.#recordedIds.size >= MAX_USERS) this.#recordedIds.clear()
    this.#date = date
    if (this.#recordedIds.has(userId)) return
    this.#recordedIds.add(userId)
    this.#pending.push({ userId, date })
    this.#timer ??= setTimeout(() => this.#flush(), DELAY_MS)
  }

  /** Resolves when everything recorded has been written. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#flush()
    await this.#write
  }

  #flush(): void {
    this.#timer = undefined
    const batch = this.#pending
    this.#pending = []
    if (batch.length > 0) this.#write = this.#write.then(() => this.#store(batch))
  }

  async #store(batch: { userId: string; date: string }[]): Promise<void> {
    try {
      await insertActiveDays(this.#db, batch)
    } catch (error) {
      this.#log.warn({ err: error }, 'the activity of users was not recorded')
      for (const { userId } of batch) this.#recordedIds.delete(userId)
    }
  }
}

export const activityService = defineService(
  'activity',
  (context: Pick<Context, 'db' | 'log'>) => new ActivityRecorder(context),
)
