/** What a browser sent in the last second, and what it believes its line to carry, both in bits a second. */
export type LinkSample = { sent: number; estimate: number }

/** Sound and the small picture need as much to be good; less is not shared with a large picture that is bad anyway. */
const LEAST = 250_000
/** One look may be a moment's doubt. */
const DOUBTS = 2
/** A browser that could send more believes in half as much again as it sends; one at its limit in little more. */
const ROOM = 1.3
/** Less can never carry both; a small picture of a still room does not make a browser believe in much more. */
const LEAST_TO_TRY = 110_000
const FIRST_PATIENCE_MS = 3_000
const MAX_PATIENCE_MS = 60_000
const FAILED_WITHIN_MS = 20_000

/**
 * Decides whether the large picture is sent beside the small one. Browsers give each picture its least before they
 * give anything to either: on a line of 100 kbit/s both are of no use and the sound breaks up. So the large one pauses
 * at two looks in a row at a line below 250 kbit/s. It is tried again once the line has had room for 3 s; a trial that
 * fails within 20 s doubles that wait, up to a minute. Times are milliseconds.
 */
export class HighLayerSwitch {
  #isSent = true
  #doubts = 0
  #patience = FIRST_PATIENCE_MS
  #roomSince: number | null = null
  #resumedAt = -Infinity

  /** Takes one look and answers whether the large picture is to be sent from now on. */
  look(line: LinkSample, now: number): boolean {
    if (this.#isSent) this.#doubt(line, now)
    else this.#wait(line, now)
    return this.#isSent
  }

  #doubt({ estimate }: LinkSample, now: number): void {
    this.#doubts = estimate < LEAST ? this.#doubts + 1 : 0
    if (this.#doubts < DOUBTS) return
    const hasFailed = now - this.#resumedAt < FAILED_WITHIN_MS
    this.#patience = hasFailed ? Math.min(2 * this.#patience, MAX_PATIENCE_MS) : FIRST_PATIENCE_MS
    this.#isSent = false
    this.#doubts = 0
    this.#roomSince = null
  }

  #wait({ sent, estimate }: LinkSample, now: number): void {
    if (estimate < LEAST_TO_TRY || estimate < ROOM * sent) this.#roomSince = null
    else this.#roomSince ??= now
    if (this.#roomSince === null || now - this.#roomSince < this.#patience) return
    this.#isSent = true
    this.#resumedAt = now
  }
}
