import { createStore } from '#web/lib/store.ts'

/** The rate is averaged over this time, in ms, so that a single keyframe does not dominate it. */
const WINDOW_MS = 10_000
const HOUR_MS = 3_600_000

export type DataUsageState = {
  /** Total over all connections since the page was opened. */
  bytes: number
  /** The current rate; null before it is measured. */
  bytesPerHour: number | null
}

/** Measures the data that watching or broadcasting uses. */
export class DataUsage {
  readonly state = createStore<DataUsageState>({ bytes: 0, bytesPerHour: null })
  #recent: { at: number; bytes: number }[] = []

  /** Adds the bytes that were transferred since the previous call; `at` is the current time in ms. */
  add(bytes: number, at: number): void {
    this.#recent = [...this.#recent.filter((sample) => at - sample.at < WINDOW_MS), { at, bytes }]
    const [first] = this.#recent
    // The first sample only starts the time span: the interval that its bytes cover is unknown.
    const span = first ? at - first.at : 0
    const since = this.#recent.slice(1).reduce((sum, sample) => sum + sample.bytes, 0)
    this.state.set({
      bytes: this.state.get().bytes + bytes,
      bytesPerHour: span > 0 ? (since / span) * HOUR_MS : null,
    })
  }

  /** Restarts the measurement of the rate, after a change of quality or connection. The total continues. */
  restartRate(): void {
    this.#recent = []
    this.state.set({ bytesPerHour: null })
  }
}
