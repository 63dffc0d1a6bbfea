type Callbacks<Value, Result> = {
  send: (value: Value) => Promise<Result>
  /** Called with the result of the last request. */
  onSettled: (result: Result) => void
  /** Called when a request failed; `lastResult` is the result of the previous request of the same run, if any. */
  onFailed: (error: unknown, lastResult: Result | undefined) => void
}

type Run<Value> = { sent: Value; next: Value | undefined; done: Promise<void> }

/**
 * Coalesces rapid changes of a toggle: one request per key at a time, then only the newest value. A value equal to the
 * one just sent is not sent again.
 */
export class LastIntent<Value extends boolean | string, Result> {
  readonly #runByKey = new Map<string, Run<Value>>()

  submit(key: string, value: Value, callbacks: Callbacks<Value, Result>): void {
    const run = this.#runByKey.get(key)
    if (run) run.next = value
    else this.#start(key, value, callbacks)
  }

  /** True while a request is in flight: other data from the server may then be older than the intent. */
  isRunning(key: string): boolean {
    return this.#runByKey.has(key)
  }

  /** Resolves when the result of the last request is shown. */
  async idle(key: string): Promise<void> {
    await this.#runByKey.get(key)?.done
  }

  #start(key: string, value: Value, callbacks: Callbacks<Value, Result>): void {
    const run: Run<Value> = { sent: value, next: undefined, done: Promise.resolve() }
    this.#runByKey.set(key, run)
    run.done = this.#run(key, run, callbacks)
  }

  async #run(
    key: string,
    run: Run<Value>,
    { send, onSettled, onFailed }: Callbacks<Value, Result>,
  ): Promise<void> {
    let result: Result | undefined
    try {
      result = await send(run.sent)
      while (run.next !== undefined && run.next !== run.sent) {
        run.sent = run.next
        run.next = undefined
        result = await send(run.sent)
      }
      this.#runByKey.delete(key)
      onSettled(result)
    } catch (error) {
      this.#runByKey.delete(key)
      onFailed(error, result)
    }
  }
}
