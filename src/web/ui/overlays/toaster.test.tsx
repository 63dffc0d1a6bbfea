import { TOAST_MS } from '#shared/constants.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { I18nTestProvider } from '#web/i18n/test-provider.tsx'
import { dismissToast, toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

let last = 0
const show = (content: Parameters<typeof toast>[0]) => act(() => void (last = toast(content)))
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds))
const card = (title: string) => screen.getByText(title).closest('[role="presentation"]') ?? document.body

beforeEach(() => {
  vi.useFakeTimers()
  render(
    <I18nTestProvider>
      <button type="button">Before</button>
      <Toaster />
    </I18nTestProvider>,
  )
})
afterEach(() => {
  act(() => dismissToast(last))
  vi.useRealTimers()
})

test('a toast is a status; a destructive one interrupts', () => {
  show({ title: 'Post created successfully!' })
  expect(screen.getByRole('status').textContent).toContain('Post created successfully!')
  expect(screen.queryByRole('alert')).toBeNull()

  show({ title: 'Login Required', description: 'Please log in to like posts', variant: 'destructive' })
  expect(screen.getByRole('alert').textContent).toContain('Please log in to like posts')
  expect(screen.getByRole('status').textContent).toBe('')
})

test('the status is there before the first toast, or readers would miss it', () => {
  expect(screen.getByRole('status').textContent).toBe('')
})

test('one toast at a time: the next takes the place of the last and has its whole time', () => {
  show({ title: 'First' })
  pass(TOAST_MS - 1)
  show({ title: 'Second' })
  expect(screen.queryByText('First')).toBeNull()
  pass(TOAST_MS - 1)
  expect(screen.getByText('Second')).toBeDefined()
  pass(1)
  expect(screen.queryByText('Second')).toBeNull()
})

test('time stands still while the pointer is on it', () => {
  show({ title: 'Saved' })
  pass(TOAST_MS - 1000)
  fireEvent.pointerEnter(card('Saved'))
  pass(TOAST_MS)
  expect(screen.getByText('Saved')).toBeDefined()
  fireEvent.pointerLeave(card('Saved'))
  pass(999)
  expect(screen.getByText('Saved')).toBeDefined()
  pass(1)
  expect(screen.queryByText('Saved')).toBeNull()
})

test('time stands still while the focus is in it, and dismissing it gives the focus back', () => {
  const before = screen.getByRole('button', { name: 'Before' })
  before.focus()
  show({ title: 'Saved' })
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  pass(TOAST_MS * 2)
  fireEvent.click(dismiss)
  expect(screen.queryByText('Saved')).toBeNull()
  expect(document.activeElement).toBe(before)
})

test('Escape dismisses the toast that has the focus', () => {
  show({ title: 'Saved' })
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  fireEvent.keyDown(dismiss, { key: 'Escape' })
  expect(screen.queryByText('Saved')).toBeNull()
})

test('dismissing a toast that was replaced leaves the new one', () => {
  show({ title: 'First' })
  const first = last
  show({ title: 'Second' })
  act(() => dismissToast(first))
  expect(screen.getByText('Second')).toBeDefined()
})
