import { useSyncExternalStore } from 'react'
import type { OwnUser } from '#shared/users.ts'
import { pageUser } from './page-user.ts'

let isAsked = false

/** The signed-in member: null for visitors, undefined while it is being asked. A failure counts as signed out. */
export function useCurrentUser(): OwnUser | null | undefined {
  return useSyncExternalStore(subscribe, () => pageUser.get().user)
}

/** True when the document itself says that nobody is signed in. */
export function isKnownVisitor(): boolean {
  return pageUser.get().user === null
}

function subscribe(listener: () => void): () => void {
  if (pageUser.get().user === undefined && !isAsked) {
    isAsked = true
    void refetchCurrentUser()
  }
  return pageUser.subscribe(listener)
}

/** The member has changed its record: every page shows it so from now on. */
export function setCurrentUser(user: OwnUser): void {
  pageUser.set({ user })
}

/** Asks who is signed in, once more when the session may have ended elsewhere. */
export async function refetchCurrentUser(): Promise<void> {
  pageUser.set({ user: await ask() })
}

/**
 * The session behind this page has ended. Where another member is signed in by now the page begins anew: all that it has
 * loaded and shows is the first one's.
 */
export async function sessionEnded(): Promise<void> {
  const { user: before } = pageUser.get()
  const user = await ask()
  if (user && before && user.id !== before.id) location.reload()
  else pageUser.set({ user })
}

async function ask(): Promise<OwnUser | null> {
  try {
    // Fetched when it is needed: it brings the schemas, and a page from our server knows its member already.
    const { fetchCurrentUser } = await import('./fetch-current-user.ts')
    return await fetchCurrentUser()
  } catch {
    return null
  }
}
