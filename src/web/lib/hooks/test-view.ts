import { vi } from 'vitest'

/** Stands in for the browser's eye, which a test's page does not have: says what has come into view. */
export class TestView {
  readonly #watched = new Map<Element, (entries: { isIntersecting: boolean }[]) => void>()

  constructor() {
    const watched = this.#watched
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #mine = new Set<Element>()
        readonly #callback: (entries: { isIntersecting: boolean }[]) => void
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          this.#callback = callback
        }
        observe(element: Element) {
          this.#mine.add(element)
          watched.set(element, this.#callback)
        }
        disconnect() {
          for (const element of this.#mine) watched.delete(element)
        }
      },
    )
  }

  /** Scrolls an element, or those of the watched around it, into view. */
  show(element: Element): void {
    this.#move(element, true)
  }

  hide(element: Element): void {
    this.#move(element, false)
  }

  #move(element: Element, isIntersecting: boolean): void {
    for (const [watched, callback] of this.#watched)
      if (watched.contains(element)) callback([{ isIntersecting }])
  }
}
