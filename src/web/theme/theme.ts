import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

/** What a visitor may choose; `system` follows the device. */
export type ThemeChoice = 'light' | 'dark' | 'system'

/** index.html reads the same key before the first paint. */
const THEME_KEY = 'theme'
const BROWSER_BAR = { light: '#fbf6ed', dark: '#180d15' }

const listeners = new Set<() => void>()
let choice = readChoice()
let stopFollowing = follow()

/** Applies a choice at once and remembers it in this browser. */
export function setTheme(next: ThemeChoice): void {
  choice = next
  writeStorage(THEME_KEY, next === 'system' ? null : next)
  stopFollowing()
  stopFollowing = follow()
  for (const listener of listeners) listener()
}

/** The choice in use (not what it resolves to) and the setter. */
export function useTheme(): { choice: ThemeChoice; setTheme: typeof setTheme } {
  return { choice: useSyncExternalStore(subscribe, () => choice), setTheme }
}

function readChoice(): ThemeChoice {
  const saved = readStorage(THEME_KEY)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

/** Paints the choice, and while it is `system` repaints when the device changes. Returns how to stop. */
function follow(): () => void {
  const device = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const theme = choice === 'system' ? (device.matches ? 'dark' : 'light') : choice
    document.documentElement.dataset['theme'] = theme
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BROWSER_BAR[theme])
  }
  paint()
  if (choice !== 'system') return () => {}
  device.addEventListener('change', paint)
  return () => device.removeEventListener('change', paint)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
