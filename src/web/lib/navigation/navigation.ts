import { createStore } from '#web/lib/store.ts'

/** The location that is rendered; a navigation that a guard blocks does not change it yet. */
export type AppLocation = {
  path: string
  search: string
  /** Id of the history entry, restored on back and forward. */
  key: string
  /** `load`: with the document. `new`: another page. `same`: this page, other parameters. `back`: an existing entry. */
  arrival: 'load' | 'new' | 'same' | 'back'
}

type BlockedNavigation = { to: string; replace: boolean } | { index: number }
/** `history.state` of an entry. `depth`: the number of overlay entries of its page up to and including this one. */
type EntryState = { key: string; index: number; depth: number }
type Overlay = { close: () => void }
type NavigationState = {
  location: AppLocation
  /** A guard blocks a navigation until the visitor confirms or cancels it. */
  isConfirming: boolean
}

/**
 * The page's session history. Unlike the browser's own, it can block a navigation, including back, until the visitor
 * confirms it; and back closes the overlays of a page before it leaves the page.
 */
export class Navigation {
  readonly state
  readonly #guards = new Set<object>()
  readonly #leaveListeners = new Set<(key: string) => void>()
  #index: number
  #overlays: Overlay[] = []
  /** Overlay entries on top of the page's own entry. May exceed the open overlays, as a closed one leaves its entry. */
  #depth: number
  #blocked: BlockedNavigation | null = null
  /** The next `popstate` completes a confirmed navigation. */
  #isConfirmed = false

  constructor() {
    const entry = readEntryState() ?? this.#write(location.href, { index: 0, depth: 0 }, true)
    this.#index = entry.index
    this.#depth = entry.depth
    this.state = createStore<NavigationState>({ location: toLocation(entry, 'load'), isConfirming: false })
    history.scrollRestoration = 'manual'
    addEventListener('popstate', this.#onPopState)
  }

  /** Opens a URL of this site, after confirmation if the page is guarded. */
  readonly navigate = (to: string, { replace = false }: { replace?: boolean } = {}): void => {
    if (this.#mayLeave(new URL(to, location.href).pathname)) this.#open(to, replace)
    else this.#block({ to, replace })
  }

  /** The previous entry of the browser's history is a page of this site. */
  get canGoBack(): boolean {
    return this.#index > 0
  }

  /** Requires confirmation before the page is left or the tab is closed. Returns a function that removes the guard. */
  guard(): () => void {
    const guard = {}
    this.#guards.add(guard)
    addEventListener('beforeunload', confirmUnload)
    return () => {
      this.#guards.delete(guard)
      if (this.#guards.size > 0) return
      removeEventListener('beforeunload', confirmUnload)
      this.stay()
    }
  }

  /**
   * Pushes a history entry for an overlay (a dialog), so that back calls `close` instead of leaving the page. Returns a
   * function to call after the overlay has closed. An entry can only be removed from the browser's history by a
   * traversal, which would race with the visitor's next action. So it stays: the next overlay or page reuses it, and
   * back skips it.
   */
  addOverlay(close: () => void): () => void {
    const overlay = { close }
    this.#overlays.push(overlay)
    if (this.#overlays.length > this.#depth) {
      this.#depth += 1
      history.pushState(this.#entryState(this.state.get().location.key), '')
    }
    return () => {
      this.#overlays = this.#overlays.filter((each) => each !== overlay)
    }
  }

  /** Calls the listener with the key of an entry before it is left, while its page is still rendered. */
  onLeave(listener: (key: string) => void): () => void {
    this.#leaveListeners.add(listener)
    return () => this.#leaveListeners.delete(listener)
  }

  /** Executes the blocked navigation. */
  leave(): void {
    const blocked = this.#blocked
    this.stay()
    if (!blocked) return
    if ('to' in blocked) return this.#open(blocked.to, blocked.replace)
    this.#isConfirmed = true
    history.go(blocked.index - this.#index)
  }

  /** Cancels the blocked navigation. */
  stay(): void {
    this.#blocked = null
    if (this.state.get().isConfirming) this.state.set({ isConfirming: false })
  }

  /** Removes all listeners. */
  close(): void {
    removeEventListener('popstate', this.#onPopState)
    removeEventListener('beforeunload', confirmUnload)
  }

  #open(to: string, replace: boolean): void {
    const previousPath = this.state.get().location.path
    const entry = replace
      ? this.#write(to, { index: this.#index, depth: this.#depth }, true)
      : // Replaces an overlay entry, if there is one: it belongs to the page that is left.
        this.#write(to, { index: this.#index + 1, depth: 0 }, this.#depth > 0)
    if (!replace) this.#overlays = []
    this.#arrive(entry, location.pathname === previousPath ? 'same' : 'new')
  }

  readonly #onPopState = (): void => {
    // An entry without state is a fragment navigation on the current page.
    const entry = readEntryState() ?? this.#write(location.href, { index: this.#index + 1, depth: 0 }, true)
    if (entry.index === this.#index) return this.#onOverlayTraversal(entry.depth)
    if (!this.#isConfirmed && !this.#mayLeave(location.pathname)) {
      // The browser has traversed already: revert it, then ask. Another back while asking cancels the confirmation.
      history.go(this.#index - entry.index)
      return this.state.get().isConfirming ? this.stay() : this.#block({ index: entry.index })
    }
    this.#isConfirmed = false
    this.#overlays = []
    this.#arrive(entry, 'back')
  }

  /** Handles a traversal between the entries of the current page. */
  #onOverlayTraversal(depth: number): void {
    const isBack = depth < this.#depth
    this.#depth = depth
    this.#syncUrl()
    // Forward leads to the entry of a closed overlay, and reopens nothing.
    if (!isBack) return
    const closing = this.#overlays.splice(depth)
    if (closing.length === 0) history.back()
    for (const { close } of closing.toReversed()) close()
  }

  /** An entry below an overlay still has the URL from before the page changed its parameters. */
  #syncUrl(): void {
    const { path, search, key } = this.state.get().location
    if (location.pathname + location.search !== path + search)
      history.replaceState(this.#entryState(key), '', path + search)
  }

  #mayLeave(path: string): boolean {
    return this.#guards.size === 0 || path === this.state.get().location.path
  }

  #block(blocked: BlockedNavigation): void {
    this.#blocked = blocked
    this.state.set({ isConfirming: true })
  }

  #arrive(entry: EntryState, arrival: AppLocation['arrival']): void {
    for (const listener of this.#leaveListeners) listener(this.state.get().location.key)
    this.#index = entry.index
    this.#depth = entry.depth
    this.state.set({ location: toLocation(entry, arrival) })
  }

  #entryState(key: string): EntryState {
    return { key, index: this.#index, depth: this.#depth }
  }

  #write(url: string, position: Omit<EntryState, 'key'>, replace: boolean): EntryState {
    const entry = { key: Math.random().toString(36).slice(2, 10), ...position }
    history[replace ? 'replaceState' : 'pushState'](entry, '', url)
    return entry
  }
}

export const navigation = new Navigation()

function toLocation({ key }: EntryState, arrival: AppLocation['arrival']): AppLocation {
  return { path: location.pathname, search: location.search, key, arrival }
}

function readEntryState(): EntryState | null {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('key' in state) || !('index' in state)) return null
  const depth = 'depth' in state && typeof state.depth === 'number' ? state.depth : 0
  return typeof state.key === 'string' && typeof state.index === 'number'
    ? { key: state.key, index: state.index, depth }
    : null
}

function confirmUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
