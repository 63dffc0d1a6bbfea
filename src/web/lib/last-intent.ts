type Steps<Wish, Answer> = {
  send: (wish: Wish) => Promise<Answer>
  /** The server's answer to the last wish. */
  onSettled: (answer: Answer) => void
  /** A wish was not granted; what an earlier one of the same run was answered holds, or else what was so before. */
  onFailed: (error: unknown, granted: Answer | undefined) => void
}

type Running<Wish> = { sent: Wish; next: Wish | undefined }

/**
 * Toggles that a person presses faster than the network answers: for each key one request at a time, and after it
 * only the newest wish. A wish that equals what was just granted is not sent again.
 */
export class LastIntent<Wish extends boolean | string, Answer> {
  readonly #running = new Map<string, Running<Wish>>()

  want(key: string, wish: Wish, steps: Steps<Wish, Answer>): void {
    const running = this.#running.get(key)
    if (running) running.next = wish
    else void this.#run(key, wish, steps)
  }

  /** A wish is on its way: what else the server says of it may be older. */
  isRunning(key: string): boolean {
    return this.#running.has(key)
  }

  async #run(key: string, wish: Wish, { send, onSettled, onFailed }: Steps<Wish, Answer>): Promise<void> {
    const running: Running<Wish> = { sent: wish, next: undefined }
    this.#running.set(key, running)
    let answer: Answer | undefined
    try {
      answer = await send(wish)
      while (running.next !== undefined && running.next !== running.sent) {
        running.sent = running.next
        running.next = undefined
        answer = await send(running.sent)
      }
      this.#running.delete(key)
      onSettled(answer)
    } catch (error) {
      this.#running.delete(key)
      onFailed(error, answer)
    }
  }
}
