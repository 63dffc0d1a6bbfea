import { useCallback, useSyncExternalStore } from 'react'

const SECOND_MS = 1000

/** Returns the whole seconds until `until` (ms since 1970), counting down to 0. */
export function useSecondsLeft(until: number): number {
  const subscribe = useCallback(
    (notify: () => void) => {
      const timer = setInterval(() => {
        if (Date.now() >= until) clearInterval(timer)
        notify()
      }, SECOND_MS / 4)
      return () => clearInterval(timer)
    },
    [until],
  )
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)))
}
