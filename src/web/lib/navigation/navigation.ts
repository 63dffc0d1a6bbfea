import { createStore } from '#web/lib/store.ts'

/** Where the visitor is, as far as the pages know: a move that a guard holds back is not here yet. */
export type AppLocation = {
  path: string
  search: string
  /** Names the entry of the browser's history; the same again when the visitor comes back to it. */
  key: string
  /** `load`: with the document. `new`: another page. `same`: this page, other parameters. `back`: an entry seen before. */
  arrival: 'load' | 'new' | 'same' | 'back'
}

type Wish = { to: string; replace: boolean } | { index: number }
/** What we write into an entry of the browser's history. `depth`: how many entries of sheets stand below it, itself included. */
type Mark = { key: string; index: number; depth: number }
type Sheet = { close: () => void }

/**
 * The page's history. Unlike the browser's own, it can hold back a move, the back button's too, until the
 * visitor has answered; and what stands over a page is left by the back button before the page is.
 */
export class Navigation {
  readonly state
  readonly #guards = new Set<object>()
  readonly #leaving = new Set<(key: string) => void>()
  #index: number
  #sheets: Sheet[] = []
  /** Entries of sheets on top of the page's own. There may be more than sheets: one that was closed leaves its entry. */
  #depth: number
  #wish: Wish | null = null
  #isAllowed = false

  constructor() {
    const mark = readMark() ?? this.#write(location.href, { index: 0, depth: 0 }, true)
    this.#index = mark.index
    this.#depth = mark.depth
    this.state = createStore<{ place: AppLocation; isAsking: boolean }>({
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

  /**
   * Gives what has opened over the page (a dialog) an entry of its own, so that the back button calls `close` instead of
   * leaving the page. The function that it answers is called when it has closed. An entry cannot be taken out of the
   * browser's history without travelling, which would race with what the visitor does next: it stays for the next
   * sheet or page to take its place, and back passes over it.
   */
  sheet(close: () => void): () => void {
    const sheet = { close }
    this.#sheets.push(sheet)
    if (this.#sheets.length > this.#depth) {
      this.#depth += 1
      history.pushState(this.#markOf(this.state.get().place.key), '')
    }
    return () => {
      this.#sheets = this.#sheets.filter((open) => open !== sheet)
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
    const mark = replace
      ? this.#write(to, { index: this.#index, depth: this.#depth }, true)
      : // In the place of a sheet's entry, which belongs to a page that is left.
        this.#write(to, { index: this.#index + 1, depth: 0 }, this.#depth > 0)
    if (!replace) this.#sheets = []
    this.#arrive(mark, location.pathname === before ? 'same' : 'new')
  }

  readonly #travelled = (): void => {
    // An entry without our mark is a fragment of the page that is shown.
    const mark = readMark() ?? this.#write(location.href, { index: this.#index + 1, depth: 0 }, true)
    if (mark.index === this.#index) return this.#surface(mark.depth)
    if (!this.#isAllowed && !this.#mayLeave(location.pathname)) {
      // The address has moved already: take it back, then ask. Whoever goes back from the question stays.
      history.go(this.#index - mark.index)
      return this.state.get().isAsking ? this.stay() : this.#ask({ index: mark.index })
    }
    this.#isAllowed = false
    this.#sheets = []
    this.#arrive(mark, 'back')
  }

  /** The visitor has moved among the entries of the page that is shown. */
  #surface(depth: number): void {
    const isBack = depth < this.#depth
    this.#depth = depth
    this.#writePlace()
    // Forward leads to the entry of a sheet that was closed, and opens nothing.
    if (!isBack) return
    const left = this.#sheets.splice(depth)
    if (left.length === 0) history.back()
    for (const { close } of left.toReversed()) close()
  }

  /** An entry below a sheet still has the address from before the page changed its parameters. */
  #writePlace(): void {
    const { path, search, key } = this.state.get().place
    if (location.pathname + location.search !== path + search)
      history.replaceState(this.#markOf(key), '', path + search)
  }

  #mayLeave(path: string): boolean {
    return this.#guards.size === 0 || path === this.state.get().place.path
  }

  #ask(wish: Wish): void {
    this.#wish = wish
    this.state.set({ isAsking: true })
  }

  #arrive(mark: Mark, arrival: AppLocation['arrival']): void {
    for (const listener of this.#leaving) listener(this.state.get().place.key)
    this.#index = mark.index
    this.#depth = mark.depth
    this.state.set({ place: placeOf(mark, arrival) })
  }

  #markOf(key: string): Mark {
    return { key, index: this.#index, depth: this.#depth }
  }

  #write(address: string, at: Omit<Mark, 'key'>, replace: boolean): Mark {
    const mark = { key: Math.random().toString(36).slice(2, 10), ...at }
    history[replace ? 'replaceState' : 'pushState'](mark, '', address)
    return mark
  }
}

/** The navigation of this page. */
export const navigation = new Navigation()

function placeOf({ key }: Mark, arrival: AppLocation['arrival']): AppLocation {
  return { path: location.pathname, search: location.search, key, arrival }
}

function readMark(): Mark | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('key' in state) || !('index' in state)) return null
  const depth = 'depth' in state && typeof state.depth === 'number' ? state.depth : 0
  return typeof state.key === 'string' && typeof state.index === 'number'
    ? { key: state.key, index: state.index, depth }
    : null
}

function askBrowser(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
