import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '../i18n/test-provider.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { setTheme } from './theme.ts'

const appliedTheme = () => document.documentElement.dataset['theme']
afterEach(() => act(() => setTheme('system')))

/** Stubs the system's theme, which the test changes. */
function stubSystemTheme() {
  let dark = false
  const listeners = new Set<() => void>()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return dark
    },
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  }))
  return {
    listeners,
    setDark(next: boolean) {
      dark = next
      for (const listener of listeners) listener()
    },
  }
}

test('a choice is applied immediately and stored', () => {
  setTheme('dark')
  expect(appliedTheme()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  setTheme('light')
  expect(appliedTheme()).toBe('light')
})

test('only the choice "system" follows the system theme', () => {
  const { setDark, listeners } = stubSystemTheme()
  setTheme('system')
  expect(localStorage.getItem('theme')).toBeNull()
  setDark(true)
  expect(appliedTheme()).toBe('dark')
  setTheme('light')
  expect(appliedTheme()).toBe('light')
  expect(listeners.size).toBe(0)
})

test('the theme applies for this visit if storage is blocked', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  setTheme('dark')
  expect(appliedTheme()).toBe('dark')
})

test('the toggle offers three themes and shows the current one', () => {
  render(
    <I18nTestProvider>
      <ThemeToggle />
    </I18nTestProvider>,
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true)
  expect(appliedTheme()).toBe('dark')
})
