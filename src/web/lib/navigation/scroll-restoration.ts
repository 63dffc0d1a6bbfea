import { useEffect, useLayoutEffect } from 'react'
import { navigation } from './navigation.ts'
import { useCurrentLocation } from './use-location.ts'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

const STORAGE_KEY = 'scroll'
/** How long a page may take to become as long as it was. */
const PATIENCE_MS = 5000

/** A new page starts at its top; back returns to where the visitor was, and so does a reload. */
export function useScrollRestoration(): void {
  const { key, arrival } = useCurrentLocation()
  useLayoutEffect(() => {
    if (arrival === 'same') return
    if (arrival !== 'new') return scrollWhenPossible(positions.get(key) ?? 0)
    // Newer browsers answer a promise here, which is no clean-up.
    window.scrollTo(0, 0)
    return undefined
  }, [key, arrival])

  useEffect(() => {
    const note = (left: string) => positions.set(left, window.scrollY)
    const hide = () => {
      note(navigation.state.get().place.key)
      savePositions()
    }
    const stopFollowing = navigation.onLeave(note)
    addEventListener('pagehide', hide)
    return () => {
      stopFollowing()
      removeEventListener('pagehide', hide)
    }
  }, [])
}

/** Scrolls there as soon as the page is long enough, unless the visitor moves first. */
function scrollWhenPossible(top: number): () => void {
  const end = new AbortController()
  const attempt = () => {
    window.scrollTo(0, top)
    if (window.scrollY >= top - 1) end.abort()
  }
  const observer = new ResizeObserver(attempt)
  const timer = setTimeout(() => end.abort(), PATIENCE_MS)
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

const positions = readPositions()

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
  writeStorage(STORAGE_KEY, JSON.stringify(Object.fromEntries(positions)), 'session')
}
