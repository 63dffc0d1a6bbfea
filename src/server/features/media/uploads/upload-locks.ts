import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import { timeLimit } from '#server/concurrency/time-limit.ts'

/** The lock of one upload: how to ask its holder to release it, and the waiting requests in order. */
type LockState = { requestRelease: RequestRelease; waiting: (() => void)[] }

/**
 * Locks each upload for one request at a time. A later request signals the holder to release the lock and waits in a queue,
 * because a client that lost its connection often resumes before the server has noticed.
 */
export class UploadLocks implements Locker {
  readonly #stateById = new Map<string, LockState>()
  readonly #waitMs: number

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => {
        const limit = timeLimit(this.#waitMs, signal)
        return this.#acquire(id, requestRelease, limit.signal).finally(limit.end)
      },
      unlock: () => this.#release(id),
    }
  }

  async #acquire(id: string, requestRelease: RequestRelease, signal: AbortSignal): Promise<void> {
    const state = this.#stateById.get(id)
    if (!state) {
      this.#stateById.set(id, { requestRelease, waiting: [] })
      return
    }
    await new Promise<void>((resolve, reject) => {
      const onAcquired = () => {
        signal.removeEventListener('abort', onAborted)
        state.requestRelease = requestRelease
        resolve()
      }
      const onAborted = () => {
        state.waiting.splice(state.waiting.indexOf(onAcquired), 1)
        reject(Object.assign(new Error('the upload is locked by another request'), ERRORS.INVALID_OFFSET))
      }
      signal.addEventListener('abort', onAborted, { once: true })
      state.waiting.push(onAcquired)
      void state.requestRelease()
    })
    // Requests that are still waiting have sent their release request to the previous holder.
    if (state.waiting.length > 0) void requestRelease()
  }

  async #release(id: string): Promise<void> {
    const next = this.#stateById.get(id)?.waiting.shift()
    if (next) next()
    else this.#stateById.delete(id)
  }
}
