import { vi } from 'vitest'

/** Fake `IntersectionObserver` (happy-dom has no layout): the test reports which elements are in view. */
export class TestViewport {
  readonly #callbackByElement = new Map<Element, (entries: { isIntersecting: boolean }[]) => void>()

  constructor() {
    const callbackByElement = this.#callbackByElement
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #observed = new Set<Element>()
        readonly #callback: (entries: { isIntersecting: boolean }[]) => void
        constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
          this.#callback = callback
        }
        observe(element: Element) {
          this.#observed.add(element)
          callbackByElement.set(element, this.#callback)
        }
        disconnect() {
          for (const element of this.#observed) callbackByElement.delete(element)
        }
      },
    )
  }

  /** Reports the element and its observed ancestors as in view. */
  show(element: Element): void {
    this.#report(element, true)
  }

  hide(element: Element): void {
    this.#report(element, false)
  }

  #report(element: Element, isIntersecting: boolean): void {
    for (const [observed, callback] of this.#callbackByElement)
      if (observed.contains(element)) callback([{ isIntersecting }])
  }
}
