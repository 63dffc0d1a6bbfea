import { useSyncExternalStore } from 'react'
import type { OwnUser } from '#shared/users.ts'
import { createStore } from '#web/lib/store.ts'
import { readBoot } from './boot.ts'

// A store of its own and not a query: every page asks this, and visitors need nothing else of the query client.
const store = createStore<{ user: OwnUser | null | undefined }>({ user: readBoot()?.user })
let isAsked = false

/** The signed-in member: null for visitors, undefined while it is being asked. A failure counts as signed out. */
export function useCurrentUser(): OwnUser | null | undefined {
  return useSyncExternalStore(subscribe, () => store.get().user)
}

/** True when the document itself says that nobody is signed in. */
export function isKnownVisitor(): boolean {
  return store.get().user === null
}

function subscribe(listener: () => void): () => void {
  if (store.get().user === undefined && !isAsked) {
    isAsked = true
    void askCurrentUserAgain()
  }
  return store.subscribe(listener)
}

/** The member has changed its record: every page shows it so from now on. */
export function setCurrentUser(user: OwnUser): void {
  store.set({ user })
}

/** Asks who is signed in, once more when the session may have ended elsewhere. */
export async function askCurrentUserAgain(): Promise<void> {
  try {
    // Fetched when it is needed: it brings the schemas, and a page from our server knows its member already.
    const { askCurrentUser } = await import('./ask-current-user.ts')
    store.set({ user: await askCurrentUser() })
  } catch {
    store.set({ user: null })
  }
}
