import { randomBytes, timingSafeEqual } from 'node:crypto'

/** The one-time way to become the first super_admin from another machine. */
export class FirstAdmin {
  #token: string | null = null

  /** Opens the gate; answers the token for the set-up link. */
  open(): string {
    this.#token = randomBytes(24).toString('base64url')
    return this.#token
  }

  close(): void {
    this.#token = null
  }

  accepts(token: string): boolean {
    if (this.#token === null) return false
    const [given, expected] = [Buffer.from(token), Buffer.from(this.#token)]
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
}
