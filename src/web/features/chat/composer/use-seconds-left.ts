import { useCallback, useSyncExternalStore } from 'react'

const SECOND = 1000

/** Whole seconds until a moment (ms since 1970), counting down to 0. */
export function useSecondsLeft(until: number): number {
  const follow = useCallback(
    (tell: () => void) => {
      const timer = setInterval(() => {
        if (Date.now() >= until) clearInterval(timer)
        tell()
      }, SECOND / 4)
      return () => clearInterval(timer)
    },
    [until],
  )
  return useSyncExternalStore(follow, () => Math.max(0, Math.ceil((until - Date.now()) / SECOND)))
}
