import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '../i18n/test-provider.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { setTheme } from './theme.ts'

const painted = () => document.documentElement.dataset['theme']
afterEach(() => act(() => setTheme('system')))

/** A device whose theme the test changes. */
function device() {
  let dark = false
  const followers = new Set<() => void>()
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return dark
    },
    addEventListener: (_type: string, follower: () => void) => followers.add(follower),
    removeEventListener: (_type: string, follower: () => void) => followers.delete(follower),
  }))
  return {
    followers,
    setDark(next: boolean) {
      dark = next
      for (const follower of followers) follower()
    },
  }
}

test('a choice is painted at once and remembered', () => {
  setTheme('dark')
  expect(painted()).toBe('dark')
  expect(localStorage.getItem('theme')).toBe('dark')
  setTheme('light')
  expect(painted()).toBe('light')
})

test('the system choice follows the device, and another choice no longer does', () => {
  const { setDark, followers } = device()
  setTheme('system')
  expect(localStorage.getItem('theme')).toBeNull()
  setDark(true)
  expect(painted()).toBe('dark')
  setTheme('light')
  expect(painted()).toBe('light')
  expect(followers.size).toBe(0)
})

test('the theme holds for this visit where storage is forbidden', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden', 'SecurityError')
  })
  setTheme('dark')
  expect(painted()).toBe('dark')
})

test('the toggle offers the three themes and shows the one in use', () => {
  render(
    <I18nTestProvider>
      <ThemeToggle />
    </I18nTestProvider>,
  )
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'System' }).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Dark' }).checked).toBe(true)
  expect(painted()).toBe('dark')
})
