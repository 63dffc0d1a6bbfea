import { useSyncExternalStore } from 'react'
import { createStore } from '#web/lib/store.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'verify-reminder'
const DAY_MS = 24 * 60 * 60 * 1000

/** The user who dismissed the banner in this browser, and when: others who sign in here still see it. */
const dismissal = createStore({ value: readStorage(STORAGE_KEY) })

/** Pages with a player, which the banner would push down. */
const PLAYER_PATH = /^\/(stream\/(?!create$)|stream-old\/|video\/|creator\/go-live$)/

/** Returns whether the page at `path` shows the user the banner that asks to confirm the address. */
export function useHasVerifyBanner(userId: string | undefined, path: string): boolean {
  const { value } = useSyncExternalStore(dismissal.subscribe, dismissal.get)
  if (userId === undefined || path === '/auth/verify' || PLAYER_PATH.test(path)) return false
  return !isDismissed(value, userId)
}

/** Hides the banner from this user in this browser for a day. */
export function dismissVerifyBanner(userId: string): void {
  const value = `${userId} ${Date.now()}`
  writeStorage(STORAGE_KEY, value)
  dismissal.set({ value })
}

function isDismissed(value: string | null, userId: string): boolean {
  const [dismissedBy, time] = value?.split(' ') ?? []
  const age = Date.now() - Number(time)
  // A clock that was set back must not hide the banner for longer.
  return dismissedBy === userId && age >= 0 && age < DAY_MS
}
