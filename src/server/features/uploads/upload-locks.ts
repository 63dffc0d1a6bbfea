import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import { timeLimit } from '#server/concurrency/time-limit.ts'

/** Who holds an upload, and who waits for it. */
type Held = { askBack: RequestRelease; waiting: (() => void)[] }

/**
 * Lets one request at a time work on an upload. Whoever comes later asks the holder to let go, as a sender that lost
 * its connection comes back before the server has noticed, and waits in line.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>()
  readonly #waitMs: number

  constructor(waitMs: number) {
    this.#waitMs = waitMs
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, askBack) => {
        const limit = timeLimit(this.#waitMs, signal)
        return this.#take(id, askBack, limit.signal).finally(limit.end)
      },
      unlock: () => this.#giveBack(id),
    }
  }

  async #take(id: string, askBack: RequestRelease, signal: AbortSignal): Promise<void> {
    const held = this.#held.get(id)
    if (!held) {
      this.#held.set(id, { askBack, waiting: [] })
      return
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', giveUp)
        held.askBack = askBack
        resolve()
      }
      const giveUp = () => {
        held.waiting.splice(held.waiting.indexOf(turn), 1)
        reject(Object.assign(new Error('the upload is held by another request'), ERRORS.INVALID_OFFSET))
      }
      signal.addEventListener('abort', giveUp, { once: true })
      held.waiting.push(turn)
      void held.askBack()
    })
    // Whoever waits behind asked the one before.
    if (held.waiting.length > 0) void askBack()
  }

  async #giveBack(id: string): Promise<void> {
    const next = this.#held.get(id)?.waiting.shift()
    if (next) next()
    else this.#held.delete(id)
  }
}
