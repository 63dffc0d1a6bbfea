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
  const query = Object.assign(new EventTarget(), { media: '' })
  Object.defineProperty(query, 'matches', { get: () => dark })
  vi.stubGlobal('matchMedia', () => query)
  return {
    setDark(next: boolean) {
      dark = next
      query.dispatchEvent(new Event('change'))
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
  const { setDark } = device()
  setTheme('system')
  expect(localStorage.getItem('theme')).toBeNull()
  setDark(true)
  expect(painted()).toBe('dark')
  setTheme('light')
  setDark(false)
  setDark(true)
  expect(painted()).toBe('light')
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
