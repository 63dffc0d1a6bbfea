import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '#shared/accounts/users.ts'
import { pageUser } from './page-user.ts'

let isRequested = false

/** Returns the signed-in user: null for visitors, undefined while loading. A failure counts as signed out. */
export function useCurrentUser(): CurrentUser | null | undefined {
  return useSyncExternalStore(subscribe, () => pageUser.get().user)
}

/** True if the document was rendered for a visitor, or the user is known to be signed out. */
export function isKnownVisitor(): boolean {
  return pageUser.get().user === null
}

function subscribe(listener: () => void): () => void {
  if (pageUser.get().user === undefined && !isRequested) {
    isRequested = true
    void refetchCurrentUser()
  }
  return pageUser.subscribe(listener)
}

/** Called after the user has changed their record. */
export function setCurrentUser(user: CurrentUser): void {
  pageUser.set({ user })
}

/** Fetches the signed-in user; called again when the session may have ended elsewhere. */
export async function refetchCurrentUser(): Promise<void> {
  pageUser.set({ user: await loadCurrentUser() })
}

let latestRefresh: symbol | null = null

/**
 * Called when the record of the signed-in user may have changed elsewhere. If it cannot be loaded, the page keeps the one
 * that it has: the end of a session closes the page's socket (`handleSessionEnd`).
 */
export async function refreshCurrentUser(): Promise<void> {
  const refresh = (latestRefresh = Symbol())
  const { fetchCurrentUser } = await import('./fetch-current-user.ts')
  const user = await fetchCurrentUser().catch(() => null)
  if (refresh === latestRefresh && user && user.id === pageUser.get().user?.id) pageUser.set({ user })
}

/** A sign-in in another tab ends the session of this page before the browser has the new one. */
const LATER_CHECKS_MS = [1000, 4000]

/**
 * Called when the session of this page has ended. Reloads the page if another user has signed in meanwhile, as all its
 * data belongs to the previous user.
 */
export async function handleSessionEnd(): Promise<void> {
  const { user: previous } = pageUser.get()
  if (!(await showUserAfter(previous))) void checkLater(previous)
}

async function checkLater(previous: CurrentUser | null | undefined): Promise<void> {
  for (const delayMs of LATER_CHECKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    if (pageUser.get().user !== null || (await showUserAfter(previous))) return
  }
}

/** Returns false if nobody is signed in. */
async function showUserAfter(previous: CurrentUser | null | undefined): Promise<boolean> {
  const user = await loadCurrentUser()
  if (user && previous && user.id !== previous.id) location.reload()
  else pageUser.set({ user })
  return user !== null
}

async function loadCurrentUser(): Promise<CurrentUser | null> {
  try {
    // Imported on demand: it imports the schemas, and a page from the server has its user embedded.
    const { fetchCurrentUser } = await import('./fetch-current-user.ts')
    return await fetchCurrentUser()
  } catch {
    return null
  }
}
