import { createStore } from './store.ts'

/** Where the visitor is, as far as the pages know: a move that a guard holds back is not here yet. */
export type Place = {
  path: string
  search: string
  /** Names the entry of the browser's history; the same again when the visitor comes back to it. */
  key: string
  /** `load`: with the document. `new`: another page. `same`: this page, other parameters. `back`: an entry seen before. */
  arrival: 'load' | 'new' | 'same' | 'back'
}

type Wish = { to: string; replace: boolean } | { index: number }
type Mark = { key: string; index: number }

/**
 * The page's history. Unlike the browser's own, it can hold back a move, the back button's too, until the
 * visitor has answered.
 */
export class Navigation {
  readonly state
  readonly #guards = new Set<object>()
  readonly #leaving = new Set<(key: string) => void>()
  #index: number
  #wish: Wish | null = null
  #isAllowed = false

  constructor() {
    const mark = readMark() ?? this.#write(location.href, 0, true)
    this.#index = mark.index
    this.state = createStore<{ place: Place; isAsking: boolean }>({
      place: placeOf(mark, 'load'),
      isAsking: false,
    })
    history.scrollRestoration = 'manual'
    addEventListener('popstate', this.#travelled)
  }

  /** Opens an address of this site; asks first when the page is guarded. */
  readonly navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
    if (this.#mayLeave(new URL(to, location.href).pathname)) this.#open(to, replace)
    else this.#ask({ to, replace })
  }

  /** Holds the visitor here until the function that it answers is called; closing the tab is asked about as well. */
  guard(): () => void {
    const guard = {}
    this.#guards.add(guard)
    addEventListener('beforeunload', askBrowser)
    return () => {
      this.#guards.delete(guard)
      if (this.#guards.size > 0) return
      removeEventListener('beforeunload', askBrowser)
      this.stay()
    }
  }

  /** Calls the listener with the entry's key while what it shows is still there. */
  onLeave(listener: (key: string) => void): () => void {
    this.#leaving.add(listener)
    return () => this.#leaving.delete(listener)
  }

  /** Carries out the move that was held back. */
  leave(): void {
    const wish = this.#wish
    this.stay()
    if (!wish) return
    if ('to' in wish) return this.#open(wish.to, wish.replace)
    this.#isAllowed = true
    history.go(wish.index - this.#index)
  }

  /** Forgets the move that was held back. */
  stay(): void {
    this.#wish = null
    if (this.state.get().isAsking) this.state.set({ isAsking: false })
  }

  /** Lets go of the browser's history. */
  close(): void {
    removeEventListener('popstate', this.#travelled)
    removeEventListener('beforeunload', askBrowser)
  }

  #open(to: string, replace: boolean): void {
    const before = this.state.get().place.path
    const mark = this.#write(to, replace ? this.#index : this.#index + 1, replace)
    this.#arrive(mark, location.pathname === before ? 'same' : 'new')
  }

  readonly #travelled = (): void => {
    // An entry without our mark is a fragment of the page that is shown.
    const mark = readMark() ?? this.#write(location.href, this.#index + 1, true)
    if (mark.index === this.#index) return
    if (!this.#isAllowed && !this.#mayLeave(location.pathname)) {
      // The address has moved already: take it back, then ask.
      history.go(this.#index - mark.index)
      return this.#ask({ index: mark.index })
    }
    this.#isAllowed = false
    this.#arrive(mark, 'back')
  }

  #mayLeave(path: string): boolean {
    return this.#guards.size === 0 || path === this.state.get().place.path
  }

  #ask(wish: Wish): void {
    this.#wish = wish
    this.state.set({ isAsking: true })
  }

  #arrive(mark: Mark, arrival: Place['arrival']): void {
    for (const listener of this.#leaving) listener(this.state.get().place.key)
    this.#index = mark.index
    this.state.set({ place: placeOf(mark, arrival) })
  }

  #write(address: string, index: number, replace: boolean): Mark {
    const mark = { key: Math.random().toString(36).slice(2, 10), index }
    history[replace ? 'replaceState' : 'pushState'](mark, '', address)
    return mark
  }
}

/** The navigation of this page. */
export const navigation = new Navigation()

function placeOf({ key }: Mark, arrival: Place['arrival']): Place {
  return { path: location.pathname, search: location.search, key, arrival }
}

function readMark(): Mark | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('key' in state) || !('index' in state)) return null
  return typeof state.key === 'string' && typeof state.index === 'number'
    ? { key: state.key, index: state.index }
    : null
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
