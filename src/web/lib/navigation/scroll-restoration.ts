import { useEffect, useLayoutEffect } from 'react'
import { navigation } from './navigation.ts'
import { useCurrentLocation } from './use-location.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'scroll'
/** How long the restoration waits for the page's content. */
const RESTORE_TIMEOUT_MS = 5000

/** Scrolls a new page to its top, and restores the scroll position after back and reload. */
export function useScrollRestoration(): void {
  const { key, arrival } = useCurrentLocation()
  useLayoutEffect(() => {
    if (arrival === 'same') return
    if (arrival !== 'new') return scrollWhenPossible(positionByKey.get(key) ?? 0)
    // Newer browsers return a promise from scrollTo, which an effect must not return.
    window.scrollTo(0, 0)
    return undefined
  }, [key, arrival])

  useEffect(() => {
    const remember = (entryKey: string) => positionByKey.set(entryKey, window.scrollY)
    const onPageHide = () => {
      remember(navigation.state.get().location.key)
      savePositions()
    }
    const unsubscribe = navigation.onLeave(remember)
    addEventListener('pagehide', onPageHide)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', onPageHide)
    }
  }, [])
}

/** Scrolls to `top` as soon as the page is long enough, unless the visitor scrolls first. Returns the cleanup. */
function scrollWhenPossible(top: number): () => void {
  const end = new AbortController()
  const attempt = () => {
    window.scrollTo(0, top)
    if (window.scrollY >= top - 1) end.abort()
  }
  const observer = new ResizeObserver(attempt)
  const timer = setTimeout(() => end.abort(), RESTORE_TIMEOUT_MS)
  end.signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timer)
  })
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
    addEventListener(event, () => end.abort(), { passive: true, signal: end.signal })
  observer.observe(document.body)
  attempt()
  return () => end.abort()
}

const positionByKey = readPositions()

function readPositions(): Map<string, number> {
  try {
    const saved: unknown = JSON.parse(readStorage(STORAGE_KEY, 'session') ?? '{}')
    const entries = typeof saved === 'object' && saved !== null ? Object.entries(saved) : []
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

function savePositions(): void {
  writeStorage(STORAGE_KEY, JSON.stringify(Object.fromEntries(positionByKey)), 'session')
}
