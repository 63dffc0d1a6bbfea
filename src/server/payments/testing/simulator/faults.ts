/** What goes wrong with a request: */
export type Fault =
  /** The server is down for maintenance: 503, and nothing happens. */
  | 'unavailable'
  /** It happens, but the answer is a 500. */
  | 'broken'
  /** It happens, but the connection ends without an answer. */
  | 'lost'
  /** It happens, but no answer comes until the client gives up. */
  | 'hanging'
  /** It happens, but the answer is no JSON. */
  | 'garbled'
  /** Too many requests: 429, and nothing happens. */
  | 'rate_limited'

type Rule = { fault: Fault; path: RegExp; left: number }

/** The faults that tests have ordered. */
export class Faults {
  #rules: Rule[] = []

  /** The next `times` requests of a path have this fault. */
  add(fault: Fault, path: RegExp, times = 1): void {
    this.#rules.push({ fault, path, left: times })
  }

  clear(): void {
    this.#rules = []
  }

  /** Returns the fault of a request, and counts it. */
  take(path: string): Fault | undefined {
    const rule = this.#rules.find((each) => each.left > 0 && each.path.test(path))
    if (!rule) return undefined
    rule.left -= 1
    return rule.fault
  }
}
