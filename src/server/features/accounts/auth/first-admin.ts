import { randomBytes, timingSafeEqual } from 'node:crypto'
import { defineService } from '#server/services.ts'

/** The one-time set-up token: registering with it, also from another machine, creates the first super_admin. */
export class FirstAdminSetup {
  #token: string | null = null

  /** Creates the token for the set-up link and returns it. */
  open(): string {
    this.#token = randomBytes(24).toString('base64url')
    return this.#token
  }

  close(): void {
    this.#token = null
  }

  accepts(token: string): boolean {
    if (this.#token === null) return false
    const [actual, expected] = [Buffer.from(token), Buffer.from(this.#token)]
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  }
}

export const firstAdminService = defineService('set-up of the first admin', () => new FirstAdminSetup())
