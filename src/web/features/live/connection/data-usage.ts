import { createStore } from '#web/lib/store.ts'

/** Over how long the rate is taken, in ms: so long that one large picture is not an hour's worth. */
const WINDOW_MS = 10_000
const HOUR_MS = 3_600_000

export type DataUsageState = {
  /** Since the page was opened, over every connection. */
  bytes: number
  /** At the present rate; null before there is one. */
  bytesPerHour: number | null
}

/** What watching or broadcasting costs in data. */
export class DataUsage {
  readonly state = createStore<DataUsageState>({ bytes: 0, bytesPerHour: null })
  #recent: { at: number; bytes: number }[] = []

  /** So many bytes until `at`, in ms. */
  add(bytes: number, at: number): void {
    this.#recent = [...this.#recent.filter((one) => at - one.at < WINDOW_MS), { at, bytes }]
    const [first] = this.#recent
    // The first look says how much there was, not since when.
    const span = first ? at - first.at : 0
    const since = this.#recent.slice(1).reduce((sum, one) => sum + one.bytes, 0)
    this.state.set({
      bytes: this.state.get().bytes + bytes,
      bytesPerHour: span > 0 ? (since / span) * HOUR_MS : null,
    })
  }

  /** What was measured says nothing of what comes now: another quality, another connection. */
  begin(): void {
    this.#recent = []
    this.state.set({ bytesPerHour: null })
  }
}
