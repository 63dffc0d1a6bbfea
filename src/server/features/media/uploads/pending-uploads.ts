import type { Media } from '#shared/media/uploads.ts'
import { RefCounter } from '#server/concurrency/ref-counter.ts'
import { HttpError, notFound, unavailable } from '#server/http/errors.ts'

type Outcome = { media: Media } | { error: unknown }
type PendingUpload = {
  outcome: Promise<Outcome>
  waiting: number
  controller: AbortController
}

/** Lifetime of an outcome that no request has returned. */
const OUTCOME_TTL_MS = 10 * 60_000
/** Seconds after which a client repeats a request whose upload is still being processed. */
const RETRY_SECONDS = 1

/**
 * The uploads that are being finished. Requests for one upload share its result. The conversion of a video can take longer
 * than proxies and browsers wait for a response. Then the request gets 409 `processing`, and the client repeats it.
 */
export class PendingUploads {
  readonly #finishes = new Map<string, PendingUpload>()
  /** How many requests delete an upload. */
  readonly #deletions = new RefCounter()
  readonly #waitMs: number

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  /**
   * Starts `finish`, unless it is running or its outcome was not returned yet. Returns its result. Rejects with 404 while the
   * upload is being deleted.
   */
  async join(key: string, finish: (signal: AbortSignal) => Promise<Media>): Promise<Media> {
    if (this.#deletions.countOf(key) > 0) throw notFound('notFound.upload')
    const pending = this.#finishes.get(key) ?? this.#start(key, finish)
    pending.waiting += 1
    const outcome = await withinTime(pending.outcome, this.#waitMs)
    pending.waiting -= 1
    if (outcome === null)
      throw new HttpError(409, 'processing', 'uploads.processing', { retryAfter: RETRY_SECONDS })
    this.#remove(key, pending)
    if ('error' in outcome) throw outcome.error
    return outcome.media
  }

  /**
   * Calls `work`, which deletes an upload. Aborts its processing first and prevents a new one until the deletion is done:
   * otherwise the deleted upload could be stored.
   */
  async duringDeletion<T>(key: string, work: () => Promise<T>): Promise<T> {
    this.#deletions.add([key])
    try {
      const pending = this.#finishes.get(key)
      pending?.controller.abort(notFound('notFound.upload'))
      await pending?.outcome
      return await work()
    } finally {
      this.#deletions.remove([key])
    }
  }

  /** Aborts all processing. Resolves when its files are removed. */
  async close(): Promise<void> {
    for (const { controller } of this.#finishes.values())
      controller.abort(unavailable('unavailable', 'media.processingUnavailable', RETRY_SECONDS))
    await Promise.all([...this.#finishes.values()].map(({ outcome }) => outcome))
  }

  #start(key: string, finish: (signal: AbortSignal) => Promise<Media>): PendingUpload {
    const controller = new AbortController()
    const outcome = finish(controller.signal).then(
      (media) => ({ media }),
      (error: unknown) => ({ error }),
    )
    const pending: PendingUpload = { outcome, waiting: 0, controller }
    this.#finishes.set(key, pending)
    void outcome.then(() => {
      if (pending.waiting > 0) return this.#remove(key, pending)
      setTimeout(() => this.#remove(key, pending), OUTCOME_TTL_MS).unref()
    })
    return pending
  }

  #remove(key: string, pending: PendingUpload): void {
    if (this.#finishes.get(key) === pending) this.#finishes.delete(key)
  }
}

/** Resolves with null when the promise is not settled in time. */
async function withinTime<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}
