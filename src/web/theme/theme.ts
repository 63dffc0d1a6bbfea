import { useSyncExternalStore } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/browser-storage.ts'

/** `system` follows `prefers-color-scheme`. */
export type ThemeChoice = 'light' | 'dark' | 'system'

/** index.html reads this key before the first paint. */
const THEME_KEY = 'theme'
/** Values of `<meta name="theme-color">`. */
const THEME_COLORS = { light: '#fbf6ed', dark: '#180d15' }

const listeners = new Set<() => void>()
let choice = readChoice()
let stop = applyChoice()

/** Applies a choice and stores it in this browser. */
export function setTheme(next: ThemeChoice): void {
  choice = next
  writeStorage(THEME_KEY, next === 'system' ? null : next)
  stop()
  stop = applyChoice()
  for (const listener of listeners) listener()
}

/** Returns the current choice (not the theme that it resolves to) and its setter. */
export function useTheme(): { choice: ThemeChoice; setTheme: typeof setTheme } {
  return { choice: useSyncExternalStore(subscribe, () => choice), setTheme }
}

/** Returns the theme that is shown, for drawings that CSS does not colour. */
export function useAppliedTheme(): string {
  return useSyncExternalStore(subscribeToApplied, () => document.documentElement.dataset['theme'] ?? 'light')
}

function subscribeToApplied(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function readChoice(): ThemeChoice {
  const saved = readStorage(THEME_KEY)
  return saved === 'light' || saved === 'dark' ? saved : 'system'
}

/** Applies the choice, and while it is `system` also later changes of the system theme. Returns the cleanup. */
function applyChoice(): () => void {
  const systemDark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const theme = choice === 'system' ? (systemDark.matches ? 'dark' : 'light') : choice
    document.documentElement.dataset['theme'] = theme
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', THEME_COLORS[theme])
  }
  apply()
  if (choice !== 'system') return () => {}
  systemDark.addEventListener('change', apply)
  return () => systemDark.removeEventListener('change', apply)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
