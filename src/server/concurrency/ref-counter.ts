/** Counts references by key. Keys whose count reaches zero are removed. */
export class RefCounter {
  readonly #counts = new Map<string, number>()

  countOf(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#counts.set(key, this.countOf(key) + 1)
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) {
      const remaining = this.countOf(key) - 1
      if (remaining > 0) this.#counts.set(key, remaining)
      else this.#counts.delete(key)
    }
  }
}
