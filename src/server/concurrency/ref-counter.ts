/** Counts by key. What has come to nothing is forgotten. */
export class RefCounter {
  readonly #counts = new Map<string, number>()

  of(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  add(keys: readonly string[]): void {
    for (const key of keys) this.#counts.set(key, this.of(key) + 1)
  }

  remove(keys: readonly string[]): void {
    for (const key of keys) {
      const left = this.of(key) - 1
      if (left > 0) this.#counts.set(key, left)
      else this.#counts.delete(key)
    }
  }
}
