import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '../i18n/test-provider.tsx'
import { Clock } from './clock.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(new Date(2025, 10, 21, 20, 31, 4))
})
afterEach(() => {
  setHidden(false)
  vi.useRealTimers()
})

const show = () =>
  render(
    <I18nTestProvider>
      <Clock />
    </I18nTestProvider>,
  )

function setHidden(hidden: boolean) {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
  document.dispatchEvent(new Event('visibilitychange'))
}

test('the clock shows the local date and time in the format of the language', () => {
  const { container } = show()
  expect(screen.getByText('Fri, Nov 21, 2025')).toBeDefined()
  // ICU puts a narrow space before PM.
  expect(screen.getByText(/^8:31:04\sPM$/)).toBeDefined()
  expect(container.querySelector('time')?.dateTime).toBe(new Date().toISOString())
})

test('the clock updates every second without an announcement', () => {
  const { container } = show()
  act(() => void vi.advanceTimersByTime(1000))
  expect(screen.getByText(/^8:31:05\sPM$/)).toBeDefined()
  expect(container.querySelector('[aria-live], [role]')).toBeNull()
})

test('the clock stops in a hidden tab and updates immediately when the tab is visible again', () => {
  show()
  act(() => setHidden(true))
  expect(vi.getTimerCount()).toBe(0)
  act(() => void vi.advanceTimersByTime(60_000))
  act(() => setHidden(false))
  expect(screen.getByText(/^8:32:04\sPM$/)).toBeDefined()
})

test('the clock stops when it is unmounted', () => {
  show().unmount()
  expect(vi.getTimerCount()).toBe(0)
})
