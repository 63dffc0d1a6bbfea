type Change<Value, State> = {
  previous: State
  desired: State
  show: (state: State) => void
  /** Returns the state after the change, as the server has stored it. */
  send: (value: Value) => Promise<State>
  /** Called with the result of the last request, after it is shown. */
  onSettled?: ((state: State) => void) | undefined
  /** Called after it, if the server has reported other states meanwhile, with the newest of them. */
  onReported?: ((reported: State, shown: State) => void) | undefined
  onFailed: (error: unknown) => void
}

type Run<Value, State> = {
  sent: Value
  next: Value | undefined
  done: Promise<void>
  reported?: State
}

/**
 * Shows changes of a value at once, then the server's result; after a failure the last result of the same run, or the
 * previous state. Of rapid changes there is one request per key at a time, then only the newest value is sent. A value
 * equal to the one just sent is not sent again.
 */
export class LastIntent<Value extends boolean | string, State> {
  readonly #runByKey = new Map<string, Run<Value, State>>()
  #startedCount = 0

  submit(key: string, value: Value, change: Change<Value, State>): void {
    change.show(change.desired)
    const run = this.#runByKey.get(key)
    if (run) run.next = value
    else this.#start(key, value, change)
  }

  /** True while a request is in flight: other data from the server may then be older than the intent. */
  isRunning(key: string): boolean {
    return this.#runByKey.has(key)
  }

  /**
   * Keeps a state that the server has sent during a run: it may be older or newer than the change in flight. Returns false, and
   * keeps nothing, without a run.
   */
  report(key: string, state: State): boolean {
    const run = this.#runByKey.get(key)
    if (run) run.reported = state
    return run !== undefined
  }

  /** Increases with each run: what was requested before a change started may be older than it. */
  get startedCount(): number {
    return this.#startedCount
  }

  /** Resolves when the result of the last request is shown. */
  async idle(key: string): Promise<void> {
    await this.#runByKey.get(key)?.done
  }

  #start(key: string, value: Value, change: Change<Value, State>): void {
    this.#startedCount += 1
    const run: Run<Value, State> = { sent: value, next: undefined, done: Promise.resolve() }
    this.#runByKey.set(key, run)
    run.done = this.#run(key, run, change)
  }

  async #run(key: string, run: Run<Value, State>, change: Change<Value, State>): Promise<void> {
    let confirmed = change.previous
    try {
      confirmed = await change.send(run.sent)
      while (run.next !== undefined && run.next !== run.sent) {
        run.sent = run.next
        run.next = undefined
        confirmed = await change.send(run.sent)
      }
      this.#runByKey.delete(key)
      change.show(confirmed)
      change.onSettled?.(confirmed)
      if (run.reported !== undefined) change.onReported?.(run.reported, confirmed)
    } catch (error) {
      this.#runByKey.delete(key)
      change.show(confirmed)
      change.onFailed(error)
    }
  }
}
